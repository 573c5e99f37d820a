//! Pages as one document for reading.

use serde::Serialize;
use tamis::content::Options;
use tamis::filter::Filter;
use tamis::marks::Marks;
use tamis::present::{self, Columns, Layout, Leaf};
use tamis::site::{self, leaf::Read};
use url::Url;

use crate::answer::json;
use crate::request::{asked, words};
use crate::{Desk, Trouble};

asked! {
    /// The pages of a document and how it is set.
    pub(crate) struct Asked {
        leaves: Vec<AskedLeaf>,
        columns: AskedColumns = AskedColumns::One,
        title: Option<String>,
        format: Format = Format::Html,
    }
}

asked! {
    /// One page of it.
    struct AskedLeaf {
        page: u32,
        url: Url,
        template: Option<u32>,
        /// A filter in its saved form; a page that it refuses is judged.
        filter: Option<String>,
    }
}

words! {
    enum AskedColumns {
        One = "one",
        Fitting = "fitting",
    }
}

words! {
    enum Format {
        Html = "html",
        Json = "json",
    }
}

/// A document, and what there is to say about it.
#[derive(Serialize)]
struct Made {
    document: String,
    /// The filters that did not fit, each in a sentence; those pages are judged.
    unfit: Vec<String>,
}

pub(crate) fn read(desk: &Desk, asked: &Asked) -> Result<String, Trouble> {
    let read = asked.leaves.iter().map(|asked| leaf(desk, asked));
    let read = read.collect::<Result<Vec<Read>, Trouble>>()?;
    let unfit = read.iter().filter_map(|read| {
        let unfit = read.unfit.as_ref()?;
        Some(format!("{}: {unfit}", read.leaf.name))
    });
    let unfit = unfit.collect();
    let mut leaves: Vec<Leaf> = read.into_iter().map(|read| read.leaf).collect();
    present::bind(&mut leaves);
    let layout = Layout {
        columns: match asked.columns {
            AskedColumns::One => Columns::One,
            AskedColumns::Fitting => Columns::Fitting,
        },
        title: asked.title.clone(),
    };
    let document = match asked.format {
        Format::Html => present::reader(&leaves, &layout),
        Format::Json => present::json(&leaves),
    };
    json(&Made { document, unfit })
}

fn leaf(desk: &Desk, asked: &AskedLeaf) -> Result<Read, Trouble> {
    let document = desk.page(asked.page)?;
    let filter = asked.filter.as_deref().map(Filter::from_toml);
    let filter = filter.transpose().map_err(Trouble::new)?;
    let template = asked.template.map(|number| desk.template(number));
    let template = template.transpose()?;
    let marks = || template.map_or_else(Marks::new, |template| template.marks(document));
    let options = Options::default();
    let read = site::leaf::leaf(document, &asked.url, &options, filter.as_ref(), marks);
    read.map_err(|refusal| Trouble::new(format_args!("{}: {refusal}", asked.url)))
}
