//! What can be typed after `tamis template`, and what it means.

use std::path::PathBuf;

use tamis::template::{Equality, Options, Paper, Part};

use crate::input::{InputArgs, parse_share};

/// Find the template of a page's site: what the page shares with its siblings by design
#[derive(clap::Args)]
#[command(after_help = "\
Exit code 1 when there is no other page of the site to compare with, or a page does not fit the saved
template.

Examples:
  tamis template https://site.example/ > template.html
  tamis template mirror/site.example/page.html --invert
  tamis template https://site.example/ --save site.template.json
  tamis template other.html --base https://site.example/other.html --apply site.template.json
  tamis template crawl.warc.gz --per-site > sites.jsonl
  tamis template page.html --method paper -n 8 -t 4 --format json")]
pub(crate) struct TemplateArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// What is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// The page without its template
    #[arg(long)]
    pub(crate) invert: bool,
    /// With --format paths, add how many siblings have the node, after a tab
    #[arg(long)]
    pub(crate) votes: bool,
    /// Write the template to a file, to be applied to other pages; one that is there is added to
    #[arg(long, value_name = "FILE", conflicts_with_all = ["apply", "per_site"])]
    pub(crate) save: Option<PathBuf>,
    /// Use a saved template, and load no other page
    #[arg(long, value_name = "FILE", conflicts_with = "per_site")]
    pub(crate) apply: Option<PathBuf>,
    /// Take every page of the input, group them by site and template; a JSON object a line: each
    /// template once, and of each page what is its own
    #[arg(long)]
    pub(crate) per_site: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// How the template is searched for.
#[derive(clap::Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// The technique
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: MethodArg,
    /// How many siblings vote
    #[arg(long, value_name = "N", default_value_t = Options::default().pages)]
    pub(crate) pages: usize,
    /// How many pages are loaded at most [default: 8, or --pages if more; paper: 25]
    #[arg(long, value_name = "N")]
    pub(crate) loads: Option<usize>,
    /// Paper: the size of the complete subdigraph
    #[arg(short, value_name = "N", default_value_t = Paper::default().n)]
    pub(crate) n: usize,
    /// Paper: how many of its pages must have a node
    #[arg(short, value_name = "T", default_value_t = Paper::default().t)]
    pub(crate) t: usize,
    /// Paper: the weights of classes, position, attributes and children in node equality
    #[arg(long, value_name = "C,P,A,CH", value_delimiter = ',', num_args = 4)]
    #[arg(default_values_t = [0.5, 0.2, 0.2, 0.1])]
    pub(crate) weights: Vec<f32>,
    /// Paper: how equal nodes are that both have no classes, no attributes, no children
    #[arg(long, value_name = "C,A,CH", value_delimiter = ',', num_args = 3)]
    #[arg(default_values_t = [1.0, 0.25, 1.0])]
    pub(crate) without: Vec<f32>,
    /// Paper: the equality above which nodes may be mapped
    #[arg(long, value_name = "P", value_parser = parse_share, default_value_t = Equality::TUNED.threshold)]
    pub(crate) similarity: f32,
}

/// What is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// The page with everything else removed
    #[default]
    Html,
    /// How the template was found, its links, its share of the page; one object a line
    Json,
    /// A node a line
    Paths,
}

/// The technique.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(crate) enum MethodArg {
    /// Siblings from the menu, equal blocks wherever they stand, votes put right by the texts
    #[default]
    Default,
    /// The published technique: complete subdigraph, top-down mapping, votes
    Paper,
}

impl TemplateArgs {
    /// The part of the page that is printed.
    pub(crate) fn part(&self) -> Part {
        if self.invert {
            Part::Complement
        } else {
            Part::Template
        }
    }
}

impl SearchArgs {
    pub(crate) fn resolve(&self) -> Options {
        let options = match self.method {
            MethodArg::Paper => Options::paper(self.paper()),
            MethodArg::Default => Options {
                pages: self.pages,
                loads: Options::default().loads.max(self.pages),
                ..Options::default()
            },
        };
        Options {
            loads: self.loads.unwrap_or(options.loads),
            ..options
        }
    }

    /// The parameters of the published technique.
    pub(crate) fn paper(&self) -> Paper {
        let at = |values: &[f32], index: usize| values.get(index).copied().unwrap_or_default();
        Paper {
            n: self.n.max(1),
            t: self.t.max(1),
            equality: Equality {
                classes: at(&self.weights, 0),
                position: at(&self.weights, 1),
                attributes: at(&self.weights, 2),
                children: at(&self.weights, 3),
                no_classes: at(&self.without, 0),
                no_attributes: at(&self.without, 1),
                no_children: at(&self.without, 2),
                threshold: self.similarity,
            },
        }
    }
}
