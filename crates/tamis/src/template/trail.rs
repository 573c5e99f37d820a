//! Trails: "Home » Section » This page". Their beginning stands on every page of the section and
//! gathers votes, yet a trail says where *this* page is: it is content as a whole.

use super::outline::{Kind, Outline};
use super::verdict::{Reason, Verdict};

/// A trail has at most so many texts, separators included …
const MAX_TEXTS: usize = 12;
/// … and so many nodes, so that looking for them stays linear.
const MAX_SIZE: u32 = 100;

/// At least this share of its characters is the page's own. On the dev sites the rule is worth .0024;
/// with a tenth instead it takes menus with one item of the page's own for trails.
const OWN_SHARE: f32 = 0.3;

/// A trail has less than this share of the page's content.
const MOST_CONTENT: f32 = 0.3;

/// A text this short is a separator.
const SEPARATOR: u32 = 1;

/// Makes the trails of the page content.
pub(crate) fn drop_trails(key: &Outline, body: u32, verdicts: &mut [Verdict]) {
    let end = key.item(body).end;
    let own = |at: u32, verdicts: &[Verdict]| match verdicts[at as usize].template {
        true => 0,
        false => key.item(at).chars,
    };
    let content: u32 = (body..end).map(|at| own(at, verdicts)).sum();
    let mut at = body + 1;
    while at < end {
        let item = key.item(at);
        let is_small = item.kind == Kind::Element && item.size(at) <= MAX_SIZE;
        let is_trail = is_small
            && verdicts[at as usize].template
            && Trail::read(key, at, verdicts).is_some_and(|trail| trail.is_one(content));
        if !is_trail {
            at += 1;
            continue;
        }
        for verdict in &mut verdicts[at as usize..item.end as usize] {
            if verdict.template {
                (verdict.template, verdict.reason) = (false, Reason::Trail);
            }
        }
        at = item.end;
    }
}

/// What a trail holds: links that the siblings share, then something of the page's own.
struct Trail {
    texts: usize,
    shared: u32,
    own: u32,
}

impl Trail {
    /// Reads an element as a trail; none when what it holds is in another order or of another kind.
    fn read(key: &Outline, root: u32, verdicts: &[Verdict]) -> Option<Trail> {
        let mut trail = Trail {
            texts: 0,
            shared: 0,
            own: 0,
        };
        for at in root..key.item(root).end {
            let item = key.item(at);
            if item.kind == Kind::Opaque || item.is_control {
                return None;
            }
            if item.kind != Kind::Text {
                continue;
            }
            trail.texts += 1;
            if item.chars <= SEPARATOR {
                continue;
            }
            if verdicts[at as usize].template {
                if trail.own > 0 || !is_in_link(key, root, at) {
                    return None;
                }
                trail.shared += item.chars;
            } else {
                trail.own += item.chars;
            }
        }
        Some(trail)
    }

    fn is_one(&self, content: u32) -> bool {
        let all = (self.own + self.shared) as f32;
        self.texts <= MAX_TEXTS
            && self.shared > 0
            && self.own > 0
            && self.own as f32 >= OWN_SHARE * all
            && (self.own as f32) < MOST_CONTENT * content as f32
    }
}

fn is_in_link(key: &Outline, root: u32, text: u32) -> bool {
    let mut at = text;
    while at > root {
        at = key.item(at).parent;
        if key.item(at).pointer {
            return true;
        }
    }
    false
}
