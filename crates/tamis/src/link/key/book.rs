//! The keys of one site's documents: which pages are copies of one another, and what was learnt from
//! them.
//!
//! Pages are compared when they share a name: the key of their address, the address without its query,
//! or an address that one of them claims. Sharing a name is a suspicion; what the pages contain
//! decides. So a site whose pages all claim to be the front page merges nothing, and a site whose
//! articles live behind `?id=` needs no rule.

use std::collections::BTreeMap;

use url::Url;
use xxhash_rust::xxh3::xxh3_64;

use super::fold::Folded;
use super::parameter::Parameters;
use super::{Claims, Rules, Sketch, TITLE_PARAMETER, title_hash};

/// A page that a key is wanted for.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The address that answered.
    pub address: &'a Url,
    /// What the page says of itself.
    pub claims: &'a Claims,
    /// A sketch of its content.
    pub sketch: &'a Sketch,
}

/// A page's key, and whether its document is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The URL key; of a copy, the key of the document it is a copy of.
    pub key: String,
    /// Whether the document is known.
    pub standing: Standing,
    /// The page's own key, whatever its document is called.
    own: String,
}

/// Whether a page's document is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Not known.
    New,
    /// The same as the document of this number.
    Copy(u32),
    /// A newer version of the document of this number, under the same address.
    Revision(u32),
}

/// The documents of one site by their names.
#[derive(Clone, Debug, Default)]
pub struct KeyBook {
    records: BTreeMap<u32, Record>,
    names: BTreeMap<u64, Named>,
    /// Documents of each address without its query, newest last.
    stems: BTreeMap<u64, Vec<u32>>,
    /// How many documents have each title.
    titles: BTreeMap<u64, u32>,
    parameters: Parameters,
}

#[derive(Clone, Debug)]
struct Record {
    address: Box<str>,
    key: Box<str>,
    title: u64,
    sketch: Sketch,
    names: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Named {
    number: u32,
    /// Whether the name is the document's own address, or only claimed.
    own: bool,
}

/// Overlap from which two pages with a name in common have one content. Set on the three domains of the
/// dev duplicates, where it merges no two different pages and misses one copy in a hundred.
const SAME_DOCUMENT: f32 = 0.5;

/// Overlap from which pages that differ only in their parameters have one content: nearly all of the
/// longer one, since formulaic sites repeat most of it.
const SAME_PAGE: f32 = 0.9;

/// Documents of one stem that a new one is compared with.
const MAX_VARIANTS: usize = 8;

impl KeyBook {
    /// No documents.
    pub fn new() -> KeyBook {
        KeyBook::default()
    }

    /// How many documents are known.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The address under which the document of this number was first seen.
    pub fn address(&self, number: u32) -> Option<&str> {
        Some(&self.records.get(&number)?.address)
    }

    /// The key of the document of this number.
    pub fn key(&self, number: u32) -> Option<&str> {
        Some(&self.records.get(&number)?.key)
    }

    /// The key of an address as far as it can be known before the page is fetched.
    pub fn key_of(&self, address: &Url, title: &str, rules: &Rules) -> String {
        self.own_key(&Folded::of(address), address, title_hash(title), rules)
    }

    /// Finds out which document a page is, and learns from the comparison.
    pub fn identify(&mut self, page: &Page<'_>, rules: &Rules) -> Identity {
        let folded = Folded::of(page.address);
        let title = title_hash(&page.claims.title);
        let own = self.own_key(&folded, page.address, title, rules);
        if let Some(identity) = self.by_own_name(page, &own) {
            return identity;
        }
        let found = self
            .by_claims(page, rules)
            .or_else(|| self.by_stem(page, &folded));
        match found {
            Some(number) => self.copy_of(number, own),
            None => Identity {
                // A name that another document holds by right: the title tells them apart.
                key: match self.names.get(&name_hash(&own)) {
                    Some(Named { own: true, .. }) => {
                        folded.key(|name| keeps_titled(&folded, name), title)
                    }
                    _ => own.clone(),
                },
                standing: Standing::New,
                own,
            },
        }
    }

