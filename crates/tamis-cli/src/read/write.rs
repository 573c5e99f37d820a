//! Writing the document in the form that was asked for.

use std::io::Write;

use anyhow::Context;
use tamis::present::{Columns, Layout, Leaf, json, reader};
use tamis_book::{Pictures, epub};

use super::flags::{Format, Wish};
use crate::output;

/// Writes the document to its file or to standard output.
pub(super) fn write(leaves: &[Leaf], pictures: &Pictures, wish: &Wish) -> anyhow::Result<()> {
    let bytes = match wish.format {
        Format::Html => html(leaves, wish).into_bytes(),
        Format::Json => json(leaves).into_bytes(),
        Format::Epub => {
            let title = wish.title.as_deref().unwrap_or_else(|| leaves[0].title());
            epub(leaves, pictures, title).context("the book cannot be bound")?
        }
    };
    match &wish.output {
        Some(path) => output::write_file(path, &bytes)
            .with_context(|| format!("cannot write {}", path.display())),
        None => {
            let mut out = output::stdout();
            out.write_all(&bytes)?;
            Ok(out.flush()?)
        }
    }
}

fn html(leaves: &[Leaf], wish: &Wish) -> String {
    let columns = match wish.columns {
        None | Some(1) => Columns::One,
        Some(_) => Columns::Fitting,
    };
    let title = wish.title.clone();
    reader(leaves, &Layout { columns, title })
}
