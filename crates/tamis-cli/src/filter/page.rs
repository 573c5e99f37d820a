//! Pages for filters: HTML, or XML where it says so.

use tamis::dom::{Document, ParseOptions};
use tamis_load::{Input, LoadError, Loader, Page};
use url::Url;

use crate::input::page_name;

/// A page, parsed.
pub(super) struct Parsed {
    /// Where it was found.
    pub(super) address: Url,
    pub(super) document: Document,
}

impl Parsed {
    /// Where it was found, if that is on the web.
    pub(super) fn web_address(&self) -> Option<&Url> {
        Some(&self.address).filter(|url| matches!(url.scheme(), "http" | "https"))
    }
}

/// A page with the name that it is called by, or the reason why there is none.
pub(super) type Named = (String, Result<Page, LoadError>);

/// All pages of all inputs, in order.
pub(super) fn all(
    loader: &Loader,
    inputs: Vec<(String, Result<Input, LoadError>)>,
) -> impl Iterator<Item = Named> + Send {
    inputs.into_iter().flat_map(|(typed, input)| {
        let pages: Box<dyn Iterator<Item = Named> + Send> = match input {
            Ok(input) => {
                let pages = loader.pages(&input);
                Box::new(pages.map(move |page| (page_name(&typed, &page), page)))
            }
            Err(error) => Box::new(std::iter::once((typed, Err(error)))),
        };
        pages
    })
}

/// The one page that was named; of several the first.
pub(super) fn load(loader: &Loader, typed: &str) -> anyhow::Result<Parsed> {
    let input = Input::parse(typed)?;
    match loader.pages(&input).next() {
        Some(page) => Ok(parsed(page?)),
        None => anyhow::bail!("{typed}: no page in it"),
    }
}

pub(super) fn parsed(page: Page) -> Parsed {
    let document = match page.is_xml() {
        true => Document::parse_xml(page.bytes),
        false => {
            let mut options = ParseOptions::default();
            options.charset = page.charset;
            Document::parse_with(page.bytes, &options)
        }
    };
    Parsed {
        address: page.final_address,
        document,
    }
}
