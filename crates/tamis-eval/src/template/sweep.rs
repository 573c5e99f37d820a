//! A sweep over the paper's `n` and `t`: tables 5.2 (F1) and 5.3 (time) of the thesis, for our data.

use std::fmt::{self, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::Serialize;
use tamis::template::{Options, Paper};

use super::{find, loaded, score};
use crate::formats::LabelledSite;
use crate::{CalledOff, Watcher};

/// The values to go through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepRange {
    /// Sizes of the complete subdigraph.
    pub n: RangeInclusive<usize>,
    /// Votes needed; those above `n` are left out.
    pub t: RangeInclusive<usize>,
}

/// The results.
#[derive(Clone, Debug, Serialize)]
pub struct Sweep {
    /// A cell for each `n` and `t`.
    pub cells: Vec<Cell>,
}

/// The means of one setting.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Cell {
    /// The size of the complete subdigraph.
    pub n: usize,
    /// The votes needed.
    pub t: usize,
    /// Mean F1.
    pub f1: f64,
    /// Mean time a page, with reading the mirror's pages, in milliseconds.
    pub milliseconds: f64,
    /// Pages loaded, on average.
    pub loaded: f64,
}

impl Sweep {
    /// Runs the paper's technique with every setting. `paper` gives what is not swept.
    pub fn run(
        sites: &[LabelledSite],
        range: &SweepRange,
        paper: Paper,
        watcher: &dyn Watcher,
    ) -> Result<Sweep, CalledOff> {
        let settings = range.n.clone().flat_map(|n| {
            let t = *range.t.start()..=(*range.t.end()).min(n);
            t.map(move |t| (n, t))
        });
        watcher.expect(settings.clone().count() * sites.len());
        let cells = settings.map(|(n, t)| cell(sites, Paper { n, t, ..paper }, watcher));
        Ok(Sweep {
            cells: cells.collect::<Result<_, _>>()?,
        })
    }

    /// The two tables, side by side with nothing but spaces.
    pub fn to_table(&self) -> String {
        let mut out = String::new();
        self.table(&mut out, "F1, %", |cell| format!("{:.2}", 100.0 * cell.f1));
        out.push('\n');
        self.table(&mut out, "time a page, ms", |cell| {
            format!("{:.1}", cell.milliseconds)
        });
        out.push('\n');
        self.table(&mut out, "pages loaded", |cell| {
            format!("{:.1}", cell.loaded)
        });
        out
    }

    fn table(&self, out: &mut String, title: &str, show: impl Fn(&Cell) -> String) {
        let axis = |value: fn(&Cell) -> usize| -> Vec<usize> {
            let mut values: Vec<usize> = self.cells.iter().map(value).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        let (ns, ts) = (axis(|cell| cell.n), axis(|cell| cell.t));
        let _ = writeln!(out, "{title}");
        let _ = write!(out, "t \\ n");
        for n in &ns {
            let _ = write!(out, " {n:>8}");
        }
        out.push('\n');
        for t in ts {
            let _ = write!(out, "{t:>5}");
            for &n in &ns {
                let cell = self.cells.iter().find(|cell| (cell.n, cell.t) == (n, t));
                let _ = write!(out, " {:>8}", cell.map(&show).unwrap_or_default());
            }
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
    }
}

fn cell(sites: &[LabelledSite], paper: Paper, watcher: &dyn Watcher) -> Result<Cell, CalledOff> {
    let result = |site: &LabelledSite| {
        let begun = Instant::now();
        let template = find(site, Options::paper(paper)).ok();
        let time = begun.elapsed();
        let loads = template.as_ref().map_or(0, loaded);
        (score(site, template.as_ref()).f1, loads, time)
    };
    let results = sites.par_iter();
    let results = results.map(|site| watcher.page(|| result(site)));
    let results: Vec<(f64, usize, Duration)> = results.collect::<Result<_, _>>()?;
    let count = results.len().max(1) as f64;
    let mean =
        |value: fn(&(f64, usize, Duration)) -> f64| results.iter().map(value).sum::<f64>() / count;
    Ok(Cell {
        n: paper.n,
        t: paper.t,
        f1: mean(|result| result.0),
        milliseconds: mean(|result| 1e3 * result.2.as_secs_f64()),
        loaded: mean(|result| result.1 as f64),
    })
}

/// A sweep that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepError;

impl fmt::Display for SweepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sweep is written n=2..8,t=1..8")
    }
}

impl std::error::Error for SweepError {}

impl FromStr for SweepRange {
    type Err = SweepError;

    fn from_str(typed: &str) -> Result<SweepRange, SweepError> {
        let paper = Paper::default();
        let mut range = SweepRange {
            n: paper.n..=paper.n,
            t: paper.t..=paper.t,
        };
        for part in typed.split(',') {
            let (name, values) = part.split_once('=').ok_or(SweepError)?;
            let (first, last) = values.split_once("..").unwrap_or((values, values));
            let number = |text: &str| text.trim_start_matches('=').parse::<usize>().ok();
            let (first, last) = number(first).zip(number(last)).ok_or(SweepError)?;
            if first == 0 || first > last || last > 64 {
                return Err(SweepError);
            }
            match name.trim() {
                "n" => range.n = first..=last,
                "t" => range.t = first..=last,
                _ => return Err(SweepError),
            }
        }
        Ok(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_read_as_it_is_typed() {
        let range: SweepRange = "n=2..8,t=1..8".parse().unwrap();
        assert_eq!((range.n, range.t), (2..=8, 1..=8));
        let range: SweepRange = "n=4".parse().unwrap();
        assert_eq!((range.n, range.t), (4..=4, 2..=2));
        for wrong in ["", "n", "n=", "n=0..3", "n=5..3", "x=1..2", "n=1..1000"] {
            assert_eq!(wrong.parse::<SweepRange>(), Err(SweepError), "{wrong}");
        }
    }

    #[test]
    fn the_table_has_t_down_and_n_across() {
        let cell = |n, t, f1| Cell {
            n,
            t,
            f1,
            milliseconds: 1.0,
            loaded: 3.0,
        };
        let sweep = Sweep {
            cells: vec![cell(1, 1, 0.5), cell(2, 1, 0.75), cell(2, 2, 1.0)],
        };
        let expected =
            "F1, %\nt \\ n        1        2\n    1    50.00    75.00\n    2            100.00\n";
        assert!(
            sweep.to_table().starts_with(expected),
            "{}",
            sweep.to_table()
        );
    }
}
