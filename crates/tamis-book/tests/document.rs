//! Documents of every form, made of pages with pictures that a source hands out.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tamis::content::article::{Article, Block, Inline, Media, MediaKind};
use tamis::present::Leaf;
use tamis_book::{Format, Gathered, MakeError, Pictures, Source, Wish, document, gather};

const PNG: &[u8] = include_bytes!("pixel.png");

fn image(name: &str) -> Block {
    Block::Media(Media {
        kind: MediaKind::Image,
        src: format!("http://x.example/{name}"),
        alt: format!("picture of {name}"),
    })
}

fn leaves() -> Vec<Leaf> {
    let page = |title: &str, images: &[&str]| {
        let mut article = Article::default();
        article.metadata.title = Some(title.to_owned());
        let content = vec![Inline::plain(format!("Words of {title}."))];
        article.body.push(Block::Paragraph { content });
        article.body.extend(images.iter().map(|name| image(name)));
        Leaf::new(article)
    };
    vec![
        page("One", &["good.png", "gone.png"]),
        page("Two", &["good.png", "words.png"]),
    ]
}

/// Hands out one good picture and one that is none.
#[derive(Default)]
struct Shelf {
    asked: Mutex<Vec<(usize, String)>>,
    expected: AtomicUsize,
    advanced: AtomicUsize,
}

impl Source for Shelf {
    fn fetch(&self, leaf: usize, address: &str) -> Result<Vec<u8>, String> {
        let mut asked = self.asked.lock().unwrap();
        asked.push((leaf, address.to_owned()));
        match address.rsplit('/').next() {
            Some("good.png") => Ok(PNG.to_vec()),
            Some("words.png") => Ok(b"no picture".to_vec()),
            _ => Err(format!("image {address}: is not there")),
        }
    }

    fn expect(&self, count: usize) {
        self.expected.store(count, Ordering::Relaxed);
    }

    fn advance(&self) {
        self.advanced.fetch_add(1, Ordering::Relaxed);
    }
}

fn gathered(leaves: &mut [Leaf], format: Format) -> (Gathered, Shelf) {
    let shelf = Shelf::default();
    let pool = rayon::ThreadPoolBuilder::new().build().unwrap();
    (gather(leaves, format, &shelf, &pool), shelf)
}

#[test]
fn each_picture_is_asked_for_once_and_flaws_are_told() {
    let (gathered, shelf) = gathered(&mut leaves(), Format::Epub);
    let mut asked = shelf.asked.into_inner().unwrap();
    asked.sort();
    let named = |leaf, name| (leaf, format!("http://x.example/{name}"));
    assert_eq!(
        asked,
        [
            named(0, "gone.png"),
            named(0, "good.png"),
            named(1, "words.png")
        ]
    );
    assert_eq!(shelf.expected.into_inner(), 3);
    assert_eq!(shelf.advanced.into_inner(), 3);
    let names: Vec<&str> = gathered.pictures.keys().map(String::as_str).collect();
    assert_eq!(names, ["http://x.example/good.png"]);
    assert_eq!(
        gathered.flaws,
        [
            "image http://x.example/gone.png: is not there",
            "image http://x.example/words.png: is no image that is known"
        ]
    );
}

#[test]
fn every_form_is_made_of_the_same_pages() {
    for (format, beginning) in [
        (Format::Html, &b"<!DOCTYPE html>"[..]),
        (Format::Epub, b"PK"),
        (Format::Json, b"{"),
        (Format::Pdf, b"%PDF-"),
    ] {
        let mut leaves = leaves();
        let (gathered, _) = gathered(&mut leaves, format);
        let made = document(&mut leaves, &gathered.pictures, &Wish::new(format));
        if !format.is_built() {
            assert!(matches!(made, Err(MakeError::NoPdf)));
            continue;
        }
        let made = made.unwrap();
        assert!(made.bytes.starts_with(beginning), "{format:?}");
        if format == Format::Html {
            let html = String::from_utf8(made.bytes).unwrap();
            assert_eq!(html.matches("src=\"data:image/png;base64,").count(), 2);
        }
    }
}

#[test]
fn of_no_pages_there_is_no_document() {
    let made = document(&mut [], &Pictures::new(), &Wish::new(Format::Html));
    assert!(matches!(made, Err(MakeError::NoPages)));
}
