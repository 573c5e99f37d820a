//! A PDF as its reader gets it: its text is read back and its pages are counted by other programs.

#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::process::Command;

use tamis::content::article::{
    Article, Block, Cell, Definition, Inline, Media, MediaKind, Row, Run, Style, Table,
};
use tamis::present::Leaf;
use tamis_pdf::{Image, Images, Pdf, Setting, pdf};

fn paragraph(words: &str) -> Block {
    Block::Paragraph {
        content: vec![Inline::plain(words)],
    }
}

fn leaf(title: &str, body: Vec<Block>) -> Leaf {
    let mut article = Article {
        body,
        ..Article::default()
    };
    article.metadata.title = Some(title.to_owned());
    article.metadata.language = Some("en".to_owned());
    Leaf::new(article)
}

fn set(leaves: &[Leaf]) -> Pdf {
    set_with(leaves, &Images::new())
}

fn set_with(leaves: &[Leaf], images: &Images) -> Pdf {
    let nowhere = tempfile::tempdir().unwrap();
    let mut setting = Setting::default();
    setting.font_folder = Some(nowhere.path().to_owned());
    pdf(leaves, images, &setting).unwrap()
}

/// What another program reads in the file; `None`, and told, when it is not installed.
fn read_back(pdf: &Pdf) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pdf");
    std::fs::write(&file, &pdf.bytes).unwrap();
    let Ok(output) = Command::new("pdftotext").arg(&file).arg("-").output() else {
        println!("skipped: pdftotext is not installed (poppler-utils)");
        return None;
    };
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    // A form feed ends every page.
    assert_eq!(text.matches('\u{c}').count(), pdf.pages);
    Some(text)
}

#[track_caller]
fn expect(text: &str, words: &[&str]) {
    for words in words {
        assert!(text.contains(words), "`{words}` is not in:\n{text}");
    }
}

/// Words to fill pages with, never the same twice.
fn prose(paragraphs: usize) -> Vec<Block> {
    let sentence =
        |n: usize| format!("Sentence {n} goes on for a while, as they do, and then it ends. ");
    (0..paragraphs)
        .map(|n| paragraph(&(n * 8..n * 8 + 8).map(sentence).collect::<String>()))
        .collect()
}

#[test]
fn everything_that_can_stand_on_a_page_is_set() {
    let cell = |words: &str, header| Cell {
        header,
        colspan: 1,
        rowspan: 1,
        content: vec![Inline::plain(words)],
    };
    let row = |one: &str, two: &str, header| Row {
        header,
        cells: vec![cell(one, header), cell(two, header)],
    };
    let link = Inline::Text(Run {
        text: "a link".to_owned(),
        style: Style::EMPHASIS,
        link: Some("https://example.org/away".into()),
    });
    let note = Inline::Note {
        label: "n".to_owned(),
        text: "*".to_owned(),
    };
    let body = vec![
        Block::Heading {
            level: 3,
            content: vec![Inline::plain("A heading")],
        },
        Block::Paragraph {
            content: vec![
                Inline::plain("Here, among some other words, is "),
                link,
                Inline::Break,
                note,
            ],
        },
        Block::List {
            start: Some(7),
            items: vec![vec![paragraph("seventh item")]],
        },
        Block::Definitions {
            items: vec![
                Definition::Term(vec![Inline::plain("term")]),
                Definition::Description(vec![paragraph("what it means")]),
            ],
        },
        Block::Table(Table {
            caption: vec![Inline::plain("The caption")],
            rows: vec![row("Day", "Tide", true), row("Monday", "low", false)],
        }),
        Block::Code {
            language: Some("rust".to_owned()),
            text: "fn main() {}".to_owned(),
        },
        Block::Quote {
            content: vec![paragraph("quoted words")],
        },
        Block::Rule,
        Block::Media(Media {
            kind: MediaKind::Image,
            src: "http://x.example/gone.png".to_owned(),
            alt: "the lost picture".to_owned(),
        }),
        Block::Footnote {
            label: "n".to_owned(),
            content: vec![paragraph("text of the note")],
        },
    ];
    let pdf = set(&[leaf("The title", body)]);
    assert_eq!(pdf.notes, [""; 0]);
    let Some(text) = read_back(&pdf) else { return };
    expect(
        &text,
        &[
            "The title",
            "A heading",
            "https://example.org/away",
            "7.",
            "seventh item",
            "what it means",
            "The caption",
            "Monday",
            "fn main()",
            "quoted words",
            "[image: the lost picture]",
            "text of the note",
        ],
    );
    assert_eq!(text.matches("text of the note").count(), 1, "{text}");
}

