//! What a person's saved filter keeps of a page: it settles the text of the document, whatever the
//! site's other pages say. What is remembered and how copies are found does not depend on it, so that
//! a filter can come and go without the stream forgetting.

use super::page::Page;
use crate::content::Options;
use crate::content::format::text;
use crate::filter::Filter;
use crate::site::filter::{Refused, sieve};

/// What a page's filter says of it.
#[derive(Clone, Debug)]
pub(super) enum Filtered {
    /// The filter's name, and the text that it keeps, a block a line.
    Kept { filter: String, text: String },
    /// The page is not like the one that it was learnt on.
    Unfit(Refused),
}

/// Asks the filter that is for this page, if there is one.
pub(super) fn filtered(filters: &[Filter], page: &Page<'_>) -> Option<Filtered> {
    let filter = Filter::best_for(filters, page.address)?;
    let options = Options {
        images: false,
        ..Options::default()
    };
    let sieved = match sieve(filter, page.document, Some(page.address), &options) {
        Ok(sieved) => sieved,
        Err(refused) => return Some(Filtered::Unfit(refused)),
    };
    let all = text(&sieved.article.body);
    let lines = all.lines().map(str::trim).filter(|line| !line.is_empty());
    Some(Filtered::Kept {
        filter: sieved.filter,
        text: lines.collect::<Vec<_>>().join("\n"),
    })
}
