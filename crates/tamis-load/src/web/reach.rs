//! Which addresses of the network may be asked. A host's name is looked up here and the connection is
//! made to just what was found, so that no second lookup can lead elsewhere; redirects pass here too,
//! being requests like any other.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Where requests may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Anywhere: whoever asks is the person at this machine.
    #[default]
    Anywhere,
    /// To public addresses alone, for whoever fetches on behalf of others: not to this machine, not
    /// to its network. Hosts are then looked up here and no proxy is used, for what a proxy reaches
    /// cannot be known.
    Public,
}

/// Finds a host's addresses, of which those out of reach are left out.
#[derive(Debug)]
pub(super) struct WithinReach(pub(super) Reach);

impl Resolver for WithinReach {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        if self.0 == Reach::Anywhere {
            return Ok(found);
        }
        let mut public = self.empty();
        for address in found.iter().filter(|address| is_public(address.ip())) {
            public.push(*address);
        }
        match public.is_empty() {
            true => Err(ureq::Error::Other(Box::new(OutOfReach))),
            false => Ok(public),
        }
    }
}

/// A host that is not to be asked.
#[derive(Debug, thiserror::Error)]
#[error("a host of this machine or its own network, which is not asked on another's behalf")]
pub(super) struct OutOfReach;

/// Whether an address is one of the public internet, by IANA's registries of special addresses
/// (November 2026). What carries another address inside is refused, not unpacked.
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => match ip.to_ipv4_mapped() {
            Some(mapped) => is_public_v4(mapped),
            None => is_public_v6(ip),
        },
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_special = ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_documentation()
        // "This network"; shared by carriers; protocols; 6to4 relays; benchmarks; reserved.
        || a == 0
        || (a == 100 && b & 0xc0 == 64)
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && b & 0xfe == 18)
        || a >= 240;
    !is_special
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, ..] = ip.segments();
    let is_global_unicast = a & 0xe000 == 0x2000;
    // Protocols with Teredo; documentation, old and new; 6to4.
    let is_special =
        (a == 0x2001 && (b < 0x200 || b == 0xdb8)) || (a == 0x3fff && b < 0x1000) || a == 0x2002;
    is_global_unicast && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_internet_is_within_reach() {
        let inside = [
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.2.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "fc00::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ];
        for ip in inside {
            assert!(!is_public(ip.parse().unwrap()), "{ip}");
        }
        let outside = [
            "1.1.1.1",
            "100.128.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "::ffff:1.1.1.1",
            "2606:4700::1111",
            "2001:4860:4860::8888",
        ];
        for ip in outside {
            assert!(is_public(ip.parse().unwrap()), "{ip}");
        }
    }
}
