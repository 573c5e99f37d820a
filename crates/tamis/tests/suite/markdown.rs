//! Markdown is read back by a CommonMark parser as the structure and the words it was written from.

use std::sync::Arc;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use tamis::content::article::{
    Block, Cell, Definition, Inline, Media, MediaKind, Row, Run, Style, Table,
};
use tamis::content::format::markdown;

#[test]
fn nasty_text_is_read_back_equal() {
    for seed in 1..=3000 {
        let mut chance = Chance(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let blocks = blocks(&mut chance, 0);
        let written = markdown(&blocks);
        let (expected, found) = (outline_of_blocks(&blocks), outline_of_markdown(&written));
        let same = expected
            .iter()
            .zip(&found)
            .take_while(|(a, b)| a == b)
            .count();
        let (expected, found) = (expected.get(same), found.get(same));
        assert_eq!(expected, found, "line {same} of seed {seed}\n{written}");
    }
}

#[test]
fn tables_keep_their_columns_under_spans() {
    let cell = |text: &str, colspan, rowspan| Cell {
        header: false,
        colspan,
        rowspan,
        content: vec![Inline::plain(text)],
    };
    let row = |cells| Row {
        header: false,
        cells,
    };
    let rows = vec![
        Row {
            header: true,
            cells: vec![cell("a", 2, 1), cell("b|c", 1, 1)],
        },
        row(vec![cell("tall", 1, 2), cell("d", 1, 1), cell("e", 1, 1)]),
        row(vec![cell("f", 1, 1), cell("g", 1, 1)]),
    ];
    let table = Block::Table(Table {
        caption: Vec::new(),
        rows,
    });
    let expected = "\
| a |  | b\\|c |
| --- | --- | --- |
| tall | d | e |
|  | f | g |
";
    assert_eq!(markdown(&[table]), expected);
}

/// What a parser and a writer must agree on, a line each. Looks of white space do not count.
type Outline = Vec<String>;

/// The characters of a line with their styles and links.
#[derive(Default)]
struct Letters(String);

impl Letters {
    fn push(&mut self, text: &str, style: Style, link: Option<&str>) {
        for c in text.chars() {
            if c.is_whitespace() {
                if !self.0.ends_with(' ') {
                    self.0.push(' ');
                }
                continue;
            }
            self.0.push(c);
            for (one, name) in Style::NAMED {
                if style.has(one) {
                    self.0.push_str(&name[..3].to_uppercase());
                }
            }
            if let Some(link) = link {
                self.0.push_str(&format!("→{link}"));
            }
        }
    }

    fn take(&mut self) -> String {
        std::mem::take(&mut self.0).trim().to_owned()
    }
}

fn outline_of_blocks(blocks: &[Block]) -> Outline {
    let mut out = Vec::new();
    push_blocks(&mut out, blocks);
    out
}

fn push_blocks(out: &mut Outline, blocks: &[Block]) {
    for block in blocks {
        match block {
            Block::Heading { level, content } => out.push(format!("h{level} {}", letters(content))),
            Block::Paragraph { content } => out.push(format!("p {}", letters(content))),
            Block::List { start, items } => {
                out.push(format!("list {start:?}"));
                for item in items {
                    out.push("item".to_owned());
                    push_blocks(out, item);
                }
                out.push("/list".to_owned());
            }
            Block::Code { language, text } => {
                out.push(format!(
                    "code {} {text:?}",
                    language.as_deref().unwrap_or("")
                ));
            }
            Block::Quote { content } => {
                out.push("quote".to_owned());
                push_blocks(out, content);
                out.push("/quote".to_owned());
            }
            Block::Table(table) => push_table(out, table),
            Block::Media(media) => {
                out.push(format!("p {}", letters(&[Inline::Media(media.clone())])));
            }
            Block::Footnote { label, content } => {
                out.push(format!("note {label}"));
                push_blocks(out, content);
                out.push("/note".to_owned());
            }
            Block::Rule => out.push("rule".to_owned()),
            Block::Figure { content, caption } => {
                push_blocks(out, content);
                out.push(format!("p {}", letters(caption)));
            }
            Block::Definitions { items } => push_definitions(out, items),
        }
    }
}

/// The test writes one term and one description a list.
fn push_definitions(out: &mut Outline, items: &[Definition]) {
    out.push("list None".to_owned());
    for item in items {
        match item {
            Definition::Term(line) => {
                let mut strong = line.clone();
                for part in &mut strong {
                    if let Inline::Text(run) = part {
                        run.style = run.style.with(Style::STRONG);
                    }
                }
                out.push("item".to_owned());
                out.push(format!("p {}", letters(&strong)));
            }
            Definition::Description(blocks) => push_blocks(out, blocks),
        }
    }
    out.push("/list".to_owned());
}

fn push_table(out: &mut Outline, table: &Table) {
    let columns = table
        .rows
        .iter()
        .map(|row| row.cells.len())
        .max()
        .unwrap_or(0);
    if !table.rows[0].header {
        out.push(format!("row{}", " |".repeat(columns)));
    }
    for row in &table.rows {
        let cells = row
            .cells
            .iter()
            .map(|cell| format!(" {}|", letters(&cell.content)));
        let cells: String = cells.collect::<String>().replace("  ", " ");
        out.push(format!(
            "row{cells}{}",
            " |".repeat(columns - row.cells.len())
        ));
    }
}

fn letters(line: &[Inline]) -> String {
    let mut letters = Letters::default();
    for part in line {
        match part {
            Inline::Text(run) => letters.push(&run.text, run.style, run.link.as_deref()),
            Inline::Break => letters.push("\n", Style::default(), None),
            Inline::Media(media) => letters.push(
                &format!("{{{}}}", media.alt),
                Style::default(),
                Some(&media.src),
            ),
            Inline::Note { label, .. } => {
                letters.push(&format!("^{label} "), Style::default(), None);
            }
        }
    }
    letters.take()
}

fn outline_of_markdown(markdown: &str) -> Outline {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let mut reader = Reader::default();
    Parser::new_ext(markdown, options).for_each(|event| reader.event(event));
    reader.out
}

#[derive(Default)]
struct Reader {
    out: Outline,
    letters: Letters,
    open: Vec<Style>,
    link: Option<String>,
    image: Option<String>,
    code: Option<String>,
    /// A line began that no block element holds, as in a tight list.
    loose: bool,
}

impl Reader {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(end) => self.end(end),
            Event::Text(text) => self.text(&text, Style::default()),
            Event::Code(text) => self.text(&text, Style::CODE),
            Event::InlineHtml(html) => self.html(&html),
            Event::HardBreak => self.text("\n", Style::default()),
            Event::FootnoteReference(label) => self.text(&format!("^{label} "), Style::default()),
            Event::Rule => self.out.push("rule".to_owned()),
            other => panic!("{other:?} was not written"),
        }
    }

    fn style(&self) -> Style {
        self.open
            .iter()
            .fold(Style::default(), |all, one| all.with(*one))
    }

    fn text(&mut self, text: &str, style: Style) {
        if let Some(code) = &mut self.code {
            code.push_str(text);
            return;
        }
        self.loose = true;
        let style = self.style().with(style);
        let link = self.image.clone().or_else(|| self.link.clone());
        self.letters.push(text, style, link.as_deref());
    }

    fn html(&mut self, html: &str) {
        let style = match html.trim_start_matches(['<', '/']).trim_end_matches('>') {
            "strong" => Style::STRONG,
            "em" => Style::EMPHASIS,
            "del" => Style::STRIKE,
            "sub" => Style::SUB,
            "sup" => Style::SUP,
            "br" => return self.text("\n", Style::default()),
            other => panic!("<{other}> was not written"),
        };
        if html.starts_with("</") {
            assert_eq!(self.open.pop(), Some(style));
        } else {
            self.open.push(style);
        }
    }

    /// Ends a line that stands right in an item.
    fn settle(&mut self) {
        if std::mem::take(&mut self.loose) {
            let line = self.letters.take();
            self.out.push(format!("p {line}"));
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Emphasis => self.open.push(Style::EMPHASIS),
            Tag::Strong => self.open.push(Style::STRONG),
            Tag::Strikethrough => self.open.push(Style::STRIKE),
            Tag::Link { dest_url, .. } => self.link = Some(dest_url.to_string()),
            Tag::Image { dest_url, .. } => {
                self.image = Some(dest_url.to_string());
                self.text("{", Style::default());
            }
            block => {
                self.settle();
                self.start_block(block);
            }
        }
    }

    fn start_block(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(start) => self.out.push(format!("list {start:?}")),
            Tag::Item => self.out.push("item".to_owned()),
            Tag::BlockQuote(_) => self.out.push("quote".to_owned()),
            Tag::FootnoteDefinition(label) => self.out.push(format!("note {label}")),
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    pulldown_cmark::CodeBlockKind::Fenced(language) => language.to_string(),
                    pulldown_cmark::CodeBlockKind::Indented => panic!("never written"),
                };
                self.code = Some(String::new());
                self.out.push(language);
            }
            Tag::TableHead | Tag::TableRow => self.out.push("row".to_owned()),
            Tag::Paragraph | Tag::Heading { .. } | Tag::Table(_) | Tag::TableCell => {}
            other => panic!("{other:?} was not written"),
        }
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {
                self.open.pop();
            }
            TagEnd::Link => self.link = None,
            TagEnd::Image => {
                self.text("}", Style::default());
                self.image = None;
            }
            TagEnd::Heading(level) => {
                self.loose = false;
                let line = self.letters.take();
                self.out.push(format!("h{} {line}", level as u8));
            }
            TagEnd::TableCell => {
                self.loose = false;
                let line = self.letters.take();
                let row = self.out.last_mut().unwrap();
                row.push_str(&format!(" {line}|").replace("  ", " "));
            }
            TagEnd::CodeBlock => {
                let text = self.code.take().unwrap();
                let language = self.out.pop().unwrap();
                let text = text.strip_suffix('\n').unwrap_or(&text);
                self.out.push(format!("code {language} {text:?}"));
            }
            block => {
                self.settle();
                self.end_block(block);
            }
        }
    }

    fn end_block(&mut self, end: TagEnd) {
        match end {
            TagEnd::List(_) => self.out.push("/list".to_owned()),
            TagEnd::BlockQuote(_) => self.out.push("/quote".to_owned()),
            TagEnd::FootnoteDefinition => self.out.push("/note".to_owned()),
            _ => {}
        }
    }
}

