//! One page's content in the form that was asked for.

use serde::Serialize;
use tamis::content::article::Article;
use tamis::content::comments::Comment;
use tamis::content::{
    JudgeOptions, Judgement, Metadata, Refusal, compose, format, judge as judge_page,
};
use tamis::dom::Document;
use tamis::marks::Marks;
use tamis::site::filter::Sieved;
use tamis::site::filter::format::ArticleRecord;
use url::Url;

use super::flags::{Format, Wish};
use crate::output;

/// A page's article and what it follows from.
pub(super) enum Judged {
    /// The judgement of the page.
    Automatic {
        judgement: Judgement,
        article: Article,
    },
    /// A person's filter.
    Filtered(Sieved),
}

impl Judged {
    pub(super) fn article(&self) -> &Article {
        match self {
            Judged::Automatic { article, .. } => article,
            Judged::Filtered(sieved) => &sieved.article,
        }
    }

    /// The filter that was used.
    pub(super) fn filter(&self) -> Option<&str> {
        match self {
            Judged::Automatic { .. } => None,
            Judged::Filtered(sieved) => Some(&sieved.filter),
        }
    }

    fn judgement(&self) -> &Judgement {
        match self {
            Judged::Automatic { judgement, .. } => judgement,
            Judged::Filtered(sieved) => &sieved.judgement,
        }
    }
}

pub(super) fn judge(document: &Document, url: Option<&Url>, wish: &Wish, marks: &Marks) -> Judged {
    let mut judging = JudgeOptions::default();
    judging.balance = wish.options.balance;
    let judgement = judge_page(document, &judging, marks);
    let article = compose(document, url, &wish.options, &judgement);
    Judged::Automatic { judgement, article }
}

/// The content as it is printed.
pub(super) fn render(
    wish: &Wish,
    name: &str,
    url: Option<&Url>,
    document: &Document,
    judged: &Judged,
) -> String {
    let article = judged.article();
    match wish.format {
        Format::Text => plain(wish, url, judged, format::text),
        Format::Markdown => plain(wish, url, judged, format::markdown),
        Format::Html => format::html(article),
        Format::Tei => format::tei(article),
        Format::Json | Format::Jsonl => {
            let mut record = format::Record::new(name, url.map(Url::as_str), article);
            if wish.format == Format::Json {
                record = record.with_body(article);
            }
            if wish.with_scores {
                record = record.with_scores(document, judged.judgement());
            }
            match judged {
                Judged::Automatic { .. } => object(wish.format, &record),
                Judged::Filtered(sieved) => {
                    object(wish.format, &ArticleRecord::new(record, sieved))
                }
            }
        }
    }
}

/// What jsonl says of a page that does not meet the demands; the other forms say nothing.
pub(super) fn left_out(
    wish: &Wish,
    name: &str,
    url: Option<&Url>,
    refusal: &Refusal,
    judged: &Judged,
) -> String {
    let absent = Absent {
        input: name,
        url: url.map(Url::as_str),
        text: "",
        confidence: Some(judged.article().metadata.confidence),
        left_out: Some(refusal.to_string()),
        error: None,
    };
    absent.line(wish)
}

/// What jsonl says of a page that could not be read.
pub(super) fn failed(wish: &Wish, name: &str, error: &str) -> String {
    let absent = Absent {
        input: name,
        error: Some(error),
        ..Absent::default()
    };
    absent.line(wish)
}

#[derive(Default, Serialize)]
struct Absent<'a> {
    input: &'a str,
    url: Option<&'a str>,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

impl Absent<'_> {
    fn line(&self, wish: &Wish) -> String {
        match wish.format {
            Format::Jsonl => object(Format::Jsonl, self),
            _ => String::new(),
        }
    }
}

fn object(format: Format, value: &impl Serialize) -> String {
    output::object(value, format == Format::Json)
}

fn plain(
    wish: &Wish,
    url: Option<&Url>,
    judged: &Judged,
    write: fn(&[tamis::content::article::Block]) -> String,
) -> String {
    let article = judged.article();
    let mut out = String::new();
    if wish.with_metadata {
        out.push_str(&front_matter(url, &article.metadata, judged.filter()));
    }
    out.push_str(&write(&article.body));
    for comment in &article.comments {
        out.push_str(&comment_text(comment, write));
    }
    out
}

fn comment_text(
    comment: &Comment,
    write: fn(&[tamis::content::article::Block]) -> String,
) -> String {
    let head = [comment.author.as_deref(), comment.date.as_deref()];
    let head: Vec<&str> = head.into_iter().flatten().collect();
    let head = if head.is_empty() {
        "comment".to_owned()
    } else {
        head.join(", ")
    };
    format!("\n— {head}:\n\n{}", write(&comment.body))
}

/// The facts as YAML between lines of dashes, as static site generators read them. Values are
/// written as JSON, which YAML includes.
fn front_matter(url: Option<&Url>, metadata: &Metadata, filter: Option<&str>) -> String {
    let mut out = String::from("---\n");
    if let Some(url) = url {
        out.push_str(&format!("url: \"{url}\"\n"));
    }
    if let Some(filter) = filter {
        out.push_str(&format!("filter: {}\n", serde_json::Value::from(filter)));
    }
    if let Ok(serde_json::Value::Object(facts)) = serde_json::to_value(metadata) {
        for (name, value) in facts {
            let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
            if !is_empty {
                out.push_str(&format!("{name}: {value}\n"));
            }
        }
    }
    out.push_str("---\n\n");
    out
}
