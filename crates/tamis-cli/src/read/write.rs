//! Writing the document in the form that was asked for.

use std::io::Write;

use anyhow::Context;
use tamis::present::Leaf;
use tamis_book::{Pictures, document};

use super::flags::Wish;
use crate::{messages, output};

/// Writes the document to its file or to standard output.
pub(super) fn write(leaves: &mut [Leaf], pictures: &Pictures, wish: &Wish) -> anyhow::Result<()> {
    let made = document(leaves, pictures, &wish.document)?;
    made.notes.iter().for_each(messages::note);
    match &wish.output {
        Some(path) => output::write_file(path, &made.bytes)
            .with_context(|| format!("cannot write {}", path.display())),
        None => {
            let mut out = output::stdout();
            out.write_all(&made.bytes)?;
            Ok(out.flush()?)
        }
    }
}
