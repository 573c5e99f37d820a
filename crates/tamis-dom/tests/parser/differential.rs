//! Random pages: the tree is html5ever's on every one.
//!
//! A page is a row of snippets, most of them tags, so that rules meet rules that they seldom meet.
//! `TAMIS_FUZZ_SECONDS` sets how long it looks (by default long enough for a few ten thousand pages),
//! `TAMIS_FUZZ_SEED` where it begins.

use std::time::{Duration, Instant};

use tamis_dom::Document;

use crate::{dump, html5ever_arena, invariants};

/// Long enough to find what a day's work breaks, short enough for every run of the tests.
const SECONDS: u64 = 15;

#[test]
fn random_pages_have_the_trees_of_html5ever() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse::<u64>().ok())
    };
    let seed = number("TAMIS_FUZZ_SEED").unwrap_or(1);
    let end = Instant::now() + Duration::from_secs(number("TAMIS_FUZZ_SECONDS").unwrap_or(SECONDS));
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut pages = 0_u64;
    while Instant::now() < end {
        let context = random.context();
        let page = random.page();
        pages += 1;
        if differs(&page, context) {
            let page = shrink(page, context);
            let html = page.concat();
            panic!(
                "page {pages} of seed {seed} in {context:?}: {html:?}\n{}",
                report(&html, context)
            );
        }
    }
    println!("{pages} random pages have the same tree");
}

fn differs(page: &[String], context: Option<&str>) -> bool {
    let html = page.concat();
    if is_known_to_differ(&html, context) {
        return false;
    }
    let (ours, theirs) = trees(&html, context);
    ours != theirs
}

fn trees(html: &str, context: Option<&str>) -> (String, String) {
    let (document, arena) = match context {
        None => (Document::parse_str(html), html5ever_arena::parse(html)),
        Some(context) => (
            Document::parse_fragment(html, context),
            html5ever_arena::parse_fragment(html, context),
        ),
    };
    let broken = invariants::broken(&document).unwrap_or_default();
    (
        broken + &dump::ours(&document),
        dump::theirs(&arena, context.is_some()),
    )
}

fn report(html: &str, context: Option<&str>) -> String {
    let (ours, theirs) = trees(html, context);
    format!("ours\n{ours}html5ever\n{theirs}")
}

/// Takes out snippets as long as the trees still differ.
fn shrink(mut page: Vec<String>, context: Option<&str>) -> Vec<String> {
    let mut size = page.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at < page.len() {
            let mut less = page.clone();
            less.drain(at..(at + size).min(page.len()));
            if differs(&less, context) {
                page = less;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    page
}

/// Where html5ever 0.40 is known not to follow the standard.
fn is_known_to_differ(html: &str, context: Option<&str>) -> bool {
    let html = html.to_ascii_lowercase();
    let has = |any: &[&str]| any.iter().any(|word| html.contains(word));
    // Integration points are special, which stops the search for an open list item or for the element
    // of an end tag that has no rule of its own. html5ever knows special elements of HTML only.
    let integration_point = has(&["<mi", "<mo", "<annotation-xml", "<desc", "<foreignobject"])
        || has(&["<svg"]) && has(&["<title"])
        || context.is_some_and(|context| context.contains(' '));
    if integration_point
        && (has(&["<li", "<dd", "<dt"]) || OTHER_END_TAGS.iter().any(|tag| html.contains(tag)))
    {
        return true;
    }
    // The same goes for a formatting element of which there were more than the list keeps.
    let many =
        |tag: &&str| html.contains(*tag) && html.matches(&tag.replace(['/', '>'], "")).count() > 3;
    if integration_point && FORMATTING_END_TAGS.iter().any(many) {
        return true;
    }
    // `annotation-xml` bounds scopes.
    if has(&["<annotation-xml"]) && has(&["</"]) {
        return true;
    }
    // In a fragment within `select`, `input` is ignored.
    if context == Some("select") && has(&["<input"]) {
        return true;
    }
    // "In table body", html5ever looks for an open `table`, `tbody` or `tfoot`, not for `thead`: where there
    // is no table, tags are ignored.
    if has(&["<thead"]) && (context.is_some() || has(&["<template"])) {
        return true;
    }
    // A `</>` is no token, so it does not keep a line feed after `pre` from being ignored.
    if has(&["</>"]) && has(&["<pre", "<listing"]) {
        return true;
    }
    // A declaration in the middle of a table's text is a token, which ends it.
    if has(&["<!doctype"])
        && has(&[
            "<table", "<tbody", "<tr", "<td", "<th", "<tfoot", "<pre", "<listing",
        ])
    {
        return true;
    }
    // In a fragment an end tag goes from foreign elements right below the root to the rules of HTML.
    let foreign = has(&["<svg", "<math"]) || context.is_some_and(|context| context.contains(' '));
    if context.is_some() && foreign && FORMATTING_END_TAGS.iter().any(|tag| html.contains(tag)) {
        return true;
    }
    false
}

/// End tags that do something even where no element of their name is open.
const FORMATTING_END_TAGS: &[&str] = &[
    "</a>", "</b>", "</code", "</em", "</font", "</i>", "</nobr", "</s>", "</small", "</strong",
    "</u>", "</form",
];

/// End tags without a rule of their own, among those in [`TAGS`].
const OTHER_END_TAGS: &[&str] = &[
    "</span",
    "</x-",
    "</ruby",
    "</rb",
    "</rt",
    "</rp",
    "</opt",
    "</noscript",
    "</circle",
    "</linear",
    "</mi",
    "</mo",
    "</annotation",
    "</mglyph",
    "</malign",
    "</foreign",
    "</desc",
    "</math",
    "</svg",
    "</area",
    "</img",
    "</wbr",
    "</input",
    "</param",
    "</source",
    "</hr",
    "</image",
    "</textarea",
    "</xmp",
    "</iframe",
    "</noembed",
    "</plaintext",
    "</title",
    "</base",
    "</link",
    "</meta",
    "</noframes",
    "</style",
    "</script",
    "</frame",
    "</head",
];

/// A generator of numbers: xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize) % end
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    fn context(&mut self) -> Option<&'static str> {
        if self.below(3) > 0 {
            None
        } else {
            Some(self.of(CONTEXTS))
        }
    }

    fn page(&mut self) -> Vec<String> {
        // A page from few tags lets them meet often.
        let some: Vec<&str> = (0..1 + self.below(12)).map(|_| self.of(TAGS)).collect();
        let tags = if self.below(4) == 0 { TAGS } else { &some };
        (0..1 + self.below(60))
            .map(|_| self.snippet(tags))
            .collect()
    }

    fn snippet(&mut self, tags: &[&str]) -> String {
        match self.below(20) {
            0..=8 => self.start_tag(tags),
            9..=13 => format!("</{}>", self.of(tags)),
            14..=16 => self.of(TEXTS).to_owned(),
            17 => self.of(ODD).to_owned(),
            18 => format!("<!--{}-->", self.of(TEXTS)),
            _ => self.of(TEXTS).to_owned() + self.of(ODD),
        }
    }

    fn start_tag(&mut self, tags: &[&str]) -> String {
        let mut tag = format!("<{}", self.of(tags));
        while self.below(3) == 0 {
            tag += " ";
            tag += self.of(ATTRIBUTES);
        }
        tag += if self.below(12) == 0 { "/>" } else { ">" };
        tag
    }
}

