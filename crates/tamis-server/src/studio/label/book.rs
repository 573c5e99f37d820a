//! Sites that are being labelled, as they are kept: their pages compressed, labels by the paths of elements.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use tamis::dom::{Document, NodeId, Paths};
use tamis_eval::label::PageLabels;
use url::Url;

use super::super::data::{Data, unread, unwritten};
use super::super::trouble::Trouble;
use super::gather::Gathered;

/// The sites among the studio's notes.
pub(super) struct Book<'a>(pub(super) &'a Data);

/// A site in a list.
#[derive(Clone, Debug, Serialize)]
pub(super) struct KeptSite {
    pub(super) id: i64,
    /// What its folder is called when it is saved.
    pub(super) name: String,
    /// The page that is labelled.
    url: String,
    /// How many pages of the site are kept.
    pages: i64,
    /// How many people have labelled it.
    people: i64,
}

/// A site, whole.
pub(super) struct Kept {
    pub(super) site: KeptSite,
    pub(super) url: Url,
    /// The labelled page first.
    pub(super) pages: Vec<(Url, Vec<u8>)>,
    /// What each person says, by name.
    pub(super) people: Vec<(String, KeptLabels)>,
}

/// Labels by paths.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct KeptLabels {
    not_template: Vec<String>,
    main_content: Vec<String>,
    menu: Option<String>,
}

/// How much pages are compressed.
const LEVEL: i32 = 9;

const COLUMNS: &str = "s.id, s.name, s.url, (SELECT count(*) FROM site_pages WHERE site = s.id), \
                       (SELECT count(*) FROM labels WHERE site = s.id)";

impl Book<'_> {
    /// The sites, newest first.
    pub(super) fn all(&self) -> Result<Vec<KeptSite>, Trouble> {
        let notes = self.0.notes();
        let sql = format!("SELECT {COLUMNS} FROM sites s ORDER BY s.id DESC");
        let mut query = notes.prepare_cached(&sql).map_err(unread)?;
        let sites = query.query_map([], kept_site);
        sites.and_then(Iterator::collect).map_err(unread)
    }

    /// Keeps a site; gives it as it is listed.
    pub(super) fn add(&self, gathered: &Gathered) -> Result<KeptSite, Trouble> {
        let mut notes = self.0.notes();
        let change = notes.transaction().map_err(unwritten)?;
        let host = gathered.url.host_str().unwrap_or("site");
        change
            .execute(
                "INSERT INTO sites (name, url) VALUES (?, ?)",
                params!["", gathered.url.as_str()],
            )
            .map_err(unwritten)?;
        let id = change.last_insert_rowid();
        let name = format!(
            "{}-{id}",
            host.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
        );
        let name = name.trim_start_matches('-');
        change
            .execute("UPDATE sites SET name = ? WHERE id = ?", params![name, id])
            .map_err(unwritten)?;
        for (place, (url, page)) in gathered.pages.iter().enumerate() {
            let packed = zstd::encode_all(page.as_slice(), LEVEL).map_err(|_| Trouble::broken())?;
            change
                .execute(
                    "INSERT INTO site_pages (site, place, url, page) VALUES (?, ?, ?, ?)",
                    params![id, place as i64, url.as_str(), packed],
                )
                .map_err(unwritten)?;
        }
        let site = listed(&change, id)?;
        change.commit().map_err(unwritten)?;
        site.ok_or_else(Trouble::broken)
    }

    /// A site, whole.
    pub(super) fn find(&self, id: i64) -> Result<Option<Kept>, Trouble> {
        let notes = self.0.notes();
        let Some(site) = listed(&notes, id)? else {
            return Ok(None);
        };
        let mut pages = Vec::new();
        let mut query = notes
            .prepare_cached("SELECT url, page FROM site_pages WHERE site = ? ORDER BY place")
            .map_err(unread)?;
        let rows = query
            .query_map([id], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, Vec<u8>>(1)?))
            })
            .map_err(unread)?;
        for row in rows {
            let (url, packed) = row.map_err(unread)?;
            let page = zstd::decode_all(packed.as_slice()).map_err(|_| Trouble::broken())?;
            pages.push((Url::parse(&url).map_err(|_| Trouble::broken())?, page));
        }
        let mut query = notes
            .prepare_cached("SELECT person, labels FROM labels WHERE site = ? ORDER BY person")
            .map_err(unread)?;
        let people: Vec<(String, String)> = query
            .query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))
            .and_then(Iterator::collect)
            .map_err(unread)?;
        let people = people
            .into_iter()
            .filter_map(|(person, json)| Some((person, serde_json::from_str(&json).ok()?)));
        Ok(Some(Kept {
            url: Url::parse(&site.url).map_err(|_| Trouble::broken())?,
            site,
            pages,
            people: people.collect::<BTreeMap<_, _>>().into_iter().collect(),
        }))
    }

    /// Keeps what a person says, in place of what they said before.
    pub(super) fn label(
        &self,
        site: i64,
        person: &str,
        document: &Document,
        labels: &PageLabels,
    ) -> Result<(), Trouble> {
        let kept = KeptLabels::of(document, labels);
        let json = serde_json::to_string(&kept).map_err(|_| Trouble::broken())?;
        let written = self.0.notes().execute(
            "INSERT OR REPLACE INTO labels (site, person, labels) VALUES (?, ?, ?)",
            params![site, person, json],
        );
        written.map(drop).map_err(unwritten)
    }

    /// Takes a site away, with its labels.
    pub(super) fn remove(&self, id: i64) -> Result<(), Trouble> {
        let mut notes = self.0.notes();
        let change = notes.transaction().map_err(unwritten)?;
        for sql in [
            "DELETE FROM labels WHERE site = ?",
            "DELETE FROM site_pages WHERE site = ?",
            "DELETE FROM sites WHERE id = ?",
        ] {
            change.execute(sql, [id]).map_err(unwritten)?;
        }
        change.commit().map_err(unwritten)
    }
}

impl Kept {
    /// The labelled page.
    pub(super) fn document(&self) -> Document {
        let page = self.pages.first().map(|(_, page)| page.clone());
        Document::parse(page.unwrap_or_default())
    }
}

impl KeptLabels {
    fn of(document: &Document, labels: &PageLabels) -> KeptLabels {
        let paths = Paths::new(document);
        let all = |nodes: &[NodeId]| nodes.iter().map(|&node| paths.path(node)).collect();
        KeptLabels {
            not_template: all(&labels.not_template),
            main_content: all(&labels.main_content),
            menu: labels.menu.map(|node| paths.path(node)),
        }
    }

    /// The labels as elements of the page; a path that leads nowhere is passed over.
    pub(super) fn on(&self, document: &Document) -> PageLabels {
        let all = |paths: &[String]| {
            paths
                .iter()
                .filter_map(|path| document.at_path(path))
                .collect()
        };
        PageLabels {
            not_template: all(&self.not_template),
            main_content: all(&self.main_content),
            menu: self.menu.as_ref().and_then(|path| document.at_path(path)),
        }
    }
}

fn listed(notes: &Connection, id: i64) -> Result<Option<KeptSite>, Trouble> {
    let sql = format!("SELECT {COLUMNS} FROM sites s WHERE s.id = ?");
    let found = notes.query_row(&sql, [id], kept_site).optional();
    found.map_err(unread)
}

fn kept_site(row: &Row<'_>) -> rusqlite::Result<KeptSite> {
    Ok(KeptSite {
        id: row.get(0)?,
        name: row.get(1)?,
        url: row.get(2)?,
        pages: row.get(3)?,
        people: row.get(4)?,
    })
}
