//! Which language a text is written in: by its script, then by its trigrams.
//!
//! The weights of a text's trigrams are summed for each language of its script: a naive Bayes classifier in steps of
//! three quarters of a bit, whose rare trigrams are as likely in one language as in another, given their letter.

use super::alphabet::Alphabet;
use super::profiles::Profiles;
use super::script::Script;
use super::tally::{HEAVIEST, Tally, WIDTH};

/// The most bytes of a text that may be told at once: then no sum overflows.
pub(super) const MOST_BYTES: usize = u16::MAX as usize / HEAVIEST as usize;

/// A language must lead the next by this many steps to be believed, which makes it 30,000 times as likely. Of the
/// sentences held back 91.8 % are told and 0.17 % wrongly; with 15 steps it is 2.4 and 0.03 % more.
const LEAD: u16 = 20;

/// It must lead by one step in so many letters as well: a long text that leans to a language so little may be of a
/// third one between the two. With 5 letters half of the Danish texts of 700 bytes are told, with 9 nine in ten.
const LETTERS_A_STEP: u16 = 9;

/// Where fewer than one in so many letters stand in a known trigram the text is none: keys, codes, product numbers. Of
/// 30,000 sentences and messages seven are no longer told for it.
const LETTERS_A_TRIGRAM: u16 = 10;

/// The language of a text, as a two-letter code, if it is certain.
pub(super) fn language_of(text: &str) -> Option<&'static str> {
    match Script::of(text)? {
        Script::Own(language) => Some(language),
        Script::Han => Some("zh"),
        Script::Kana => Some("ja"),
        Script::Shared(alphabet) => by_trigrams(text, alphabet),
    }
}

fn by_trigrams(text: &str, alphabet: Alphabet) -> Option<&'static str> {
    let profiles = Profiles::of(alphabet);
    let mut tally = Tally::new();
    let (mut letters, mut known) = (0, 0);
    alphabet.each_trigram(text, |trigram| {
        letters += 1;
        if let Some(weights) = profiles.of_trigram(trigram) {
            known += 1;
            tally.add(weights);
        } else if let Some(weights) = profiles.of_letter(trigram[1]) {
            tally.add(weights);
        }
    });
    if known < letters / LETTERS_A_TRIGRAM {
        return None;
    }
    let mut sums = tally.sums();
    let (best, most) = foremost(&sums);
    sums[best] = 0;
    let (_, next) = foremost(&sums);
    let lead = most - next;
    let is_certain = lead >= LEAD && lead >= letters / LETTERS_A_STEP;
    is_certain.then(|| profiles.languages.get(best).copied())?
}

/// The first of the largest sums, and where it is.
fn foremost(sums: &[u16; WIDTH]) -> (usize, u16) {
    let pick = |best: (usize, u16), next: (usize, &u16)| match *next.1 > best.1 {
        true => (next.0, *next.1),
        false => best,
    };
    sums.iter().enumerate().fold((0, 0), pick)
}
