//! `--links-like`: the pages behind similar links, made into one document.

use std::collections::BTreeSet;
use std::io::{BufRead, IsTerminal, Write, stderr, stdin};
use std::sync::Arc;

use anyhow::{Context, bail};
use tamis::content::{Options, extract};
use tamis::dom::{Document, ParseOptions};
use tamis::filter::{Picked, SimilarLink, similar_links};
use tamis::link::{KeyBook, Rules};
use tamis::marks::Marks;
use tamis_load::{Input, LoadError, Loader, Page, Site, Source};
use url::Url;

use super::Gathered;
use super::flags::{LinkArgs, Wish};
use super::kept_pages::{KeptPage, KeptPages};
use super::leaf::{Read, read};
use crate::args::Shared;
use crate::in_order::in_order;
use crate::messages;
use crate::outcome::{Outcome, UsageError};
use crate::output;
use crate::progress;

/// More links than this are followed only after asking: at half a second each they take a minute, and
/// a selector that was meant for a list but took the whole page shows itself.
const ASK_ABOVE: usize = 100;

/// The links to follow, and the site that they are followed in.
pub(super) struct Links<'l> {
    links: Vec<SimilarLink>,
    /// How many there were before `--max-pages`.
    found: usize,
    threshold: f32,
    site: Arc<Site<'l>>,
    /// What the page that they stand on is called: the document of all of them is called so too.
    pub(super) title: Option<String>,
}

/// Finds the links that are like the one that was named.
pub(super) fn links<'l>(
    args: &LinkArgs,
    mut inputs: Vec<(String, Result<Input, LoadError>)>,
    loader: &'l Loader,
) -> anyhow::Result<Links<'l>> {
    if inputs.len() != 1 {
        let why = "--links-like follows the links of one page: name one INPUT".to_owned();
        return Err(UsageError(why).into());
    }
    let (typed, input) = inputs.remove(0);
    let input = input?;
    let page = loader.pages(&input).next();
    let page = page.with_context(|| format!("{typed}: no page in it"))??;
    let site = Arc::new(loader.site(&input)?);
    let (address, document) = page.parsed();
    let asked = args.links_like.as_deref().unwrap_or_default();
    let picked = Picked::named(&document, "--links-like", asked)
        .map_err(|error| UsageError(error.to_string()))?;
    let Some(similar) = similar_links(&document, &address, &picked, args.threshold) else {
        let why = format!("--links-like {asked}: what it names on {typed} is no link and has none");
        return Err(UsageError(why).into());
    };
    let mut links = similar.links;
    let found = links.len();
    links.truncate(args.max_pages.unwrap_or(usize::MAX));
    Ok(Links {
        links,
        found,
        threshold: similar.threshold,
        site,
        title: extract(
            &document,
            Some(&address),
            &Options::default(),
            &Marks::new(),
        )
        .metadata
        .title,
    })
}

/// Shows the links and what they are found by.
pub(super) fn show(links: &Links<'_>) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    for link in &links.links {
        writeln!(out, "{:.1}\t{}\t{}", link.distance, link.address, link.text)?;
    }
    out.flush()?;
    messages::note(format_args!(
        "{} of {} links within {:.1} of it; --threshold moves that, and without --dry-run they are followed",
        links.links.len(),
        links.found,
        links.threshold
    ));
    Ok(match links.links.is_empty() {
        true => Outcome::NothingFound,
        false => Outcome::Good,
    })
}

/// Asks whether so many links are meant.
pub(super) fn confirm(args: &LinkArgs, links: &Links<'_>) -> anyhow::Result<()> {
    let count = links.links.len();
    messages::note(format_args!(
        "{count} links within {:.1} of it; --dry-run shows them",
        links.threshold
    ));
    if count <= ASK_ABOVE || args.yes {
        return Ok(());
    }
    if !(stdin().is_terminal() && stderr().is_terminal()) {
        let why = format!(
            "{count} links are many: --yes follows them all, --max-pages N the first N, --dry-run shows them"
        );
        return Err(UsageError(why).into());
    }
    messages::ask(format_args!("follow all {count} links? [y/N] "));
    let mut answer = String::new();
    stdin().lock().read_line(&mut answer)?;
    match answer.trim().to_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => bail!("nothing was followed; --max-pages N follows the first N"),
    }
}

