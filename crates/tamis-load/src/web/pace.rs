//! How a host is asked: a pause between the beginnings of two requests, and few at once.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use url::Url;

/// Hosts remembered. When there are more, all are forgotten: those asked long ago need no pause,
/// and the few that do get one request too early.
const MAX_HOSTS: usize = 10_000;

/// What a host is to be spared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manners {
    /// The least time between the beginnings of two requests.
    pub(super) delay: Duration,
    /// Requests under way at once; with one, the pause begins when its answer has come.
    pub(super) at_once: usize,
}

/// When each host was last asked.
#[derive(Debug, Default)]
pub(super) struct Pace {
    hosts: Mutex<HashMap<String, Arc<Host>>>,
}

#[derive(Debug, Default)]
struct Host {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    last: Option<Instant>,
    under_way: usize,
}

impl Pace {
    /// Waits for the host's turn, then asks.
    pub(super) fn turn<T>(&self, address: &Url, manners: Manners, ask: impl FnOnce() -> T) -> T {
        let host = self.host(address);
        host.begin(manners);
        // The place is given back even if asking panics: others may wait for it.
        let _place = Place {
            host: &host,
            manners,
        };
        ask()
    }

    fn host(&self, address: &Url) -> Arc<Host> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= MAX_HOSTS {
            hosts.clear();
        }
        Arc::clone(hosts.entry(address.authority().to_owned()).or_default())
    }
}

impl Host {
    fn begin(&self, manners: Manners) {
        let mut state = self.lock();
        loop {
            let pause = state
                .last
                .and_then(|last| manners.delay.checked_sub(last.elapsed()))
                .filter(|pause| !pause.is_zero());
            state = match pause {
                _ if state.under_way >= manners.at_once.max(1) => self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(pause) => {
                    let waited = self.changed.wait_timeout(state, pause);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => break,
            };
        }
        state.under_way += 1;
        state.last = Some(Instant::now());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place among the requests under way.
struct Place<'a> {
    host: &'a Host,
    manners: Manners,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.host.lock();
        state.under_way -= 1;
        if self.manners.at_once <= 1 {
            state.last = Some(Instant::now());
        }
        self.host.changed.notify_all();
    }
}
