//! Why each part of a page was kept or dropped.

use tamis::menu;
use tamis::site::explain::{Explanation, Findings, Outside, explain as explain_page};
use url::Url;

use crate::answer::json;
use crate::request::asked;
use crate::{Desk, Trouble};

asked! {
    /// A page to be explained.
    pub(crate) struct Asked {
        page: u32,
        url: Url,
        template: Option<u32>,
    }
}

/// The verdicts where they change on the way down the page.
pub(crate) fn explain(desk: &Desk, asked: &Asked) -> Result<String, Trouble> {
    let explanation = explanation(desk, asked)?;
    json(&explanation.lines(desk.page(asked.page)?))
}

/// The page with its verdicts as attributes, to be shown in a frame.
pub(crate) fn page(desk: &Desk, asked: &Asked) -> Result<String, Trouble> {
    let explanation = explanation(desk, asked)?;
    json(&explanation.page(desk.page(asked.page)?, &asked.url, Outside::Looks))
}

fn explanation(desk: &Desk, asked: &Asked) -> Result<Explanation, Trouble> {
    let document = desk.page(asked.page)?;
    let key = menu::Page {
        document,
        url: &asked.url,
    };
    let menu = menu::find(key, &[], menu::Method::Default).ok();
    let findings = Findings {
        template: asked.template.map(|n| desk.template(n)).transpose()?,
        menu: menu.as_ref(),
    };
    Ok(explain_page(document, findings))
}
