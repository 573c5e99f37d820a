//! EPUB 3: a zip file of XHTML pages, their pictures, a package document and a table of contents.
//!
//! The same pages give the same file, byte for byte: no clock, no random name. The identifier is a
//! hash of the content, the date of change that the format demands is the newest that the pages name.

mod package;
mod page;

use std::io::{self, Cursor, Write};

use tamis::present::Leaf;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::Pictures;
use package::Package;

const STYLE: &str = include_str!("book.css");

const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n\
<rootfiles>\n<rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/>\n\
</rootfiles>\n</container>\n";

/// Binds pages into an EPUB file called `title`. Pictures that are not among `pictures` are shown as
/// a link with their words.
///
/// # Errors
/// When the file would be larger than a zip file can be.
pub fn epub(leaves: &[Leaf], pictures: &Pictures, title: &str) -> io::Result<Vec<u8>> {
    let mut package = Package::new(leaves, title);
    let pages: Vec<String> = leaves
        .iter()
        .enumerate()
        .map(|(index, leaf)| page::write(leaf, index, pictures, &mut package))
        .collect();
    let mut file = Archive::new();
    // Readers look for the media type at a fixed place: it comes first and is not compressed.
    file.add(
        "mimetype",
        b"application/epub+zip",
        CompressionMethod::Stored,
    )?;
    let text = CompressionMethod::Deflated;
    file.add("META-INF/container.xml", CONTAINER.as_bytes(), text)?;
    file.add(
        "EPUB/package.opf",
        package.document(&pages).as_bytes(),
        text,
    )?;
    file.add("EPUB/nav.xhtml", package.contents().as_bytes(), text)?;
    file.add("EPUB/style.css", STYLE.as_bytes(), text)?;
    for (index, page) in pages.iter().enumerate() {
        let name = format!("EPUB/{}", package::page_name(index));
        file.add(&name, page.as_bytes(), text)?;
    }
    for (name, src) in package.pictures() {
        // Pictures are compressed already.
        file.add(
            &format!("EPUB/{name}"),
            &pictures[src].bytes,
            CompressionMethod::Stored,
        )?;
    }
    file.finish()
}

struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    fn new() -> Archive {
        Archive(ZipWriter::new(Cursor::new(Vec::new())))
    }

    fn add(&mut self, name: &str, bytes: &[u8], method: CompressionMethod) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        self.0.start_file(name, options)?;
        self.0.write_all(bytes)
    }

    fn finish(self) -> io::Result<Vec<u8>> {
        Ok(self.0.finish()?.into_inner())
    }
}
