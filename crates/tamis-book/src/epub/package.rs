//! The package document, which lists every file, and the table of contents.

use std::collections::BTreeMap;

use tamis::dom::{escape_attribute, escape_text};
use tamis::present::{Leaf, for_xml};
use xxhash_rust::xxh3::xxh3_128;

use crate::Picture;

/// What the package knows of the book.
pub(super) struct Package<'a> {
    leaves: &'a [Leaf],
    title: &'a str,
    /// Pictures that some page shows: by address, the name of the file and its media type.
    pictures: BTreeMap<String, (String, &'static str)>,
}

/// What the format demands where no page names a date: any date will do, it must not be the clock's.
const NO_DATE: &str = "2000-01-01T00:00:00Z";

/// What the format demands where no page names a language: "undetermined".
const NO_LANGUAGE: &str = "und";

pub(super) fn page_name(index: usize) -> String {
    format!("page-{}.xhtml", index + 1)
}

impl<'a> Package<'a> {
    pub(super) fn new(leaves: &'a [Leaf], title: &'a str) -> Package<'a> {
        Package {
            leaves,
            title,
            pictures: BTreeMap::new(),
        }
    }

    /// The name of a picture's file, which is in the book from now on.
    pub(super) fn picture(&mut self, src: &str, picture: &Picture) -> String {
        let number = self.pictures.len() + 1;
        let entry = self.pictures.entry(src.to_owned()).or_insert_with(|| {
            let name = format!("images/{number}.{}", picture.kind.ending());
            (name, picture.kind.media_type())
        });
        entry.0.clone()
    }

    /// The pictures of the book: the names of their files and where they came from.
    pub(super) fn pictures(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pictures
            .iter()
            .map(|(src, (name, _))| (name.as_str(), src.as_str()))
    }

    /// The package document. `pages` are hashed for the identifier.
    pub(super) fn document(&self, pages: &[String]) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\">\n\
             <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n",
        );
        let id = identifier(self.title, pages);
        out.push_str(&format!("<dc:identifier id=\"id\">{id}</dc:identifier>\n"));
        element(&mut out, "dc:title", self.title);
        let languages = unique(self.leaves.iter().filter_map(Leaf::language));
        match languages.is_empty() {
            true => element(&mut out, "dc:language", NO_LANGUAGE),
            false => languages
                .iter()
                .for_each(|language| element(&mut out, "dc:language", language)),
        }
        let authors = self.leaves.iter().flat_map(|leaf| {
            let authors = leaf.article.metadata.authors.iter();
            authors.map(String::as_str)
        });
        for author in unique(authors) {
            element(&mut out, "dc:creator", author);
        }
        for source in unique(self.leaves.iter().filter_map(Leaf::origin)) {
            element(&mut out, "dc:source", source);
        }
        let modified = self.modified();
        out.push_str(&format!(
            "<meta property=\"dcterms:modified\">{modified}</meta>\n</metadata>\n"
        ));
        self.write_manifest(&mut out);
        out.push_str("</package>\n");
        out
    }

    fn write_manifest(&self, out: &mut String) {
        out.push_str(
            "<manifest>\n\
             <item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n\
             <item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n",
        );
        for index in 0..self.leaves.len() {
            out.push_str(&format!(
                "<item id=\"page-{}\" href=\"{}\" media-type=\"application/xhtml+xml\"/>\n",
                index + 1,
                page_name(index)
            ));
        }
        for (number, (name, media_type)) in self.pictures.values().enumerate() {
            out.push_str(&format!(
                "<item id=\"image-{}\" href=\"{name}\" media-type=\"{media_type}\"/>\n",
                number + 1
            ));
        }
        out.push_str("</manifest>\n<spine>\n");
        if self.leaves.len() > 1 {
            out.push_str("<itemref idref=\"nav\"/>\n");
        }
        for index in 0..self.leaves.len() {
            out.push_str(&format!("<itemref idref=\"page-{}\"/>\n", index + 1));
        }
        out.push_str("</spine>\n");
    }

    /// The table of contents, which is a page of the book too.
    pub(super) fn contents(&self) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
             <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\">\n\
             <head>\n<meta charset=\"utf-8\"/>\n",
        );
        element(&mut out, "title", self.title);
        out.push_str("<link rel=\"stylesheet\" href=\"style.css\"/>\n</head>\n<body>\n");
        out.push_str("<nav epub:type=\"toc\">\n");
        element(&mut out, "h1", self.title);
        out.push_str("<ol>\n");
        for (index, leaf) in self.leaves.iter().enumerate() {
            out.push_str(&format!("<li><a href=\"{}\">", page_name(index)));
            out.push_str(&text(leaf.title()));
            out.push_str("</a></li>\n");
        }
        out.push_str("</ol>\n</nav>\n</body>\n</html>\n");
        out
    }

    /// The newest date that a page names, as the format wants it: in whole seconds, at Greenwich.
    fn modified(&self) -> String {
        let dates = self.leaves.iter().flat_map(|leaf| {
            let metadata = &leaf.article.metadata;
            [&metadata.modified, &metadata.published]
                .into_iter()
                .flatten()
                .filter_map(|date| date.get(..10))
        });
        let is_day = |day: &&str| {
            day.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            })
        };
        match dates.filter(is_day).max() {
            Some(day) => format!("{day}T00:00:00Z"),
            None => NO_DATE.to_owned(),
        }
    }
}

/// A name that only the same content has, in the form of a UUID of version 8 (RFC 9562).
fn identifier(title: &str, pages: &[String]) -> String {
    let mut all = title.to_owned();
    pages.iter().for_each(|page| all.push_str(page));
    let hash = xxh3_128(all.as_bytes());
    let hash = hash & !(0xf << 76) | (0x8 << 76);
    let hash = hash & !(0x3 << 62) | (0x2 << 62);
    let hex = format!("{hash:032x}");
    format!(
        "urn:uuid:{}-{}-{}-{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..]
    )
}

/// Each once, in the order of their first coming.
fn unique<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = std::collections::BTreeSet::new();
    all.filter(|one| seen.insert(*one)).collect()
}

pub(super) fn element(out: &mut String, name: &str, words: &str) {
    out.push_str(&format!("<{name}>{}</{name}>\n", text(words)));
}

pub(super) fn text(words: &str) -> String {
    let mut out = String::new();
    escape_text(&for_xml(words), &mut out);
    out.replace("&nbsp;", "&#160;")
}

pub(super) fn attribute(out: &mut String, name: &str, value: &str) {
    let mut escaped = String::new();
    escape_attribute(&for_xml(value), &mut escaped);
    let escaped = escaped.replace("&nbsp;", "&#160;");
    out.push_str(&format!(" {name}=\"{escaped}\""));
}
