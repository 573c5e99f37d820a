//! The search for a template: it says which page it wants and is given it, by whoever can fetch.

use serde::Serialize;
use tamis::site;
use tamis::template::{Ask, Given, Options, Paper, Template};
use url::Url;

use super::asked::Method;
use crate::answer::json;
use crate::request::asked;
use crate::{Desk, Trouble};

asked! {
    /// A search to begin.
    pub(crate) struct Begin {
        page: u32,
        url: Url,
        /// Other pages of the site that are known to be there.
        known: Vec<Url> = Vec::new(),
        method: Method = Method::Default,
        /// How many siblings vote.
        pages: Option<usize>,
        /// How many are loaded at most.
        loads: Option<usize>,
    }
}

asked! {
    /// A search that is under way.
    pub(crate) struct UnderWay {
        search: u32,
    }
}

asked! {
    /// What came of a page that was asked for.
    pub(crate) struct Give {
        search: u32,
        /// The address it was asked for by.
        asked: Url,
        /// The page, when it came.
        page: Option<u32>,
        /// Where it was found in the end.
        url: Option<Url>,
        /// Why it did not come.
        failed: Option<String>,
    }
}

asked! {
    /// A search to end.
    pub(crate) struct Finish {
        search: u32,
        page: u32,
    }
}

/// A template that was found, and the number it is held by.
#[derive(Serialize)]
pub(super) struct Numbered<'a> {
    pub(super) number: u32,
    #[serde(flatten)]
    pub(super) template: &'a Template,
}

#[derive(Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Next {
    Page { url: Url },
    Wait,
    Done,
}

pub(crate) fn begin(desk: &mut Desk, asked: &Begin) -> Result<String, Trouble> {
    let options = match asked.method {
        Method::Paper => Options::paper(Paper::default()),
        Method::Default => Options::default(),
    };
    let pages = asked.pages.unwrap_or(options.pages);
    let options = Options {
        pages,
        loads: asked.loads.unwrap_or(options.loads.max(pages)),
        ..options
    };
    let document = desk.page(asked.page)?;
    let search = site::template::search(document, &asked.url, asked.known.clone(), options);
    json(&desk.keep_search(search))
}

pub(crate) fn next(desk: &mut Desk, asked: &UnderWay) -> Result<String, Trouble> {
    json(&match desk.search(asked.search)?.next() {
        Ask::Page(url) => Next::Page { url },
        Ask::Wait => Next::Wait,
        Ask::Done => Next::Done,
    })
}

pub(crate) fn give(desk: &mut Desk, given: &Give) -> Result<String, Trouble> {
    match (given.page, &given.failed) {
        (Some(page), None) => {
            let (search, document) = desk.search_and_page(given.search, page)?;
            let url = given.url.clone().unwrap_or_else(|| given.asked.clone());
            search.give(&given.asked, Given::Page { url, document });
        }
        (None, Some(why)) => {
            let search = desk.search(given.search)?;
            search.give(&given.asked, Given::Failed(why.clone()));
        }
        _ => return Err(Trouble::new("give either a `page` or why it `failed`")),
    }
    json(&())
}

pub(crate) fn finish(desk: &mut Desk, asked: &Finish) -> Result<String, Trouble> {
    let search = desk.take_search(asked.search)?;
    match search.finish(desk.page(asked.page)?) {
        Ok(template) => {
            let number = desk.keep_template(template);
            let template = desk.template(number)?;
            json(&Numbered { number, template })
        }
        Err(nothing) => Err(Trouble::new(&nothing).with(&nothing)),
    }
}
