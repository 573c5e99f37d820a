//! What JavaScript holds by number: pages, searches that are under way, templates that were found.

use tamis::dom::Document;
use tamis::template::{Search, Template};

use crate::Trouble;

/// What is held by number.
#[derive(Default)]
pub struct Desk {
    last: u32,
    pages: Shelf<Document>,
    searches: Shelf<Search>,
    templates: Shelf<Template>,
}

/// Things by their numbers, which rise. There are few, and a map's code for each kind of thing is much.
struct Shelf<T> {
    held: Vec<(u32, T)>,
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
        self.pages.remove(number);
        self.searches.remove(number);
        self.templates.remove(number);
    }

    pub(crate) fn page(&self, number: u32) -> Result<&Document, Trouble> {
        let page = self.pages.get(number);
        page.ok_or_else(|| Trouble::new(format_args!("there is no page {number}; open it first")))
    }

    pub(crate) fn keep_search(&mut self, search: Search) -> u32 {
        let number = self.number();
        self.searches.insert(number, search);
        number
    }

    pub(crate) fn search(&mut self, number: u32) -> Result<&mut Search, Trouble> {
        let search = self.searches.get_mut(number);
        search.ok_or_else(|| Trouble::new(format_args!("there is no search {number}")))
    }

    /// A search together with a page that is given to it.
    pub(crate) fn search_and_page(
        &mut self,
        search: u32,
        page: u32,
    ) -> Result<(&mut Search, &Document), Trouble> {
        let found = self.searches.get_mut(search).zip(self.pages.get(page));
        found.ok_or_else(|| {
            Trouble::new(format_args!(
                "there is no search {search} or no page {page}"
            ))
        })
    }

    pub(crate) fn take_search(&mut self, number: u32) -> Result<Search, Trouble> {
        let search = self.searches.remove(number);
        search.ok_or_else(|| Trouble::new(format_args!("there is no search {number}")))
    }

    pub(crate) fn keep_template(&mut self, template: Template) -> u32 {
        let number = self.number();
        self.templates.insert(number, template);
        number
    }

    pub(crate) fn template(&self, number: u32) -> Result<&Template, Trouble> {
        let template = self.templates.get(number);
        template.ok_or_else(|| Trouble::new(format_args!("there is no template {number}")))
    }

    /// Numbers are never used twice, so that one who holds an old one is told.
    fn number(&mut self) -> u32 {
        self.last += 1;
        self.last
    }
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Shelf { held: Vec::new() }
    }
}

impl<T> Shelf<T> {
    /// Takes a thing; its number is above all before it.
    fn insert(&mut self, number: u32, thing: T) {
        self.held.push((number, thing));
    }

    fn at(&self, number: u32) -> Option<usize> {
        self.held.binary_search_by_key(&number, |(at, _)| *at).ok()
    }

    fn get(&self, number: u32) -> Option<&T> {
        self.at(number).map(|at| &self.held[at].1)
    }

    fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.at(number).map(|at| &mut self.held[at].1)
    }

    fn remove(&mut self, number: u32) -> Option<T> {
        self.at(number).map(|at| self.held.remove(at).1)
    }
}