const CONTEXTS: &[&str] = &[
    "div",
    "body",
    "html",
    "head",
    "table",
    "tbody",
    "thead",
    "tr",
    "td",
    "th",
    "caption",
    "colgroup",
    "select",
    "template",
    "frameset",
    "title",
    "textarea",
    "script",
    "style",
    "plaintext",
    "noscript",
    "p",
    "form",
    "svg svg",
    "svg desc",
    "svg foreignObject",
    "math math",
    "math mi",
    "math annotation-xml",
    "button",
    "option",
];

const TAGS: &[&str] = &[
    "html",
    "head",
    "body",
    "title",
    "base",
    "link",
    "meta",
    "noframes",
    "script",
    "style",
    "template",
    "noscript",
    "frameset",
    "frame",
    "address",
    "article",
    "center",
    "div",
    "DIV",
    "dl",
    "fieldset",
    "menu",
    "ol",
    "ul",
    "p",
    "section",
    "h1",
    "h2",
    "pre",
    "listing",
    "form",
    "li",
    "dd",
    "dt",
    "plaintext",
    "button",
    "a",
    "b",
    "code",
    "em",
    "font",
    "i",
    "nobr",
    "s",
    "small",
    "strong",
    "u",
    "applet",
    "marquee",
    "object",
    "table",
    "area",
    "br",
    "img",
    "wbr",
    "input",
    "param",
    "source",
    "hr",
    "image",
    "textarea",
    "xmp",
    "iframe",
    "noembed",
    "select",
    "option",
    "optgroup",
    "rb",
    "rtc",
    "rp",
    "rt",
    "ruby",
    "math",
    "svg",
    "caption",
    "col",
    "colgroup",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "mi",
    "mo",
    "annotation-xml",
    "mglyph",
    "malignmark",
    "foreignObject",
    "desc",
    "span",
    "x-a",
    "x-B",
    "circle",
    "lineargradient",
];

const ATTRIBUTES: &[&str] = &[
    "a",
    "A=1",
    "a=2",
    "b='x&amp;y'",
    "c=\"&lt\"",
    "d=&copy=1",
    "type=hidden",
    "type=text",
    "encoding=text/html",
    "color=red",
    "size",
    "definitionurl=x",
    "viewbox=0",
    "xlink:href=#a",
    "xml:lang=en",
    "href='?a=1&b=2'",
    "class=\"a b\"",
    "=",
    "x=>",
    "y=\"\n\"",
    "z",
    "attributename='q'",
    "\"",
    "'",
    "/",
    "id = i",
];

const TEXTS: &[&str] = &[
    "x", " ", "\n", "\r\n", "\t", "text", " a b ", "&amp;", "&lt", "&notit;", "&#65;", "&#x20;",
    "&#0;", "&nope;", "&", "é", "漢字", "\n\nx", "&nbsp;", "&#10;x", "a<b", "<3", "1 < 2",
];

const ODD: &[&str] = &[
    "<!doctype html>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://x\">",
    "<!doctype>",
    "<![CDATA[x]]>",
    "<![CDATA[ y ",
    "<!-->",
    "<!--->",
    "<!-- a --!>",
    "<!x>",
    "<?php x ?>",
    "</ >",
    "</>",
    "<",
    "</",
    "<!",
    "\0",
    "x\0y",
    " \0 ",
    "<a",
    "<b x='",
    "-->",
    "]]>",
    "<!--",
    "</script>",
    "</style>",
    "</title>",
    "</textarea >",
    "<script><!--<script>",
    "\r",
    "&#13;",
    "</svg>",
    "</math>",
    "<svg><title>",
    "<math><mi>",
    "<svg><desc>",
    "</p>",
    "</br>",
    "<table><tr><td>",
];
