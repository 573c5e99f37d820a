//! Every verb that JavaScript can ask.

use serde::Serialize;

use crate::request::read_as;
use crate::verbs::{content, explain, filter, link, menu, outline, read, search, template};
use crate::{Desk, Trouble};

/// Answers one request: a verb's name and what it is asked, as JSON. The answer is JSON as well.
pub fn answer(desk: &mut Desk, verb: &str, request: &str) -> Result<String, Trouble> {
    match verb {
        "content" => content::content(desk, &read_as(request)?),
        "read" => read::read(desk, &read_as(request)?),
        "outline" => outline::outline(desk, &read_as(request)?),
        "select" => outline::select(desk, &read_as(request)?),
        "explain" => explain::explain(desk, &read_as(request)?),
        "explain-page" => explain::page(desk, &read_as(request)?),
        "menu" => menu::menu(desk, &read_as(request)?),
        "menu-siblings" => menu::siblings(desk, &read_as(request)?),
        "search" => search::begin(desk, &read_as(request)?),
        "search-next" => search::next(desk, &read_as(request)?),
        "search-give" => search::give(desk, &read_as(request)?),
        "search-finish" => search::finish(desk, &read_as(request)?),
        "template-html" => template::html(desk, &read_as(request)?),
        "template-nodes" => template::nodes(desk, &read_as(request)?),
        "template-paths" => template::paths(desk, &read_as(request)?),
        "template-save" => template::save(desk, &read_as(request)?),
        "template-apply" => template::apply(desk, &read_as(request)?),
        "filter-learn" => filter::learn(desk, &read_as(request)?),
        "filter-suggest" => filter::suggest(desk, &read_as(request)?),
        "filter-reach" => filter::reach::reach(desk, &read_as(request)?),
        "filter-distances" => filter::distances(desk, &read_as(request)?),
        "filter-find" => filter::find(desk, &read_as(request)?),
        "filter-apply" => filter::apply(desk, &read_as(request)?),
        "filter-read" => filter::saved::read(&read_as(request)?),
        "filter-fits" => filter::saved::fits(&read_as(request)?),
        "filter-export" => filter::saved::export(&read_as(request)?),
        "filter-import" => filter::saved::import(&read_as(request)?),
        "links" => link::similar(desk, &read_as(request)?),
        "links-by-likeness" => link::by_likeness(desk, &read_as(request)?),
        "url-key" => link::key(&read_as(request)?),
        "url-normalised" => link::normalised(&read_as(request)?),
        "url-same-site" => link::same_site(&read_as(request)?),
        unknown => Err(Trouble::new(format_args!("there is no verb `{unknown}`"))),
    }
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Trouble> {
    serde_json::to_string(value).map_err(Trouble::new)
}
