//! What a page says of its own address and title. Evidence, not truth: themes point every page at the
//! front page, mirrors rewrite addresses, editors copy heads.

use tamis_dom::{Document, NodeId, Tag};
use url::Url;

use crate::link::same_site;

/// A page's words on itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The title in its head.
    pub title: String,
    /// Addresses of its site that it says are its own, the most reliable first: `rel=canonical`,
    /// `og:url`, `rel=shortlink`, `rel=amphtml`.
    pub addresses: Vec<Url>,
}

impl Claims {
    /// Reads them from a page found at this address.
    pub fn of(document: &Document, address: &Url) -> Claims {
        let base = document.base_url(address);
        let mut claims = Claims::default();
        let mut ranked: Vec<(Rank, Url)> = Vec::new();
        let head = document.head().or_else(|| document.document_element());
        for node in head.into_iter().flat_map(|head| document.descendants(head)) {
            if claims.title.is_empty() && document.is_html(node, Tag::TITLE) {
                claims.title = document.text_content(node).trim().to_owned();
            }
            if let Some((rank, href)) = claimed_address(document, node)
                && let Ok(claimed) = base.join(href.trim())
                && same_site(&claimed, address)
            {
                ranked.push((rank, claimed));
            }
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        claims.addresses = ranked.into_iter().map(|(_, claimed)| claimed).collect();
        claims.addresses.dedup();
        claims.addresses.truncate(MAX_ADDRESSES);
        claims
    }
}

/// A page with more names than this is broken; the rest tells nothing.
const MAX_ADDRESSES: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Canonical,
    Social,
    Short,
    Amp,
}

fn claimed_address(document: &Document, node: NodeId) -> Option<(Rank, String)> {
    if document.is_html(node, Tag::LINK) {
        let rel = document.attr(node, "rel")?.to_ascii_lowercase();
        let rank = rel.split_ascii_whitespace().find_map(|rel| match rel {
            "canonical" => Some(Rank::Canonical),
            "shortlink" => Some(Rank::Short),
            "amphtml" => Some(Rank::Amp),
            _ => None,
        })?;
        return Some((rank, document.attr(node, "href")?.into_owned()));
    }
    if document.is_html(node, Tag::META) {
        let property = document
            .attr(node, "property")
            .or_else(|| document.attr(node, "name"))?;
        if property.trim().eq_ignore_ascii_case("og:url") {
            return Some((Rank::Social, document.attr(node, "content")?.into_owned()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_by_reliability_and_of_the_same_site() {
        let document = Document::parse(
            "<title> A &amp; B </title><link rel=shortlink href=/?p=1><meta property=og:url \
             content='http://www.example.org/a'><link rel='x Canonical' href=../a><link rel=canonical \
             href=http://other.example/>",
        );
        let address = Url::parse("http://example.org/b/").unwrap();
        let claims = Claims::of(&document, &address);
        assert_eq!(claims.title, "A & B");
        let addresses: Vec<&str> = claims.addresses.iter().map(Url::as_str).collect();
        assert_eq!(
            addresses,
            [
                "http://example.org/a",
                "http://www.example.org/a",
                "http://example.org/?p=1"
            ]
        );
    }
}
