//! URL keys: one name for a document, however many addresses it has.
//!
//! Section 3 of "URL Tree: Efficient Unsupervised Content Extraction from Streams of Web Documents"
//! (B. Sluban, M. Grčar; CIKM 2013), in its three steps: (1) whoever fetches hands over the address
//! that answered, (2) the title's hash joins the query as `_cid_`, the encoding is made one and the
//! query sorted, (3) the first [`Rule`] whose pattern matches says which parameters stay.
//!
//! Beyond the paper, a [`KeyBook`] learns what a site's parameters do and weighs what pages say of
//! themselves ([`Claims`]) against what they contain ([`Sketch`]), so that no site needs a rule of its
//! own.
//!
//! ```
//! use tamis::link::{Rules, url_key};
//! use url::Url;
//!
//! let address = Url::parse("http://www.example.org/story?section=local&id=86&utm_source=x").unwrap();
//! let rules = Rules::parse("example\\.org/story  id").unwrap();
//! assert_eq!(url_key(&address, "A title", &rules), "http://example.org/story?id=86");
//! assert_eq!(url_key(&address, "A title", &Rules::none()), "http://example.org/story");
//! ```

mod book;
mod claim;
mod copy;
mod fold;
mod habit;
mod parameter;
mod rule;
mod sketch;
mod title;
mod tracking;

use url::Url;

use fold::Folded;

pub use book::{Identity, KeyBook, Page, Standing};
pub use claim::Claims;
pub use rule::{Rule, RuleError, Rules};
pub use sketch::Sketch;
pub use title::title_hash;
pub use tracking::is_tracking;

/// The parameter that stands for the title's hash.
pub const TITLE_PARAMETER: &str = "_cid_";

/// The URL key by the paper: the parameters that the first matching rule names stay, and with no
/// rule none does. `address` is the one that answered, after any redirections.
pub fn url_key(address: &Url, title: &str, rules: &Rules) -> String {
    let folded = Folded::of(address);
    match rules.first_for(address) {
        Some(rule) => folded.key(|name| rule.keeps(name), title_hash(title)),
        None => folded.stem,
    }
}

/// The key of an address of whose site nothing is known yet: with no rule all parameters stay, for any may be
/// what tells its documents apart. A [`KeyBook`] that has learnt nothing says the same.
pub fn first_key(address: &Url, title: &str, rules: &Rules) -> String {
    let title = title_hash(title);
    let folded = Folded::of(address);
    match rules.first_for(address) {
        Some(rule) => folded.key(|name| rule.keeps(name), title),
        None => folded.key(|name| name != TITLE_PARAMETER, title),
    }
}
