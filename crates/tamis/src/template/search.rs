//! The search for a template: which pages to ask for, in what order, and when to stop.
//!
//! Pages may come in any order and are *judged in the order they were asked for*, so that the result
//! does not depend on the network.

use std::collections::HashSet;

use tamis_dom::Document;
use url::Url;

use super::address::PageKey;
use super::equality::Equality;
use super::evidence::{Ended, Facts, NoEvidence, Role};
use super::mapping::Pairing;
use super::options::{Method, Options};
use super::order::{Link, relevance_order, site_links, spread};
use super::refine;
use super::result::Template;
use super::saved::share_of_template;
use super::sibling::{KeyPage, NoSibling, Sibling, judge};
use super::subdigraph::Subdigraph;
use super::verdict::Verdict;
use super::voting::Votes;
use crate::link::{normalise, same_site};

/// The share of the siblings that makes a node template: two of three, three of four, six of eight. On
/// the dev sites 0.7 costs .004 of F1 with votes of equal weight; 0.6 cost .005 with weighted ones.
pub(crate) const SHARE: f32 = 0.65;

/// A sibling that has less than this part of what the middle one has of the key page is of another
/// kind (a frame, a login page, an old design) and is replaced. Without it F1 is lower by .005 on the
/// dev sites; above 0.3 pages are lost that only have less in common.
const ATYPICAL: f32 = 0.25;

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Load this page and [`give`](Search::give) it. Others may be asked for meanwhile.
    Page(Url),
    /// Nothing to ask for until a page that is on its way has been given.
    Wait,
    /// The search has ended.
    Done,
}

/// What came of a page that was asked for.
pub enum Given<'a> {
    /// It was loaded; `url` is where it was found in the end.
    Page {
        /// The address after redirects.
        url: Url,
        /// The page.
        document: &'a Document,
    },
    /// It could not be loaded, for this reason.
    Failed(String),
}

/// Pages of the site that are known otherwise than by the key page's links.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// The targets of the site's menu: candidates of the first rank.
    pub menu: Vec<Url>,
    /// Other pages of the site, for a key page whose links lead nowhere.
    pub known: Vec<Url>,
}

/// A search for the template of one page.
pub struct Search {
    key: KeyPage,
    options: Options,
    candidates: std::vec::IntoIter<Url>,
    asked: Vec<Asked>,
    /// How many of those asked for have been judged: always the first ones.
    judged: usize,
    graph: Subdigraph,
    /// The pages of the graph, in its order.
    connected: Vec<usize>,
    ended: Option<Ended>,
}

/// A page that was asked for.
pub(crate) struct Asked {
    pub(crate) url: Url,
    pub(crate) state: State,
}

pub(crate) enum State {
    OnItsWay,
    /// Given, its turn to be judged has not come.
    Given(Result<Sibling, Role>),
    Sibling(Sibling),
    /// A sibling of another kind: it has no vote.
    Atypical(Sibling),
    NoSibling(Role),
}

impl Search {
    /// Begins a search. `url` is the address of the key page.
    pub fn new(
        document: &Document,
        url: &Url,
        candidates: &Candidates,
        options: Options,
    ) -> Search {
        let links = site_links(document, url);
        let ordered = match options.method {
            Method::Default => default_order(links, url, candidates),
            Method::Paper(_) => {
                let links =
                    relevance_order(document, url, &links, options.loads + options.failures);
                links.into_iter().map(|link| link.url).collect()
            }
        };
        let ended = ordered.is_empty().then_some(Ended::NoLinks);
        Search {
            key: KeyPage::new(document, url),
            options,
            candidates: ordered.into_iter(),
            asked: Vec::new(),
            judged: 0,
            graph: Subdigraph::default(),
            connected: Vec::new(),
            ended,
        }
    }

    /// The next page to load.
    #[allow(clippy::should_implement_trait, reason = "waiting is no item")]
    pub fn next(&mut self) -> Ask {
        if self.ended.is_some() {
            return Ask::Done;
        }
        let on_their_way = self.asked.len() - self.judged;
        let wanted = match self.options.method {
            // Never more than would be used if all were good, so that nothing is loaded in vain.
            Method::Default => self.options.pages.saturating_sub(self.voters()),
            Method::Paper(_) => usize::MAX,
        };
        if on_their_way < wanted.min(self.options.at_once.max(1))
            && !self.is_spent()
            && let Some(url) = self.candidates.next()
        {
            self.asked.push(Asked {
                url: url.clone(),
                state: State::OnItsWay,
            });
            return Ask::Page(url);
        }
        if on_their_way > 0 {
            return Ask::Wait;
        }
        self.ended = Some(match self.options.method {
            Method::Default if self.voters() >= self.options.pages => Ended::Enough,
            _ if self.is_spent() => Ended::LoadLimit,
            _ => Ended::NoMoreLinks,
        });
        Ask::Done
    }

