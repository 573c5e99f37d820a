//! What a filter keeps in the forms that everything which speaks to the outside sends: the fields stay
//! apart and keep their names.

use serde::ser::{Serialize, SerializeMap, Serializer};
use tamis_dom::{escape_attribute, escape_text};

use super::{Sieved, SievedField};
use crate::content::format;

/// The fields as plain text, an empty line between two.
pub fn text(sieved: &Sieved) -> String {
    joined(sieved, |field| or_values(field, format::text(&field.body)))
}

/// The fields as Markdown.
pub fn markdown(sieved: &Sieved) -> String {
    joined(sieved, |field| {
        or_values(field, format::markdown(&field.body))
    })
}

/// The fields as an HTML document, an element with `data-field` each.
pub fn html(sieved: &Sieved) -> String {
    let mut out =
        String::from("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>");
    let title = sieved.article.metadata.title.as_deref();
    escape_text(title.unwrap_or_default(), &mut out);
    out.push_str("</title>\n</head>\n<body>\n");
    for field in sieved.fields.iter().filter(|f| !f.body.is_empty()) {
        out.push_str("<section data-field=\"");
        escape_attribute(&field.name, &mut out);
        out.push_str("\">\n");
        out.push_str(&format::html_body(&field.body));
        out.push_str("</section>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// The record of a page for machines.
#[derive(Debug, serde::Serialize)]
pub struct Record<'a> {
    /// What the caller named the page.
    pub input: &'a str,
    /// Where the page was found.
    pub url: Option<&'a str>,
    /// The filter's name.
    pub filter: &'a str,
    /// How many of its fields were found.
    pub matched: usize,
    /// The fields' values by name, in the filter's order.
    pub fields: FieldValues<'a>,
}

impl<'a> Record<'a> {
    /// The record of a page.
    pub fn new(input: &'a str, url: Option<&'a str>, sieved: &'a Sieved) -> Record<'a> {
        Record {
            input,
            url,
            filter: &sieved.filter,
            matched: sieved.matched(),
            fields: FieldValues(&sieved.fields),
        }
    }
}

/// An article's record with the filter that it was found by.
#[derive(Debug, serde::Serialize)]
pub struct ArticleRecord<'a> {
    /// The article's own record.
    #[serde(flatten)]
    pub article: format::Record<'a>,
    /// The filter's name.
    pub filter: &'a str,
    /// The fields' values by name, in the filter's order.
    pub fields: FieldValues<'a>,
}

impl<'a> ArticleRecord<'a> {
    /// Adds the filter to an article's record.
    pub fn new(article: format::Record<'a>, sieved: &'a Sieved) -> ArticleRecord<'a> {
        ArticleRecord {
            article,
            filter: &sieved.filter,
            fields: FieldValues(&sieved.fields),
        }
    }
}

/// The values of fields, by name.
#[derive(Clone, Copy, Debug)]
pub struct FieldValues<'a>(pub &'a [SievedField]);

impl Serialize for FieldValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for field in self.0 {
            map.serialize_entry(&field.name, &field.values)?;
        }
        map.end()
    }
}

/// What a field says in words, else its values: where an image lies.
fn or_values(field: &SievedField, said: String) -> String {
    match said.trim().is_empty() {
        true => field.values.join("\n"),
        false => said,
    }
}

/// What fields say, those that say nothing left out.
fn joined(sieved: &Sieved, say: impl Fn(&SievedField) -> String) -> String {
    let said: Vec<String> = sieved.fields.iter().map(say).collect();
    let said: Vec<&str> = said.iter().map(|s| s.trim_end()).collect();
    let mut out = said
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    out.push('\n');
    out
}
