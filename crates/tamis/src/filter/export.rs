//! A filter in the words of other programs: CSS selectors, ftr-site-config, uBlock's cosmetic rules,
//! Miniflux's scraper rules. They know no distances, so what is written is the sample's own path from
//! its nearest ancestor with an id down. ftr-site-config has XPath only: selectors that somebody wrote
//! stand there as comments.

use std::fmt::Write;

use super::{Exclusion, Field, Filter, Label, LabelPath, Pick, SitePattern};

/// The programs that a filter can be written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportTo {
    /// A selector a field, with its name in a comment.
    Css,
    /// A file of ftr-site-config: XPath for title, body and what to strip.
    Ftr,
    /// Cosmetic rules of uBlock Origin that hide what was excluded.
    Ublock,
    /// Scraper and rewrite rules of a Miniflux feed.
    Miniflux,
}

impl Filter {
    /// The filter as another program reads it.
    pub fn export(&self, to: ExportTo) -> String {
        match to {
            ExportTo::Css => self.to_css(),
            ExportTo::Ftr => self.to_ftr(),
            ExportTo::Ublock => self.to_ublock(),
            ExportTo::Miniflux => self.to_miniflux(),
        }
    }

    fn to_css(&self) -> String {
        let mut out = String::new();
        for field in &self.fields {
            let name = field.name.replace("*/", "* /");
            let _ = writeln!(out, "/* {name} */\n{}", field.selectors().join(", "));
            let left_out = field.left_out_selectors();
            if !left_out.is_empty() {
                let _ = writeln!(out, "/* {name}, left out */\n{}", left_out.join(", "));
            }
        }
        out
    }

    fn to_ftr(&self) -> String {
        let mut out = String::new();
        for field in &self.fields {
            let command = match field.name.as_str() {
                Field::HEADLINE => "title",
                "author" => "author",
                "date" => "date",
                _ => "body",
            };
            for path in field.found_at() {
                let _ = writeln!(out, "{command}: {}", xpath(path));
            }
            for exclusion in &field.excluded {
                let _ = writeln!(out, "strip: {}", xpath_of(exclusion));
            }
            if let Pick::Css(rules) = &field.pick {
                for rule in rules {
                    let _ = writeln!(out, "# {command}, in CSS: {rule}");
                }
            }
            for rule in &field.excluded_css {
                let _ = writeln!(out, "# strip, in CSS: {rule}");
            }
        }
        out
    }

    fn to_ublock(&self) -> String {
        let hosts: Vec<String> = self.sites.iter().filter_map(SitePattern::host).collect();
        let mut out = String::new();
        for field in &self.fields {
            let left_out = field.left_out_selectors();
            if !left_out.is_empty() {
                let _ = writeln!(out, "! {}: what is not {}", self.name, field.name);
                let _ = writeln!(out, "{}##{}", hosts.join(","), left_out.join(", "));
            }
        }
        out
    }

    fn to_miniflux(&self) -> String {
        let wanted: Vec<String> = self.fields.iter().flat_map(Field::selectors).collect();
        let mut out = format!("scraper_rules: {}\n", wanted.join(", "));
        let fields = self.fields.iter();
        let removed: Vec<String> = fields.flat_map(Field::left_out_selectors).collect();
        if !removed.is_empty() {
            // The rule is written in double quotes and has no escapes.
            let removed = removed.join(", ").replace('"', "'");
            let _ = writeln!(out, "rewrite_rules: remove(\"{removed}\")");
        }
        out
    }
}

impl Field {
    /// The paths that it is found at.
    fn found_at(&self) -> Vec<&LabelPath> {
        match &self.pick {
            Pick::Inside(container) => vec![container],
            Pick::Css(_) => Vec::new(),
            Pick::Nearest | Pick::Similar(_) => {
                self.samples.iter().map(|sample| &sample.path).collect()
            }
        }
    }

    /// The same as selectors.
    fn selectors(&self) -> Vec<String> {
        match &self.pick {
            Pick::Css(rules) => rules.iter().map(ToString::to_string).collect(),
            _ => self.found_at().into_iter().map(css).collect(),
        }
    }

    /// What is left out. What is known by its first words only cannot be said.
    fn left_out_selectors(&self) -> Vec<String> {
        let shown = self.excluded.iter().filter(|e| e.text.is_none());
        let shown = shown.map(|exclusion| format!("{}{}", css(&exclusion.path), place(exclusion)));
        let written = self.excluded_css.iter().map(ToString::to_string);
        shown.chain(written).collect()
    }
}

