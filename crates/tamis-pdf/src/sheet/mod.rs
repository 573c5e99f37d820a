//! Pages as the data that the template sets.
//!
//! Everything that depends on the content is decided here, in Rust: where a note stands, how a table's
//! cells lie, which image is set between the words and which between the paragraphs. The template only
//! says how each of them looks.

mod block;
mod line;
mod notes;
mod script;
mod table;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tamis::content::article::Block;
use tamis::content::format::text;
use tamis::present::Leaf;

use crate::{Image, Images, Setting};
use notes::Notes;

pub(crate) use script::Language;

/// The pages as data.
pub(crate) struct Sheets {
    /// What holds for all of them.
    head: Map<String, Value>,
    pages: Vec<Value>,
    /// How much of each page's last sheet is left free below the columns.
    pub(crate) fillers: Vec<f32>,
}

/// What is known while a page is turned into data.
pub(crate) struct Context<'a> {
    pictures: &'a ShownPictures<'a>,
    notes: Notes<'a>,
    /// How wide a column is, in points.
    column: f32,
    columns: u8,
    /// How high the text of a sheet is, in points.
    text_height: f32,
    font_size: f32,
    /// How deep in lists, quotes and notes we are.
    depth: usize,
}

impl Sheets {
    /// Turns pages into data.
    pub(crate) fn new(
        leaves: &[Leaf],
        images: &Images,
        setting: &Setting,
        fonts: &[String],
    ) -> Sheets {
        let shown = shown(images);
        let pages: Vec<Value> = leaves
            .iter()
            .enumerate()
            .map(|(number, leaf)| page(leaf, number, &shown, setting))
            .collect();
        let title = setting.title.as_deref().or(leaves.first().map(Leaf::title));
        let mut authors: Vec<&str> = Vec::new();
        for author in leaves
            .iter()
            .flat_map(|leaf| &leaf.article.metadata.authors)
        {
            if !authors.contains(&author.as_str()) && authors.len() < MAX_AUTHORS {
                authors.push(author);
            }
        }
        let head = json!({
            "title": title.unwrap_or_default(),
            "authors": authors,
            "fonts": fonts,
            "width": setting.width,
            "height": setting.height,
            "margin": margin(setting),
            "gutter": gutter(setting),
            "columns": setting.columns.max(1),
            "size": setting.font_size,
        });
        let head = match head {
            Value::Object(head) => head,
            _ => Map::new(),
        };
        Sheets {
            head,
            pages,
            fillers: vec![0.0; leaves.len()],
        }
    }

    /// All pages, as the template reads them.
    pub(crate) fn all(&self) -> Vec<u8> {
        self.written(&self.pages, &self.fillers)
    }

    /// One page, with so much left free below its last columns.
    pub(crate) fn one(&self, at: usize, filler: f32) -> Vec<u8> {
        self.written(&self.pages[at..=at], &[filler])
    }

    fn written(&self, pages: &[Value], fillers: &[f32]) -> Vec<u8> {
        let mut data = self.head.clone();
        data.insert("pages".to_owned(), json!(pages));
        data.insert("fillers".to_owned(), json!(fillers));
        serde_json::to_vec(&data).unwrap_or_default()
    }
}

/// Authors that the file's properties name; a list of hundreds is none.
const MAX_AUTHORS: usize = 20;

/// The files of the pictures, under the names that the template finds them by.
pub(crate) fn files(images: &Images) -> impl Iterator<Item = (String, Arc<[u8]>)> {
    let files = images.values().enumerate();
    files.map(|(number, image)| (name_of(number, image), Arc::clone(&image.bytes)))
}

fn name_of(number: usize, image: &Image) -> String {
    format!("{number}.{}", image.ending)
}

/// The white around the text: a twelfth of the shorter side, as in most magazines.
pub(crate) fn margin(setting: &Setting) -> f32 {
    setting.width.min(setting.height) / 12.0
}

/// The white between columns: two letters wide.
pub(crate) fn gutter(setting: &Setting) -> f32 {
    setting.font_size * 2.0
}

/// How wide a column is.
pub(crate) fn column_width(setting: &Setting) -> f32 {
    let columns = f32::from(setting.columns.max(1));
    let text = setting.width - 2.0 * margin(setting) - (columns - 1.0) * gutter(setting);
    text / columns
}

fn page(leaf: &Leaf, number: usize, pictures: &ShownPictures<'_>, setting: &Setting) -> Value {
    let (title, body) = match (leaf.missing_title(), &leaf.article.body[..]) {
        (Some(title), body) => (title.to_owned(), body),
        (None, [heading @ Block::Heading { .. }, rest @ ..]) => {
            (text(std::slice::from_ref(heading)).trim().to_owned(), rest)
        }
        (None, body) => (leaf.title().to_owned(), body),
    };
    let mut context = Context {
        pictures,
        notes: Notes::new(number, body, leaf.url.as_deref()),
        column: column_width(setting),
        columns: setting.columns,
        text_height: setting.height - 2.0 * margin(setting),
        font_size: setting.font_size,
        depth: 0,
    };
    let metadata = &leaf.article.metadata;
    let language = Language::of(leaf);
    let mut byline: Vec<&str> = metadata.authors.iter().map(String::as_str).collect();
    byline.extend(leaf.day());
    byline.extend(metadata.site_name.as_deref());
    json!({
        "title": title,
        "byline": byline.join(" · "),
        "origin": leaf.origin(),
        "lang": language.code,
        "region": language.region,
        "rtl": language.is_rtl,
        "body": block::body(body, &mut context),
    })
}

/// A picture as the template sets it: its name and its size in points.
struct Shown {
    name: String,
    width: Option<f32>,
    height: Option<f32>,
}

/// The pictures of the document by their addresses.
type ShownPictures<'a> = HashMap<&'a str, Shown>;

fn shown(images: &Images) -> ShownPictures<'_> {
    // Screens have 96 pixels where paper has 72 points.
    let points = |pixels: Option<f32>| pixels.map(|pixels| pixels * 0.75);
    let images = images.iter().enumerate();
    images
        .map(|(number, (src, image))| {
            let shown = Shown {
                name: name_of(number, image),
                width: points(image.width),
                height: points(image.height),
            };
            (src.as_str(), shown)
        })
        .collect()
}