    /// Takes a page that was asked for. One that was not, or comes twice, is left aside.
    pub fn give(&mut self, address: &Url, given: Given<'_>) {
        let is_asked =
            |asked: &Asked| asked.url == *address && matches!(asked.state, State::OnItsWay);
        let Some(place) = self.asked.iter().position(is_asked) else {
            return;
        };
        self.asked[place].state = State::Given(match given {
            Given::Failed(reason) => Err(Role::Failed { reason }),
            Given::Page { url, document } => {
                judge(&self.key, address, (&url, document), self.technique()).map_err(Role::from)
            }
        });
        while self.ended.is_none() && self.judge_next() {}
    }

    /// Ends the search: the template by the pages given so far.
    pub fn finish(self, document: &Document) -> Result<Template, NoEvidence> {
        let ended = self.ended.unwrap_or(Ended::Stopped);
        let subdigraph: Vec<usize> = self
            .graph
            .best()
            .iter()
            .map(|&number| self.connected[number])
            .collect();
        let electors: Vec<usize> = match self.options.method {
            Method::Paper(_) => subdigraph.clone(),
            Method::Default => (0..self.asked.len())
                .filter(|&at| self.sibling(at).is_some())
                .collect(),
        };
        let verdicts = self.verdicts(&electors);
        let fit = self.fit(&electors, verdicts.as_deref().unwrap_or_default());
        let facts = Facts {
            ended,
            asked: self.asked,
            judged: self.judged,
            subdigraph,
            voters: electors.len(),
            electors,
            fit,
        };
        match verdicts {
            Some(verdicts) => Ok(Template::new(document, &self.key, &facts, &verdicts)),
            None => Err(NoEvidence::new(document, &self.key, &facts)),
        }
    }

    /// How much of the template a sibling has, on average.
    fn fit(&self, electors: &[usize], verdicts: &[Verdict]) -> f32 {
        let is_template = |at: u32| verdicts[at as usize].template;
        let siblings = electors.iter().filter_map(|&at| self.sibling(at));
        let shares = siblings.map(|s| share_of_template(&self.key.outline, is_template, &s.has));
        shares.sum::<f32>() / electors.len().max(1) as f32
    }

    fn technique(&self) -> (&Equality, Pairing) {
        const OURS: Equality = Equality::TUNED;
        match &self.options.method {
            Method::Default => (&OURS, Pairing::Leaves),
            Method::Paper(paper) => (&paper.equality, Pairing::Probability),
        }
    }

    /// Judges the next page in the order of asking, if it has come.
    fn judge_next(&mut self) -> bool {
        let Some(asked) = self.asked.get_mut(self.judged) else {
            return false;
        };
        let State::Given(_) = asked.state else {
            return false;
        };
        let State::Given(given) = std::mem::replace(&mut asked.state, State::OnItsWay) else {
            return false;
        };
        let earlier = |at: &usize| self.sibling(*at);
        self.asked[self.judged].state = match given {
            Err(role) => State::NoSibling(role),
            Ok(sibling) => match (0..self.judged)
                .filter_map(|at| earlier(&at))
                .find(|s| sibling.is_same_as(s))
            {
                Some(_) => State::NoSibling(Role::Repeated),
                None => State::Sibling(sibling),
            },
        };
        self.judged += 1;
        self.connect();
        match self.options.method {
            Method::Paper(paper) if self.graph.best().len() >= paper.n => {
                self.ended = Some(Ended::Found);
            }
            Method::Default if self.judged == self.asked.len() => self.set_atypical_aside(),
            _ => {}
        }
        true
    }

