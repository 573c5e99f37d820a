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

#[cfg(test)]
mod tests {
    use super::*;

    fn look(html: &str, siblings: &[&str], method: Method) -> Result<Menu, NoMenu> {
        let url = Url::parse("http://site.example/dir/page.html").unwrap();
        let document = Document::parse(html);
        let siblings: Vec<Document> = siblings.iter().map(|html| Document::parse(*html)).collect();
        let pages: Vec<Page<'_>> = siblings
            .iter()
            .map(|document| Page {
                document,
                url: &url,
            })
            .collect();
        find(
            Page {
                document: &document,
                url: &url,
            },
            &pages,
            method,
        )
    }

    const MENU: &str = "<nav><ul class=menu><li><a href=/>Home</a><li><a href=/a>About us</a>\
                        <li><a href=/b>Boats</a><li><a href=/c>Contact</a></ul></nav>";

    #[test]
    fn pages_without_a_menu_get_a_reason() {
        for method in [Method::Default, Method::Paper] {
            assert_eq!(look("", &[], method).unwrap_err(), NoMenu::EmptyPage);
            assert_eq!(
                look("<p>text", &[], method).unwrap_err(),
                NoMenu::TooFewLinks(0)
            );
            assert_eq!(
                look("<a href=/>1</a>", &[], method).unwrap_err(),
                NoMenu::TooFewLinks(1)
            );
        }
        let prose = "<p>Some words, <a href=http://b.example/1>a link</a>, more words between and \
                     <a href=http://c.example/2>a second one</a>, and then the text goes on and on.";
        assert_eq!(
            look(prose, &[], Method::Default).unwrap_err(),
            NoMenu::NothingLikeOne
        );
    }

    #[test]
    fn both_methods_find_a_plain_menu() {
        for method in [Method::Default, Method::Paper] {
            let menu = look(&format!("{MENU}<p>Text."), &[], method).unwrap();
            assert_eq!(menu.path, "/html[1]/body[1]/nav[1]/ul[1]");
            assert_eq!(menu.links.len(), 4);
        }
    }

    #[test]
    fn siblings_settle_what_belongs_to_the_site() {
        let own = "<ul class=nav><li><a href=/x/1>One</a><li><a href=/x/2>Two</a>\
                   <li><a href=/x/3>Three</a><li><a href=/x/4>Four</a><li><a href=/x/5>Five</a></ul>";
        let page = format!("{own}<div>{MENU}</div>");
        let menu = look(&page, &[MENU, MENU], Method::Default).unwrap();
        assert_eq!(menu.links[1].label, "About us");
        let none = look(own, &["<p>Other.", "<p>Another."], Method::Default);
        assert_eq!(none.unwrap_err(), NoMenu::NothingShared { siblings: 2 });
    }

    #[test]
    fn large_and_deep_pages_are_bounded() {
        let links = "<li><a href=/x>A link</a>".repeat(50_000);
        let deep = "<div>".repeat(50_000) + "<a href=/1>1</a><a href=/2>2</a>";
        let nested = "<ul class=nav><li><a href=/x>A</a>".repeat(2_000);
        for html in [links, deep, nested] {
            for method in [Method::Default, Method::Paper] {
                let _ = look(&html, &[&html], method);
            }
        }
    }
}
