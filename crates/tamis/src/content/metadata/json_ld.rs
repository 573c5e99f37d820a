//! JSON-LD: the things that a page describes for machines.
//!
//! Only a reading of what pages really write: objects at the top, in arrays, in `@graph`, under
//! `mainEntity`; references by `@id`. Not an RDF processor.

use serde_json::{Map, Value};

use super::clues::clean;
use super::json_repair;

/// More JSON-LD than this on one page is data, not description, and is left unread.
const MAX_BYTES: usize = 1 << 20;

/// As many objects of one page are looked at.
const MAX_THINGS: usize = 500;

/// What a page describes.
#[derive(Default)]
pub(crate) struct StructuredData {
    roots: Vec<Value>,
    bytes: usize,
}

/// A text that stands in structured data: an article's body, a post, an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Posting {
    pub(crate) text: String,
    pub(crate) author: Option<String>,
    pub(crate) date: Option<String>,
}

type Thing = Map<String, Value>;

/// Types whose objects describe a page's text, the surest first.
const TEXT_TYPES: [&str; 17] = [
    "NewsArticle",
    "BlogPosting",
    "Article",
    "TechArticle",
    "ScholarlyArticle",
    "Report",
    "AnalysisNewsArticle",
    "ReportageNewsArticle",
    "OpinionNewsArticle",
    "LiveBlogPosting",
    "DiscussionForumPosting",
    "SocialMediaPosting",
    "Question",
    "Recipe",
    "HowTo",
    "Product",
    "Review",
];

/// Types that describe the page around the text.
const PAGE_TYPES: [&str; 6] = [
    "WebPage",
    "CollectionPage",
    "ItemPage",
    "FAQPage",
    "QAPage",
    "ProfilePage",
];

impl StructuredData {
    /// Reads one more script.
    pub(crate) fn add(&mut self, text: &str) {
        self.bytes = self.bytes.saturating_add(text.len());
        if self.bytes <= MAX_BYTES {
            self.roots.extend(json_repair::parse(text));
        }
    }