    /// Adds the page judged last to the graph, if it is a sibling.
    fn connect(&mut self) {
        let newest = self.judged - 1;
        let Some(sibling) = self.sibling(newest) else {
            return;
        };
        let is_mutual = |&number: &usize| {
            self.sibling(self.connected[number])
                .is_some_and(|other| sibling.links_to(&other.keys) && other.links_to(&sibling.keys))
        };
        let mutual: Vec<usize> = (0..self.connected.len()).filter(is_mutual).collect();
        let wanted = match self.options.method {
            Method::Paper(paper) => paper.n,
            Method::Default => usize::MAX,
        };
        self.graph.add(mutual, wanted);
        self.connected.push(newest);
    }

    fn set_atypical_aside(&mut self) {
        let mut coverages: Vec<f32> = (0..self.judged)
            .filter_map(|at| self.sibling(at))
            .map(|s| s.coverage)
            .collect();
        if coverages.len() < 3 {
            return;
        }
        coverages.sort_by(f32::total_cmp);
        let middle = coverages[coverages.len() / 2];
        for asked in &mut self.asked {
            let state = std::mem::replace(&mut asked.state, State::OnItsWay);
            asked.state = match state {
                State::Sibling(s) if s.coverage < ATYPICAL * middle => State::Atypical(s),
                state => state,
            };
        }
    }

    /// Whether no more pages may be asked for, supposing that those on their way will come.
    fn is_spent(&self) -> bool {
        let has_failed =
            |asked: &&Asked| matches!(asked.state, State::NoSibling(Role::Failed { .. }));
        let failures = self.asked.iter().filter(has_failed).count();
        self.asked.len() - failures >= self.options.loads || failures >= self.options.failures
    }

    /// The siblings among the pages judged.
    fn sibling(&self, at: usize) -> Option<&Sibling> {
        match &self.asked[at].state {
            State::Sibling(sibling) if at < self.judged => Some(sibling),
            _ => None,
        }
    }

    fn voters(&self) -> usize {
        (0..self.judged)
            .filter(|&at| self.sibling(at).is_some())
            .count()
    }

    /// The verdicts of these siblings; none without any.
    fn verdicts(&self, electors: &[usize]) -> Option<Vec<Verdict>> {
        let outline = &self.key.outline;
        let mut votes = Votes::new(outline.items.len());
        for sibling in electors.iter().filter_map(|&at| self.sibling(at)) {
            votes.cast(&sibling.has);
        }
        if electors.is_empty() || outline.items.is_empty() {
            return None;
        }
        Some(match self.options.method {
            Method::Paper(paper) => {
                let needed = paper.t.clamp(1, electors.len());
                votes.elect(outline, |at| votes.count(at) as usize >= needed)
            }
            Method::Default => {
                let mut verdicts = votes.elect(outline, |at| votes.share(at) >= SHARE);
                refine::refine(outline, &mut verdicts);
                verdicts
            }
        })
    }
}

impl From<NoSibling> for Role {
    fn from(reason: NoSibling) -> Role {
        match reason {
            NoSibling::OtherSite => Role::OtherSite,
            NoSibling::KeyPage => Role::KeyPage,
            NoSibling::Stranger => Role::Atypical,
        }
    }
}

/// Links of the menu and other links of the page in turn, then what else is known of the site. Pages of
/// the menu are of many kinds, and what they share is the site's; other links lead to pages of the key
/// page's own kind, without which parts of the template are missed that only this kind has. On the dev
/// sites taking turns is worth .006 over the menu alone. Each list is spread evenly, for neighbours
/// lead to pages of one kind.
fn default_order(links: Vec<Link>, url: &Url, candidates: &Candidates) -> Vec<Url> {
    let mut seen = HashSet::from([PageKey::new(url)]);
    let mut new = |urls: Vec<Url>| -> Vec<Url> {
        let is_new = |target: &Url| same_site(url, target) && seen.insert(PageKey::new(target));
        urls.into_iter()
            .map(|target| normalise(&target))
            .filter(is_new)
            .collect()
    };
    let menu = new(candidates.menu.clone());
    let links = new(links.into_iter().map(|link| link.url).collect());
    let known = new(candidates.known.clone());
    let mut ordered = in_turns(spread(menu), spread(links));
    ordered.extend(spread(known));
    ordered
}

/// The items of two lists, one of each in turn while both last.
fn in_turns<T>(first: Vec<T>, second: Vec<T>) -> Vec<T> {
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    let mut both = Vec::new();
    loop {
        let pair = [first.next(), second.next()];
        if pair.iter().all(Option::is_none) {
            return both;
        }
        both.extend(pair.into_iter().flatten());
    }
}
