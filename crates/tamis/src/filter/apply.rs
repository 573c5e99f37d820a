//! Finding a filter's fields on a page, or refusing the page.

use tamis_dom::{Document, Flow, NodeId, Tag};

use super::{
    Exclusion, Field, Filter, Kind, LabelPath, LevelWeights, Measure, Page, Pick, distances,
};

/// What a filter found on a page.
#[derive(Clone, Debug)]
pub struct Applied {
    /// An entry a field, in the filter's order.
    pub fields: Vec<Found>,
    refused: bool,
}

/// What was found of one field.
#[derive(Clone, Debug)]
pub struct Found {
    /// The field's name.
    pub name: String,
    /// What was found, in document order: blocks, of which only their own text is meant, or
    /// whole elements.
    pub nodes: Vec<NodeId>,
    /// What inside of them an exclusion leaves out, with everything in it.
    pub left_out: Vec<NodeId>,
    /// The text nodes that were found, those of a block together.
    pub blocks: Vec<Vec<NodeId>>,
    /// How far the nearest candidate is from what was shown; infinite when there is none.
    pub nearest: f32,
    /// Why nothing was found.
    pub miss: Option<Miss>,
}

/// Why a field was not found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Miss {
    /// The page has nothing of its kind.
    NoCandidate,
    /// The nearest is too far to be the same thing: the page is of another design.
    TooFar(f32),
}

/// From this distance of the nearest candidate on, the page is of another design. Measured on 21
/// domains: the median is 0 on pages of the design that was learnt from, 31 to 49 after a redesign.
const REDESIGNED: f32 = 15.0;

impl Applied {
    /// How many fields were found.
    pub fn matched(&self) -> usize {
        self.fields
            .iter()
            .filter(|field| field.miss.is_none())
            .count()
    }

    /// Whether the page is so unlike the one the filter was learnt on that what was found must not
    /// be trusted: the text was not found or nothing was.
    pub fn is_refused(&self) -> bool {
        self.refused
    }

    /// How it went, in words for a person: `matched 2 of 3 fields; image: nothing like it here`.
    pub fn summary(&self) -> String {
        let mut out = format!("matched {} of {} fields", self.matched(), self.fields.len());
        for field in &self.fields {
            match field.miss {
                Some(Miss::NoCandidate) => {
                    out.push_str(&format!("; {}: nothing of its kind here", field.name));
                }
                Some(Miss::TooFar(distance)) => out.push_str(&format!(
                    "; {}: the nearest is {distance:.0} away, more than {REDESIGNED:.0}",
                    field.name
                )),
                None => {}
            }
        }
        if self.refused {
            out.push_str(
                "; the page has another design than the one that was shown: learn it again",
            );
        }
        out
    }
}

impl Found {
    /// The texts that were found, a block an entry, white space folded.
    pub fn texts(&self, document: &Document) -> Vec<String> {
        self.blocks
            .iter()
            .map(|texts| line_of(document, texts))
            .collect()
    }
}

/// Text nodes as one line, white space folded. What breaks the line between them parts words.
pub(super) fn line_of(document: &Document, texts: &[NodeId]) -> String {
    let mut line = String::new();
    let mut last: Option<NodeId> = None;
    for &text in texts {
        let breaks = |last: NodeId| {
            let between = (last.index() + 1..text.index()).map(NodeId::from_index);
            between
                .into_iter()
                .any(|node| !matches!(document.flow(node), Flow::Inline))
        };
        if last.is_some_and(breaks) {
            line.push(' ');
        }
        line.push_str(&document.text(text));
        last = Some(text);
    }
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Finds a filter's fields on a page.
pub fn apply(filter: &Filter, document: &Document) -> Applied {
    let page = Page::new(document, filter.mode);
    let search = Search {
        page: &page,
        weights: filter.weights(),
    };
    let mut fields: Vec<Found> = filter
        .fields
        .iter()
        .map(|field| search.field(field))
        .collect();
    give_texts_to_the_first_field(&mut fields, document);
    let is_required =
        |field: &Field| matches!(field.pick, Pick::Inside(_)) || field.name == Field::TEXT;
    let text_missed = filter
        .fields
        .iter()
        .zip(&fields)
        .any(|(field, found)| is_required(field) && found.miss.is_some());
    let refused = text_missed || fields.iter().all(|found| found.miss.is_some());
    Applied { fields, refused }
}

/// A headline inside the container of the text is the headline, not text.
fn give_texts_to_the_first_field(fields: &mut [Found], document: &Document) {
    let mut taken = vec![false; document.len()];
    for field in fields {
        for block in &mut field.blocks {
            block.retain(|&text| !taken[text.index()]);
        }
        field.blocks.retain(|block| !block.is_empty());
        for &text in field.blocks.iter().flatten() {
            taken[text.index()] = true;
        }
    }
}

/// A page with what its distances are measured by.
pub(super) struct Search<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) weights: LevelWeights,
}

