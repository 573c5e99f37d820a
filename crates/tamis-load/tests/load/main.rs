//! Loading, from outside: one module a kind of source, all in one binary.

mod files;
mod folder;
mod jsonl;
mod mirror;
mod resources;
mod server;
mod site;
mod sites;
mod warc;
mod web;

use tamis_load::{Input, LoadOptions, Loader, Page};

/// The pages of an input, and the messages about those that could not be loaded, in order.
fn load(options: LoadOptions, input: &str) -> Vec<Result<Page, String>> {
    let loader = Loader::new(options).unwrap();
    let input = Input::parse(input).unwrap();
    loader
        .pages(&input)
        .map(|page| page.map_err(|error| error.to_string()))
        .collect()
}

/// The same, as lines to compare: `address: bytes`, or `error: message` with `folder` left off.
fn lines(folder: &folder::Folder, pages: &[Result<Page, String>]) -> Vec<String> {
    let root = format!("{}/", folder.root().display());
    pages
        .iter()
        .map(|page| match page {
            Ok(page) => format!("{}: {}", page.address, String::from_utf8_lossy(&page.bytes)),
            Err(error) => format!("error: {}", error.replace(&root, "")),
        })
        .collect()
}

/// Pages are loaded on many threads at once.
#[test]
fn loading_can_be_shared() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<Loader>();
    shared::<tamis_load::Site<'_>>();
    sent::<tamis_load::Pages<'_>>();
    shared::<tamis_load::LoadError>();
}
