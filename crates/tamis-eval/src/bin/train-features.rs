//! Writes what `tools/train` reads: features and words of labelled pages, as flat arrays.
//!
//! `train-features OUT DATA…` where each DATA is a folder of WCXB or of streams. OUT gets one file
//! of little-endian numbers for each array and `index.json`, which says what they are.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tamis::content::training::{self, Lists, TrainingPage};
use tamis_dom::Document;
use tamis_eval::formats::{LabelledPage, streams, wcxb};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let out = args
        .next()
        .ok_or("say where to write: train-features OUT DATA...")?;
    fs::create_dir_all(&out)?;
    let mut dump = Dump::new(&out);
    for data in args {
        if wcxb::is_wcxb(&data) {
            for id in wcxb::ids(&data)? {
                dump.add("wcxb", &wcxb::read(&data, &id)?)?;
            }
        } else {
            for stream in streams::read_streams(&data)? {
                let stream = stream?;
                for page in &stream.pages {
                    dump.add("streams", &LabelledPage::of_stream(&stream.name, page))?;
                }
            }
        }
    }
    dump.finish()
}

/// The arrays under way.
struct Dump {
    folder: PathBuf,
    files: BTreeMap<&'static str, BufWriter<File>>,
    pages: Vec<Value>,
}

impl Dump {
    fn new(folder: &Path) -> Dump {
        Dump {
            folder: folder.to_owned(),
            files: BTreeMap::new(),
            pages: Vec::new(),
        }
    }

    fn add(&mut self, set: &str, page: &LabelledPage) -> Result<(), Failure> {
        let gold = training::word_hashes(&page.gold);
        let read = training::read(&Document::parse(page.html.clone()));
        self.pages.push(json!({
            "set": set,
            "id": page.id,
            "group": page.group,
            "domain": page.domain(),
            "blocks": read.block_element.len(),
            "elements": read.element_parent.len(),
            "gold": gold.len(),
        }));
        self.words("gold.u32", &gold)?;
        self.page(&read)
    }

    fn page(&mut self, page: &TrainingPage) -> Result<(), Failure> {
        self.write(
            "features.f32",
            page.features.iter().map(|v| v.to_le_bytes()),
        )?;
        self.words("block_element.u32", &page.block_element)?;
        self.words("block_copy.u32", &page.block_copy)?;
        self.words("block_look.u32", &page.block_look)?;
        self.write(
            "block_heading.i32",
            page.block_heading.iter().map(|v| v.to_le_bytes()),
        )?;
        self.write(
            "heading_outer.i32",
            page.heading_outer.iter().map(|v| v.to_le_bytes()),
        )?;
        self.words("element_parent.u32", &page.element_parent)?;
        self.lists("words.u32", "words.len.u32", &page.words)?;
        self.lists("texts.u32", "texts.len.u32", &page.texts)?;
        self.lists("classes.u32", "classes.len.u32", &page.classes)
    }

    fn words(&mut self, name: &'static str, words: &[u32]) -> Result<(), Failure> {
        self.write(name, words.iter().map(|v| v.to_le_bytes()))
    }

    fn lists(
        &mut self,
        items: &'static str,
        lens: &'static str,
        lists: &Lists,
    ) -> Result<(), Failure> {
        self.words(items, &lists.items)?;
        let starts = std::iter::once(&0).chain(&lists.ends);
        self.write(
            lens,
            lists
                .ends
                .iter()
                .zip(starts)
                .map(|(end, start)| (end - start).to_le_bytes()),
        )
    }

    fn write(
        &mut self,
        name: &'static str,
        items: impl Iterator<Item = [u8; 4]>,
    ) -> Result<(), Failure> {
        if !self.files.contains_key(name) {
            let file = BufWriter::new(File::create(self.folder.join(name))?);
            self.files.insert(name, file);
        }
        if let Some(file) = self.files.get_mut(name) {
            for item in items {
                file.write_all(&item)?;
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Failure> {
        for (_, mut file) in self.files {
            file.flush()?;
        }
        let index = json!({ "features": training::feature_names(), "pages": self.pages });
        fs::write(self.folder.join("index.json"), serde_json::to_vec(&index)?)?;
        Ok(())
    }
}