fn place(exclusion: &Exclusion) -> String {
    match exclusion.nth {
        Some(nth) if nth < 0 => format!(":nth-last-child({})", nth.unsigned_abs()),
        Some(nth) => format!(":nth-child({nth})"),
        None => String::new(),
    }
}

/// An exclusion with its place or its first words.
fn xpath_of(exclusion: &Exclusion) -> String {
    let path = xpath(&exclusion.path);
    match (exclusion.nth, &exclusion.text) {
        (Some(nth), _) if nth < 0 => {
            let behind = nth.unsigned_abs() - 1;
            format!("{path}[count(following-sibling::*)={behind}]")
        }
        (Some(nth), _) => format!("{path}[count(preceding-sibling::*)={}]", nth - 1),
        (None, Some(text)) => {
            let text = xpath_text(text);
            format!("{path}[starts-with(normalize-space(.), {text})]")
        }
        (None, None) => path,
    }
}

/// The path from its last label with an id down: what stands above cannot change what is meant.
fn tail(path: &LabelPath) -> &[Label] {
    let has_id = |label: &Label| label.names.iter().any(|name| name.starts_with('#'));
    let from = path.labels.iter().rposition(has_id).unwrap_or(0);
    &path.labels[from..]
}

fn css(path: &LabelPath) -> String {
    let steps: Vec<String> = tail(path).iter().map(Label::to_string).collect();
    steps.join(" > ")
}

fn xpath(path: &LabelPath) -> String {
    let steps: Vec<String> = tail(path).iter().map(xpath_step).collect();
    format!("//{}", steps.join("/"))
}

fn xpath_step(label: &Label) -> String {
    let mut out = label.tag.clone();
    for name in &label.names {
        let _ = match name.strip_prefix('#') {
            Some(id) => write!(out, "[@id={}]", xpath_text(id)),
            None => write!(
                out,
                "[contains(concat(' ', normalize-space(@class), ' '), {})]",
                xpath_text(&format!(" {name} "))
            ),
        };
    }
    out
}

/// XPath has no escapes: a text with one kind of quote stands in the other.
fn xpath_text(text: &str) -> String {
    match text.contains('\'') {
        true => format!("\"{}\"", text.replace('"', "")),
        false => format!("'{text}'"),
    }
}

#[cfg(test)]
mod tests {
    use tamis_dom::{Document, Selector};

    use super::super::{LearnOptions, Picked, SitePattern, learn};
    use super::*;

    fn page() -> Document {
        Document::parse(
            "<div id=main><h1>T</h1><div class='entry post'><p>one<p>two<p class=ad>ad<ul><li>next</ul>",
        )
    }

    fn filter() -> Filter {
        let document = page();
        let picked = [
            Picked::by_css(&document, "headline", "h1").unwrap(),
            Picked::by_css(&document, "text", "p:not(.ad)").unwrap(),
            Picked::by_css(&document, "text", ".ad, ul")
                .unwrap()
                .excluded(),
        ];
        let options = LearnOptions {
            name: "it".to_owned(),
            sites: vec![SitePattern::new("www.news.example/*")],
            ..LearnOptions::default()
        };
        learn(&document, &picked, &options).unwrap()
    }

    #[test]
    fn selectors_find_what_was_shown() {
        let css = filter().export(ExportTo::Css);
        assert_eq!(
            css,
            "/* headline */\ndiv#main > h1\n/* text */\ndiv#main > div.entry.post\n\
             /* text, left out */\ndiv#main > div.entry.post > p.ad, \
             div#main > div.entry.post > ul:nth-last-child(1)\n"
        );
        let document = page();
        for line in css.lines().filter(|line| !line.starts_with("/*")) {
            let selector = Selector::parse(line).unwrap();
            assert!(document.select(&selector).count() > 0, "{line}");
        }
    }

    #[test]
    fn other_programs_get_their_own_words() {
        let ftr = filter().export(ExportTo::Ftr);
        assert!(
            ftr.starts_with("title: //div[@id='main']/h1\nbody: //div"),
            "{ftr}"
        );
        assert!(ftr.contains("' entry '"), "{ftr}");
        let ublock = filter().export(ExportTo::Ublock);
        assert!(ublock.contains("\nnews.example##div#main"), "{ublock}");
        let miniflux = filter().export(ExportTo::Miniflux);
        assert!(
            miniflux.contains("rewrite_rules: remove(\"div#main"),
            "{miniflux}"
        );
    }
}
