//! How well copies are found: every pair of pages is either of one document or of two.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use tamis::dom::Document;
use tamis::site::stream::{Page, Stream, StreamOptions};
use url::Url;

use crate::formats::FormatError;
use crate::formats::duplicates::{CopyPage, LabelledCopies, ORIGINAL};
use crate::report::{Report, Row};
use crate::{CalledOff, Score, Watcher};

/// Streams each domain's pages twice, the documents first and the copies first, and scores the pairs
/// that were said to be one document.
pub fn evaluate(
    domains: impl IntoIterator<Item = Result<LabelledCopies, FormatError>>,
    watcher: &dyn Watcher,
) -> Result<Report, CalledOff> {
    let mut report = Report {
        task: "duplicates".into(),
        ..Report::default()
    };
    let domains = watcher.readable(domains, &mut report.failures)?;
    watcher.expect(domains.iter().map(|domain| 2 * domain.pages.len()).sum());
    for domain in domains {
        report.rows.extend(rows(domain, watcher)?);
    }
    Ok(report)
}

fn rows(domain: LabelledCopies, watcher: &dyn Watcher) -> Result<Vec<Row>, CalledOff> {
    let (originals, copies): (Vec<CopyPage>, Vec<CopyPage>) = domain
        .pages
        .into_iter()
        .partition(|page| page.kind == ORIGINAL);
    let documents_first: Vec<&CopyPage> = originals.iter().chain(&copies).collect();
    let copies_first: Vec<&CopyPage> = copies.iter().chain(&originals).collect();
    [
        ("documents first", documents_first),
        ("copies first", copies_first),
    ]
    .into_iter()
    .map(|(order, pages)| row(&domain.name, order, &pages, watcher))
    .collect()
}

fn row(
    domain: &str,
    order: &str,
    pages: &[&CopyPage],
    watcher: &dyn Watcher,
) -> Result<Row, CalledOff> {
    let found = groups(pages, watcher)?;
    let gold: Vec<&str> = pages
        .iter()
        .map(|page| page.canonical_url.as_str())
        .collect();
    Ok(Row {
        name: format!("{domain}, {order}"),
        group: Some(order.to_owned()),
        score: score(&gold, &found),
        note: note(pages, &found),
        panels: Vec::new(),
    })
}

/// For each page the address of the document that the stream takes it for.
fn groups(pages: &[&CopyPage], watcher: &dyn Watcher) -> Result<Vec<String>, CalledOff> {
    let mut stream = Stream::new(StreamOptions::default());
    let read = |page: &CopyPage| {
        let address = Url::parse(&page.url).ok()?;
        let document = Document::parse(&*page.html);
        Some(stream.read(&Page {
            address: &address,
            title: None,
            date: None,
            document: &document,
        }))
    };
    let read = pages.par_iter().map(|page| watcher.page(|| read(page)));
    let read: Vec<_> = read.collect::<Result<_, _>>()?;
    let groups = read
        .into_iter()
        .zip(pages)
        .map(|(read, page)| {
            let taken = read.map(|read| stream.take(read).document);
            let original = taken.and_then(|document| document.duplicate_of);
            original.unwrap_or_else(|| page.url.clone())
        })
        .collect();
    Ok(groups)
}

fn score(gold: &[&str], found: &[String]) -> Score {
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    let both: Vec<(&str, &str)> = gold.iter().copied().zip(found.iter().copied()).collect();
    Score::from_counts(pairs(gold), pairs(&found), pairs(&both))
}

/// How many pairs of equal items there are.
fn pairs<T: Ord>(items: &[T]) -> usize {
    let mut counts: BTreeMap<&T, usize> = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts.values().map(|n| n * (n - 1) / 2).sum()
}

/// What went wrong: the kinds of copies that were missed, and the pages that were merged.
fn note(pages: &[&CopyPage], found: &[String]) -> String {
    let mut documents: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (page, group) in pages.iter().zip(found) {
        documents
            .entry(group)
            .or_default()
            .insert(&page.canonical_url);
    }
    let mut notes: Vec<String> = documents
        .iter()
        .filter(|(_, canonical)| canonical.len() > 1)
        .map(|(group, canonical)| format!("merged {} in {group}", canonical.len()))
        .collect();
    let mut missed: BTreeMap<&str, usize> = BTreeMap::new();
    for (page, group) in pages.iter().zip(found) {
        let others = pages.iter().zip(found).filter(|(other, _)| {
            other.canonical_url == page.canonical_url && other.url != page.url
        });
        let groups: Vec<&String> = others.map(|(_, group)| group).collect();
        if page.kind != ORIGINAL && !groups.is_empty() && !groups.contains(&group) {
            *missed.entry(&page.kind).or_default() += 1;
        }
    }
    notes.extend(
        missed
            .iter()
            .map(|(kind, count)| format!("missed {count} {kind}")),
    );
    notes.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_scored() {
        let found = ["a", "a", "b"].map(str::to_owned);
        let score = score(&["x", "x", "x"], &found);
        assert_eq!(score.precision, 1.0);
        assert!((score.recall - 1.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_copy_is_found_whichever_comes_first() {
        let text = "Every word of this article is here for the sketch to be of some use, and more.";
        let page = |url: &str, kind: &str| CopyPage {
            url: url.into(),
            canonical_url: "http://a.example/one/".into(),
            kind: kind.into(),
            html: format!("<title>One</title><p>{text}</p>"),
        };
        let pages = vec![
            page("http://a.example/one/", ORIGINAL),
            page("http://a.example/one/amp/", "amp"),
        ];
        let copies = LabelledCopies {
            name: "a.example".into(),
            pages,
        };
        let report = evaluate(vec![Ok(copies)], &()).unwrap();
        assert_eq!(report.rows.len(), 2);
        assert!(
            report.rows.iter().all(|row| row.score.is_perfect()),
            "{report:?}"
        );
    }
}
