//! Why each part of a page was kept or dropped: a verdict and a reason on every node, and the page
//! itself in the colours of the verdicts.

mod page;
mod reason;

use serde::Serialize;
use tamis_dom::{Document, NodeId, Paths};
use url::Url;

pub use crate::site::shown::Outside;

use crate::content::{self, JudgeOptions, Judgement};
use crate::marks::Marks;
use crate::menu::Menu;
use crate::template::Template;
use reason::Case;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Part of the site's template.
    Template,
    /// Part of the site's menu.
    Menu,
    /// Main content.
    Content,
    /// Neither template nor main content.
    Dropped,
}

/// What was found about a page, as far as it was looked for.
#[derive(Clone, Copy, Default)]
pub struct Findings<'a> {
    /// The template.
    pub template: Option<&'a Template>,
    /// The menu.
    pub menu: Option<&'a Menu>,
}

/// The verdicts on a page.
pub struct Explanation {
    kinds: Vec<Kind>,
    reasons: Vec<String>,
}

/// One line of an explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The node.
    pub path: String,
    /// What it is.
    pub kind: Kind,
    /// Why.
    pub reason: String,
}

/// Explains a page: its content is judged with the evidence of all that was found.
pub fn explain(document: &Document, findings: Findings<'_>) -> Explanation {
    let mut marks = Marks::new();
    if let Some(template) = findings.template {
        marks.extend(template.marks(document));
    }
    if let Some(menu) = findings.menu {
        marks.extend(menu.marks());
    }
    let judgement = content::judge(document, &JudgeOptions::default(), &marks);
    let mut explanation = Explanation {
        kinds: vec![Kind::Dropped; document.len()],
        reasons: vec![String::new(); document.len()],
    };
    explanation.add_reasons(document, &judgement, &marks);
    explanation.judge_texts(document, &judgement);
    explanation.add_template(document, findings.template);
    explanation.add_menu(document, findings.menu);
    explanation
}

impl Explanation {
    /// What a node is.
    pub fn kind(&self, node: NodeId) -> Kind {
        self.kinds[node.index()]
    }

    /// Why.
    pub fn reason(&self, node: NodeId) -> &str {
        &self.reasons[node.index()]
    }

    /// The verdicts where they change on the way down the page.
    pub fn lines(&self, document: &Document) -> Vec<Explained> {
        let paths = Paths::new(document);
        let Some(body) = document.body() else {
            return Vec::new();
        };
        let changes = document
            .subtree(body)
            .filter(|&node| self.changes_at(document, node));
        let line = |node| Explained {
            path: paths.path(node),
            kind: self.kind(node),
            reason: self.reason(node).to_owned(),
        };
        changes.map(line).collect()
    }

    /// The page in the colours of its verdicts, as one HTML file. Its scripts are off.
    pub fn html(&self, document: &Document, url: &Url) -> String {
        page::write(self, document, url)
    }

    /// The page alone with its verdicts as `data-tamis` and its reasons as `title`, to be shown in a
    /// frame without scripts. A class on its root says what is seen of it: `tamis-colours`,
    /// `tamis-template`, `tamis-content`, `tamis-menu`; without one it looks as it always does.
    pub fn page(&self, document: &Document, url: &Url, outside: Outside) -> String {
        page::page(self, document, url, outside)
    }

    /// Whether a node's verdict or reason is another than its parent's.
    fn changes_at(&self, document: &Document, node: NodeId) -> bool {
        let is_told = document.is_element(node) || !document.text(node).trim().is_empty();
        let above = document
            .parent(node)
            .filter(|&above| document.is_element(above));
        is_told
            && above.is_none_or(|above| {
                self.kind(above) != self.kind(node) || self.reason(above) != self.reason(node)
            })
    }

    /// On each text why its block was taken or left out.
    fn add_reasons(&mut self, document: &Document, judgement: &Judgement, marks: &Marks) {
        let marks = marks.weights_by_source(document);
        let all = content::evidence(document, judgement);
        for (block, evidence) in judgement.blocks.iter().zip(&all) {
            let case = Case {
                block,
                evidence,
                threshold: judgement.threshold,
                marks: &marks,
            };
            let reason = case.words();
            for at in block.nodes.start.index()..block.nodes.end.index() {
                if document.is_text(NodeId::from_index(at)) {
                    self.reasons[at].clone_from(&reason);
                }
            }
        }
    }

