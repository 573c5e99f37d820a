//! A template that was found: written, listed, saved and applied to other pages.

use serde::Serialize;
use tamis::dom::NodeId;
use tamis::template::{Fit, Saved, SavedSite, Templates};
use url::Url;

use super::asked::Part;
use super::search::Numbered;
use crate::answer::json;
use crate::request::asked;
use crate::{Desk, Trouble};

asked! {
    /// A part of a page by its template.
    pub(crate) struct Asked {
        template: u32,
        page: u32,
        part: Part = Part::Template,
    }
}

asked! {
    /// A template to be saved.
    pub(crate) struct Save {
        template: u32,
        page: u32,
        url: Url,
        /// What is saved of the site already.
        saved: Option<SavedSite>,
    }
}

asked! {
    /// A saved template to be applied.
    pub(crate) struct Apply {
        saved: SavedSite,
        page: u32,
        url: Url,
    }
}

#[derive(Serialize)]
struct Applied<'a> {
    score: f32,
    fit: Fit,
    #[serde(flatten)]
    template: Numbered<'a>,
}

/// The page with everything else removed.
pub(crate) fn html(desk: &Desk, asked: &Asked) -> Result<String, Trouble> {
    let (template, document) = (desk.template(asked.template)?, desk.page(asked.page)?);
    json(&match asked.part {
        Part::Template => template.html(document),
        Part::Complement => template.complement(document),
    })
}

/// The paths of its nodes, each with how many siblings have it.
pub(crate) fn paths(desk: &Desk, asked: &Asked) -> Result<String, Trouble> {
    let template = desk.template(asked.template)?;
    let paths = template.paths(desk.page(asked.page)?, asked.part.into());
    let pairs = paths
        .into_iter()
        .map(|(path, verdict)| (path, verdict.votes));
    json(&pairs.collect::<Vec<(String, u32)>>())
}

/// For every node of the page, by its number, whether it is part of the template: a text of `1` and `0`.
pub(crate) fn nodes(desk: &Desk, asked: &Asked) -> Result<String, Trouble> {
    let (template, document) = (desk.template(asked.template)?, desk.page(asked.page)?);
    let wanted = matches!(asked.part, Part::Template);
    let digit = |at| match template.verdict(NodeId::from_index(at)).template == wanted {
        true => '1',
        false => '0',
    };
    json(&(0..document.len()).map(digit).collect::<String>())
}

/// The saved form, as the program writes it to a file.
pub(crate) fn save(desk: &Desk, asked: &Save) -> Result<String, Trouble> {
    let (template, document) = (desk.template(asked.template)?, desk.page(asked.page)?);
    let mut site = asked.saved.clone().unwrap_or_default();
    site.check().map_err(Trouble::new)?;
    site.add(Saved::new(template, document, &asked.url));
    json(&site)
}

/// A saved template on another page of its site.
pub(crate) fn apply(desk: &mut Desk, asked: &Apply) -> Result<String, Trouble> {
    asked.saved.check().map_err(Trouble::new)?;
    let templates = Templates::new(&asked.saved);
    let applied = templates.apply(desk.page(asked.page)?, &asked.url);
    let applied = applied.ok_or_else(|| {
        let url = &asked.url;
        Trouble::new(format_args!("{url} is not of the saved template's site"))
    })?;
    let number = desk.keep_template(applied.template);
    json(&Applied {
        score: applied.score,
        fit: applied.fit,
        template: Numbered {
            number,
            template: desk.template(number)?,
        },
    })
}
