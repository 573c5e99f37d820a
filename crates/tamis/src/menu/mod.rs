//! The site's main menu, found on a page by itself or with the help of its siblings.
//!
//! ```
//! use tamis::dom::Document;
//! use tamis::menu::{Method, Page, find};
//! use url::Url;
//!
//! let document = Document::parse(
//!     "<ul id=nav><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/about>About</a></ul>
//!      <p>A text with <a href=/far/away/page.html>a link</a>.",
//! );
//! let url = Url::parse("http://site.example/page.html").unwrap();
//! let page = Page { document: &document, url: &url };
//! let menu = find(page, &[], Method::Default).unwrap();
//! assert_eq!(menu.path, "/html[1]/body[1]/ul[1]");
//! assert_eq!(menu.items[1].label, "News");
//! ```
//!
//! [`Method::Default`] measures every block of links on the page ([`rank`]) and takes the best by a
//! weighted sum; the definition's third clause, that the menu stands in other pages too, is part of
//! the sum when siblings are given. [`Method::Paper`] is the published technique.

mod candidates;
mod evidence;
mod features;
mod finding;
mod items;
mod paper;
mod rank;
mod survey;
mod weights;
mod words;

use tamis_dom::Document;
use url::Url;

pub use finding::{Menu, NoMenu, Reason};
pub use items::{Item, MenuLink};
pub use rank::{Ranked, feature_names, page_feature_count, rank};

use survey::Survey;

/// A page: its document and where it was found.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The parsed page.
    pub document: &'a Document,
    /// Its address, which its links are relative to.
    pub url: &'a Url,
}

/// How the menu is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// A learnt sum over all that is measured of each block of links, and over what siblings say.
    #[default]
    Default,
    /// The published technique; it looks at no sibling.
    Paper,
}

/// Finds the main menu of a page's site. `siblings` are other pages of the site, as many as are at
/// hand (a few suffice); with none the page speaks for itself.
pub fn find(page: Page<'_>, siblings: &[Page<'_>], method: Method) -> Result<Menu, NoMenu> {
    let survey = Survey::of(page);
    if survey.body.is_none() || survey.page().nodes <= 1 {
        return Err(NoMenu::EmptyPage);
    }
    if survey.links.len() < 2 {
        return Err(NoMenu::TooFewLinks(survey.links.len()));
    }
    match method {
        Method::Default => {
            rank::best(&survey, siblings).map(|best| Menu::ranked(page, &survey, &best))
        }
        Method::Paper => match paper::find(&survey) {
            Some((node, weight)) => Ok(Menu::rated(page, &survey, node, weight)),
            None => Err(NoMenu::NothingLikeOne),
        },
    }
}
