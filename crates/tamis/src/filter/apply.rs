//! Finding a filter's fields on a page, or refusing the page.

use tamis_dom::{Document, NodeId};

use super::applied::{Applied, Found, REDESIGNED};
use super::search::{Search, nearest_of};
use super::{Css, Field, Filter, Kind, LabelPath, Measure, Page, Pick};

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
    give_each_text_to_one_field(filter, &mut fields, document);
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

/// A headline inside the container of the text is the headline, not text: what is all inside something
/// comes after what was shown by itself, and of alike fields the first is given it.
fn give_each_text_to_one_field(filter: &Filter, fields: &mut [Found], document: &Document) {
    let is_inside = |at: &usize| matches!(filter.fields[*at].pick, Pick::Inside(_));
    let mut order: Vec<usize> = (0..fields.len()).collect();
    order.sort_by_key(is_inside);
    let mut taken = vec![false; document.len()];
    for at in order {
        let field = &mut fields[at];
        for block in &mut field.blocks {
            block.retain(|&text| !taken[text.index()]);
        }
        field.blocks.retain(|block| !block.is_empty());
        for &text in field.blocks.iter().flatten() {
            taken[text.index()] = true;
        }
    }
}

impl Search<'_> {
    fn field(&self, field: &Field) -> Found {
        let mut found = match &field.pick {
            Pick::Nearest => self.nearest(field),
            Pick::Similar(measure) => self.similar(field, *measure),
            Pick::Inside(container) => self.inside(field, container),
            Pick::Css(rules) => self.by_css(field, rules),
        };
        found.name.clone_from(&field.name);
        found
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
        let left_out = self.left_out(field, NodeId::DOCUMENT, base);
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
        let left_out = self.left_out(field, found, nearest);
        self.found(vec![found], left_out, nearest)
    }

    fn by_css(&self, field: &Field, rules: &[Css]) -> Found {
        let document = self.page.document;
        let mut each = rules
            .iter()
            .map(|rule| document.select(rule.selector()).collect::<Vec<NodeId>>());
        let Some(nodes) = each.find(|nodes| !nodes.is_empty()) else {
            return Found::missed(f32::INFINITY);
        };
        let left_out = self.left_out(field, NodeId::DOCUMENT, 0.0);
        self.found(nodes, left_out, 0.0)
    }
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
    fn a_field_inside_the_text_is_a_field_whatever_comes_first() {
        let document = Document::parse(SHOWN);
        let picked = [
            Picked::by_css(&document, "text", "article p").unwrap(),
            Picked::by_css(&document, "item", ".body li").unwrap(),
        ];
        let filter = learn(&document, &picked, &LearnOptions::default()).unwrap();
        assert_eq!(
            found(&filter, OTHER),
            "Head|Other.|End.|Share! / thing|Next"
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
