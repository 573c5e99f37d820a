//! Personal filters: a person shows once what they want, and from then on gets just that, on every
//! page like it.
//!
//! After Chamun et al., *Extracting Web Content for Personalized Presentation* (DocEng 2014). Samples
//! are remembered as label paths ([`LabelPath`]); what is near a sample by [`distances`] is like it.
//! [`learn`] makes a [`Filter`] of the elements that a person picked, [`suggest`] shows what each step
//! of the threshold would add, [`reach`] what each would select in the end, [`apply`] finds the fields on another page or refuses it, and
//! [`Filter::to_toml`] is the form that is kept and shared.
//!
//! ```
//! use tamis::dom::Document;
//! use tamis::filter::{Picked, apply, learn, LearnOptions};
//!
//! let shown = Document::parse("<h1>One</h1><article><p>First.</p><p>Second.</p></article><p>Footer");
//! let picked = [Picked::by_css(&shown, "headline", "h1")?, Picked::by_css(&shown, "text", "article p")?];
//! let filter = learn(&shown, &picked, &LearnOptions::default())?;
//!
//! let other = Document::parse("<h1>Two</h1><article><p>Third.</p></article><p>Footer");
//! let applied = apply(&filter, &other);
//! assert_eq!(applied.fields[0].texts(&other), ["Two"]);
//! assert_eq!(applied.fields[1].texts(&other), ["Third."]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod applied;
mod apply;
mod container;
mod css;
mod distance;
mod export;
mod gather;
mod kind;
mod label;
mod learn;
mod learner;
mod left_out;
mod links;
mod marking;
mod model;
mod page;
mod path;
mod picked;
mod reach;
mod saved;
mod saved_form;
mod saved_keys;
mod search;
mod site_pattern;
mod suggest;
mod weights;

pub use applied::{Applied, Found, Miss};
pub use apply::apply;
pub use css::Css;
pub use distance::distances;
pub use export::ExportTo;
pub use kind::Kind;
pub use label::{Label, LabelMode};
pub use learn::{LearnError, LearnOptions, Rule, learn};
pub use links::{SimilarLink, SimilarLinks, links_by_likeness, similar_links};
pub use marking::marks;
pub use model::{Exclusion, Field, Filter, Measure, Pick, Sample};
pub use page::Page;
pub use path::LabelPath;
pub use picked::{PickError, Picked, Role};
pub use reach::{Reach, Reached, reach};
pub use saved::SavedError;
pub use site_pattern::SitePattern;
pub use suggest::{Step, Suggestion, suggest};
pub use weights::LevelWeights;