    /// Texts by the judgement of the content; an element is content when most of its texts are.
    fn judge_texts(&mut self, document: &Document, judgement: &Judgement) {
        for (kind, kept) in self.kinds.iter_mut().zip(judgement.kept()) {
            if *kept {
                *kind = Kind::Content;
            }
        }
        let mut texts = vec![(0u32, 0u32); document.len()];
        for node in document.subtree(NodeId::DOCUMENT).rev() {
            let at = node.index();
            if document.is_text(node) && !document.text(node).trim().is_empty() {
                texts[at] = (1, u32::from(judgement.keeps(node)));
            } else if texts[at].0 > 0 && 2 * texts[at].1 > texts[at].0 {
                self.kinds[at] = Kind::Content;
                self.reasons[at] = "most of its text is content".to_owned();
            }
            if let Some(parent) = document.parent(node) {
                texts[parent.index()].0 += texts[at].0;
                texts[parent.index()].1 += texts[at].1;
            }
        }
    }

    fn add_template(&mut self, document: &Document, template: Option<&Template>) {
        let Some(template) = template else { return };
        let voters = template.voters;
        for node in document.subtree(NodeId::DOCUMENT) {
            let verdict = template.verdict(node);
            if verdict.template {
                self.kinds[node.index()] = Kind::Template;
                self.reasons[node.index()] = format!(
                    "{} of {voters} siblings have it; {}",
                    verdict.votes,
                    verdict.reason.words()
                );
            }
        }
    }

    fn add_menu(&mut self, document: &Document, menu: Option<&Menu>) {
        let Some(menu) = menu else { return };
        let why: Vec<&str> = menu
            .why
            .iter()
            .take(3)
            .map(|why| why.feature.as_str())
            .collect();
        let reason = format!("the site's main menu: {}", why.join(", "));
        for node in document.subtree(menu.node) {
            self.kinds[node.index()] = Kind::Menu;
            self.reasons[node.index()].clone_from(&reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_shown_with_its_verdicts_and_without_its_scripts() {
        let document = Document::parse(
            "<body onload=evil()><script>evil()</script><nav><a href='javascript:evil()'>Home</a></nav>\
             <p>A long enough paragraph of text, which the judgement takes for content because it has \
             many words and no links at all in it, twenty or more.</p>",
        );
        let explanation = explain(&document, Findings::default());
        let text = document.at_path("/html/body/p/text()").unwrap();
        assert_eq!(explanation.kind(text), Kind::Content);
        let url = Url::parse("http://a.example/").unwrap();
        let html = explanation.html(&document, &url);
        assert!(html.contains("data-tamis=&quot;content&quot;"), "{html}");
        assert!(!html.contains("evil"), "{html}");
        assert!(
            explanation
                .lines(&document)
                .iter()
                .any(|line| line.path == "/html[1]/body[1]/p[1]")
        );
    }

    #[test]
    fn texts_say_what_spoke_for_them_and_against_them() {
        let document = Document::parse(
            "<main><article class=post-content><p>A sieve lets the fine through and holds the coarse back, and \
             every kitchen has had one since there were kitchens.</p><p>The drum sieve, which the French call a \
             tamis, is the widest of them, and cooks push soft things through it.</p></article></main>\
             <div class='sidebar related-links'><p><a href=/a>What is a ladle?</a></p></div>",
        );
        let explanation = explain(&document, Findings::default());
        let aside = document.at_path("/html/body/div/p/a/text()").unwrap();
        let reason = explanation.reason(aside);
        assert!(reason.starts_with("left out: "), "{reason}");
        assert!(reason.contains("class names -"), "{reason}");
        let url = Url::parse("http://a.example/").unwrap();
        let page = explanation.page(&document, &url, Outside::Blocked);
        assert!(
            page.contains(&format!("title=\"dropped: {reason}\"")),
            "{page}"
        );
    }

    #[test]
    fn a_page_that_is_shown_reaches_out_for_nothing() {
        let document = Document::parse(
            "<link rel=dns-prefetch href=//spy.example><link rel=preconnect href=//spy.example>\
             <link rel='alternate stylesheet' href=/own.css><meta name=referrer content=unsafe-url>\
             <meta http-equiv=refresh content='0;url=http://spy.example'><base href=//spy.example target=_top>\
             <body ping=//spy.example><iframe src=//spy.example></iframe><p>Text",
        );
        let url = Url::parse("http://a.example/").unwrap();
        let page = explain(&document, Findings::default()).page(&document, &url, Outside::Blocked);
        assert!(page.contains("/own.css"), "{page}");
        assert!(page.contains("img-src data:;"), "{page}");
        let without_base = page.replace("<base href=\"http://spy.example/\" target=_blank>", "");
        assert!(!without_base.contains("spy.example"), "{page}");
        assert!(!page.contains("unsafe-url"), "{page}");
    }
}
