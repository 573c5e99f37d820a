//! What stands at the foot of a page: where links lead, and the page's own notes.
//!
//! A link's address is told once; later links to it repeat the number. Headings, heads of tables and
//! the notes themselves have none, for they are repeated elsewhere.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tamis::content::article::{Block, for_each_link};
use tamis::content::format::text;

/// The notes of one page.
pub(super) struct Notes<'a> {
    page: usize,
    /// The page's own notes by their labels.
    own: HashMap<&'a str, &'a [Block]>,
    /// The numbers of links and own notes that were told.
    told: BTreeMap<String, usize>,
    /// How deep in places without notes we are.
    silent: usize,
    /// Where the page itself was found: a link to a place on it needs no note.
    own_address: Option<String>,
    tells_links: bool,
}

/// Words that a page must have for each address at its feet. A list of links would be more notes than
/// text; its links can still be followed on screen.
const WORDS_PER_LINK: usize = 12;

/// A reference to a note.
pub(super) enum Reference {
    /// The note comes with it.
    First(String),
    /// It was told before.
    Again(String),
    /// There is none here.
    None,
}

impl<'a> Notes<'a> {
    /// The notes of a page that was found at `url`.
    pub(super) fn new(page: usize, body: &'a [Block], url: Option<&str>) -> Notes<'a> {
        let own = body.iter().filter_map(|block| match block {
            Block::Footnote { label, content } => Some((label.as_str(), content.as_slice())),
            _ => None,
        });
        Notes {
            page,
            own: own.collect(),
            told: BTreeMap::new(),
            silent: 0,
            own_address: url.map(|url| without_fragment(url).to_owned()),
            tells_links: tells_links(body),
        }
    }

    /// The text of one of the page's own notes.
    pub(super) fn own(&self, label: &str) -> Option<&'a [Block]> {
        self.own.get(label).copied()
    }

    /// Whether a note will be told at its reference, so that it need not stand where it stands.
    pub(super) fn was_told(&self, label: &str) -> bool {
        self.told.contains_key(&own_key(label))
    }

    pub(super) fn of_link(&mut self, url: &str) -> Reference {
        let is_here = self.own_address.as_deref() == Some(without_fragment(url));
        if is_here || !self.tells_links {
            return Reference::None;
        }
        self.reference(format!("link {url}"))
    }

    pub(super) fn of_label(&mut self, label: &str) -> Reference {
        self.reference(own_key(label))
    }

    fn reference(&mut self, key: String) -> Reference {
        if self.silent > 0 {
            return Reference::None;
        }
        let next = self.told.len();
        let page = self.page;
        let name = |number: usize| format!("note-{page}-{number}");
        match self.told.get(&key) {
            Some(&number) => Reference::Again(name(number)),
            None => {
                self.told.insert(key, next);
                Reference::First(name(next))
            }
        }
    }

    pub(super) fn be_silent(&mut self) {
        self.silent += 1;
    }

    pub(super) fn speak(&mut self) {
        self.silent = self.silent.saturating_sub(1);
    }
}

fn own_key(label: &str) -> String {
    format!("own {label}")
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

fn tells_links(body: &[Block]) -> bool {
    let mut links = BTreeSet::new();
    let mut copy = body.to_vec();
    for_each_link(&mut copy, &mut |link| links.extend(link.clone()));
    let words = text(body).split_whitespace().count();
    links.len() * WORDS_PER_LINK <= words
}
