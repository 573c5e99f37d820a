//! Real pages: the tree is html5ever's on every one.

use tamis_dom::Document;

use crate::{dump, html5ever_arena};

/// The pages are other people's, so they are not in the repository: `TAMIS_WCXB` names a folder with
/// `html/*.html` in it.
#[test]
fn real_pages_have_the_trees_of_html5ever() {
    let Some(folder) = std::env::var_os("TAMIS_WCXB") else {
        println!("skipped: TAMIS_WCXB does not name the folder of the pages");
        return;
    };
    let folder = std::path::Path::new(&folder).join("html");
    let mut pages: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder has pages")
        .flatten()
        .collect();
    pages.sort_by_key(std::fs::DirEntry::file_name);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let different: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = pages
            .chunks(pages.len().div_ceil(threads).max(1))
            .map(|pages| {
                scope.spawn(|| {
                    pages
                        .iter()
                        .filter_map(|page| difference(&page.path()))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("no page stops the test"))
            .collect()
    });
    assert!(!pages.is_empty(), "there are no pages in the folder");
    assert!(
        different.is_empty(),
        "{} of {} pages differ:\n{}",
        different.len(),
        pages.len(),
        different.join("\n")
    );
    println!("{} pages have the same tree", pages.len());
}

fn difference(page: &std::path::Path) -> Option<String> {
    let bytes = std::fs::read(page).expect("a page can be read");
    let document = Document::parse(bytes.clone());
    crate::invariants::check(&document);
    let text = document.encoding().decode(&bytes).0;
    let ours = dump::ours(&document);
    let theirs = dump::theirs(&html5ever_arena::parse(&text), false);
    if ours == theirs {
        return None;
    }
    let at = ours
        .lines()
        .zip(theirs.lines())
        .position(|(ours, theirs)| ours != theirs)
        .unwrap_or(0);
    let line = |tree: &str| {
        tree.lines()
            .nth(at)
            .unwrap_or_default()
            .chars()
            .take(120)
            .collect::<String>()
    };
    Some(format!(
        "{}: line {at}\n  {}\n  {}",
        page.display(),
        line(&ours),
        line(&theirs)
    ))
}
