//! The kinds of page that the judgement tells apart.

use serde::Serialize;

/// What kind of page this is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PageKind {
    /// One text by one hand: news, a blog entry, an essay.
    #[default]
    Article,
    /// A manual or reference.
    Documentation,
    /// A company or service presents itself.
    Service,
    /// A thread of posts.
    Forum,
    /// Many goods or works of one sort, with little text each.
    Collection,
    /// A list of entries that lead elsewhere.
    Listing,
    /// One thing for sale.
    Product,
}

impl PageKind {
    /// All kinds, in the order of the model's tables.
    pub const ALL: [PageKind; 7] = [
        PageKind::Article,
        PageKind::Documentation,
        PageKind::Service,
        PageKind::Forum,
        PageKind::Collection,
        PageKind::Listing,
        PageKind::Product,
    ];

    /// The kind's name, lower case.
    pub fn name(self) -> &'static str {
        match self {
            PageKind::Article => "article",
            PageKind::Documentation => "documentation",
            PageKind::Service => "service",
            PageKind::Forum => "forum",
            PageKind::Collection => "collection",
            PageKind::Listing => "listing",
            PageKind::Product => "product",
        }
    }
}