/// Reads the pages behind the links, in the order of the links.
pub(super) fn gather<'l>(
    links: &Links<'l>,
    wish: &Wish,
    shared: &Shared,
    gathered: &mut Gathered<'l>,
) -> anyhow::Result<Option<KeptPages>> {
    let kept = match (&wish.output, &*links.site) {
        // What lies on disk already need not be kept beside it.
        (Some(output), Site::Web(_)) => Some(KeptPages::beside(output)?),
        _ => None,
    };
    if let Some(count) = kept.as_ref().map(KeptPages::len).filter(|count| *count > 0) {
        messages::note(format_args!(
            "going on with {count} pages of an earlier run"
        ));
    }
    let bar = progress::bar(Some(links.links.len() as u64), "pages");
    let mut seen = BTreeSet::new();
    let (book, rules) = (KeyBook::new(), Rules::shipped());
    in_order(
        &shared.pool,
        links.links.iter(),
        |link| follow(link, links, kept.as_ref(), wish),
        |page| {
            bar.inc(1);
            // Two links may lead to one page all the same.
            if let Some(Read::Page(page, _)) = &page
                && let Some(url) = page
                    .leaf
                    .url
                    .as_deref()
                    .and_then(|url| Url::parse(url).ok())
                && !seen.insert(book.key_of(&url, "", &rules))
            {
                return Ok(());
            }
            bar.suspend(|| gathered.take(page));
            Ok::<_, anyhow::Error>(())
        },
    )?;
    bar.finish_and_clear();
    Ok(kept)
}

fn follow<'l>(
    link: &SimilarLink,
    links: &Links<'l>,
    kept: Option<&KeptPages>,
    wish: &Wish,
) -> Read<'l> {
    let page = match kept.and_then(|kept| kept.get(&link.key)) {
        Some(page) => from_kept(page),
        None => fetched(link, &links.site, kept),
    };
    read(
        (link.address.to_string(), page, Arc::clone(&links.site)),
        wish,
    )
}

/// The page behind a link, which is kept for a next run.
fn fetched(
    link: &SimilarLink,
    site: &Site<'_>,
    kept: Option<&KeptPages>,
) -> Result<Page, LoadError> {
    let missing = || LoadError::Damaged {
        what: link.address.to_string(),
        why: "there is no such page".to_owned(),
    };
    let page = site.page(&link.address)?.ok_or_else(missing)?;
    if let Some(kept) = kept {
        kept.add(&KeptPage {
            key: link.key.clone(),
            url: page.final_address.to_string(),
            html: text_of(&page),
        });
    }
    Ok(page)
}

/// A page's text, decoded as its parser would.
fn text_of(page: &Page) -> String {
    let mut options = ParseOptions::default();
    options.charset.clone_from(&page.charset);
    let document = Document::parse_with(page.bytes.clone(), &options);
    let (text, _, _) = document.encoding().decode(&page.bytes);
    text.into_owned()
}

fn from_kept(page: KeptPage) -> Result<Page, LoadError> {
    let damaged = |_| LoadError::Damaged {
        what: page.url.clone(),
        why: "what an earlier run has kept of it is damaged".to_owned(),
    };
    let address = Url::parse(&page.url).map_err(damaged)?;
    Ok(Page {
        final_address: address.clone(),
        source: Source::Cache(Box::new(address.clone())),
        address,
        bytes: page.html.into_bytes(),
        // The text was decoded when it was kept; what its `meta` says is past.
        charset: Some("utf-8".to_owned()),
        content_type: None,
        status: None,
        date: None,
        title: None,
        moved_to: None,
    })
}