    /// The objects that stand for the page or its text: those of a text type first.
    pub(crate) fn main(&self) -> Vec<&Thing> {
        let things = self.things();
        let of = |types: &'static [&str]| {
            let mut found: Vec<_> = things
                .iter()
                .filter_map(|thing| Some((types.iter().position(|t| is_a(thing, t))?, *thing)))
                .collect();
            found.sort_by_key(|(rank, _)| *rank);
            found.into_iter().map(|(_, thing)| thing)
        };
        of(&TEXT_TYPES).chain(of(&PAGE_TYPES)).collect()
    }

    /// The first of these properties that a main object states as text.
    pub(crate) fn main_text(&self, names: &[&str]) -> Option<String> {
        self.main()
            .iter()
            .find_map(|thing| self.text_of(thing, names))
    }

    /// As [`StructuredData::main_text`], but only from objects that describe a text.
    pub(crate) fn text_thing_text(&self, names: &[&str]) -> Option<String> {
        self.text_things()
            .find_map(|thing| self.text_of(thing, names))
    }

    /// The names of whoever stands under this property of the first main object that has it.
    pub(crate) fn main_names(&self, property: &str) -> Vec<String> {
        let stated = self
            .main()
            .into_iter()
            .filter_map(|thing| thing.get(property));
        let mut named = stated
            .map(|value| self.names(value))
            .filter(|names| !names.is_empty());
        named.next().unwrap_or_default()
    }

    /// All texts under these properties of the main objects.
    pub(crate) fn main_texts(&self, names: &[&str]) -> Vec<String> {
        let main = self.main();
        let values = main
            .iter()
            .flat_map(|thing| names.iter().filter_map(|name| thing.get(*name)));
        values.flat_map(|value| self.names(value)).collect()
    }

    /// The name of the site: of an object that is one, else of the publisher.
    pub(crate) fn site_name(&self) -> Option<String> {
        let things = self.things();
        let mut sites = things.iter().filter(|thing| is_a(thing, "WebSite"));
        sites
            .find_map(|site| self.text_of(site, &["name", "alternateName"]))
            .or_else(|| self.main_names("publisher").into_iter().next())
    }

    /// Whole texts that the data holds: the article's body, a question and its answers.
    pub(crate) fn postings(&self) -> Vec<Posting> {
        let mut found = Vec::new();
        for thing in self.text_things() {
            let names = ["articleBody", "text", "reviewBody"];
            found.extend(self.posting(thing, &names));
            for replies in ["acceptedAnswer", "suggestedAnswer", "comment"] {
                let replies = thing.get(replies).map_or(&[][..], as_list);
                let replies = replies.iter().filter_map(Value::as_object).take(MAX_THINGS);
                found.extend(replies.filter_map(|reply| self.posting(reply, &names)));
            }
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// What the data says of the one thing that a product page sells.
    pub(crate) fn product_description(&self) -> Option<String> {
        let things = self.things();
        let mut products = things
            .iter()
            .filter(|t| is_a(t, "Product") || is_a(t, "ProductGroup"));
        products.find_map(|thing| self.text_of(thing, &["description"]))
    }

    /// The objects that describe a text, the surest type first.
    fn text_things(&self) -> impl Iterator<Item = &Thing> {
        let is_text = |thing: &&Thing| TEXT_TYPES.iter().any(|t| is_a(thing, t));
        self.main().into_iter().filter(is_text)
    }

    fn posting(&self, thing: &Thing, names: &[&str]) -> Option<Posting> {
        let text = names.iter().find_map(|name| thing.get(*name)?.as_str())?;
        Some(Posting {
            text: text.to_owned(),
            author: thing
                .get("author")
                .and_then(|v| self.names(v).into_iter().next()),
            date: self.text_of(thing, &["datePublished", "dateCreated"]),
        })
    }

    /// Every object at the top, in arrays, in `@graph` or under `mainEntity`.
    fn things(&self) -> Vec<&Thing> {
        let mut found = Vec::new();
        let mut waiting: Vec<&Value> = self.roots.iter().rev().collect();
        while let Some(value) = waiting.pop() {
            match value {
                Value::Array(values) => waiting.extend(values.iter().take(MAX_THINGS).rev()),
                Value::Object(thing) if found.len() < MAX_THINGS => {
                    found.push(thing);
                    let inner = ["mainEntity", "mainEntityOfPage", "@graph"];
                    waiting.extend(inner.iter().filter_map(|name| thing.get(*name)));
                }
                _ => {}
            }
        }
        found
    }

    fn text_of(&self, thing: &Thing, names: &[&str]) -> Option<String> {
        names
            .iter()
            .find_map(|name| self.names(thing.get(*name)?).into_iter().next())
    }

    /// The names or addresses in a value, references followed.
    fn names(&self, value: &Value) -> Vec<String> {
        as_list(value)
            .iter()
            .take(MAX_THINGS)
            .filter_map(|value| self.name(value))
            .collect()
    }

    fn name(&self, value: &Value) -> Option<String> {
        match value {
            Value::String(text) => clean(text),
            Value::Object(thing) => {
                let own = ["name", "@value", "headline", "url", "contentUrl"];
                let own = own.iter().find_map(|name| own_text(thing.get(*name)?));
                own.or_else(|| self.referred(thing.get("@id")?.as_str()?))
            }
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// The name of the object with this `@id`.
    fn referred(&self, id: &str) -> Option<String> {
        let things = self.things();
        let mut same = things
            .iter()
            .filter(|t| t.get("@id").and_then(Value::as_str) == Some(id));
        same.find_map(|thing| own_text(thing.get("name").or_else(|| thing.get("url"))?))
    }
}

fn own_text(value: &Value) -> Option<String> {
    as_list(value)
        .iter()
        .find_map(|value| clean(value.as_str()?))
}

/// A value as the list that it is, or of itself alone.
fn as_list(value: &Value) -> &[Value] {
    match value {
        Value::Array(values) => values,
        other => std::slice::from_ref(other),
    }
}

fn is_a(thing: &Thing, kind: &str) -> bool {
    let is_kind = |value: &Value| {
        value
            .as_str()
            .is_some_and(|name| name.rsplit(['/', ':', '#']).next() == Some(kind))
    };
    thing
        .get("@type")
        .is_some_and(|kinds| as_list(kinds).iter().any(is_kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_graphs_and_references() {
        let mut data = StructuredData::default();
        data.add(
            r##"{"@graph": [
            {"@type": "Person", "@id": "#p", "name": "Ada"},
            {"@type": ["Article", "X"], "headline": "H", "author": {"@id": "#p"},
             "publisher": {"@type": "Organization", "name": "The Site"}}]}"##,
        );
        assert_eq!(data.main_names("author"), ["Ada"]);
        assert_eq!(data.main_text(&["headline"]).as_deref(), Some("H"));
        assert_eq!(data.site_name().as_deref(), Some("The Site"));
    }

    #[test]
    fn takes_questions_with_their_answers() {
        let mut data = StructuredData::default();
        data.add(
            r#"[{"@type": "QAPage", "mainEntity": {"@type": "Question", "text": "Why?",
            "acceptedAnswer": {"@type": "Answer", "text": "So.", "author": {"name": "Bo"}}}}]"#,
        );
        let texts: Vec<_> = data
            .postings()
            .into_iter()
            .map(|p| (p.text, p.author))
            .collect();
        assert_eq!(
            texts,
            [
                ("Why?".to_owned(), None),
                ("So.".to_owned(), Some("Bo".to_owned()))
            ]
        );
    }
}