/// An element and its distance.
type Near = (f32, NodeId);

impl Search<'_> {
    fn field(&self, field: &Field) -> Found {
        let mut found = match &field.pick {
            Pick::Nearest => self.nearest(field),
            Pick::Similar(measure) => self.similar(field, *measure),
            Pick::Inside(container) => self.inside(field, container),
        };
        found.name.clone_from(&field.name);
        found
    }

    /// The distances of all nodes from a path.
    pub(super) fn distances(&self, path: &LabelPath) -> Vec<f32> {
        distances(self.page, path, &self.weights)
    }

    fn nearest(&self, field: &Field) -> Found {
        let best = field.samples.iter().filter_map(|sample| {
            let distance = self.distances(&sample.path);
            let candidates = self.candidates(&sample.kind).filter(|&element| {
                self.page.document.name(element) == sample.path.tag()
                    || !matches!(sample.kind, Kind::Text)
            });
            nearest_of(candidates.map(|element| (distance[element.index()], element)))
        });
        let Some((nearest, element)) = nearest_of(best) else {
            return Found::missed(f32::INFINITY);
        };
        if nearest > REDESIGNED {
            return Found::missed(nearest);
        }
        self.found(vec![element], Vec::new(), nearest)
    }

    fn similar(&self, field: &Field, measure: Measure) -> Found {
        let all: Vec<(f32, Vec<f32>, &Kind)> = field
            .samples
            .iter()
            .map(|sample| (sample.threshold, self.distances(&sample.path), &sample.kind))
            .collect();
        let of_sample = |distance: &[f32], kind: &Kind| {
            let candidates = self.candidates(kind);
            nearest_of(candidates.map(|element| (distance[element.index()], element)))
        };
        let nearest = nearest_of(
            all.iter()
                .filter_map(|(_, distance, kind)| of_sample(distance, kind)),
        );
        let nearest = nearest.map_or(f32::INFINITY, |(nearest, _)| nearest);
        if nearest > REDESIGNED {
            return Found::missed(nearest);
        }
        let base = match measure {
            Measure::Absolute => 0.0,
            Measure::Relative => nearest,
        };
        let is_near = |element: NodeId| {
            all.iter().any(|(threshold, distance, kind)| {
                distance[element.index()] - base <= *threshold && self.page.fits(element, kind)
            })
        };
        let left_out = self.left_out(&field.excluded, NodeId::DOCUMENT, base);
        let nodes = self.page.document.elements().filter(|&e| is_near(e));
        self.found(nodes.collect(), left_out, nearest)
    }

    fn inside(&self, field: &Field, container: &LabelPath) -> Found {
        let distance = self.distances(container);
        let document = self.page.document;
        let candidates = document.elements().filter(|&element| {
            document.name(element) == container.tag() && self.page.is_shown(element)
        });
        let best = nearest_of(candidates.map(|element| (distance[element.index()], element)));
        let Some((nearest, found)) = best else {
            return Found::missed(f32::INFINITY);
        };
        if nearest > REDESIGNED {
            return Found::missed(nearest);
        }
        let left_out = self.left_out(&field.excluded, found, nearest);
        self.found(vec![found], left_out, nearest)
    }

    /// What exclusions leave out below a node; their distances are measured beyond `base`.
    pub(super) fn left_out(&self, excluded: &[Exclusion], below: NodeId, base: f32) -> Vec<NodeId> {
        let document = self.page.document;
        let mut out: Vec<NodeId> = Vec::new();
        for exclusion in excluded {
            let distance = self.distances(&exclusion.path);
            out.extend(document.descendants(below).filter(|&node| {
                document.is_element(node)
                    && document.name(node) == exclusion.path.tag()
                    && distance[node.index()] - base <= exclusion.threshold
                    && exclusion.nth.is_none_or(|nth| is_nth(document, node, nth))
                    && exclusion
                        .text
                        .as_ref()
                        .is_none_or(|text| opening(document, node) == *text)
            }));
        }
        out.sort();
        out.dedup();
        out
    }

    /// The elements that a sample of this kind could mean.
    pub(super) fn candidates<'b>(&'b self, kind: &'b Kind) -> impl Iterator<Item = NodeId> + 'b {
        self.page
            .document
            .elements()
            .filter(|&element| self.page.fits(element, kind))
    }

    /// Gathers the texts of what was found. Nodes inside others that were taken whole add nothing.
    fn found(&self, nodes: Vec<NodeId>, left_out: Vec<NodeId>, nearest: f32) -> Found {
        let document = self.page.document;
        let skipped = covered(document, &left_out);
        let mut blocks = Vec::new();
        let mut kept = Vec::new();
        let mut taken_to = NodeId::DOCUMENT;
        for node in nodes {
            if skipped[node.index()] || node < taken_to {
                continue;
            }
            let is_whole = !self.page.holds_text(node) || self.holds_blocks(node);
            let texts = document.subtree(node).filter(|&n| {
                document.is_text(n)
                    && !document.is_blank(n)
                    && !skipped[n.index()]
                    && self.page.is_shown(n)
                    && !is_control(document, n, node)
            });
            let before = blocks.len();
            for text in texts {
                self.add_text(text, &mut blocks, before);
            }
            if is_whole {
                taken_to = document.subtree_end(node);
            }
            kept.push(node);
        }
        Found {
            name: String::new(),
            nodes: kept,
            left_out,
            blocks,
            nearest,
            miss: None,
        }
    }

    fn holds_blocks(&self, node: NodeId) -> bool {
        let mut below = self.page.document.descendants(node);
        below.any(|n| self.page.block(n) == Some(n))
    }

    fn add_text(&self, text: NodeId, blocks: &mut Vec<Vec<NodeId>>, from: usize) {
        let same_block = |last: &Vec<NodeId>| {
            last.last()
                .is_some_and(|&n| self.page.block(n) == self.page.block(text))
        };
        match blocks[from..].last_mut().filter(|last| same_block(last)) {
            Some(last) => last.push(text),
            None => blocks.push(vec![text]),
        }
    }
}

