//! The catalogue of features. The order is the model's; the trainer reads it from the program.

use crate::content::forest::WIDTH;

/// Declares the features: a variant each, and their names in the same order.
macro_rules! features {
    ($($variant:ident $name:literal)*) => {
        /// A feature of a block.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        #[allow(dead_code, reason = "some are only named as the first of a run")]
        pub(in crate::content) enum Feature { $($variant),* }

        /// The names of the features.
        const NAMES: &[&str] = &[$($name),*];
    };
}

/// How many features there are.
pub(in crate::content) const COUNT: usize = NAMES.len();
const _: () = assert!(COUNT <= WIDTH, "a row has room for all features");

impl Feature {
    /// All names, in order.
    pub(in crate::content) fn names() -> &'static [&'static str] {
        NAMES
    }
}

features! {
    Words "own.words"
    Chars "own.chars"
    LinkDensity "own.link_density"
    CodeShare "own.code"
    LastChar "own.last"
    Separators "own.separators"
    Described "own.described"

    Tag "tag.own"
    InFooter "tag.footer"
    InMain "tag.main"
    InHidden "tag.hidden"
    InComment "tag.comment"
    CoreDistance "tag.core_distance"
    FrameDistance "tag.frame_distance"
    FrameInside "tag.frame_inside"
    CommentDistance "tag.comment_distance"

    IndexShare "position.index_share"
    WordShare "position.word_share"
    WordsBefore "position.words_before"
    GoodBefore "position.good_before"
    GoodAfter "position.good_after"

    HeadingDistance "heading.distance"
    TitleOverlap "heading.title_overlap"
    TitleDistance "heading.title_distance"
    TitleWords "heading.title_words"
    SectionWords "heading.section_words"
    SectionLinks "heading.section_links"

    A0Links "around0.links"
    A0Good "around0.good"
    A1Good "around1.good"
    A1Share "around1.share"
    A1GoodShare "around1.good_share"
    A2GoodShare "around2.good_share"
    A3Blocks "around3.blocks"
    A3GoodShare "around3.good_share"
    A5Words "around5.words"
    A5Blocks "around5.blocks"
    Half "core50.distance"
    HalfDepth "core50.depth"
    Most "core70.distance"
    MostDepth "core70.depth"
    HeaviestUp "heaviest.up"
    ArticleRank "article.rank"
    ArticleWords "article.words"
    MainShare "main.share"

    NearWords "near.words"
    NearShare "near.share"
    NearGood "near.good"
    BestCount "best.count"
    BestWords "best.words"
    BestShare "best.share"
    BestGood "best.good"
    TopShare "top.share"
    TopGood "top.good"
    LookCount "look.count"
    LookWords "look.words"
    LookShare "look.share"
    LookSpan "look.span"
    Copies "copy.count"

    Sort1Before "neighbour.sort_1_before"
    Sort1After "neighbour.sort_1_after"
    Near8Words "neighbour.near8_words"

    PageWords "page.words"
    PageBlocks "page.blocks"
    PageLinks "page.link_density"
    PageGood "page.good_share"
    PageGoodWords "page.good_words"
    PageImages "page.images"
    PageForms "page.forms"
    PageInputs "page.inputs"
    PageAnchors "page.anchors"
    PageElements "page.elements"
    PageArticles "page.articles"
    PageMain "page.main"
    PageP "page.p"
    PageItems "page.items"
    PageH2 "page.h2"
    PageH3 "page.h3"
    PageCells "page.cells"
    PageCode "page.code"
    PagePrices "page.prices"
    PageTimes "page.times"
    PageHeaviest "page.heaviest"
    PageArticleShare "page.article_share"
    PageMeanWords "page.mean_words"
    PageRepeatShare "page.repeat_share"
    PageRepeatCount "page.repeat_count"
    PageRepeatWords "page.repeat_words"
    PageRepeatLinks "page.repeat_links"
    PageComments "page.comment_share"
    PageDescribed "page.described_words"
    PageOgType "page.og_type"
    PagePath "page.path_length"
    PagePathDashes "page.path_dashes"
    PageIsArticle "page.data_article"
    PageIsProduct "page.data_product"
    PageHasOffers "page.data_offers"
    PageIsList "page.data_list"
    PageIsThread "page.data_thread"
    HalfLinks "page.core50_links"
    HalfShare "page.core50_share"
    MostShare "page.core70_share"
    NearlyLinks "page.core90_links"

    ClassOwn "class.own"
    ClassOwnMin "class.own_min"
    ClassOwnMax "class.own_max"
    ClassParent "class.parent"
    ClassGrand "class.grand"
    ClassMin "class.chain_min"
    ClassMax "class.chain_max"
    ClassSum "class.chain_sum"
    ClassAgainst "class.chain_against"
    ClassFor "class.chain_for"
    ClassMinDistance "class.chain_min_distance"
    TextMean "text.mean"
    TextMin "text.min"
    TextMax "text.max"
    TextHeadMean "text.heading_mean"
    TextHeadMin "text.heading_min"
    TextAfter "text.after"
    TextOutline "text.outline_min"
}
