//! Labels for a site of one's own: its pages are kept with the studio's notes, people say what on the key page
//! is not template, main content and menu, and what they come to together is written where scores are
//! taken from it.

mod book;
mod gather;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use tamis::dom::{Document, NodeId, Paths};
use tamis::site::shown::{Outside, numbered};
use tamis_eval::label::{
    Agreement, LabelFormat, Merged, NewSite, PageLabels, WriteError, agreement, merge, write,
};

use super::Studio;
use super::desk::Arrived;
use super::reply::{Answered, json, waiting, working};
use super::shown::ShownPage;
use super::trouble::Trouble;
use book::{Book, Kept, KeptSite};

/// The addresses of the labels.
pub(super) fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/api/label/sites", get(waiting(sites)).post(waiting(add)))
        .route(
            "/api/label/sites/{id}",
            get(working(site)).delete(waiting(remove)),
        )
        .route("/api/label/sites/{id}/labels", post(working(label)))
        .route("/api/label/sites/{id}/save", post(working(save)))
}

#[derive(Serialize)]
struct Sites {
    sites: Vec<KeptSite>,
}

fn sites(studio: &Arc<Studio>, (): ()) -> Answered {
    json(&Sites {
        sites: Book(&studio.data).all()?,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct New {
    /// The page that is to be labelled.
    url: String,
}

fn add(studio: &Arc<Studio>, Arrived { value: new, .. }: Arrived<New>) -> Answered {
    let gathered = gather::gather(&new.url, &studio.web)?;
    json(&Book(&studio.data).add(&gathered)?)
}

/// A site with all that was said of its key page.
#[derive(Serialize)]
struct Whole {
    #[serde(flatten)]
    site: KeptSite,
    /// Under which its key page is shown, the elements numbered.
    shown: String,
    labels: Vec<Said>,
    /// How far people agree; nothing where there are not two.
    agreement: Option<Agreement>,
    /// What they come to together.
    merged: Told,
    /// Of what as many say that it is template as that it is not.
    ambiguous: Vec<Node>,
}

/// What a person says.
#[derive(Serialize)]
struct Said {
    person: String,
    #[serde(flatten)]
    labels: Told,
}

/// Labels as they are told.
#[derive(Serialize)]
struct Told {
    not_template: Vec<Node>,
    main_content: Vec<Node>,
    menu: Option<Node>,
}

/// An element of the page, by its number in the frame and by its path.
#[derive(Serialize)]
struct Node {
    node: usize,
    path: String,
}

fn site(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    json(&whole(studio, find(studio, &id)?)?)
}

fn whole(studio: &Studio, kept: Kept) -> Result<Whole, Trouble> {
    let document = kept.document();
    let people: Vec<PageLabels> = kept.people.iter().map(|(_, l)| l.on(&document)).collect();
    let merged = merge(&document, &people);
    let paths = Paths::new(&document);
    let node = |&node: &NodeId| Node {
        node: node.index(),
        path: paths.path(node),
    };
    let told = |labels: &PageLabels| Told {
        not_template: labels.not_template.iter().map(node).collect(),
        main_content: labels.main_content.iter().map(node).collect(),
        menu: labels.menu.as_ref().map(node),
    };
    let shown = ShownPage {
        page: numbered(&document, &kept.url, Outside::Looks),
        reader: String::new(),
    };
    let names = kept.people.iter().map(|(person, _)| person.clone());
    Ok(Whole {
        shown: studio.shelf.put(shown).ok_or_else(Trouble::broken)?,
        labels: names
            .zip(&people)
            .map(|(person, labels)| Said {
                person,
                labels: told(labels),
            })
            .collect(),
        agreement: agreement(&document, &people),
        merged: told(&merged.labels),
        ambiguous: merged.ambiguous.iter().map(node).collect(),
        site: kept.site,
    })
}

#[derive(Serialize)]
struct Removed {
    removed: i64,
}

fn remove(studio: &Arc<Studio>, Path(id): Path<String>) -> Answered {
    let removed = find(studio, &id)?.site.id;
    Book(&studio.data).remove(removed)?;
    json(&Removed { removed })
}

/// Labels as they are sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    person: String,
    #[serde(default)]
    not_template: Vec<Picked>,
    #[serde(default)]
    main_content: Vec<Picked>,
    menu: Option<Picked>,
}

/// An element by its number in the frame, or by its path.
#[derive(Deserialize)]
#[serde(untagged)]
enum Picked {
    Number(usize),
    Path(String),
}

/// Labels of one kind that a person may give: hundreds are seen on pages of the data that the program is
/// scored on, written as selectors; chosen, not measured.
const MOST_LABELS: usize = 1000;

/// The longest name of a person.
const MOST_LETTERS: usize = 60;

fn label(
    studio: &Arc<Studio>,
    (Path(id), Arrived { value: sent, .. }): (Path<String>, Arrived<Sent>),
) -> Answered {
    let kept = find(studio, &id)?;
    let person = sent.person.trim();
    let is_name = (1..=MOST_LETTERS).contains(&person.chars().count())
        && !person.chars().any(char::is_control);
    if !is_name {
        let why = format!("\"person\" is a name of up to {MOST_LETTERS} letters");
        return Err(Trouble::unusable(why));
    }
    let document = kept.document();
    let labels = PageLabels {
        not_template: picked(&document, &sent.not_template)?,
        main_content: picked(&document, &sent.main_content)?,
        menu: picked(&document, sent.menu.as_slice())?.pop(),
    };
    Book(&studio.data).label(kept.site.id, person, &document, &labels)?;
    json(&whole(studio, find(studio, &id)?)?)
}

/// The elements that were picked, in the order of the page, each once.
fn picked(document: &Document, sent: &[Picked]) -> Result<Vec<NodeId>, Trouble> {
    if sent.len() > MOST_LABELS {
        let why = format!("more than {MOST_LABELS} labels of a kind");
        return Err(Trouble::unusable(why));
    }
    let element = |picked: &Picked| {
        let node = match picked {
            Picked::Number(number) => Some(*number)
                .filter(|&number| number < document.len())
                .map(NodeId::from_index),
            Picked::Path(path) => document.at_path(path),
        };
        let inside = |node: &NodeId| {
            document
                .body()
                .is_some_and(|body| document.contains(body, *node))
        };
        node.filter(|&node| document.is_element(node))
            .filter(inside)
    };
    let nodes: Option<Vec<NodeId>> = sent.iter().map(element).collect();
    let mut nodes = nodes.ok_or_else(|| {
        Trouble::unusable(
            "a label is on no element of the page's body; name it by its number or path",
        )
    })?;
    nodes.sort();
    nodes.dedup();
    Ok(nodes)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Where {
    /// The folder below which the site gets its own.
    folder: String,
    format: LabelFormat,
}

#[derive(Serialize)]
struct Saved {
    /// The site's own folder.
    saved: String,
}

fn save(
    studio: &Arc<Studio>,
    (Path(id), Arrived { value: wanted, .. }): (Path<String>, Arrived<Where>),
) -> Answered {
    let kept = find(studio, &id)?;
    let folder = PathBuf::from(&wanted.folder);
    if !folder.is_absolute() {
        let why = "\"folder\" is the whole path of a folder on this machine, from its root";
        return Err(Trouble::unusable(why));
    }
    if kept.people.is_empty() {
        return Err(Trouble::nothing("nobody has labelled this page yet"));
    }
    let document = kept.document();
    let people: Vec<PageLabels> = kept.people.iter().map(|(_, l)| l.on(&document)).collect();
    let labels: Merged = merge(&document, &people);
    let new = NewSite {
        name: &kept.site.name,
        url: &kept.url,
        document: &document,
        labels: &labels,
        pages: &kept.pages,
    };
    let saved = write(&folder, &new, wanted.format).map_err(|error| unsaved(&error))?;
    json(&Saved {
        saved: saved.display().to_string(),
    })
}

/// The paths in it are what was typed, and below.
fn unsaved(error: &WriteError) -> Trouble {
    let status = match error {
        WriteError::Exists(_) => StatusCode::CONFLICT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Trouble::new(status, error.to_string())
}

fn find(studio: &Studio, id: &str) -> Result<Kept, Trouble> {
    let id: Option<i64> = id.parse().ok();
    let found = id.map(|id| Book(&studio.data).find(id)).transpose()?;
    let gone = || Trouble::new(StatusCode::NOT_FOUND, "there is no such site");
    found.flatten().ok_or_else(gone)
}
