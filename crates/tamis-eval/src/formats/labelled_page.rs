//! One page with its main text, as every dataset of main content gives it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::streams::StreamPage;

/// A page and what its main text is.
#[derive(Clone, Debug)]
pub struct LabelledPage {
    /// What the dataset calls it.
    pub id: String,
    /// Its address, as far as the dataset says.
    pub url: String,
    /// What scores are grouped by: the kind of page, or the domain.
    pub group: String,
    /// The page as it was fetched.
    pub html: Vec<u8>,
    /// The main text.
    pub gold: String,
    /// Phrases that must be in an answer.
    pub with: Vec<String>,
    /// Phrases that must not.
    pub without: Vec<String>,
}

impl LabelledPage {
    /// A page of a stream, grouped by its domain.
    pub fn of_stream(domain: &str, page: &StreamPage) -> LabelledPage {
        LabelledPage {
            id: page.url.clone(),
            url: page.url.clone(),
            group: domain.to_owned(),
            html: page.html.clone().into_bytes(),
            gold: page.gold_text.clone(),
            with: Vec::new(),
            without: Vec::new(),
        }
    }

    /// The registrable domain by which folds are cut; the page's own name where it has none.
    pub fn domain(&self) -> String {
        let address = url::Url::parse(&self.url).ok();
        let domain = address.as_ref().and_then(tamis::link::registrable_domain);
        domain.map_or_else(|| format!("page:{}", self.id), str::to_owned)
    }
}

/// Reads a file, or the same name with `.gz` behind it.
pub(super) fn read_plain_or_gz(path: &Path) -> io::Result<Vec<u8>> {
    match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut name = path.as_os_str().to_owned();
            name.push(".gz");
            let Ok(file) = File::open(name) else {
                return Err(error);
            };
            let mut bytes = Vec::new();
            flate2::read::MultiGzDecoder::new(file).read_to_end(&mut bytes)?;
            Ok(bytes)
        }
        other => other,
    }
}
