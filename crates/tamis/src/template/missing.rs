//! What a search lacked, in sentences for a person.

use tamis_dom::{Document, Tag};

use super::evidence::{Ended, PageOut, Role};

/// With fewer siblings than this a block that two pages share by chance looks like template.
const FEW: usize = 2;

/// What a better template would have needed.
pub(crate) fn sentences(document: &Document, pages: &[PageOut], ended: Ended) -> Vec<String> {
    let count = |role: fn(&Role) -> bool| pages.iter().filter(|page| role(&page.role)).count();
    let voters = count(|role| *role == Role::Voted);
    let mut missing = Vec::new();
    let mut say = |count: usize, sentence: &str| {
        if count > 0 {
            missing.push(sentence.replace("{}", &format!("{count} of {}", pages.len())));
        }
    };
    say(
        usize::from(is_frameset(document)),
        "the page is a set of frames; ask for a frame's page",
    );
    say(
        usize::from(ended == Ended::NoLinks),
        "the page has no link to another page of its site",
    );
    say(
        count(|role| matches!(role, Role::Failed { .. })),
        "{} pages could not be loaded",
    );
    say(
        count(|role| matches!(role, Role::KeyPage | Role::Repeated)),
        "{} pages were the same page under another address",
    );
    say(
        count(|role| *role == Role::OtherSite),
        "{} pages led to another site",
    );
    say(
        count(|role| *role == Role::Atypical),
        "{} pages are of another kind",
    );
    if (1..FEW).contains(&voters) {
        missing
            .push("only one sibling voted: what the two pages share by chance is included".into());
    }
    if voters > 0
        && !pages
            .iter()
            .any(|page| page.role == Role::Voted && page.links_back)
    {
        missing.push("no sibling links back to the page".into());
    }
    missing
}

fn is_frameset(document: &Document) -> bool {
    document
        .body()
        .is_some_and(|body| document.is_html(body, Tag::FRAMESET))
}