#[test]
fn words_are_never_markup() {
    let hostile = "#panic(\"x\") $x^2$ *no* = @ref <label> `raw` \\ #import \"a.typ\": * // /* [";
    let body = vec![
        paragraph(hostile),
        Block::Code {
            language: Some("\"); #panic(".to_owned()),
            text: hostile.to_owned(),
        },
        Block::Heading {
            level: 1,
            content: vec![Inline::plain(hostile)],
        },
    ];
    let mut leaf = leaf(hostile, body);
    leaf.article.metadata.authors = vec![hostile.to_owned()];
    leaf.article.metadata.language = Some(hostile.to_owned());
    leaf.article.metadata.canonical_url = Some(hostile.to_owned());
    let pdf = set(&[leaf]);
    if let Some(text) = read_back(&pdf) {
        expect(&text, &["#panic(", "*no* = @ref"]);
    }
}

#[test]
fn many_pages_have_a_table_of_contents_and_numbers() {
    let leaves = [
        leaf("First story", prose(3)),
        leaf("Second story", prose(30)),
    ];
    let pdf = set(&leaves);
    assert!(pdf.pages >= 4, "{}", pdf.pages);
    let Some(text) = read_back(&pdf) else { return };
    let pages: Vec<&str> = text.split('\u{c}').collect();
    expect(pages[0], &["First story", "Second story", "2", "3"]);
    expect(pages[1], &["First story", "Sentence 1 goes"]);
    expect(pages[2], &["Second story"]);
}

#[test]
fn the_same_pages_give_the_same_file() {
    let leaves = [leaf("A", prose(5)), leaf("B", prose(5))];
    assert!(set(&leaves).bytes == set(&leaves).bytes);
}

/// A word of a page, and where it stands.
struct Word {
    page: usize,
    /// 0 is the left column of A4, 1 the right one.
    column: usize,
    bottom: f32,
    text: String,
}

