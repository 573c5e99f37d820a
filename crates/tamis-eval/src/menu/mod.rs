//! The menu task: one key page a site, the menu found compared with the menu labelled.

pub mod fit;
mod panels;

use rayon::prelude::*;
use tamis::menu::{Method, NoMenu, Page, Ranked, find, rank};
use tamis::site;
use tamis_dom::Document;
use tamis_load::{Limits, Mirror};
use url::Url;

use crate::formats::{self, FormatError, LabelledSite};
use crate::report::outline::describe;
use crate::report::{Report, Row};
use crate::{CalledOff, Watcher};

/// How menus are asked for.
#[derive(Clone, Copy, Debug)]
pub struct MenuTask {
    /// The technique.
    pub method: Method,
    /// How many pages of the mirror may help, at most.
    pub siblings: usize,
}

/// Finds the menu of every key page and scores it.
pub fn evaluate(
    sites: impl IntoIterator<Item = Result<LabelledSite, FormatError>>,
    task: MenuTask,
    watcher: &dyn Watcher,
) -> Result<Report, CalledOff> {
    let mut report = Report {
        task: "menu".to_owned(),
        settings: vec![
            ("method".to_owned(), method_name(task.method).to_owned()),
            ("siblings".to_owned(), task.siblings.to_string()),
        ],
        ..Report::default()
    };
    let readable = watcher.readable(sites, &mut report.failures)?;
    watcher.expect(readable.len());
    report.corpus = formats::digest(&readable);
    let rows = readable.par_iter();
    let rows = rows.map(|site| watcher.page(|| row(site, task)));
    report.rows = rows.collect::<Result<_, _>>()?;
    Ok(report)
}

/// Other pages of a labelled site, of those that help to find its menu the first that the mirror has.
pub fn siblings(site: &LabelledSite, count: usize) -> Vec<(Url, Document)> {
    let page = Page {
        document: &site.document,
        url: &site.url,
    };
    let Ok(mirror) = Mirror::new(&site.root, &site.base) else {
        return Vec::new();
    };
    let key_file = mirror.file_of(&site.url);
    let mut files = vec![key_file];
    let mut found = Vec::new();
    for address in site::menu::siblings(page) {
        if found.len() == count {
            break;
        }
        let file = mirror.file_of(&address);
        if file.is_none() || files.contains(&file) {
            continue;
        }
        files.push(file);
        if let Ok(Some(page)) = mirror.page(&address, &Limits::default()) {
            let document = Document::parse(site.unlabelled(&page.bytes));
            found.push((page.final_address, document));
        }
    }
    found
}

fn row(site: &LabelledSite, task: MenuTask) -> Row {
    let page = Page {
        document: &site.document,
        url: &site.url,
    };
    let siblings = siblings(site, task.siblings);
    let siblings: Vec<Page<'_>> = siblings
        .iter()
        .map(|(url, document)| Page { document, url })
        .collect();
    let found = find(page, &siblings, task.method);
    let node = found.as_ref().ok().map(|menu| menu.node);
    let score = site.gold.score_menu(&site.document, node);
    let mut panels = Vec::new();
    if !score.is_perfect() {
        let ranked: Vec<Ranked> = rank(page, &siblings);
        panels = panels::of(site, node, &ranked);
    }
    let note = match &found {
        Ok(menu) => format!(
            "{} ({:.2})",
            describe(&site.document, menu.node),
            menu.score
        ),
        Err(reason) => none_note(reason),
    };
    Row {
        name: site.name.clone(),
        group: None,
        score,
        note,
        panels,
    }
}

fn none_note(reason: &NoMenu) -> String {
    format!("none: {reason}")
}

fn method_name(method: Method) -> &'static str {
    match method {
        Method::Default => "default",
        Method::Paper => "paper",
    }
}
