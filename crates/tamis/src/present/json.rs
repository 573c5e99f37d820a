//! A document for machines: every page with its facts, its fields, its text and its tree.

use serde::Serialize;

use crate::content::format::Record;

use super::{Leaf, NamedField};

#[derive(Serialize)]
struct Document<'a> {
    pages: Vec<Page<'a>>,
}

#[derive(Serialize)]
struct Page<'a> {
    #[serde(flatten)]
    record: Record<'a>,
    #[serde(skip_serializing_if = "<[NamedField]>::is_empty")]
    fields: &'a [NamedField],
}

/// Writes pages as one JSON object.
pub fn json(leaves: &[Leaf]) -> String {
    let pages = leaves.iter().map(|leaf| {
        let url = leaf.url.as_deref();
        Page {
            record: Record::new(&leaf.name, url, &leaf.article).with_body(&leaf.article),
            fields: &leaf.fields,
        }
    });
    let document = Document {
        pages: pages.collect(),
    };
    let mut out = serde_json::to_string_pretty(&document).unwrap_or_default();
    out.push('\n');
    out
}
