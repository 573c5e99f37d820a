//! `tamis read INPUT…`: a document for reading, of one page or many.

mod flags;
mod follow;
mod kept_pages;
mod leaf;
mod pictures;
mod write;

use crate::args::Shared;
use crate::content::pages_of;
use crate::in_order::in_order;
use crate::messages;
use crate::outcome::Outcome;
use crate::progress;

pub(crate) use flags::ReadArgs;
use flags::Wish;
use leaf::{Read, read};
use pictures::Album;
use tamis_load::Input;

pub(crate) fn run(args: ReadArgs, shared: &Shared) -> anyhow::Result<Outcome> {
    let mut wish = args.resolve()?;
    let inputs = args.input.resolve()?;
    let loader = &inputs.loader;
    let archives: Vec<Input> = inputs
        .inputs
        .iter()
        .filter_map(|(_, input)| input.as_ref().ok().cloned())
        .filter(|input| matches!(input, Input::Warc(_)))
        .collect();
    let mut gathered = Gathered::default();
    let mut kept = None;
    if args.links.links_like.is_some() {
        let links = follow::links(&args.links, inputs.inputs, loader)?;
        if args.links.dry_run {
            return follow::show(&links);
        }
        follow::confirm(&args.links, &links)?;
        if wish.document.title.is_none() {
            wish.document.title.clone_from(&links.title);
        }
        kept = follow::gather(&links, &wish, shared, &mut gathered)?;
    } else {
        let pages = inputs
            .inputs
            .into_iter()
            .flat_map(|(typed, input)| pages_of(loader, typed, input));
        let bar = progress::bar(None, "pages");
        in_order(
            &shared.pool,
            pages,
            |page| read(page, &wish),
            |page| {
                bar.inc(1);
                gathered.take(page);
                Ok::<_, anyhow::Error>(())
            },
        )?;
        bar.finish_and_clear();
    }
    let pictures = Album {
        loader,
        archives: &archives,
    };
    let outcome = finish(gathered, &pictures, &wish, shared)?;
    if let Some(kept) = kept {
        kept.remove();
    }
    Ok(outcome)
}

/// What was gathered so far.
#[derive(Default)]
struct Gathered<'l> {
    pages: Vec<leaf::Bound<'l>>,
    outcome: Outcome,
}

impl<'l> Gathered<'l> {
    /// Takes what became of one page; `None` when the program itself failed on it.
    fn take(&mut self, page: Option<Read<'l>>) {
        match page {
            Some(Read::Page(page, note)) => {
                self.pages.push(*page);
                if let Some(note) = note {
                    messages::note(note);
                }
            }
            Some(Read::Nothing(note)) => {
                self.outcome.add(Outcome::NothingFound);
                messages::note(note);
            }
            Some(Read::Unreadable(note)) => {
                self.outcome.add(Outcome::Unreadable);
                messages::error(note);
            }
            None => {
                self.outcome.add(Outcome::Unreadable);
                messages::error(
                    "a page was left out because this program failed on it; please report it",
                );
            }
        }
    }
}

/// Puts the pictures to the pages and writes the document. Without any page there is none.
fn finish(
    gathered: Gathered<'_>,
    album: &Album<'_>,
    wish: &Wish,
    shared: &Shared,
) -> anyhow::Result<Outcome> {
    let Gathered { pages, outcome } = gathered;
    if pages.is_empty() {
        messages::note("there is nothing to read, so nothing was written");
        return Ok(outcome.max(Outcome::NothingFound));
    }
    let (mut leaves, sites): (Vec<_>, Vec<_>) =
        pages.into_iter().map(|page| (page.leaf, page.site)).unzip();
    let pictures = pictures::gathered(&mut leaves, &sites, album, wish, shared);
    write::write(&mut leaves, &pictures, wish)?;
    Ok(outcome)
}
