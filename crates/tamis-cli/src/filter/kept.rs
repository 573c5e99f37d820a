//! All filters that are kept, for finding them by a page's address: what `content`, `read` and `stream`
//! use without asking.

use std::path::PathBuf;

use tamis::filter::Filter;
use url::Url;

use super::folder::{self, Folder};
use crate::messages;

/// Which filters are used without asking, as typed.
#[derive(clap::Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct KeptArgs {
    /// The folder of filters that are used on pages whose address they are for [default:
    /// tamis/filters in the user's configuration folder]
    #[arg(long, value_name = "DIR", conflicts_with = "no_filters")]
    filters: Option<PathBuf>,
    /// Use no saved filters
    #[arg(long)]
    no_filters: bool,
}

/// Filters, to be found by address.
#[derive(Default)]
pub(crate) struct Kept {
    filters: Vec<Filter>,
}

impl KeptArgs {
    /// Reads the folder. A filter that cannot be read is told and stops no other.
    pub(crate) fn resolve(&self) -> anyhow::Result<Kept> {
        if self.no_filters {
            return Ok(Kept::default());
        }
        let folder = match &self.filters {
            Some(asked) => Folder::resolve(Some(asked))?.must_exist()?,
            // No home is no reason to refuse a page.
            None => match Folder::resolve(None) {
                Ok(folder) => folder,
                Err(_) => return Ok(Kept::default()),
            },
        };
        let files = folder.files().unwrap_or_else(|error| {
            messages::error(format_args!("{error:#}; no filter is used"));
            Vec::new()
        });
        let filters = files.iter().filter_map(|file| match folder::read(file) {
            Ok(filter) => Some(filter),
            Err(error) => {
                messages::error(format_args!("{error:#}; this filter is not used"));
                None
            }
        });
        Ok(Kept {
            filters: filters.collect(),
        })
    }
}

impl Kept {
    /// All of them.
    pub(crate) fn into_filters(self) -> Vec<Filter> {
        self.filters
    }

    /// The filter that is for this address most exactly.
    pub(crate) fn for_address(&self, address: &Url) -> Option<&Filter> {
        Filter::best_for(&self.filters, address)
    }
}
