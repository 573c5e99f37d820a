//! `tamis stream --nats` with the real broker: workers die, the broker restarts, and each document is
//! published once.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tamis_server::nats::{NatsOptions, documents};

use crate::durable::pages;

struct Broker {
    server: Child,
    port: u16,
}

impl Broker {
    /// Starts the broker with its data in a folder; `None` where it is not installed.
    fn start(folder: &Path, port: u16) -> Option<Broker> {
        let server = Command::new("nats-server")
            .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let broker = Broker { server, port };
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(broker)
    }

    fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn tamis(arguments: &str, folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn workers_die_the_broker_restarts_and_each_document_is_published_once() {
    const PAGES: usize = 600;
    let folder = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let Some(broker) = Broker::start(folder.path(), port) else {
        eprintln!("skipped: nats-server is not installed");
        return;
    };
    let server = broker.address();
    std::fs::write(folder.path().join("pages.jsonl"), pages(PAGES)).unwrap();
    let publish = format!("stream -q --from pages.jsonl --nats {server} --partitions 4");
    assert!(tamis(&publish, folder.path()).wait().unwrap().success());
    let nats = NatsOptions {
        server: server.clone(),
        partitions: 4,
    };
    // Workers are killed as soon as some more documents are there, in the middle of a batch.
    let work = format!("stream -q --nats {server}");
    for goal in [40, 120] {
        let mut workers = [tamis(&work, folder.path()), tamis(&work, folder.path())];
        while documents(&nats).unwrap().len() < goal {
            std::thread::sleep(Duration::from_millis(20));
        }
        for worker in &mut workers {
            worker.kill().unwrap();
            worker.wait().unwrap();
        }
    }
    // The broker restarts while a worker works.
    let mut worker = tamis(&work, folder.path());
    while documents(&nats).unwrap().len() < 160 {
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(broker);
    let _broker = Broker::start(folder.path(), port).unwrap();
    let mut last = tamis(&format!("{work} --once"), folder.path());
    assert!(last.wait().unwrap().success());
    worker.kill().unwrap();
    worker.wait().unwrap();
    let published = documents(&nats).unwrap();
    let made_of: BTreeSet<u64> = published.iter().map(|document| document.page).collect();
    assert_eq!(made_of.len(), published.len(), "a page came twice");
    let urls: BTreeSet<String> = published
        .iter()
        .map(|document| {
            let document: serde_json::Value = serde_json::from_slice(&document.json).unwrap();
            document["url"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!((published.len(), urls.len()), (540, 540));
}
