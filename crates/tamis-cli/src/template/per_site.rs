//! `tamis template INPUT --per-site`: whole sites, each template once, of each page what is its own.

use std::io::Write;

use tamis::template::{Bounds, Found, Sites};
use tamis_load::{Input, Loader};

use crate::outcome::Outcome;
use crate::{messages, output, progress};

pub(super) fn run(loader: &Loader, input: &Input) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut outcome = Outcome::Good;
    let mut sites = Sites::new(Bounds::default());
    let bar = progress::bar(None, "pages");
    for page in loader.pages(input) {
        bar.inc(1);
        match page {
            Ok(page) => {
                let (url, document) = page.parsed();
                write(&mut out, &sites.add(url, document))?;
            }
            Err(error) => {
                messages::error(error);
                outcome.add(Outcome::Unreadable);
            }
        }
    }
    write(&mut out, &sites.finish())?;
    bar.finish_and_clear();
    out.flush()?;
    Ok(outcome)
}

fn write(out: &mut impl Write, found: &[Found]) -> anyhow::Result<()> {
    for found in found {
        serde_json::to_writer(&mut *out, found)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
