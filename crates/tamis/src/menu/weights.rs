//! The weights of the features, and the scores below which there is no menu.
//!
//! Learnt on the 30 labelled sites by the example `fit_menu` of `tamis-eval`, which prints this table;
//! see there how, and how well the weights do on sites that were left out.

/// A feature's name and its weight, in the order of the features.
pub(super) const WEIGHTS: [(&str, f64); 47] = [
    ("links", 1.12),
    ("fewer than three links", -1.60),
    ("link density", 2.00),
    ("text beside links", -1.00),
    ("position", -0.47),
    ("links before", -0.30),
    ("is nav", 0.93),
    ("nav around", 0.60),
    ("called menu", 1.48),
    ("called menu around", 0.65),
    ("called main", 0.44),
    ("called main around", 0.40),
    ("in header", 0.30),
    ("in footer", -1.00),
    ("in content", -1.00),
    ("called local", -1.20),
    ("called local around", -0.80),
    ("called tool", -0.80),
    ("called tool around", -0.40),
    ("called list", -0.54),
    ("called list around", -0.10),
    ("called second", -0.80),
    ("called second around", -0.40),
    ("same site", 1.03),
    ("fragments", -2.03),
    ("short labels", 1.51),
    ("digits", -1.03),
    ("no label", -1.00),
    ("front page", 0.37),
    ("target depth", -0.96),
    ("distinct targets", 0.55),
    ("is list", 0.40),
    ("linked children", 1.10),
    ("children without link", -0.42),
    ("largest child", -1.00),
    ("in items", 0.48),
    ("part of a menu", -1.5),
    ("in blocks", -0.88),
    ("titled sections", 2.62),
    ("new targets", 2.05),
    ("prose", -0.56),
    ("fields", -0.40),
    ("headings", -0.18),
    ("images", -0.65),
    ("repeats", 2.00),
    ("stands in siblings", 2.00),
    ("targets repeat", 1.00),
];

/// Below this score a page by itself has no menu. The labelled menus score 6.1 and more; with its menu
/// taken out, a third of the pages has nothing above this.
pub(super) const PAGE_THRESHOLD: f64 = 5.0;

/// Below this score a page with siblings has no menu. The labelled menus score 11.0 and more; with its
/// menu taken out, half of the pages has nothing above this.
pub(super) const SITE_THRESHOLD: f64 = 9.5;
