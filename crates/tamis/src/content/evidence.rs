//! What spoke for a block and against it, ground by ground.
//!
//! Trees have no weights that could be read off, so a group of features is covered up, and the difference
//! that makes to the first look's log-odds is what the group is worth. What it is covered with are the
//! values of a usual block of the page, the middle ones of those that were taken, then of those that were
//! left out: against the middle of all, a menu would have nothing to be said about it on most pages, which
//! are mostly menu. And since a link in a menu is clear by any of five grounds, so that none of them is
//! missed alone, the other way counts as much: how far the group alone moves the usual block.
//!
//! These are differences. Grounds overlap, long texts stand where long texts stand, and so they do not add
//! up to the log-odds. Features of the page as a whole are the same for all its blocks, cannot tell one from
//! another, and are no ground.

use tamis_dom::Document;

use super::Judgement;
use super::features::{COUNT, Feature as F, Page};
use super::forest::{Cells, Sheet, WIDTH};
use super::judge::BLOCKS_AT_A_TIME;
use super::model::Model;

/// What the evidence on a block is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Its length, how it ends, how much of it the page's description and title have too.
    Text,
    /// How much of it, of its element and of its section is links.
    Links,
    /// Its tag, and the tags and roles of the elements around it.
    Tags,
    /// Whether it or an element around it is hidden, or shown only at times: dialogs, `noscript`.
    Showing,
    /// Class names, ids and microdata names, its own and those around it.
    Classes,
    /// The words it begins with.
    FirstWords,
    /// The heading it stands under.
    Heading,
    /// Where on the page it stands, and how far from the most text.
    Place,
    /// How much text the elements around it and the blocks beside it hold.
    Surroundings,
    /// What else on the page looks like it, and what elements around it are repeated.
    Likeness,
}

impl Ground {
    /// All grounds.
    pub const ALL: [Ground; 10] = [
        Ground::Text,
        Ground::Links,
        Ground::Tags,
        Ground::Showing,
        Ground::Classes,
        Ground::FirstWords,
        Ground::Heading,
        Ground::Place,
        Ground::Surroundings,
        Ground::Likeness,
    ];

    /// The ground in words.
    pub fn words(self) -> &'static str {
        match self {
            Ground::Text => "its text",
            Ground::Links => "its links",
            Ground::Tags => "tags",
            Ground::Showing => "whether it shows",
            Ground::Classes => "class names",
            Ground::FirstWords => "first words",
            Ground::Heading => "its heading",
            Ground::Place => "where it stands",
            Ground::Surroundings => "what is around it",
            Ground::Likeness => "what is like it",
        }
    }

    fn is_of(self, feature: usize) -> bool {
        self.features().iter().any(|&own| own as usize == feature)
    }

    fn features(self) -> &'static [F] {
        match self {
            Ground::Text => &[
                F::Words,
                F::Chars,
                F::CodeShare,
                F::LastChar,
                F::Separators,
                F::Described,
                F::TitleOverlap,
            ],
            Ground::Links => &[F::LinkDensity, F::A0Links, F::SectionLinks],
            Ground::Tags => &[
                F::Tag,
                F::InFooter,
                F::InMain,
                F::CoreDistance,
                F::FrameDistance,
                F::FrameInside,
            ],
            Ground::Showing => &[F::InHidden],
            // Regions of comments are told by their class names.
            Ground::Classes => &[
                F::InComment,
                F::CommentDistance,
                F::ClassOwn,
                F::ClassOwnMin,
                F::ClassOwnMax,
                F::ClassParent,
                F::ClassGrand,
                F::ClassMin,
                F::ClassMax,
                F::ClassSum,
                F::ClassAgainst,
                F::ClassFor,
                F::ClassMinDistance,
            ],
            Ground::FirstWords => &[F::TextMean, F::TextMin, F::TextMax],
            Ground::Heading => &[
                F::HeadingDistance,
                F::SectionWords,
                F::TextHeadMean,
                F::TextHeadMin,
                F::TextOutline,
            ],
            Ground::Place => &[
                F::IndexShare,
                F::WordShare,
                F::WordsBefore,
                F::GoodBefore,
                F::GoodAfter,
                F::TitleDistance,
                F::TitleWords,
                F::Half,
                F::HalfDepth,
                F::Most,
                F::MostDepth,
                F::HeaviestUp,
            ],
            Ground::Surroundings => &[
                F::A0Good,
                F::A1Good,
                F::A1Share,
                F::A1GoodShare,
                F::A2GoodShare,
                F::A3Blocks,
                F::A3GoodShare,
                F::A5Words,
                F::A5Blocks,
                F::ArticleRank,
                F::ArticleWords,
                F::MainShare,
                F::Sort1Before,
                F::Sort1After,
                F::Near8Words,
                F::TextAfter,
            ],
            Ground::Likeness => &[
                F::NearWords,
                F::NearShare,
                F::NearGood,
                F::BestCount,
                F::BestWords,
                F::BestShare,
                F::BestGood,
                F::TopShare,
                F::TopGood,
                F::LookCount,
                F::LookWords,
                F::LookShare,
                F::LookSpan,
                F::Copies,
            ],
        }
    }
}