impl Found {
    fn missed(nearest: f32) -> Found {
        let miss = match nearest.is_finite() {
            true => Miss::TooFar(nearest),
            false => Miss::NoCandidate,
        };
        Found {
            name: String::new(),
            nodes: Vec::new(),
            left_out: Vec::new(),
            blocks: Vec::new(),
            nearest,
            miss: Some(miss),
        }
    }
}

/// The nearest, the first of equals.
fn nearest_of(all: impl Iterator<Item = Near>) -> Option<Near> {
    all.filter(|(distance, _)| distance.is_finite())
        .reduce(|best, next| if next.0 < best.0 { next } else { best })
}

/// For each node whether it stands in one of these subtrees.
fn covered(document: &Document, roots: &[NodeId]) -> Vec<bool> {
    let mut out = vec![false; document.len()];
    let mut end = NodeId::DOCUMENT;
    for &root in roots {
        if root >= end {
            end = document.subtree_end(root);
            for node in document.subtree(root) {
                out[node.index()] = true;
            }
        }
    }
    out
}

/// What a person operates is not what they read.
fn is_control(document: &Document, text: NodeId, below: NodeId) -> bool {
    document
        .ancestors(text)
        .take_while(|&n| n != below)
        .take(super::path::MAX_DEPTH)
        .any(|n| {
            [
                Tag::BUTTON,
                Tag::SELECT,
                Tag::TEXTAREA,
                Tag::SVG,
                Tag::FORM,
                Tag::NOSCRIPT,
            ]
            .contains(&document.tag(n))
        })
}

/// Whether an element is the nth of its parent's elements: from 1, or from -1 backwards.
pub(super) fn is_nth(document: &Document, element: NodeId, nth: i32) -> bool {
    place(document, element, nth < 0) == Some(nth.unsigned_abs() as usize)
}

/// The first words of an element's text.
pub(super) fn opening(document: &Document, element: NodeId) -> String {
    const WORDS: usize = 6;
    // Enough characters for as many words; an element may hold a book.
    const ENOUGH: usize = 400;
    let mut text = String::new();
    for node in document
        .descendants(element)
        .filter(|&n| document.is_text(n))
    {
        if text.len() > ENOUGH {
            break;
        }
        text.push_str(&document.text(node));
        text.push(' ');
    }
    text.split_whitespace()
        .take(WORDS)
        .collect::<Vec<_>>()
        .join(" ")
}

