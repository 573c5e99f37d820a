//! An article of parts that somebody chose one by one, as a person's filter does. Nothing is judged:
//! what was chosen is there, and nothing else is.

use tamis_dom::{Document, NodeId};
use url::Url;

use super::article::{Article, Block, Plan};
use super::extract::chosen;
use super::metadata::{self, Clues, Metadata};
use super::words::count_words;
use super::{Facts, Judgement, Options, format};

/// Parts of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Text nodes.
    pub texts: Vec<NodeId>,
    /// Images and other media.
    pub media: Vec<NodeId>,
}

/// The article that these parts make. The judgement says what kind of page they are from; selectors to
/// include or exclude are heeded, comments and site files are not: whoever chose has seen them.
pub fn compose_parts(
    document: &Document,
    url: Option<&Url>,
    options: &Options,
    judgement: &Judgement,
    parts: &Parts,
) -> Article {
    let body = body_of_parts(document, url, options, parts);
    let wants_facts = options.facts == Facts::All;
    let mut metadata = match wants_facts {
        true => metadata::read(document, &Clues::gather(document), url),
        false => Metadata::default(),
    };
    metadata.kind = judgement.kind;
    metadata.confidence = if body.is_empty() { 0.0 } else { 1.0 };
    if wants_facts {
        let text = format::text(&body);
        metadata.set_words(count_words(&text) as usize);
        metadata.detected_language = metadata::detect(&text);
    }
    Article {
        metadata,
        body,
        comments: Vec::new(),
    }
}

/// The blocks that these parts make, in reading order.
pub fn body_of_parts(
    document: &Document,
    url: Option<&Url>,
    options: &Options,
    parts: &Parts,
) -> Vec<Block> {
    let Some(root) = document.document_element() else {
        return Vec::new();
    };
    let mut kept = vec![false; document.len()];
    for text in &parts.texts {
        kept[text.index()] = true;
    }
    let kept = chosen(document, &kept, options);
    let base = url.map(|url| document.base_url(url));
    let wanted = options.wanted(base.as_ref());
    let media: &[NodeId] = if wanted.images { &parts.media } else { &[] };
    Plan::with_media(document, &kept, media, wanted).blocks(root, |_| false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_is_there_and_nothing_else() {
        let document = Document::parse(
            "<h1>Name</h1><p>One <b>two</b> three.<p>Four.<figure><img src=a.png alt=A><img src=b.png></figure>",
        );
        let node = |wanted: &str| {
            let all = document.descendants(NodeId::DOCUMENT);
            let is = |&n: &NodeId| {
                document.is_text(n) && &*document.text(n) == wanted
                    || document.attr(n, "src").as_deref() == Some(wanted)
            };
            all.into_iter().find(is).unwrap()
        };
        let parts = Parts {
            texts: vec![node("two"), node("Four.")],
            media: vec![node("a.png")],
        };
        let url = Url::parse("http://site.example/x/").unwrap();
        let body = body_of_parts(&document, Some(&url), &Options::default(), &parts);
        assert_eq!(
            format::markdown(&body),
            "**two**\n\nFour.\n\n![A](http://site.example/x/a.png)\n"
        );
    }
}