/// Numbers that look random and are the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const NASTY: &[&str] = &[
    "word",
    "a",
    "*",
    "**",
    "_",
    "__",
    "snake_case",
    "`",
    "``",
    "[",
    "]",
    "](",
    "(",
    ")",
    "<b>",
    "<",
    ">",
    "&amp;",
    "&",
    "#",
    "##",
    "1.",
    "2)",
    "-",
    "+",
    "=",
    "===",
    "---",
    "|",
    "\\",
    "~",
    "~~",
    "!",
    "![",
    "http://x.example",
    "é",
    "中文",
    "“quote”",
    "…",
    "$x$",
    "^",
    "[^1]",
    ":",
    ":--",
    "<!-- x -->",
    "&#35;",
    "{#id}",
    "\u{a0}",
    "١٢",
    "🎉",
    "%",
    "'",
    "\"",
];

fn words(chance: &mut Chance) -> String {
    let mut text = String::new();
    for _ in 0..=chance.below(4) {
        if !text.is_empty() && chance.below(2) == 0 {
            text.push(' ');
        }
        text.push_str(chance.pick(NASTY));
    }
    text
}

fn line(chance: &mut Chance) -> Vec<Inline> {
    let mut line: Vec<Inline> = Vec::new();
    for _ in 0..=chance.below(5) {
        let part = match chance.below(12) {
            0 if line.last().is_some_and(|last| *last != Inline::Break) => Inline::Break,
            1 => Inline::Media(medium(chance)),
            2 => Inline::Note {
                label: "1".to_owned(),
                text: "[1]".to_owned(),
            },
            _ => Inline::Text(run(chance)),
        };
        // Runs alike are one run, and lines do not begin with white space.
        match (line.last_mut(), part) {
            (Some(Inline::Text(last)), Inline::Text(run))
                if last.style == run.style && last.link == run.link =>
            {
                last.text.push_str(&run.text);
            }
            (_, part) => line.push(part),
        }
    }
    if matches!(line.last(), Some(Inline::Break)) {
        line.push(Inline::plain("end"));
    }
    line
}

