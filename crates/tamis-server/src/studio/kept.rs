//! Pages that a person keeps, as they were when they were opened: a filter that was changed is applied to
//! them anew, without asking their hosts, and what it no longer finds shows.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use rusqlite::{OptionalExtension, params};
use serde::{Deserialize, Serialize};
use tamis::content::Options;
use tamis::dom::{Document, NodeId};
use tamis::filter::Filter;
use tamis::site::filter::{format, sieve};
use url::Url;

use super::Studio;
use super::asked::Asked;
use super::data::{Data, unread, unwritten};
use super::desk::Arrived;
use super::pick::title_of;
use super::reply::{Answered, Query, json, on_page, working};
use super::trouble::Trouble;

/// The table, one step of the studio's notes.
pub(super) const TABLE: &str = "
CREATE TABLE kept (
  url TEXT PRIMARY KEY,
  title TEXT,
  at INTEGER NOT NULL,
  html BLOB NOT NULL
);
";

/// Pages that are kept; more than these want a stream's store.
const MAX_KEPT: i64 = 2000;

/// Pages that a filter is applied to at once.
const MAX_APPLIED: usize = 500;

/// How hard pages are packed: the fastest that is worth it.
const LEVEL: i32 = 3;

/// A page is no larger than this when it is unpacked, whatever the file says.
const MAX_PAGE: usize = 64 << 20;

pub(super) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route(
            "/api/kept",
            get(working(list))
                .post(on_page(keep))
                .delete(working(forget)),
        )
        .route("/api/kept/apply", post(working(apply)))
}

/// A page that is kept.
#[derive(Debug, Serialize)]
struct KeptPage {
    url: String,
    title: Option<String>,
    /// When it was kept, in seconds since 1970.
    at: i64,
}

#[derive(Serialize)]
struct KeptPages {
    pages: Vec<KeptPage>,
}

/// Which page is meant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    url: String,
}

/// A filter to be applied anew.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ApplyAsked {
    filter: String,
}

/// What a filter finds on the pages that are kept and that it is for.
#[derive(Serialize)]
struct AppliedToAll {
    pages: Vec<AppliedTo>,
    /// Pages that it is for and that were too many to look at.
    left: usize,
}

#[derive(Serialize)]
struct AppliedTo {
    url: String,
    title: Option<String>,
    /// How it went, in words.
    summary: String,
    /// Whether the page is of another design than the one that was shown.
    refused: bool,
    /// What was found, as `/api/filter` tells it; nothing when it was refused.
    found: Option<serde_json::Value>,
}

fn list(studio: &Arc<Studio>, (): ()) -> Answered {
    let pages = Shelf(&studio.data).list()?;
    json(&KeptPages { pages })
}

fn keep(studio: &Arc<Studio>, mut asked: Arrived<Asked>) -> Answered {
    let page = asked.value.load(&studio.web)?;
    let none = || Trouble::unusable("a page is kept by its address: send it as \"url\"");
    let url = page.url.as_ref().ok_or_else(none)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let kept = KeptPage {
        url: url.to_string(),
        title: title_of(&page.document),
        at: now.map_or(0, |now| now.as_secs() as i64),
    };
    let html = page.document.to_html(NodeId::DOCUMENT);
    Shelf(&studio.data).put(&kept, &html)?;
    json(&kept)
}

fn forget(studio: &Arc<Studio>, Query(Which { url }): Query<Which>) -> Answered {
    let shelf = Shelf(&studio.data);
    let none = || Trouble::new(StatusCode::NOT_FOUND, "this page is not kept");
    let kept = shelf.find(&url)?.ok_or_else(none)?;
    shelf.remove(&url)?;
    json(&kept)
}

