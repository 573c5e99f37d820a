//! One request to a host at a time, and a pause between them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use url::Url;

/// Hosts remembered. When there are more, all are forgotten: those asked long ago need no pause,
/// and the few that do get one request too early.
const MAX_HOSTS: usize = 10_000;

/// When each host was last asked.
#[derive(Debug, Default)]
pub(super) struct Pace {
    hosts: Mutex<HashMap<String, Arc<Mutex<Option<Instant>>>>>,
}

impl Pace {
    /// Waits for the host's turn, then asks.
    pub(super) fn turn<T>(&self, address: &Url, delay: Duration, ask: impl FnOnce() -> T) -> T {
        let host = self.host(address);
        let mut last = host.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(wait) = last.and_then(|last| delay.checked_sub(last.elapsed())) {
            thread::sleep(wait);
        }
        let answer = ask();
        *last = Some(Instant::now());
        answer
    }

    fn host(&self, address: &Url) -> Arc<Mutex<Option<Instant>>> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= MAX_HOSTS {
            hosts.clear();
        }
        Arc::clone(hosts.entry(address.authority().to_owned()).or_default())
    }
}