/// What one ground is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// What the evidence is about.
    pub ground: Ground,
    /// By how much it raises the first look's log-odds: positive speaks for the block.
    pub log_odds: f32,
}

/// The evidence on a block that the page itself gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The log-odds of the first look, which sees the block's own features.
    pub first_look: f32,
    /// What each ground is worth to the first look, the weightiest first.
    pub weights: Vec<Weight>,
}

impl Evidence {
    /// Puts a weight behind those that are no lighter.
    fn add(&mut self, weight: Weight) {
        let is_heavier = |other: &Weight| other.log_odds.abs() >= weight.log_odds.abs();
        let at = self.weights.partition_point(is_heavier);
        self.weights.insert(at, weight);
    }
}

/// The evidence on each block of a judgement, in its order. `document` is the one that was judged, with the
/// model that ships with the library.
pub fn evidence(document: &Document, judgement: &Judgement) -> Vec<Evidence> {
    let model = Model::builtin();
    let page = Page::read(document, &model.lexicon, false);
    let mut looks = FirstLook {
        page: &page,
        model,
        sheet: Sheet::default(),
    };
    let blocks: Vec<usize> = (0..judgement.blocks.len()).collect();
    let mut usual = Vec::with_capacity(2);
    for kept in [true, false] {
        let mut side = blocks.clone();
        side.retain(|&block| judgement.blocks[block].kept == kept);
        usual.extend(looks.usual(side));
    }
    let mut all = Vec::with_capacity(blocks.len());
    for blocks in blocks.chunks(BLOCKS_AT_A_TIME) {
        looks.weigh(blocks, &usual, &mut all);
    }
    all
}

/// The first look at a page's blocks, as they are and with features covered up.
struct FirstLook<'p> {
    page: &'p Page,
    model: &'p Model,
    sheet: Sheet,
}

/// The usual one of some blocks.
struct Usual {
    cells: Cells,
    /// What the first look says of it.
    odds: f32,
}

/// The usual block is the middle of so many, evenly spread, where there are more.
const MOST_FOR_USUAL: usize = 1024;

