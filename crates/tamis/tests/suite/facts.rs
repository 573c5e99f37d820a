//! Title, author and date against WCXB's labels, with floors. Needs `TAMIS_WCXB`, the folder that
//! holds `html/` and `ground-truth/`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tamis::content::{Metadata, Options, extract};
use tamis::dom::Document;
use tamis::marks::Marks;

/// Shares of the labelled pages on which the fact is right; .782, .779 and .817 were measured in
/// November 2026. The labels give the date of the last change instead of publication on 4 %.
const FLOORS: [(&str, f32); 3] = [("title", 0.77), ("author", 0.765), ("publish_date", 0.80)];

#[test]
fn facts_are_right_as_often_as_they_were() {
    let Some(folder) = std::env::var_os("TAMIS_WCXB") else {
        return;
    };
    let mut counts = [(0, 0); FLOORS.len()];
    for entry in fs::read_dir(Path::new(&folder).join("ground-truth")).unwrap() {
        let labels = entry.unwrap().path();
        let gold: Value = serde_json::from_slice(&fs::read(&labels).unwrap()).unwrap();
        let page = Path::new(&folder)
            .join("html")
            .join(labels.file_stem().unwrap());
        let Ok(page) = fs::read(page.with_extension("html")) else {
            continue;
        };
        let url = gold["url"]
            .as_str()
            .and_then(|url| url::Url::parse(url).ok());
        let document = Document::parse(page);
        let article = extract(&document, url.as_ref(), &Options::default(), &Marks::new());
        for ((name, _), count) in FLOORS.iter().zip(&mut counts) {
            let label = words(gold["ground_truth"][name].as_str().unwrap_or_default());
            if !label.is_empty() {
                count.0 += usize::from(is_right(name, &article.metadata, &label));
                count.1 += 1;
            }
        }
    }
    for ((name, floor), (right, all)) in FLOORS.iter().zip(counts) {
        let share = right as f32 / all as f32;
        assert!(
            share >= *floor,
            "{name}: {share:.3} of {all} are right, {floor} is the floor"
        );
    }
}

fn is_right(name: &str, found: &Metadata, label: &str) -> bool {
    match name {
        "title" => words(found.title.as_deref().unwrap_or_default()) == label,
        "author" => {
            let authors: Vec<String> = found.authors.iter().map(|author| words(author)).collect();
            authors.iter().any(|author| author == label)
                || !authors.is_empty() && authors.iter().all(|author| label.contains(author))
        }
        _ => {
            let day = |date: &str| date.chars().take(10).collect::<String>();
            day(&words(found.published.as_deref().unwrap_or_default())) == day(label)
        }
    }
}

/// Words in lower case with one space between: how signs are set does not count.
fn words(text: &str) -> String {
    let words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}
