//! Where pages come from: the inputs and the flags of loading, as typed ([`InputArgs`]) and
//! resolved ([`Inputs`]).

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use tamis_load::{Input, Limits, LoadError, LoadOptions, Loader, Page, Source, WebOptions};
use url::Url;

use crate::outcome::UsageError;

/// Inputs and how they are loaded, as typed.
#[derive(clap::Args)]
pub(crate) struct InputArgs {
    /// An address, a file, a folder that mirrors a site, a WARC or JSONL file, or - for standard input
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<String>,
    #[command(flatten)]
    load: LoadArgs,
}

/// How pages are loaded, as typed; for verbs that name their input in their own way.
#[derive(clap::Args)]
#[command(next_help_heading = "Loading")]
pub(crate) struct LoadArgs {
    /// The folder that mirrors the site, where no folder above the file is named like its host
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// The address that --root stands for; without --root, the address of the page that is read
    #[arg(long, value_name = "URL")]
    base: Option<Url>,
    /// The largest page to load, as sent and after decompression; K, M, G are understood
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "32M")]
    max_page_size: u64,
    /// How long one request may take, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "30")]
    timeout: Duration,
    /// How many redirects to follow for one page
    #[arg(long, value_name = "N", default_value_t = Limits::default().redirects)]
    max_redirects: u32,
    /// The pause between the beginnings of two requests to one host, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, default_value = "0.5")]
    delay: Duration,
    /// Fetch also what a host's robots.txt asks programs to stay away from
    #[arg(long)]
    ignore_robots: bool,
    /// Use pages in the cache, however old, and no network
    #[arg(long, conflicts_with = "no_cache")]
    offline: bool,
    /// Where fetched pages are kept [default: tamis in the user's cache folder]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache_dir: Option<PathBuf>,
    /// How much room they may take; the oldest make way. A page above a 256th of it is not kept
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "2G")]
    cache_size: u64,
    /// Keep no fetched pages and use none
    #[arg(long)]
    no_cache: bool,
}

/// Inputs and what loads them, resolved.
pub(crate) struct Inputs {
    /// Loads the pages, and the sites around them.
    pub(crate) loader: Loader,
    /// Each input as typed, and what it is: one that cannot be used does not stop the others.
    pub(crate) inputs: Vec<(String, Result<Input, LoadError>)>,
}

impl InputArgs {
    pub(crate) fn resolve(self) -> Result<Inputs, UsageError> {
        let loader = self.load.resolve()?;
        let inputs = self.inputs.into_iter().map(|typed| {
            let input = Input::parse(&typed);
            (typed, input)
        });
        Ok(Inputs {
            loader,
            inputs: inputs.collect(),
        })
    }
}

impl LoadArgs {
    pub(crate) fn resolve(self) -> Result<Loader, UsageError> {
        let limits = Limits {
            page_size: self.max_page_size,
            timeout: self.timeout,
            redirects: self.max_redirects,
            ..Limits::default()
        };
        let cache = match self.no_cache {
            true => None,
            false => self.cache_dir.or_else(default_cache_dir),
        };
        let web = WebOptions {
            delay: self.delay,
            ignore_robots: self.ignore_robots,
            cache,
            cache_size: self.cache_size,
            offline: self.offline,
            ..WebOptions::default()
        };
        let options = LoadOptions {
            limits,
            web,
            root: self.root,
            base: self.base,
        };
        Loader::new(options).map_err(|error| UsageError(error.to_string()))
    }
}

/// Where the page came from; the input as typed where that is not known.
pub(crate) fn page_name(typed: &str, page: &Result<Page, LoadError>) -> String {
    match page {
        Ok(page) => match &page.source {
            Source::File(_) | Source::Warc { .. } | Source::Jsonl { .. } => page.source.to_string(),
            _ => typed.to_owned(),
        },
        Err(_) => typed.to_owned(),
    }
}

/// The user's cache folder by the system's custom; `None` where there is none, as in a container
/// without a home.
fn default_cache_dir() -> Option<PathBuf> {
    let absolute = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|p| p.is_absolute())
    };
    let folder = match env::consts::OS {
        "windows" => absolute("LOCALAPPDATA"),
        "macos" => env::home_dir().map(|home| home.join("Library/Caches")),
        _ => absolute("XDG_CACHE_HOME").or_else(|| Some(env::home_dir()?.join(".cache"))),
    };
    folder
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join("tamis"))
}

/// `500`, `64K`, `32M`, `1G`: bytes, in powers of 1024.
fn parse_size(typed: &str) -> Result<u64, String> {
    let typed = typed.trim().to_ascii_uppercase();
    let number = typed.trim_end_matches(['B', 'I', 'K', 'M', 'G']);
    let shift = match typed[number.len()..]
        .trim_end_matches('B')
        .trim_end_matches('I')
    {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("a size is a number with K, M or G behind it, as 32M".to_owned()),
    };
    let number: u64 = number
        .trim()
        .parse()
        .map_err(|_| "a size is a number, as 32M".to_owned())?;
    match number.checked_mul(1 << shift) {
        Some(0) | None => Err("the size must be above 0 and below 16 EiB".to_owned()),
        Some(size) => Ok(size),
    }
}

/// A share or a likelihood.
pub(crate) fn parse_share(typed: &str) -> Result<f32, String> {
    match typed.trim().parse::<f32>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("it is a number from 0 to 1".to_owned()),
    }
}

/// Seconds, with a fraction if need be.
fn parse_seconds(typed: &str) -> Result<Duration, String> {
    let seconds: f64 = typed
        .trim()
        .trim_end_matches('s')
        .parse()
        .map_err(|_| "not a number")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        args: InputArgs,
    }

    fn parse(typed: &[&str]) -> Result<InputArgs, clap::Error> {
        let words = [&["tamis"], typed].concat();
        Typed::try_parse_from(words).map(|typed| typed.args)
    }

    #[test]
    fn defaults_are_the_librarys() {
        let args = parse(&["-"]).unwrap();
        let (limits, web) = (Limits::default(), WebOptions::default());
        assert_eq!(args.load.max_page_size, limits.page_size);
        assert_eq!(args.load.timeout, limits.timeout);
        assert_eq!(args.load.delay, web.delay);
        assert_eq!(args.load.cache_size, web.cache_size);
    }

    #[test]
    fn sizes_and_times() {
        assert_eq!(parse_size("64K"), Ok(65536));
        assert_eq!(parse_size("1 MiB"), Ok(1 << 20));
        assert_eq!(parse_size("7"), Ok(7));
        for wrong in ["", "K", "-1", "0", "1T", "1KM", "99999999999G", "1.5M"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_seconds("0.25"), Ok(Duration::from_millis(250)));
        for wrong in ["", "x", "-1", "inf", "nan", "1e300"] {
            assert!(parse_seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn flags_that_do_not_go_together() {
        assert!(parse(&["--offline", "--no-cache", "-"]).is_err());
        assert!(parse(&["--cache-dir", "x", "--no-cache", "-"]).is_err());
        assert!(parse(&[]).is_err());
        assert!(parse(&["--base", "not an address", "-"]).is_err());
        assert!(
            parse(&["--root", "/no/such/folder", "-"])
                .unwrap()
                .resolve()
                .is_err()
        );
    }

    #[test]
    fn one_bad_input_does_not_stop_the_others() {
        let inputs = parse(&["no-such-file", "-"])
            .unwrap()
            .resolve()
            .unwrap()
            .inputs;
        assert!(inputs[0].1.is_err());
        assert!(matches!(inputs[1].1, Ok(Input::Stdin)));
    }
}
