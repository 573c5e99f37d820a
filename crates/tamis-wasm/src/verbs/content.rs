//! The main content of a page.

use tamis::content::{Balance, Comments, JudgeOptions, Options, compose, format, judge};
use tamis::dom::Selector;
use tamis::marks::Marks;
use url::Url;

use super::asked::selector;
use crate::answer::json;
use crate::request::{asked, words};
use crate::{Desk, Trouble};

asked! {
    /// What is asked of a page's content.
    pub(crate) struct Asked {
        page: u32,
        url: Option<Url>,
        /// A template that was found for the page: its evidence.
        template: Option<u32>,
        format: Format = Format::Record,
        ..wanted: Wanted,
    }
}

words! {
    /// The forms that content comes in.
    enum Format {
        /// The record of all that is known.
        Record = "record",
        /// The same with every block of the page and its score.
        Scored = "scored",
        Text = "text",
        Markdown = "markdown",
        Html = "html",
        Tei = "tei",
    }
}

asked! {
    /// What of the page is wanted.
    pub(crate) struct Wanted {
        balance: Option<Balance>,
        tables: Option<bool>,
        links: Option<bool>,
        images: Option<bool>,
        comments: Option<Comments>,
        include: Vec<String> = Vec::new(),
        exclude: Vec<String> = Vec::new(),
    }
}

impl Wanted {
    pub(crate) fn options(&self) -> Result<Options, Trouble> {
        let selectors = |all: &[String]| -> Result<Vec<Selector>, Trouble> {
            all.iter().map(|css| selector(css)).collect()
        };
        let default = Options::default();
        Ok(Options {
            balance: self.balance.unwrap_or(default.balance),
            comments: self.comments.unwrap_or(default.comments),
            tables: self.tables.unwrap_or(default.tables),
            links: self.links.unwrap_or(default.links),
            images: self.images.unwrap_or(default.images),
            include: selectors(&self.include)?,
            exclude: selectors(&self.exclude)?,
            ..default
        })
    }
}

pub(crate) fn content(desk: &Desk, asked: &Asked) -> Result<String, Trouble> {
    let document = desk.page(asked.page)?;
    let marks = match asked.template {
        Some(number) => desk.template(number)?.marks(document),
        None => Marks::new(),
    };
    let options = asked.wanted.options()?;
    let mut judging = JudgeOptions::default();
    judging.balance = options.balance;
    let judgement = judge(document, &judging, &marks);
    let article = compose(document, asked.url.as_ref(), &options, &judgement);
    let url = asked.url.as_ref().map(Url::as_str);
    let record = || format::Record::new(url.unwrap_or("html"), url, &article).with_body(&article);
    match asked.format {
        Format::Record => json(&record()),
        Format::Scored => json(&record().with_scores(document, &judgement)),
        Format::Text => json(&format::text(&article.body)),
        Format::Markdown => json(&format::markdown(&article.body)),
        Format::Html => json(&format::html(&article)),
        Format::Tei => json(&format::tei(&article)),
    }
}
