//! The site's main menu.

use serde::Serialize;
use tamis::menu::{self, Menu};
use tamis::site;
use url::Url;

use super::asked::Method;
use crate::answer::json;
use crate::request::asked;
use crate::{Desk, Trouble};

asked! {
    /// A page whose menu is wanted.
    pub(crate) struct Asked {
        page: u32,
        url: Url,
        /// Other pages of the site, as many as are at hand.
        siblings: Vec<Placed> = Vec::new(),
        method: Method = Method::Default,
    }
}

asked! {
    /// A page and where it was found.
    pub(crate) struct Placed {
        page: u32,
        url: Url,
    }
}

/// A menu with the number of its root in the page.
#[derive(Serialize)]
struct Numbered<'a> {
    number: usize,
    #[serde(flatten)]
    menu: &'a Menu,
}

pub(crate) fn menu(desk: &Desk, asked: &Asked) -> Result<String, Trouble> {
    let key = placed(desk, asked.page, &asked.url)?;
    let siblings = asked.siblings.iter();
    let siblings = siblings.map(|sibling| placed(desk, sibling.page, &sibling.url));
    let siblings = siblings.collect::<Result<Vec<menu::Page<'_>>, Trouble>>()?;
    let method = match asked.method {
        Method::Default => menu::Method::Default,
        Method::Paper => menu::Method::Paper,
    };
    match menu::find(key, &siblings, method) {
        Ok(menu) => json(&Numbered {
            number: menu.node.index(),
            menu: &menu,
        }),
        Err(why) => Err(Trouble::new(format_args!("no menu: {why}")).with(&why)),
    }
}

/// The addresses of the pages that would tell most about the menu.
pub(crate) fn siblings(desk: &Desk, asked: &Placed) -> Result<String, Trouble> {
    json(&site::menu::siblings(placed(desk, asked.page, &asked.url)?))
}

fn placed<'a>(desk: &'a Desk, page: u32, url: &'a Url) -> Result<menu::Page<'a>, Trouble> {
    let document = desk.page(page)?;
    Ok(menu::Page { document, url })
}
