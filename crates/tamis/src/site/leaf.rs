//! A page of a document for reading: what a person's filter keeps of it, or what the content room
//! judges to be its content.

use tamis_dom::Document;
use url::Url;

use super::filter::{Refused, SievedField, sieve};
use crate::content::article::for_each_media;
use crate::content::{Demands, Options, Refusal, extract};
use crate::filter::Filter;
use crate::marks::Marks;
use crate::present::{Leaf, NamedField};

/// A page for reading, and the filter that was asked for it and did not fit.
#[derive(Clone, Debug)]
pub struct Read {
    /// The page.
    pub leaf: Leaf,
    /// Why its filter was not used, if it has one.
    pub unfit: Option<Refused>,
}

/// Takes of a page what is to be read, by its filter where it has one that fits. `marks` is asked for
/// what the site says of the page only when the page is judged.
///
/// # Errors
/// When the page has no content.
pub fn leaf(
    document: &Document,
    address: &Url,
    options: &Options,
    filter: Option<&Filter>,
    marks: impl FnOnce() -> Marks,
) -> Result<Read, Refusal> {
    let url = Some(address).filter(|url| matches!(url.scheme(), "http" | "https"));
    let sieved = filter.map(|filter| sieve(filter, document, url, options));
    let (article, fields, unfit) = match sieved {
        Some(Ok(sieved)) => (sieved.article, named(sieved.fields), None),
        other => {
            let article = extract(document, url, options, &marks());
            (article, Vec::new(), other.and_then(Result::err))
        }
    };
    if let Some(refusal) = Demands::default().refuse(&article) {
        return Err(refusal);
    }
    let mut leaf = Leaf {
        article,
        name: address.to_string(),
        url: url.map(Url::to_string),
        fields,
    };
    make_absolute(&mut leaf, document, address);
    Ok(Read { leaf, unfit })
}

/// What a filter found, by its names.
fn named(fields: Vec<SievedField>) -> Vec<NamedField> {
    let found = fields.into_iter().filter(|field| field.is_found);
    found
        .map(|field| NamedField {
            name: field.name,
            texts: field.values,
        })
        .collect()
}

/// Pictures of a page that is a file by itself lie beside it: the document may lie elsewhere.
fn make_absolute(leaf: &mut Leaf, document: &Document, address: &Url) {
    let base = document.base_url(address);
    for_each_media(&mut leaf.article.body, &mut |media| {
        if let Ok(absolute) = base.join(&media.src) {
            media.src = absolute.into();
        }
    });
}