/// The words of a file but for the numbers of its pages; `None`, and told, when they cannot be read.
fn words(pdf: &Pdf) -> Option<Vec<Word>> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pdf");
    std::fs::write(&file, &pdf.bytes).unwrap();
    let program = Command::new("pdftotext")
        .arg("-bbox")
        .arg(&file)
        .arg("-")
        .output();
    let Ok(output) = program else {
        println!("skipped: pdftotext is not installed (poppler-utils)");
        return None;
    };
    let number = |line: &str, name: &str| -> f32 {
        let (_, rest) = line.split_once(&format!("{name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let mut page = 0;
    let mut words = Vec::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        page += usize::from(line.contains("<page"));
        if line.contains("<word") {
            let (_, text) = line.trim_end_matches("</word>").rsplit_once('>').unwrap();
            words.push(Word {
                page,
                column: usize::from(number(line, "xMin") > 297.0),
                bottom: number(line, "yMax"),
                text: text.to_owned(),
            });
        }
    }
    words.retain(|word| word.bottom < 790.0);
    Some(words)
}

#[test]
fn the_last_columns_end_together() {
    let pdf = set(&[leaf("Short", prose(7))]);
    assert_eq!(pdf.pages, 1);
    let Some(words) = words(&pdf) else { return };
    let lowest = [0, 1].map(|column| {
        let column = words.iter().filter(|word| word.column == column);
        column.map(|word| word.bottom).fold(0.0, f32::max)
    });
    assert!((lowest[0] - lowest[1]).abs() < 40.0, "{lowest:?}");
    assert!(lowest[0] < 700.0, "{lowest:?}");
}

#[test]
fn headings_never_stand_at_the_foot_of_a_column() {
    // Paragraphs of a line more each, so that headings come to stand everywhere.
    let lines = (0..60).flat_map(|n| {
        let heading = Block::Heading {
            level: 2,
            content: vec![Inline::plain(format!("HEADING{n}"))],
        };
        let words = "Some words that fill about one line. ".repeat(n % 7 + 1);
        [heading, paragraph(words.trim())]
    });
    let pdf = set(&[leaf("Long", lines.collect())]);
    assert!(pdf.pages > 2);
    let Some(words) = words(&pdf) else { return };
    let mut headings = 0;
    for heading in words.iter().filter(|word| word.text.starts_with("HEADING")) {
        headings += 1;
        let is_followed = words.iter().any(|word| {
            (word.page, word.column) == (heading.page, heading.column)
                && word.bottom > heading.bottom
                && !word.text.starts_with("HEADING")
        });
        assert!(is_followed, "{} on page {}", heading.text, heading.page);
    }
    assert_eq!(headings, 60);
}

#[test]
fn a_script_without_a_font_is_told_and_set_all_the_same() {
    let pdf = set(&[leaf("文字", vec![paragraph("漢字かな交じり文")])]);
    assert_eq!(pdf.pages, 1);
    assert!(
        pdf.notes
            .iter()
            .any(|note| note.contains("no font here has Han")),
        "{:?}",
        pdf.notes
    );
}

#[test]
fn long_tables_and_words_stay_within_bounds() {
    let row = |n: usize| Row {
        header: n == 0,
        cells: (0..9)
            .map(|c| Cell {
                header: n == 0,
                colspan: if n % 7 == 3 { 40 } else { 1 },
                rowspan: if n % 5 == 2 { 900 } else { 1 },
                content: vec![Inline::plain(format!("r{n}c{c}"))],
            })
            .collect(),
    };
    let table = Table {
        caption: Vec::new(),
        rows: (0..200).map(row).collect(),
    };
    let wide = Table {
        caption: Vec::new(),
        rows: vec![Row {
            header: false,
            cells: vec![row(1).cells[0].clone(); 300],
        }],
    };
    let body = vec![
        Block::Table(table),
        Block::Table(wide),
        paragraph(&"x".repeat(20_000)),
        Block::Code {
            language: None,
            text: "y".repeat(5_000),
        },
    ];
    let pdf = set(&[leaf("Much", body)]);
    if let Some(text) = read_back(&pdf) {
        expect(&text, &["r0c0", "r199c"]);
    }
}

#[test]
fn a_picture_that_cannot_be_set_costs_no_other() {
    let image = |name: &str| {
        Block::Media(Media {
            kind: MediaKind::Image,
            src: name.to_owned(),
            alt: format!("the {name} picture"),
        })
    };
    let picture = |bytes: &[u8], ending| Image {
        bytes: bytes.into(),
        ending,
        width: Some(100.0),
        height: Some(100.0),
    };
    let drawing = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>";
    let images = Images::from([
        ("broken".to_owned(), picture(b"no image at all", "png")),
        ("good".to_owned(), picture(drawing, "svg")),
    ]);
    let body = vec![paragraph("The words."), image("broken"), image("good")];
    let pdf = set_with(&[leaf("Title", body)], &images);
    assert_eq!(pdf.notes.len(), 1, "{:?}", pdf.notes);
    assert!(
        pdf.notes[0].starts_with("image broken: could not be set"),
        "{:?}",
        pdf.notes
    );
    if let Some(text) = read_back(&pdf) {
        expect(&text, &["The words.", "[image: the broken picture]"]);
        assert!(!text.contains("the good picture"), "{text}");
    }
}

#[test]
fn columns_that_are_too_narrow_are_fewer() {
    let mut setting = Setting::default();
    setting.columns = 6;
    let wide = pdf(&[leaf("A", prose(2))], &Images::new(), &setting).unwrap();
    assert_eq!(
        wide.notes,
        ["6 columns are too narrow on this paper, so there are fewer: 4"]
    );
    setting.columns = 4;
    let four = pdf(&[leaf("A", prose(2))], &Images::new(), &setting).unwrap();
    assert_eq!(four.notes, [""; 0]);
    setting.font_size = 72.0;
    let one = pdf(&[leaf("A", prose(2))], &Images::new(), &setting).unwrap();
    assert_eq!(
        one.notes,
        ["4 columns are too narrow on this paper, so there are fewer: 1"]
    );
}

#[test]
fn what_is_nested_too_deep_dissolves() {
    let mut nested = vec![paragraph("innermost words")];
    for level in 0..24 {
        let content = std::mem::take(&mut nested);
        nested.push(match level % 3 {
            0 => Block::List {
                start: None,
                items: vec![content],
            },
            1 => Block::Quote { content },
            _ => Block::Definitions {
                items: vec![
                    Definition::Term(vec![Inline::plain(format!("term {level}"))]),
                    Definition::Description(content),
                ],
            },
        });
    }
    let pdf = set(&[leaf("Deep", nested)]);
    if let Some(text) = read_back(&pdf) {
        expect(&text, &["innermost words", "term 2", "term 23"]);
    }
}