impl FirstLook<'_> {
    /// For each feature the middle of some blocks' values; `None` where there is no block.
    fn usual(&mut self, blocks: Vec<usize>) -> Option<Usual> {
        let any = *blocks.first()?;
        let apart = blocks.len().div_ceil(MOST_FOR_USUAL);
        let blocks: Vec<usize> = blocks.into_iter().step_by(apart).collect();
        self.fill(&blocks);
        let mut values = vec![0.0; blocks.len()];
        let cells: Cells = std::array::from_fn(|feature| {
            for (at, value) in values.iter_mut().enumerate() {
                *value = self.sheet.row(at).get(feature);
            }
            values.sort_by(f32::total_cmp);
            values[values.len() / 2]
        });
        let everything: Vec<usize> = (0..COUNT).collect();
        let odds = self.log_odds(&[any], &cells, &everything)[0];
        Some(Usual { cells, odds })
    }

    /// Adds the evidence on some blocks.
    fn weigh(&mut self, blocks: &[usize], usual: &[Usual], all: &mut Vec<Evidence>) {
        let as_it_is = self.log_odds(blocks, &[0.0; WIDTH], &[]);
        let first = all.len();
        for &first_look in &as_it_is {
            all.push(Evidence {
                first_look,
                weights: Vec::with_capacity(Ground::ALL.len()),
            });
        }
        for ground in Ground::ALL {
            let mut worth = vec![0.0; blocks.len()];
            let (mut own, mut others) = (Vec::new(), Vec::new());
            for feature in 0..COUNT {
                match ground.is_of(feature) {
                    true => own.push(feature),
                    false => others.push(feature),
                }
            }
            for usual in usual {
                let covered = self.log_odds(blocks, &usual.cells, &own);
                let alone = self.log_odds(blocks, &usual.cells, &others);
                for (at, worth) in worth.iter_mut().enumerate() {
                    let (lost, gained) = (as_it_is[at] - covered[at], alone[at] - usual.odds);
                    *worth += (lost + gained) / 2.0;
                }
            }
            for (evidence, worth) in all[first..].iter_mut().zip(worth) {
                evidence.add(Weight {
                    ground,
                    log_odds: worth / usual.len() as f32,
                });
            }
        }
    }

    /// What is said of some blocks when some of their features are covered with these values.
    fn log_odds(&mut self, blocks: &[usize], values: &Cells, covered: &[usize]) -> Vec<f32> {
        self.fill(blocks);
        for at in 0..blocks.len() {
            let mut row = self.sheet.row(at);
            for &feature in covered {
                row.set(feature, values[feature]);
            }
        }
        let mut sums = Vec::new();
        self.model.blocks.sums(&mut self.sheet, &mut sums);
        sums
    }

    /// Opens the sheet with these blocks as they are.
    fn fill(&mut self, blocks: &[usize]) {
        self.sheet.open(blocks.len(), &self.page.shared);
        for (at, &block) in blocks.iter().enumerate() {
            self.page.fill(block, self.sheet.row(at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{JudgeOptions, judge};
    use crate::marks::Marks;

    fn evidence_on(html: &str) -> Vec<Evidence> {
        let document = Document::parse(html);
        let judgement = judge(&document, &JudgeOptions::default(), &Marks::new());
        let all = evidence(&document, &judgement);
        assert_eq!(all.len(), judgement.blocks.len());
        all
    }

    fn worth(evidence: &Evidence, ground: Ground) -> f32 {
        let mut weights = evidence.weights.iter();
        weights.find(|w| w.ground == ground).unwrap().log_odds
    }

    /// An article, then a box with this class and the same tags, then a menu.
    fn page_with_box(class: &str) -> String {
        format!(
            "<main><article class=post-content>\
             <p>A sieve lets the fine through and holds the coarse back, and every kitchen has had one.\
             <p>The drum sieve, which the French call a tamis, is the widest of them, and cooks push soft things through it.\
             <p>Nobody who has once made potato soup with it goes back to the fork, or so the books of the last century say.\
             </article><div class='{class}'><p>What is a ladle, and why do so many kitchens have none that is any good?</div></main>\
             <footer><p><a href=/a>Privacy policy</a><p><a href=/b>About us</a></footer>"
        )
    }

    #[test]
    fn class_names_speak_against_a_box_of_related_links() {
        let classes = |class: &str| worth(&evidence_on(&page_with_box(class))[3], Ground::Classes);
        let against = classes("sidebar related-links");
        assert!(against < -0.5, "{against}");
        assert!(against < classes("qzxv") - 0.5, "a class that nobody knows");
    }

    #[test]
    fn tags_speak_for_the_article_and_against_the_footer() {
        let all = evidence_on(&page_with_box("qzxv"));
        assert!(worth(&all[0], Ground::Tags) > 0.1, "{:?}", all[0]);
        assert!(worth(&all[5], Ground::Tags) < -0.1, "{:?}", all[5]);
    }

    #[test]
    fn a_block_that_is_the_usual_one_has_nothing_for_it_or_against_it() {
        let alone =
            &evidence_on("<main><p>A sieve lets the fine through and holds the coarse back.")[0];
        assert!(alone.weights.iter().all(|w| w.log_odds == 0.0), "{alone:?}");
        // Neither is hidden: whether a block shows tells none of them from another.
        let all = evidence_on(&page_with_box("related"));
        assert!(all.iter().all(|on| worth(on, Ground::Showing) == 0.0));
    }

    #[test]
    fn the_weightiest_comes_first() {
        for on in evidence_on(&page_with_box("related")) {
            assert_eq!(on.weights.len(), Ground::ALL.len());
            let worths = on.weights.iter().map(|w| -w.log_odds.abs());
            assert!(worths.is_sorted(), "{on:?}");
        }
    }

    #[test]
    fn without_a_second_look_the_first_is_what_the_judgement_says() {
        let document = Document::parse(page_with_box("related"));
        let judgement = judge(&document, &JudgeOptions::default(), &Marks::new());
        let footer = judgement.blocks.last().unwrap();
        let on_footer = &evidence(&document, &judgement)[judgement.blocks.len() - 1];
        assert_eq!(on_footer.first_look, footer.reason.page);
    }

    #[test]
    fn every_feature_of_a_block_is_of_one_ground_and_those_of_the_page_are_of_none() {
        for (feature, name) in F::names().iter().enumerate() {
            let grounds = Ground::ALL.iter().filter(|ground| ground.is_of(feature));
            let expected = usize::from(!name.starts_with("page."));
            assert_eq!(grounds.count(), expected, "{name}");
        }
    }

    #[test]
    fn a_long_page_and_an_empty_one_are_weighed() {
        let line = "<li><b>Someone</b><p>I do not think so at all.";
        let long = evidence_on(&line.repeat(3 * MOST_FOR_USUAL));
        assert!(long.len() > 2 * MOST_FOR_USUAL);
        assert!(evidence_on("").is_empty());
    }
}
