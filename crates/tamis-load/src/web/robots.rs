//! robots.txt (RFC 9309): read once a host, obeyed for every address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use robotxt::Robots;
use url::Url;

use super::answer::Answer;
use crate::LoadError;

/// How much of a robots.txt is read: what RFC 9309, section 2.5, asks for at least, and one byte to
/// tell that the last line is cut.
pub(super) const MAX_SIZE: u64 = robotxt::BYTE_LIMIT as u64 + 1;

/// The name that rules may be addressed to.
const PRODUCT: &str = "Tamis";

/// Redirects followed for a robots.txt, by RFC 9309, section 2.3.1.2.
const MAX_REDIRECTS: u32 = 5;

/// The longest `Crawl-delay` that is honoured. The field is no part of the RFC and often says a
/// minute or a day; the few pages of a run would not end.
const MAX_DELAY: Duration = Duration::from_secs(10);

/// Files remembered. When there are more, all are forgotten and read anew when needed.
const MAX_FILES: usize = 1000;

/// How long rules are believed: the day that RFC 9309, section 2.4, names; an hour where the host could
/// not say, so that a run of months comes back to it.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const HOUR: Duration = Duration::from_secs(60 * 60);

/// What a host lets programs fetch.
#[derive(Debug)]
pub(super) enum Rules {
    Known(Robots),
    /// The host cannot say: nothing may be fetched.
    Unreachable(u16),
}

/// The rules of the hosts asked so far.
#[derive(Debug, Default)]
pub(super) struct RobotsFiles {
    files: Mutex<HashMap<String, (Arc<Rules>, Instant)>>,
}

impl RobotsFiles {
    /// The rules for an address, fetched if they are not known. An error of the network is not
    /// remembered.
    pub(super) fn rules(
        &self,
        address: &Url,
        fetch: impl FnOnce() -> Result<Rules, LoadError>,
    ) -> Result<Arc<Rules>, LoadError> {
        let origin = address.origin().ascii_serialization();
        let known = self.lock().get(&origin).cloned();
        if let Some((rules, since)) = known
            && since.elapsed() < rules.believed_for()
        {
            return Ok(rules);
        }
        let rules = Arc::new(fetch()?);
        let mut files = self.lock();
        if files.len() >= MAX_FILES {
            files.clear();
        }
        files.insert(origin, (Arc::clone(&rules), Instant::now()));
        Ok(rules)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, (Arc<Rules>, Instant)>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rules {
    /// Whether the address may be fetched.
    pub(super) fn check(&self, address: &Url) -> Result<(), LoadError> {
        let why = match self {
            Self::Known(rules) if rules.is_url_allowed(address) => return Ok(()),
            Self::Known(_) => "the host's robots.txt asks programs to stay away".to_owned(),
            Self::Unreachable(status) => format!(
                "the host's robots.txt cannot be had (status {status}), so nothing may be fetched; \
                 try later"
            ),
        };
        Err(LoadError::Robots {
            address: Box::new(address.clone()),
            why,
        })
    }

    fn believed_for(&self) -> Duration {
        match self {
            Self::Known(_) => DAY,
            Self::Unreachable(_) => HOUR,
        }
    }

    /// The pause that the host asks for, within reason.
    pub(super) fn delay(&self) -> Duration {
        match self {
            Self::Known(rules) => rules.crawl_delay().unwrap_or_default().min(MAX_DELAY),
            Self::Unreachable(_) => Duration::ZERO,
        }
    }
}

/// Fetches the rules of an address's host: none at all with 4xx, all forbidden with 5xx.
pub(super) fn fetch(
    address: &Url,
    ask: impl Fn(&Url) -> Result<Answer, LoadError>,
) -> Result<Rules, LoadError> {
    let Ok(mut at) = address.join("/robots.txt") else {
        return Ok(Rules::Known(Robots::allow_all()));
    };
    for _ in 0..=MAX_REDIRECTS {
        let answer = ask(&at)?;
        match (answer.status, answer.redirect(&at)) {
            (_, Some(next)) if matches!(next.scheme(), "http" | "https") => at = next,
            (200..300, _) => return Ok(Rules::Known(Robots::parse(&answer.body, PRODUCT))),
            // "Too many requests" is a 4xx in number alone: the host is there and cannot say.
            (429 | 500.., _) => return Ok(Rules::Unreachable(answer.status)),
            _ => return Ok(Rules::Known(Robots::allow_all())),
        }
    }
    Ok(Rules::Known(Robots::allow_all()))
}
