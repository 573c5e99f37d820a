//! What a run has done so far, counted for the line of figures and for Prometheus.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// Counts of a run; they only grow, but for those of the stream's memory.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Pages that were taken, duplicates included.
    pub documents: AtomicU64,
    /// Duplicates among them.
    pub duplicates: AtomicU64,
    /// Words of the pages.
    pub page_words: AtomicU64,
    /// Words of their main content.
    pub kept_words: AtomicU64,
    /// Pages that could not be had.
    pub failed_pages: AtomicU64,
    /// Feeds that could not be read, each time.
    pub failed_feeds: AtomicU64,
    /// Sites in memory.
    pub domains: AtomicU64,
    /// Documents in memory.
    pub remembered: AtomicU64,
    /// Bytes of the trees.
    pub tree_bytes: AtomicU64,
}

/// The longest request that is listened to, and for how long.
const MAX_REQUEST: u64 = 8 << 10;
const PATIENCE: Duration = Duration::from_secs(5);

impl Metrics {
    /// Everything in Prometheus's text format.
    pub fn text(&self) -> String {
        let rows: [(&str, &str, &str, &AtomicU64); 9] = [
            (
                "documents_total",
                "counter",
                "Pages taken, duplicates included.",
                &self.documents,
            ),
            (
                "duplicates_total",
                "counter",
                "Pages that were duplicates.",
                &self.duplicates,
            ),
            (
                "page_words_total",
                "counter",
                "Words of the pages.",
                &self.page_words,
            ),
            (
                "kept_words_total",
                "counter",
                "Words of their main content.",
                &self.kept_words,
            ),
            (
                "failed_pages_total",
                "counter",
                "Pages that could not be had.",
                &self.failed_pages,
            ),
            (
                "failed_feeds_total",
                "counter",
                "Readings of feeds that failed.",
                &self.failed_feeds,
            ),
            ("domains", "gauge", "Sites in memory.", &self.domains),
            (
                "remembered_documents",
                "gauge",
                "Documents in memory.",
                &self.remembered,
            ),
            (
                "tree_bytes",
                "gauge",
                "Bytes of the trees.",
                &self.tree_bytes,
            ),
        ];
        let mut text = String::new();
        for (name, kind, help, value) in rows {
            let name = format!("tamis_stream_{name}");
            let value = value.load(Relaxed);
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n"
            );
        }
        text
    }

    /// Answers for them at this address for as long as the program runs.
    ///
    /// # Errors
    /// When the address cannot be listened at.
    pub fn serve(metrics: &Arc<Metrics>, address: impl ToSocketAddrs) -> io::Result<()> {
        let listener = TcpListener::bind(address)?;
        let metrics = Arc::clone(metrics);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A caller that goes away is no trouble of ours.
                let _ = answer(stream, &metrics);
            }
        });
        Ok(())
    }
}

fn answer(mut stream: TcpStream, metrics: &Metrics) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new((&stream).take(MAX_REQUEST)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let is_asked = request.starts_with("GET /metrics ") || request.starts_with("GET / ");
    let (status, body) = match is_asked {
        true => ("200 OK", metrics.text()),
        false => ("404 Not Found", "see /metrics\n".to_owned()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_count_has_its_kind_and_value() {
        let metrics = Metrics::default();
        metrics.documents.store(7, Relaxed);
        let text = metrics.text();
        assert!(text.contains(
            "# TYPE tamis_stream_documents_total counter\ntamis_stream_documents_total 7\n"
        ));
        assert_eq!(
            text.lines().filter(|line| !line.starts_with('#')).count(),
            9
        );
    }
}