fn run(chance: &mut Chance) -> Run {
    let style = (0..chance.below(3)).fold(Style::default(), |style, _| {
        style.with(Style::NAMED[chance.below(Style::NAMED.len())].0)
    });
    let links = [
        "https://a.example/?x=(1)&copy;",
        "https://b.example/a_b*c",
        "#x",
    ];
    let link = (chance.below(4) == 0).then(|| Arc::from(chance.pick(&links)));
    let mut text = words(chance);
    if chance.below(4) == 0 && !text.ends_with(' ') && style.is_plain() {
        text.push(' ');
    }
    let text = if text.trim().is_empty() {
        "x".to_owned()
    } else {
        text
    };
    Run { text, style, link }
}

fn medium(chance: &mut Chance) -> Media {
    Media {
        kind: MediaKind::Image,
        src: "https://i.example/a(b).png".to_owned(),
        alt: words(chance),
    }
}

fn blocks(chance: &mut Chance, depth: usize) -> Vec<Block> {
    let mut blocks: Vec<Block> = (0..=chance.below(3))
        .map(|_| block(chance, depth))
        .collect();
    if depth == 0 {
        let content = vec![Block::Paragraph {
            content: line(chance),
        }];
        blocks.push(Block::Footnote {
            label: "1".to_owned(),
            content,
        });
    }
    blocks
}