    /// Enters a page that [`identify`](Self::identify) called new under a number of the caller's.
    pub fn register(&mut self, page: &Page<'_>, identity: &Identity, number: u32, rules: &Rules) {
        let mut names = vec![name_hash(&identity.key)];
        self.names.insert(names[0], Named { number, own: true });
        for claimed in &page.claims.addresses {
            let name = name_hash(&self.own_key(&Folded::of(claimed), claimed, 0, rules));
            if !names.contains(&name) {
                names.push(name);
                self.names
                    .entry(name)
                    .or_insert(Named { number, own: false });
            }
        }
        let stem = name_hash(&Folded::of(page.address).stem);
        let variants = self.stems.entry(stem).or_default();
        variants.push(number);
        if variants.len() > MAX_VARIANTS {
            variants.remove(0);
        }
        let title = short_title(&page.claims.title);
        *self.titles.entry(title).or_default() += 1;
        let record = Record {
            address: page.address.as_str().into(),
            key: identity.key.as_str().into(),
            title,
            sketch: page.sketch.clone(),
            names,
        };
        self.records.insert(number, record);
    }

    /// Takes out every document with a lesser number.
    pub fn forget_before(&mut self, number: u32) {
        while let Some((&oldest, _)) = self.records.first_key_value()
            && oldest < number
        {
            self.forget(oldest);
        }
    }

    /// Takes a document out again. What was learnt from it stays.
    pub fn forget(&mut self, number: u32) {
        let Some(record) = self.records.remove(&number) else {
            return;
        };
        for name in record.names {
            if self.names.get(&name).is_some_and(|n| n.number == number) {
                self.names.remove(&name);
            }
        }
        if let Some(count) = self.titles.get_mut(&record.title) {
            *count -= 1;
            if *count == 0 {
                self.titles.remove(&record.title);
            }
        }
        if let Ok(address) = Url::parse(&record.address) {
            let stem = name_hash(&Folded::of(&address).stem);
            if let Some(variants) = self.stems.get_mut(&stem) {
                variants.retain(|&n| n != number);
                if variants.is_empty() {
                    self.stems.remove(&stem);
                }
            }
        }
    }

    fn own_key(&self, folded: &Folded, address: &Url, title: u128, rules: &Rules) -> String {
        let stem = &folded.stem;
        match rules.first_for(address) {
            Some(rule) => folded.key(|name| rule.keeps(name), title),
            None => folded.key(
                |name| name != TITLE_PARAMETER && !self.parameters.is_idle(stem, name),
                title,
            ),
        }
    }

    fn by_own_name(&self, page: &Page<'_>, own: &str) -> Option<Identity> {
        let named = *self.names.get(&name_hash(own))?;
        let record = self.records.get(&named.number)?;
        let same_address = *record.address == *page.address.as_str();
        let content = self.compare(page, record);
        let standing = match content {
            Content::Same => Standing::Copy(named.number),
            // The spelling of an address is as good as proof; only a contradiction speaks against it.
            _ if same_address => Standing::Revision(named.number),
            Content::Unknown if named.own => Standing::Copy(named.number),
            _ => return None,
        };
        Some(Identity {
            key: record.key.to_string(),
            standing,
            own: own.to_owned(),
        })
    }

    fn by_claims(&self, page: &Page<'_>, rules: &Rules) -> Option<u32> {
        page.claims.addresses.iter().find_map(|claimed| {
            let key = self.own_key(&Folded::of(claimed), claimed, 0, rules);
            let named = self.names.get(&name_hash(&key))?;
            let record = self.records.get(&named.number)?;
            (self.compare(page, record) == Content::Same).then_some(named.number)
        })
    }

