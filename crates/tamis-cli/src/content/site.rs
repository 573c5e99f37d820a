//! What the site says of a page's content: `--site auto|none|FILE`.

use std::path::PathBuf;

use tamis::dom::Document;
use tamis::marks::Marks;
use tamis::template::{Options, Templates};
use tamis_load::Site;
use url::Url;

use crate::template::{by_siblings, open_saved};

/// `--site`, as typed.
#[derive(Clone, Debug)]
pub(crate) enum SiteArg {
    Auto,
    None,
    File(PathBuf),
}

impl std::str::FromStr for SiteArg {
    type Err = std::convert::Infallible;

    fn from_str(typed: &str) -> Result<SiteArg, Self::Err> {
        Ok(match typed {
            "auto" => SiteArg::Auto,
            "none" => SiteArg::None,
            file => SiteArg::File(file.into()),
        })
    }
}

/// The same, resolved.
pub(crate) enum SiteEvidence {
    /// The page's siblings, where they are on disk.
    AtHand,
    /// Nothing.
    None,
    /// Saved templates.
    Saved(Templates),
}

impl SiteEvidence {
    pub(super) fn new(typed: &SiteArg) -> anyhow::Result<SiteEvidence> {
        Ok(match typed {
            SiteArg::Auto => SiteEvidence::AtHand,
            SiteArg::None => SiteEvidence::None,
            SiteArg::File(file) => SiteEvidence::Saved(open_saved(file)?),
        })
    }

    /// The evidence on one page. What cannot be had is none: the page is judged alone.
    pub(crate) fn marks(&self, document: &Document, url: &Url, site: &Site<'_>) -> Marks {
        let template = match self {
            SiteEvidence::Saved(templates) => templates
                .apply(document, url)
                .filter(|applied| applied.fit == tamis::template::Fit::Fits)
                .map(|applied| applied.template),
            SiteEvidence::AtHand if is_at_hand(site) => {
                by_siblings(document, url, site, Options::default()).ok()
            }
            SiteEvidence::AtHand | SiteEvidence::None => None,
        };
        template.map_or_else(Marks::new, |template| template.marks(document))
    }
}

/// Whether the site is on disk as a site, not as a folder of pages from anywhere.
fn is_at_hand(site: &Site<'_>) -> bool {
    matches!(site, Site::Mirror { mirror, .. } if mirror.base().scheme() != "file")
}
