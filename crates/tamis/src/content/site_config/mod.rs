//! Site files in the format of `fivefilters/ftr-site-config`, which feed readers share: where a
//! site's title and body stand, and what is to be cut out of them.
//!
//! A file is lines of `directive: value`; most values are XPath (see `xpath`). What a site file says
//! wins over the judgement. Directives that are not understood are told, never fatal.

mod css;
mod directive;
mod evaluate;
mod library;
mod xpath;

use tamis_dom::{Document, NodeId, Tag};

pub use css::SiteSelectors;
pub use directive::{SiteConfig, Unknown};
pub use library::SiteConfigs;

use crate::content::ends::Ends;
use evaluate::{Evaluator, Item};
use xpath::Expression;

/// What a site file finds on a page.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The roots of the body; empty if the file names none that the page has.
    pub(crate) body: Vec<NodeId>,
    /// Parts to be cut out.
    pub(crate) stripped: Vec<NodeId>,
    pub(crate) title: Option<String>,
    pub(crate) authors: Vec<String>,
    pub(crate) date: Option<String>,
}

impl SiteConfig {
    /// Looks for everything that the file names.
    pub(crate) fn find(&self, document: &Document) -> Found {
        let ends = Ends::of(document);
        let mut evaluator = Evaluator::new(document, &ends);
        Found {
            body: first_nodes(&mut evaluator, &self.body),
            stripped: self.stripped(document, &mut evaluator),
            title: first_text(&mut evaluator, &self.title),
            authors: all_texts(&mut evaluator, &self.author),
            date: first_text(&mut evaluator, &self.date),
        }
    }

    /// Where the page's single-page view is, if the file says so and the page has it.
    pub fn single_page_link(&self, document: &Document) -> Option<String> {
        let ends = Ends::of(document);
        first_text(&mut Evaluator::new(document, &ends), &self.single_page_link)
    }

    fn stripped(&self, document: &Document, evaluator: &mut Evaluator<'_>) -> Vec<NodeId> {
        let mut found = Vec::new();
        for expression in &self.strip {
            found.extend(evaluator.select(expression).into_iter().map(Item::node));
        }
        if self.strip_id_or_class.is_empty() && self.strip_image_src.is_empty() {
            return found;
        }
        let has = |node, name: &str, parts: &[String]| {
            let value = document.attr(node, name).unwrap_or_default();
            parts.iter().any(|part| value.contains(part.as_str()))
        };
        for node in document.elements() {
            let by_name = has(node, "id", &self.strip_id_or_class)
                || has(node, "class", &self.strip_id_or_class);
            let by_source =
                document.tag(node) == Tag::IMG && has(node, "src", &self.strip_image_src);
            if by_name || by_source {
                found.push(node);
            }
        }
        found
    }
}

/// The nodes of the first expression that finds any.
fn first_nodes(evaluator: &mut Evaluator<'_>, expressions: &[Expression]) -> Vec<NodeId> {
    let mut found = expressions
        .iter()
        .map(|expression| evaluator.select(expression));
    let items = found.find(|items| !items.is_empty()).unwrap_or_default();
    items.into_iter().map(Item::node).collect()
}

fn first_text(evaluator: &mut Evaluator<'_>, expressions: &[Expression]) -> Option<String> {
    all_texts(evaluator, expressions).into_iter().next()
}

/// The texts of the first expression that finds any.
fn all_texts(evaluator: &mut Evaluator<'_>, expressions: &[Expression]) -> Vec<String> {
    let mut found = expressions
        .iter()
        .map(|expression| evaluator.texts(expression));
    found.find(|texts| !texts.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# a comment
title: //h1[@class='headline']
body: //div[@id='nothing']
body: //div[contains(concat(' ', normalize-space(@class), ' '), ' story ')]
author: //a[@rel='author']
date: //meta[@property='published']/@content
strip: //div[@class='story']//aside | //p[starts-with(., 'Read more')]
strip_id_or_class: promo
prune: no
tidy: no
find_string: <blink>
replace_string: <p>
test_url: http://a.example/x
frobnicate: yes
";

    const PAGE: &str = "<meta property=published content=2024-05-01><h1 class=headline>The  mill</h1>\
        <div class='story big'><p>One</p><aside>Not</aside><p>Read more</p><p class=promo-box>No</p>\
        <p>Two</p></div><a rel=author>Ada</a>";

    #[test]
    fn finds_what_it_names() {
        let (config, unknown) = SiteConfig::parse(FILE);
        assert_eq!(unknown.len(), 1, "{unknown:?}");
        let document = Document::parse(PAGE);
        let found = config.find(&document);
        assert_eq!(found.title.as_deref(), Some("The mill"));
        assert_eq!(found.authors, ["Ada"]);
        assert_eq!(found.date.as_deref(), Some("2024-05-01"));
        assert_eq!(found.body.len(), 1);
        let stripped: Vec<_> = found
            .stripped
            .iter()
            .map(|&n| document.text_content(n))
            .collect();
        assert_eq!(stripped, ["Read more", "No"]);
        assert_eq!(config.rewritten("<blink>x"), "<p>x");
    }
}
