//! What document is wanted, as requests say it and as it was checked.

use serde::Deserialize;
use tamis::filter::Filter;
use tamis_book::{Format, Wish};

use super::super::asked::Asked;
use super::super::trouble::Trouble;

/// More pages than these are no document that anybody reads.
const MAX_PAGES: usize = 500;

/// The longest title.
const MAX_TITLE: usize = 500;

/// A document, as typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadAsked {
    /// One page, by itself.
    html: Option<String>,
    /// Where that page is, or was found.
    url: Option<String>,
    /// Many pages, in their order.
    #[serde(default)]
    urls: Vec<String>,
    #[serde(default)]
    format: FormatAsked,
    title: Option<String>,
    columns: Option<u8>,
    #[serde(default)]
    images: ImagesAsked,
    /// A filter in its saved form, for all pages; else those that are kept for the pages' addresses.
    filter: Option<String>,
    #[serde(default)]
    no_filters: bool,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FormatAsked {
    #[default]
    Html,
    Pdf,
    Epub,
    Json,
}

/// What becomes of the images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ImagesAsked {
    /// The document says where they lie; a PDF or EPUB holds them.
    #[default]
    Named,
    /// They are in the document.
    Inside,
    /// They are left out.
    None,
}

/// A document, checked.
pub(super) struct Wanted {
    pub(super) pages: Vec<Asked>,
    pub(super) wish: Wish,
    pub(super) images: ImagesAsked,
    pub(super) filters: FilterUse,
}

/// Which filters are used.
pub(super) enum FilterUse {
    /// Those that are kept for an address.
    Kept,
    /// This one.
    One(Box<Filter>),
    /// None.
    None,
}

impl Wanted {
    pub(super) fn of(asked: ReadAsked) -> Result<Wanted, Trouble> {
        let one =
            (asked.html.is_some() || asked.url.is_some()).then(|| Asked::of(asked.html, asked.url));
        let many = asked.urls.into_iter().map(|url| Asked::of(None, Some(url)));
        let pages: Vec<Asked> = one.into_iter().chain(many).collect();
        if pages.is_empty() || pages.len() > MAX_PAGES {
            let why = format!("name 1 to {MAX_PAGES} pages: \"urls\", \"url\" or \"html\"");
            return Err(Trouble::unusable(why));
        }
        for page in &pages {
            page.check()?;
        }
        if asked
            .title
            .as_ref()
            .is_some_and(|title| title.len() > MAX_TITLE)
        {
            let why = format!("a title has at most {MAX_TITLE} bytes");
            return Err(Trouble::unusable(why));
        }
        if asked
            .columns
            .is_some_and(|columns| !(1..=6).contains(&columns))
        {
            return Err(Trouble::unusable("\"columns\" is a number from 1 to 6"));
        }
        let format = asked.format.into();
        if !Format::is_built(format) {
            return Err(Trouble::unusable("this program was built without PDF"));
        }
        let mut wish = Wish::new(format);
        wish.title = asked.title.filter(|title| !title.trim().is_empty());
        wish.columns = asked.columns;
        Ok(Wanted {
            pages,
            wish,
            images: asked.images,
            filters: match asked.filter {
                Some(saved) => {
                    FilterUse::One(Box::new(Filter::from_toml(&saved).map_err(|error| {
                        Trouble::unusable(format!("the filter cannot be read: {error}"))
                    })?))
                }
                None if asked.no_filters => FilterUse::None,
                None => FilterUse::Kept,
            },
        })
    }

    pub(super) fn format(&self) -> Format {
        self.wish.format
    }

    /// Whether the images must be fetched.
    pub(super) fn holds_images(&self) -> bool {
        match self.images {
            ImagesAsked::Named => self.format().holds_pictures(),
            ImagesAsked::Inside => true,
            ImagesAsked::None => false,
        }
    }
}

impl From<FormatAsked> for Format {
    fn from(asked: FormatAsked) -> Format {
        match asked {
            FormatAsked::Html => Format::Html,
            FormatAsked::Pdf => Format::Pdf,
            FormatAsked::Epub => Format::Epub,
            FormatAsked::Json => Format::Json,
        }
    }
}
