//! Scratch.
#![allow(clippy::print_stdout)]
use tamis::content::{Options, extract};
use tamis::{dom::Document, marks::Marks};
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let mut names: Vec<_> = std::fs::read_dir(format!("{dir}/ground-truth"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    names.sort();
    for truth in names {
        let gold: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&truth).unwrap()).unwrap();
        let id = gold["file_id"].as_str().unwrap();
        let html = std::fs::read(format!("{dir}/html/{id}.html")).unwrap();
        let url = url::Url::parse(gold["url"].as_str().unwrap_or("")).ok();
        let doc = Document::parse(html.as_slice());
        let a = extract(&doc, url.as_ref(), &Options::default(), &Marks::new());
        println!(
            "{}",
            serde_json::json!({"id": id, "metadata": a.metadata, "text": tamis::content::format::text(&a.body)})
        );
    }
}