/// An element's place among its parent's elements, from 1. `None` away from the end that is counted
/// from: only the ends of a text are places that stay.
pub(super) fn place(document: &Document, element: NodeId, from_end: bool) -> Option<usize> {
    const FAR: usize = 2;
    let parent = document.parent(element)?;
    let is_element = |&n: &NodeId| document.is_element(n);
    let before = match from_end {
        true => document
            .children(parent)
            .rev()
            .filter(is_element)
            .take(FAR)
            .position(|n| n == element),
        false => document
            .children(parent)
            .filter(is_element)
            .take(FAR)
            .position(|n| n == element),
    };
    before.map(|before| before + 1)
}

#[cfg(test)]
mod tests {
    use super::super::{LearnOptions, Picked, learn, marks};
    use super::*;

    const SHOWN: &str = "<header><h1>Site</h1></header><div id=main><article class='post post-1 tag-a'>\
        <h2 class=title>One</h2><div class=body><p>First one.</p><ul><li>item</ul><p>Last<br>one.</p>\
        <div class=share>Share!</div><ul><li><a href=/2>Next</a></ul></div></article></div><footer><p>Foot";
    const OTHER: &str = "<header><h1>Site</h1></header><div id=main><article class='post post-7 tag-b tag-c'>\
        <h2 class=title>Two</h2><div class=body><h3>Head</h3><p>Other.</p><ul><li>thing</ul><p>End.</p>\
        <div class=share>Share!</div><ul><li><a href=/3>Next</a></ul></div></article></div><footer><p>Foot";

    fn filter(excluded: Option<&str>) -> Filter {
        let document = Document::parse(SHOWN);
        let mut picked = vec![
            Picked::by_css(&document, "headline", "h2").unwrap(),
            Picked::by_css(&document, "text", "article p").unwrap(),
        ];
        if let Some(css) = excluded {
            picked.push(Picked::by_css(&document, "text", css).unwrap().excluded());
        }
        learn(&document, &picked, &LearnOptions::default()).unwrap()
    }

    fn found(filter: &Filter, html: &str) -> String {
        let document = Document::parse(html);
        let applied = apply(filter, &document);
        let fields = applied.fields.iter();
        let texts: Vec<String> = fields.map(|f| f.texts(&document).join("|")).collect();
        texts.join(" / ")
    }

    #[test]
    fn shown_once_it_is_right_on_the_next_page() {
        assert_eq!(
            found(&filter(None), OTHER),
            "Two / Head|Other.|thing|End.|Share!|Next"
        );
        assert_eq!(
            found(&filter(None), SHOWN),
            "One / First one.|item|Last one.|Share!|Next"
        );
    }

    #[test]
    fn what_was_excluded_stays_out_and_lists_stay_in() {
        let excluded = ".share, .body > ul:last-child";
        assert_eq!(
            found(&filter(Some(excluded)), OTHER),
            "Two / Head|Other.|thing|End."
        );
    }

    #[test]
    fn a_page_of_another_design_is_refused() {
        let document = Document::parse(
            "<table><tr><td><center><font>Old</font></center></td><td><p>Text of old times.</table>",
        );
        let applied = apply(&filter(None), &document);
        assert!(applied.is_refused());
        assert_eq!(applied.matched(), 0);
        let told = applied.summary();
        assert!(told.starts_with("matched 0 of 2 fields"), "{told}");
        assert!(told.contains("learn it again"), "{told}");
        assert!(marks(&applied, &document).is_empty());
    }

    #[test]
    fn empty_pages_are_refused_and_nothing_panics() {
        for html in ["", "<html></html>", "<svg>", "<!-- -->"] {
            assert!(apply(&filter(None), &Document::parse(html)).is_refused());
        }
    }

    #[test]
    fn a_filters_marks_settle_the_page() {
        let document = Document::parse(OTHER);
        let applied = apply(&filter(Some(".share")), &document);
        let weights = marks(&applied, &document).weights(&document);
        for node in document.descendants(NodeId::DOCUMENT) {
            if document.is_text(node) && !document.is_blank(node) {
                let text = document.text(node);
                let wanted = !["Site", "Share!", "Foot"].contains(&&*text);
                assert_eq!(weights[node.index()] > 0.0, wanted, "{text}");
                assert!(weights[node.index()].is_infinite());
            }
        }
    }

    #[test]
    fn random_class_names_do_not_break_a_filter() {
        let renamed = OTHER.replace("class=body", "class='css-9f3x1 body'");
        assert_eq!(found(&filter(None), &renamed), found(&filter(None), OTHER));
    }
}
