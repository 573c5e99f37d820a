//! Which addresses belong to one site: those of one registrable domain, by the public suffix list.

use url::{Host, Url};

use super::suffix;

/// The part of the host that its owner registered: `example.co.uk` of `news.example.co.uk`.
///
/// An IP address, a name of one label (`localhost`) and a public suffix by itself (`github.io`) are
/// nobody's subdomain: the whole host stands for them. `None` when the address has no host.
#[must_use]
pub fn registrable_domain(address: &Url) -> Option<&str> {
    match address.host()? {
        Host::Domain(name) => {
            let name = name.strip_suffix('.').unwrap_or(name);
            Some(suffix::registered(name).map_or(name, |domain| domain.name))
        }
        Host::Ipv4(_) | Host::Ipv6(_) => address.host_str(),
    }
}

/// Whether two addresses belong to one site, whatever their scheme, port or subdomain.
///
/// Files on disk are one site; addresses that name no page (`mailto:`, `data:`) belong to none.
#[must_use]
pub fn same_site(one: &Url, other: &Url) -> bool {
    match (is_web(one), is_web(other)) {
        (true, true) => {
            // Most links of a page name its own host: spare them the list.
            one.host_str() == other.host_str()
                || registrable_domain(one) == registrable_domain(other)
        }
        _ => one.scheme() == "file" && other.scheme() == "file",
    }
}

/// Top-level names that no registry will ever have: for documentation and tests (RFC 2606).
const RESERVED: [&str; 3] = [".example", ".test", ".localhost"];

/// Whether a bare name reads as that of a host: an address of numbers, `localhost`, or a name below a
/// known public suffix or a reserved one. `index.php` and `v1.2` do not, whatever they look like.
#[must_use]
pub fn is_host_name(name: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
    };
    let name = name.to_ascii_lowercase();
    name == "localhost"
        || name.parse::<std::net::Ipv4Addr>().is_ok()
        || (name.split('.').all(is_label)
            && suffix::registered(&name).is_some_and(|domain| {
                domain.is_listed || RESERVED.iter().any(|end| name.ends_with(end))
            }))
}

fn is_web(address: &Url) -> bool {
    matches!(address.scheme(), "http" | "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domain(address: &str) -> Option<String> {
        registrable_domain(&Url::parse(address).unwrap()).map(str::to_owned)
    }

    fn same(one: &str, other: &str) -> bool {
        same_site(&Url::parse(one).unwrap(), &Url::parse(other).unwrap())
    }

    #[test]
    fn the_registered_part_of_a_host() {
        let cases = [
            ("http://example.org/", "example.org"),
            ("http://a.b.example.co.uk/", "example.co.uk"),
            ("http://WWW.Example.ORG./", "example.org"),
            ("http://me.github.io/", "me.github.io"),
            ("http://github.io/", "github.io"),
            ("http://localhost:8000/", "localhost"),
            ("http://a.b.unknowntld/", "b.unknowntld"),
            ("http://127.0.0.1:80/", "127.0.0.1"),
            ("http://[::1]/", "[::1]"),
            ("http://www.食狮.公司.cn/", "xn--85x722f.xn--55qx5d.cn"),
        ];
        for (address, expected) in cases {
            assert_eq!(domain(address).as_deref(), Some(expected), "{address}");
        }
        assert_eq!(domain("mailto:a@example.org"), None);
    }

    #[test]
    fn names_of_hosts() {
        for name in [
            "example.org",
            "WWW.Example.co.uk",
            "me.github.io",
            "harbour.example",
            "localhost",
            "10.0.0.1",
        ] {
            assert!(is_host_name(name), "{name}");
        }
        for name in [
            "index.php",
            "v1.2",
            "about",
            "org",
            "co.uk",
            "",
            ".",
            "..",
            ".git",
            "a..org",
        ] {
            assert!(!is_host_name(name), "{name}");
        }
    }

    #[test]
    fn one_site() {
        assert!(same(
            "http://example.org/",
            "https://news.example.org:8443/x"
        ));
        assert!(same("http://127.0.0.1/", "http://127.0.0.1:81/"));
        assert!(same("file:///a/b.html", "file:///a/c/d.html"));
        assert!(same("http://example.org./", "http://www.example.org/"));
    }

    #[test]
    fn two_sites() {
        assert!(!same("http://example.org/", "http://example.com/"));
        assert!(!same("http://a.github.io/", "http://b.github.io/"));
        assert!(!same("http://a.co.uk/", "http://b.co.uk/"));
        assert!(!same("http://127.0.0.1/", "http://1.0.0.1/"));
        assert!(!same("mailto:a@example.org", "mailto:a@example.org"));
        assert!(!same("file:///a", "http://example.org/a"));
        assert!(!same("ftp://example.org/", "http://example.org/"));
    }
}
