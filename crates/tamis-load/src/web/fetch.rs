//! One request, one answer, within the limits.

use std::io::Read;
use std::time::Duration;

use ureq::http::{Response, header};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body, Proxy};
use url::{Host, Url};

use super::answer::Answer;
use super::reach::{Reach, WithinReach};
use super::robots;
use crate::media::Media;
use crate::{Limits, LoadError, decode};

/// Says who asks, and where to read about it.
const USER_AGENT: &str = concat!(
    "Tamis/",
    env!("CARGO_PKG_VERSION"),
    " (+https://tamis.example/about-the-robot)"
);

const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5";

/// Time to reach a host. One that takes longer is down; the rest of the time is for the page.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// What an address is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A page: anything else is not even read.
    Page,
    /// An image, most likely.
    Anything,
}

#[derive(Debug)]
pub(super) struct Fetcher {
    agent: Agent,
    limits: Limits,
}

impl Fetcher {
    pub(super) fn new(limits: &Limits, at_once: usize, reach: Reach) -> Self {
        let proxy = match reach {
            Reach::Anywhere => Proxy::try_from_env(),
            Reach::Public => None,
        };
        let config = Agent::config_builder()
            .user_agent(USER_AGENT)
            .accept(ACCEPT)
            .timeout_global(Some(limits.timeout))
            .timeout_connect(Some(limits.timeout.min(CONNECT_TIMEOUT)))
            .max_idle_connections_per_host(at_once.max(1))
            // Redirects are followed by whoever asks, for each must be allowed by robots.txt.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .proxy(proxy)
            .build();
        Self {
            agent: Agent::with_parts(config, DefaultConnector::default(), WithinReach(reach)),
            limits: limits.clone(),
        }
    }

    /// Asks for a page or what illustrates it; for an `old` answer, whether it still holds.
    pub(super) fn get(
        &self,
        address: &Url,
        old: Option<&Answer>,
        wanted: Wanted,
    ) -> Result<Answer, LoadError> {
        let mut response = self.ask(address, "gzip, br, zstd, deflate", old)?;
        let mut answer = head_of(&response);
        let media = Media::parse(answer.content_type.as_deref().unwrap_or_default());
        let may_be = wanted == Wanted::Anything || media.may_be_page();
        if (200..300).contains(&answer.status) && !may_be {
            return Err(LoadError::not_a_page(
                address,
                &media.essence.unwrap_or_default(),
            ));
        }
        // Other answers are not shown to anyone: their bodies need not be read.
        if (200..300).contains(&answer.status) {
            let limit = self.limits.page_size;
            if response
                .body()
                .content_length()
                .is_some_and(|length| length > limit)
            {
                return Err(LoadError::too_large(address, limit));
            }
            let body = self.read(address, &mut response, limit.saturating_add(1))?;
            if body.len() as u64 > limit {
                return Err(LoadError::too_large(address, limit));
            }
            let encoding = text(&response, header::CONTENT_ENCODING).unwrap_or_default();
            answer.body = decode::body(address, &encoding, body, limit)?;
        }
        Ok(answer)
    }

    /// Asks for a robots.txt, of which only the beginning is read.
    pub(super) fn robots(&self, address: &Url) -> Result<Answer, LoadError> {
        let mut response = self.ask(address, "identity", None)?;
        let mut answer = head_of(&response);
        if answer.status == 200 {
            answer.body = self.read(address, &mut response, robots::MAX_SIZE)?;
        }
        Ok(answer)
    }

    fn ask(
        &self,
        address: &Url,
        encodings: &str,
        old: Option<&Answer>,
    ) -> Result<Response<Body>, LoadError> {
        let mut request = self
            .agent
            .get(address.as_str())
            .header("accept-encoding", encodings);
        if let Some(etag) = old.and_then(|old| old.etag.as_deref()) {
            request = request.header(header::IF_NONE_MATCH, etag);
        }
        if let Some(modified) = old.and_then(|old| old.last_modified.as_deref()) {
            request = request.header(header::IF_MODIFIED_SINCE, modified);
        }
        // A proxy cannot reach this machine under the name that it has for itself.
        if is_loopback(address) {
            request = request.config().proxy(None).build();
        }
        request.call().map_err(|error| self.told(address, error))
    }

    fn read(
        &self,
        address: &Url,
        response: &mut Response<Body>,
        most: u64,
    ) -> Result<Vec<u8>, LoadError> {
        let mut body = Vec::new();
        let mut reader = response.body_mut().as_reader().take(most);
        match reader.read_to_end(&mut body) {
            Ok(_) => Ok(body),
            Err(error) => Err(self.told(address, ureq::Error::from(error))),
        }
    }

    /// The library's error in words for a person.
    fn told(&self, address: &Url, error: ureq::Error) -> LoadError {
        use std::io::ErrorKind;
        let address = Box::new(address.clone());
        let why = match error {
            ureq::Error::Timeout(_) => {
                return LoadError::Timeout {
                    address,
                    after: self.limits.timeout,
                };
            }
            ureq::Error::Io(error) if error.kind() == ErrorKind::TimedOut => {
                return LoadError::Timeout {
                    address,
                    after: self.limits.timeout,
                };
            }
            ureq::Error::HostNotFound => {
                "no such host is found; check its spelling and the connection".to_owned()
            }
            ureq::Error::Io(error) if error.kind() == ErrorKind::ConnectionRefused => {
                "the host refuses the connection".to_owned()
            }
            ureq::Error::Io(error) if error.kind() == ErrorKind::UnexpectedEof => {
                "the host ended the connection before the answer was complete".to_owned()
            }
            ureq::Error::Protocol(error) => format!("the host answers with broken HTTP: {error}"),
            ureq::Error::Rustls(error) => format!("no secure connection: {error}"),
            ureq::Error::Other(error) => error.to_string(),
            other => other.to_string(),
        };
        LoadError::Network { address, why }
    }
}

fn head_of(response: &Response<Body>) -> Answer {
    let mut answer = Answer {
        status: response.status().as_u16(),
        ..Answer::default()
    };
    for (name, value) in answer.headers_mut() {
        *value = text(response, header::HeaderName::from_static(name));
    }
    answer
}

/// A header's value; bytes that are not ASCII are kept as far as they are text.
fn text(response: &Response<Body>, name: header::HeaderName) -> Option<String> {
    let value = response.headers().get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
}

fn is_loopback(address: &Url) -> bool {
    match address.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}
