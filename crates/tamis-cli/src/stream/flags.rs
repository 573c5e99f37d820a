//! The flags of `tamis stream`, as typed and resolved.

use std::path::PathBuf;

use anyhow::Context;
use tamis::link::Rules;
use tamis::site::stream::StreamOptions;
use tamis::stream::{Heuristic, Retention};
use tamis_server::nats::NatsOptions;

use super::ask::Ask;
use crate::filter::kept::KeptArgs;
use crate::outcome::UsageError;

/// Turn a stream of pages into clean documents, better with every document of a site
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Prints one object a page, in order: its url, its url_key (one for all addresses of a document), the
address it is a duplicate_of or null, the site's domain, how many of its documents were seen, and the
text. JSONL has lines {\"url\", \"html\", \"date\"?, \"title\"?}. Where a saved filter is for a page's address,
it says what the text is (see tamis filter).

Examples:
  tamis stream --from pages.jsonl.zst > documents.jsonl
  tamis stream --from crawl.warc.gz --from later.warc.gz
  tamis stream --from pages.jsonl --heuristic vote
  tamis stream --from crawl.warc.gz --store news.db --out documents.jsonl
  tamis stream --feeds feeds.opml --store news.db > documents.jsonl
  tamis stream search news.db harbour master
  tamis stream --from crawl.warc.gz --nats nats://127.0.0.1:4222
  tamis stream --nats nats://127.0.0.1:4222

With --store a run may be killed at any moment and started again: what was acknowledged is kept and
each document is delivered once; pages that were taken before are passed over, duplicates are noted in
the store and not delivered.")]
pub(crate) struct StreamArgs {
    #[command(subcommand)]
    pub(super) ask: Option<Ask>,
    /// JSONL, WARC (both also .gz or .zst), a folder of pages, or - for standard input; may be repeated
    #[arg(long, value_name = "INPUT")]
    pub(crate) from: Vec<String>,
    /// Read these feeds for as long as the program runs: OPML or a list of addresses in a file, a feed's
    /// address, or a page that names its feeds; may be repeated
    #[arg(
        long,
        value_name = "LIST|URL",
        requires = "store",
        conflicts_with = "from"
    )]
    pub(super) feeds: Vec<String>,
    /// Read every feed once, or work until no page waits at the broker, then end
    #[arg(long)]
    pub(super) once: bool,
    /// How content is told from boilerplate: fused, or by counts alone: strict, strict-support-N,
    /// strict-at-domain, relaxed-at-domain-N, vote, vote-fast
    #[arg(long, value_name = "NAME", default_value_t)]
    heuristic: Heuristic,
    /// Rules for URL keys, one a line: a regular expression, white space, the parameters to keep with
    /// commas between; they come before those of the program
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Keep the documents in this file, so that the run can be stopped and go on later
    #[arg(long, value_name = "FILE")]
    pub(super) store: Option<PathBuf>,
    /// Deliver to this file instead of standard output; it goes on after its last whole line
    #[arg(long, value_name = "FILE.jsonl", requires = "store")]
    pub(super) out: Option<PathBuf>,
    /// Use this NATS server with JetStream, as nats://127.0.0.1:4222: with --from or --feeds publish the
    /// pages there, else work on those that are there and publish their documents
    #[arg(long, value_name = "URL", conflicts_with = "out")]
    nats: Option<String>,
    /// Spread the domains over so many parts, each worked on by one worker at a time; the first that
    /// comes to a server settles it
    #[arg(long, value_name = "N", requires = "nats", default_value_t = 16)]
    partitions: u32,
    /// Answer Prometheus at this address, as 127.0.0.1:9184
    #[arg(long, value_name = "ADDR")]
    pub(super) metrics: Option<String>,
    #[command(flatten)]
    keep: KeepArgs,
    #[command(flatten)]
    filters: KeptArgs,
}

#[derive(clap::Args)]
struct KeepArgs {
    /// Remember at most so many documents of a site
    #[arg(long, value_name = "N", default_value_t = Retention::default().documents)]
    keep_documents: usize,
    /// Forget documents that are so many days older than the newest
    #[arg(long, value_name = "DAYS", default_value_t = Retention::default().days)]
    keep_days: i32,
    /// But always remember so many of the newest
    #[arg(long, value_name = "N", default_value_t = Retention::default().at_least)]
    keep_at_least: usize,
}

impl StreamArgs {
    pub(super) fn options(&self) -> anyhow::Result<StreamOptions> {
        Ok(StreamOptions {
            heuristic: self.heuristic,
            retention: Retention {
                documents: self.keep.keep_documents,
                days: self.keep.keep_days,
                at_least: self.keep.keep_at_least,
            },
            rules: self.rules()?,
            filters: self.filters.resolve()?.into_filters().into(),
        })
    }

    pub(super) fn nats(&self) -> Option<NatsOptions> {
        Some(NatsOptions {
            server: self.nats.clone()?,
            partitions: self.partitions,
        })
    }

    fn rules(&self) -> anyhow::Result<Rules> {
        let Some(file) = &self.rules else {
            return Ok(Rules::shipped());
        };
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        let rules = Rules::parse(&text)
            .map_err(|error| UsageError(format!("{}: {error}", file.display())))?;
        Ok(rules.then(Rules::shipped()))
    }
}
