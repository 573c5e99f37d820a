//! What goes out of a crawl: each template once, of each page what is its own.

use serde::Serialize;
use tamis_dom::{Document, NodeId};
use url::Url;

use super::super::measure::LinkOut;
use super::super::outline::fold;
use super::super::result::Template;
use super::super::saved::{Applied, Saved};

/// What goes out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Found {
    /// A template of a site, once.
    Template(TemplateFound),
    /// A page.
    Page(PageFound),
}

/// A template of a site.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TemplateFound {
    /// Its name: the site and a number.
    pub template: String,
    /// The site.
    pub site: String,
    /// The page it was found on.
    pub url: String,
    /// How many siblings voted.
    pub voters: usize,
    /// Its text.
    pub text: String,
    /// Its links.
    pub links: Vec<LinkOut>,
}

/// What is a page's own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageFound {
    /// Its address.
    pub url: String,
    /// The site.
    pub site: String,
    /// The template it has; none when no other page of the site has the same.
    pub template: Option<String>,
    /// How much of the template it has.
    pub score: f32,
    /// Its text without the template's.
    pub text: String,
    /// Its links without the template's.
    pub links: Vec<LinkOut>,
}

/// A template of a site, called `name`.
pub(super) fn template(site: &str, name: &str, template: &Template, saved: &Saved) -> Found {
    let page = Document::parse_str(saved.html.as_str());
    Found::Template(TemplateFound {
        template: name.to_string(),
        site: site.to_string(),
        url: saved.url.to_string(),
        voters: saved.voters,
        text: page.visible_text(NodeId::DOCUMENT),
        links: template.template_links.clone(),
    })
}

/// A page that has the template called `name`.
pub(super) fn page(
    (site, name): (&str, &str),
    (url, document): (&Url, &Document),
    applied: Applied,
) -> Found {
    let own = Document::parse_str(applied.template.complement(document));
    Found::Page(PageFound {
        url: url.to_string(),
        site: site.to_string(),
        template: Some(name.to_string()),
        score: applied.score,
        text: own.visible_text(NodeId::DOCUMENT),
        links: applied.template.content_links,
    })
}

/// A page that is like no other of its site.
pub(super) fn lone_page(site: &str, (url, document): (&Url, &Document)) -> Found {
    let link = |(node, url): (NodeId, Url)| LinkOut {
        url: url.into(),
        text: fold(&document.text_content(node)),
    };
    Found::Page(PageFound {
        url: url.to_string(),
        site: site.to_string(),
        template: None,
        score: 0.0,
        text: document.visible_text(NodeId::DOCUMENT),
        links: document.links(url).map(link).collect(),
    })
}