    /// The document that differs only in parameters that turn out to do nothing.
    fn by_stem(&mut self, page: &Page<'_>, folded: &Folded) -> Option<u32> {
        let variants = self.stems.get(&name_hash(&folded.stem))?.clone();
        let mut found = None;
        for number in variants.into_iter().rev() {
            let Some(record) = self.records.get(&number) else {
                continue;
            };
            let Some(overlap) = page.sketch.overlap(&record.sketch) else {
                continue;
            };
            let same =
                overlap.of_greater >= SAME_PAGE && record.title == short_title(&page.claims.title);
            let other = Url::parse(&record.address).ok();
            if let Some(name) = other.and_then(|other| only_difference(folded, &Folded::of(&other)))
            {
                self.parameters.learn(&folded.stem, &name, same);
            }
            if same {
                found = found.or(Some(number));
            }
        }
        found
    }

    fn copy_of(&self, number: u32, own: String) -> Identity {
        let key = self
            .records
            .get(&number)
            .map(|record| record.key.to_string());
        Identity {
            key: key.unwrap_or_else(|| own.clone()),
            standing: Standing::Copy(number),
            own,
        }
    }

    fn compare(&self, page: &Page<'_>, record: &Record) -> Content {
        let same_title = record.title != 0 && record.title == short_title(&page.claims.title);
        match page.sketch.overlap(&record.sketch) {
            Some(overlap) if overlap.of_lesser >= SAME_DOCUMENT => Content::Same,
            Some(_) => Content::Other,
            // Too little text to compare, as on the card that other sites embed: the title decides,
            // unless it is one that several documents bear.
            None if same_title && self.titles.get(&record.title) == Some(&1) => Content::Same,
            None if page.claims.title.is_empty() || record.title == 0 => Content::Unknown,
            None if same_title => Content::Unknown,
            None => Content::Other,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Same,
    Other,
    Unknown,
}

impl Identity {
    /// Of a document whose key is known from before.
    pub fn known(key: &str) -> Identity {
        Identity {
            key: key.to_owned(),
            standing: Standing::New,
            own: key.to_owned(),
        }
    }

    /// The key of the page's own address, whatever its document is called.
    pub fn own_key(&self) -> &str {
        &self.own
    }
}

fn keeps_titled(folded: &Folded, name: &str) -> bool {
    name == TITLE_PARAMETER || folded.query.iter().any(|(kept, _)| kept == name)
}

/// The one parameter in which two queries differ: present in both, with other values, or in one only.
fn only_difference(one: &Folded, other: &Folded) -> Option<String> {
    let differs = |(name, value): &&(String, String), than: &Folded| {
        !than.query.iter().any(|(n, v)| n == name && v == value)
    };
    let mut names: Vec<&String> = one
        .query
        .iter()
        .filter(|p| differs(p, other))
        .map(|p| &p.0)
        .collect();
    names.extend(other.query.iter().filter(|p| differs(p, one)).map(|p| &p.0));
    names.dedup();
    match names.as_slice() {
        [name] => Some((*name).clone()),
        _ => None,
    }
}

fn name_hash(name: &str) -> u64 {
    xxh3_64(name.as_bytes())
}

/// Enough of the title's hash to tell the titles of one site apart; zero for none.
fn short_title(title: &str) -> u64 {
    title_hash(title) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site's book with numbers counted up.
    #[derive(Default)]
    struct Site {
        book: KeyBook,
        next: u32,
    }

    impl Site {
        /// Takes a page whose content is named by a letter; says which document it is.
        fn take(&mut self, address: &str, content: char, claims: &[&str]) -> Standing {
            let address = Url::parse(address).unwrap();
            let text: String = (0..80).map(|n| format!("{content}{n} ")).collect();
            let claims = Claims {
                title: format!("Title {content}"),
                addresses: claims.iter().map(|c| address.join(c).unwrap()).collect(),
            };
            let sketch = Sketch::of(&text);
            let page = Page {
                address: &address,
                claims: &claims,
                sketch: &sketch,
            };
            let rules = Rules::shipped();
            let identity = self.book.identify(&page, &rules);
            if identity.standing == Standing::New {
                self.book.register(&page, &identity, self.next, &rules);
                self.next += 1;
            }
            identity.standing
        }
    }

    #[test]
    fn copies_under_other_addresses_are_found() {
        let mut site = Site::default();
        assert_eq!(site.take("http://a.example/one/", 'a', &[]), Standing::New);
        for copy in [
            "http://www.a.example/one",
            "http://a.example/one/amp/?utm_source=x",
        ] {
            assert_eq!(site.take(copy, 'a', &[]), Standing::Copy(0), "{copy}");
        }
        let by_claim = site.take("http://a.example/?p=7", 'a', &["/one/"]);
        assert_eq!(by_claim, Standing::Copy(0));
    }

    #[test]
    fn the_copy_may_come_first() {
        let mut site = Site::default();
        assert_eq!(
            site.take("http://a.example/?p=7", 'a', &["/one/"]),
            Standing::New
        );
        assert_eq!(
            site.take("http://a.example/one/", 'a', &[]),
            Standing::Copy(0)
        );
    }

    #[test]
    fn a_site_that_claims_one_address_for_all_merges_nothing() {
        let mut site = Site::default();
        for (n, content) in ('a'..='e').enumerate() {
            let address = format!("http://a.example/{n}");
            assert_eq!(site.take(&address, content, &["/"]), Standing::New);
        }
        assert_eq!(site.take("http://a.example/", 'z', &["/"]), Standing::New);
    }

    #[test]
    fn articles_behind_a_parameter_need_no_rule() {
        let mut site = Site::default();
        for (n, content) in ('a'..='e').enumerate() {
            let address = format!("http://a.example/story?id={n}&from=feed");
            assert_eq!(site.take(&address, content, &[]), Standing::New);
        }
        let other_from = site.take("http://a.example/story?id=1&from=mail", 'b', &[]);
        assert_eq!(other_from, Standing::Copy(1));
    }

    #[test]
    fn an_idle_parameter_is_learnt_and_then_known_before_fetching() {
        let mut site = Site::default();
        for (n, content) in ('a'..='c').enumerate() {
            let plain = format!("http://a.example/{n}");
            assert_eq!(site.take(&plain, content, &[]), Standing::New);
            let copy = site.take(&format!("{plain}?from=mail"), content, &[]);
            assert_eq!(copy, Standing::Copy(n as u32));
        }
        let unseen = Url::parse("http://a.example/9?from=mail").unwrap();
        let key = site.book.key_of(&unseen, "", &Rules::none());
        assert_eq!(key, "http://a.example/9");
    }

    #[test]
    fn a_new_book_says_what_is_said_without_one() {
        for address in [
            "http://a.example/9?from=mail&_cid_=2#x",
            "http://a.example/?p=7&from=mail",
            "http://www.a.example/index.html",
        ] {
            let address = Url::parse(address).unwrap();
            let rules = Rules::shipped();
            let key = KeyBook::new().key_of(&address, "Title", &rules);
            assert_eq!(crate::link::first_key(&address, "Title", &rules), key);
        }
    }

    #[test]
    fn the_same_address_with_other_content_is_a_revision() {
        let mut site = Site::default();
        site.take("http://a.example/one", 'a', &[]);
        assert_eq!(
            site.take("http://a.example/one", 'b', &[]),
            Standing::Revision(0)
        );
        assert_eq!(
            site.take("http://a.example/one", 'a', &[]),
            Standing::Copy(0)
        );
    }

    #[test]
    fn a_folded_address_with_other_content_is_another_document() {
        let mut site = Site::default();
        site.take("http://a.example/one/", 'a', &[]);
        assert_eq!(
            site.take("http://a.example/one/print", 'b', &[]),
            Standing::New
        );
    }

    #[test]
    fn what_is_forgotten_is_new_again() {
        let mut site = Site::default();
        site.take("http://a.example/one", 'a', &["/uno"]);
        site.book.forget(0);
        assert!(site.book.is_empty() && site.book.names.is_empty());
        assert!(site.book.stems.is_empty() && site.book.titles.is_empty());
        assert_eq!(site.take("http://a.example/one", 'a', &[]), Standing::New);
    }
}
