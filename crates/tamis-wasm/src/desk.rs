//! What JavaScript holds by number: pages, searches that are under way, templates that were found.

use std::collections::BTreeMap;

use tamis::dom::Document;
use tamis::template::{Search, Template};

use crate::Trouble;

/// What is held by number.
#[derive(Default)]
pub struct Desk {
    last: u32,
    pages: BTreeMap<u32, Document>,
    searches: BTreeMap<u32, Search>,
    templates: BTreeMap<u32, Template>,
}

impl Desk {
    /// Takes a page. It is text: whoever had bytes knew better what they were, and the tables of all
    /// charsets would make the module half as large again.
    pub fn open(&mut self, html: String) -> u32 {
        let number = self.number();
        self.pages.insert(number, Document::parse_str(html));
        number
    }

    /// Forgets a page, a search or a template.
    pub fn close(&mut self, number: u32) {
        self.pages.remove(&number);
        self.searches.remove(&number);
        self.templates.remove(&number);
    }

    pub(crate) fn page(&self, number: u32) -> Result<&Document, Trouble> {
        let page = self.pages.get(&number);
        page.ok_or_else(|| Trouble::new(format_args!("there is no page {number}; open it first")))
    }

    pub(crate) fn keep_search(&mut self, search: Search) -> u32 {
        let number = self.number();
        self.searches.insert(number, search);
        number
    }

    pub(crate) fn search(&mut self, number: u32) -> Result<&mut Search, Trouble> {
        let search = self.searches.get_mut(&number);
        search.ok_or_else(|| Trouble::new(format_args!("there is no search {number}")))
    }

    /// A search together with a page that is given to it.
    pub(crate) fn search_and_page(
        &mut self,
        search: u32,
        page: u32,
    ) -> Result<(&mut Search, &Document), Trouble> {
        let found = self.searches.get_mut(&search).zip(self.pages.get(&page));
        found.ok_or_else(|| {
            Trouble::new(format_args!(
                "there is no search {search} or no page {page}"
            ))
        })
    }

    pub(crate) fn take_search(&mut self, number: u32) -> Result<Search, Trouble> {
        let search = self.searches.remove(&number);
        search.ok_or_else(|| Trouble::new(format_args!("there is no search {number}")))
    }

    pub(crate) fn keep_template(&mut self, template: Template) -> u32 {
        let number = self.number();
        self.templates.insert(number, template);
        number
    }

    pub(crate) fn template(&self, number: u32) -> Result<&Template, Trouble> {
        let template = self.templates.get(&number);
        template.ok_or_else(|| Trouble::new(format_args!("there is no template {number}")))
    }

    /// Numbers are never used twice, so that one who holds an old one is told.
    fn number(&mut self) -> u32 {
        self.last += 1;
        self.last
    }
}