fn apply(studio: &Arc<Studio>, Arrived { value: asked, .. }: Arrived<ApplyAsked>) -> Answered {
    let filter = Filter::from_toml(&asked.filter)
        .map_err(|error| Trouble::unusable(format!("the filter cannot be read: {error}")))?;
    let shelf = Shelf(&studio.data);
    let mut pages = shelf.list()?;
    let address = |page: &KeptPage| Url::parse(&page.url).ok();
    pages.retain(|page| address(page).is_some_and(|url| filter.fits(&url).is_some()));
    let left = pages.len().saturating_sub(MAX_APPLIED);
    pages.truncate(MAX_APPLIED);
    let pages = pages.into_iter().filter_map(|page| {
        let html = shelf.html(&page.url).ok().flatten()?;
        Some(applied(&filter, page, html))
    });
    json(&AppliedToAll {
        pages: pages.collect(),
        left,
    })
}

fn applied(filter: &Filter, page: KeptPage, html: String) -> AppliedTo {
    let document = Document::parse(html);
    let url = Url::parse(&page.url).ok();
    let sieved = sieve(filter, &document, url.as_ref(), &Options::default());
    let (summary, found) = match &sieved {
        Ok(sieved) => {
            let record = format::Record::new(&page.url, Some(&page.url), sieved);
            (sieved.summary.clone(), serde_json::to_value(record).ok())
        }
        Err(refused) => (refused.summary.clone(), None),
    };
    AppliedTo {
        url: page.url,
        title: page.title,
        summary,
        refused: sieved.is_err(),
        found,
    }
}

/// The pages among the studio's notes.
struct Shelf<'a>(&'a Data);

impl Shelf<'_> {
    /// The newest first.
    fn list(&self) -> Result<Vec<KeptPage>, Trouble> {
        let notes = self.0.notes();
        let sql = "SELECT url, title, at FROM kept ORDER BY at DESC, url";
        let mut rows = notes.prepare_cached(sql).map_err(unread)?;
        let pages = rows.query_map([], kept_page);
        pages.and_then(Iterator::collect).map_err(unread)
    }

    fn find(&self, url: &str) -> Result<Option<KeptPage>, Trouble> {
        let sql = "SELECT url, title, at FROM kept WHERE url = ?";
        let found = self.0.notes().query_row(sql, [url], kept_page);
        found.optional().map_err(unread)
    }

    fn html(&self, url: &str) -> Result<Option<String>, Trouble> {
        let sql = "SELECT html FROM kept WHERE url = ?";
        let found = self
            .0
            .notes()
            .query_row(sql, [url], |row| row.get::<_, Vec<u8>>(0));
        let packed = found.optional().map_err(unread)?;
        let bytes = packed.and_then(|packed| zstd::bulk::decompress(&packed, MAX_PAGE).ok());
        Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()))
    }

    fn put(&self, page: &KeptPage, html: &str) -> Result<(), Trouble> {
        let packed = zstd::encode_all(html.as_bytes(), LEVEL).map_err(|_| Trouble::broken())?;
        let notes = self.0.notes();
        let count: i64 = notes
            .query_row(
                "SELECT count(*) FROM kept WHERE url <> ?",
                [&page.url],
                |row| row.get(0),
            )
            .map_err(unread)?;
        if count >= MAX_KEPT {
            let why = format!("{MAX_KEPT} pages are kept already; take some away first");
            return Err(Trouble::new(StatusCode::INSUFFICIENT_STORAGE, why));
        }
        let sql = "INSERT OR REPLACE INTO kept (url, title, at, html) VALUES (?, ?, ?, ?)";
        notes
            .execute(sql, params![page.url, page.title, page.at, packed])
            .map(drop)
            .map_err(unwritten)
    }

    fn remove(&self, url: &str) -> Result<(), Trouble> {
        let notes = self.0.notes();
        let removed = notes.execute("DELETE FROM kept WHERE url = ?", [url]);
        removed.map(drop).map_err(unwritten)
    }
}

fn kept_page(row: &rusqlite::Row<'_>) -> rusqlite::Result<KeptPage> {
    Ok(KeptPage {
        url: row.get(0)?,
        title: row.get(1)?,
        at: row.get(2)?,
    })
}