fn block(chance: &mut Chance, depth: usize) -> Block {
    match chance.below(if depth < 3 { 11 } else { 5 }) {
        0 => Block::Heading {
            level: 1 + chance.below(6) as u8,
            content: line(chance),
        },
        1 => Block::Code {
            language: (chance.below(2) == 0).then(|| "rust".to_owned()),
            text: format!("{}\n\n  {}", words(chance), words(chance)),
        },
        2 => Block::Rule,
        3 | 4 => Block::Paragraph {
            content: line(chance),
        },
        5 => Block::Quote {
            content: blocks(chance, depth + 1),
        },
        6 | 7 => Block::List {
            start: [None, Some(1), Some(7)][chance.below(3)],
            items: (0..=chance.below(3))
                .map(|_| blocks(chance, depth + 1))
                .collect(),
        },
        8 => Block::Table(table(chance)),
        9 => Block::Figure {
            content: vec![Block::Media(medium(chance))],
            caption: line(chance),
        },
        _ => Block::Definitions {
            items: vec![
                Definition::Term(vec![Inline::Text(Run {
                    style: Style::default(),
                    ..run(chance)
                })]),
                Definition::Description(blocks(chance, depth + 1)),
            ],
        },
    }
}

fn table(chance: &mut Chance) -> Table {
    let columns = 1 + chance.below(3);
    let mut row = |header| Row {
        header,
        cells: (0..columns)
            .map(|_| Cell {
                header,
                colspan: 1,
                rowspan: 1,
                content: line(chance),
            })
            .collect(),
    };
    let header = columns > 1;
    Table {
        caption: Vec::new(),
        rows: vec![row(header), row(false)],
    }
}
