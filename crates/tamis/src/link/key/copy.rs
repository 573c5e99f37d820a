//! Addresses that publishing systems and mirrors give to copies of a page they have elsewhere.
//!
//! Each rule is a habit of a program that runs on very many sites, none knows a site.

/// The last part of a path that only asks for another view of the page before it: AMP and the
/// embedding, printing and comment views of blog software.
const VIEWS: &[&str] = &["amp", "embed", "print", "trackback"];

/// Comments are cut into pages below the article's own address.
const COMMENT_PAGES: &str = "comment-page-";

/// Names of the page that a directory answers with.
const INDEX_NAMES: &[&str] = &["index", "default"];
const INDEX_KINDS: &[&str] = &["html", "htm", "shtml", "xhtml", "php", "asp", "aspx", "jsp"];

/// Reduces the path of a copy to the path of the page.
pub(super) fn strip(host: &str, segments: &mut Vec<String>) {
    unmirror(host, segments);
    segments.iter_mut().for_each(strip_session);
    while let Some(last) = segments.last()
        && (is_index(last) || (is_view(last) && segments.len() > 1))
    {
        segments.pop();
    }
    if let Some(last) = segments.last_mut() {
        strip_amp_ending(last);
    }
}

/// A mirror kept on the site itself: `/backup/www.example.org/page` on `www.example.org`.
fn unmirror(host: &str, segments: &mut Vec<String>) {
    let names_host = |segment: &String| segment.strip_prefix("www.").unwrap_or(segment) == host;
    if let Some(at) = segments.iter().rposition(names_host)
        && at + 1 < segments.len()
    {
        segments.drain(..=at);
    }
}

/// A session's number after a semicolon, as servlets write it.
fn strip_session(segment: &mut String) {
    if let Some(at) = segment.to_ascii_lowercase().find(";jsessionid=") {
        segment.truncate(at);
    }
}

fn is_view(segment: &str) -> bool {
    let page = segment.strip_prefix(COMMENT_PAGES);
    VIEWS.contains(&segment)
        || page.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

fn is_index(segment: &str) -> bool {
    let lower = segment.to_ascii_lowercase();
    lower
        .split_once('.')
        .is_some_and(|(name, kind)| INDEX_NAMES.contains(&name) && INDEX_KINDS.contains(&kind))
}

fn strip_amp_ending(segment: &mut String) {
    if let Some(name) = segment.strip_suffix(".amp.html") {
        *segment = format!("{name}.html");
    } else if let Some(name) = segment.strip_suffix(".amp") {
        *segment = name.to_owned();
    }
}

/// The query that a mirroring program wrote into a file's name: `index.html?p=76.html` is the page
/// `?p=76`. Taken out of the name and given back as parameters.
pub(super) fn query_in_name(segments: &mut [String]) -> Vec<(String, String)> {
    let Some(last) = segments.last_mut() else {
        return Vec::new();
    };
    let Some((name, query)) = last.split_once('?') else {
        return Vec::new();
    };
    let query = query.strip_suffix(".html").unwrap_or(query);
    let pairs = url::form_urlencoded::parse(query.as_bytes())
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    *last = name.to_owned();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(path: &str) -> String {
        let mut segments: Vec<String> = path.split('/').map(str::to_owned).collect();
        strip("example.org", &mut segments);
        segments.join("/")
    }

    #[test]
    fn copies_lead_to_their_page() {
        let cases = [
            ("a/amp", "a"),
            ("a/comment-page-12", "a"),
            ("a/comment-page-", "a/comment-page-"),
            ("a/embed/index.html", "a"),
            ("amp", "amp"),
            ("index.PHP", ""),
            ("a/index.en.html", "a/index.en.html"),
            ("a/b.amp.html", "a/b.html"),
            ("docs/www.example.org/a", "a"),
            ("whois/example.org", "whois/example.org"),
            ("a;jsessionid=12/b", "a/b"),
        ];
        for (path, expected) in cases {
            assert_eq!(stripped(path), expected, "{path}");
        }
    }

    #[test]
    fn a_query_in_a_file_name_is_a_query() {
        let mut segments = vec!["index.html?p=7603.html".to_owned()];
        let query = query_in_name(&mut segments);
        assert_eq!(segments, ["index.html"]);
        assert_eq!(query, [("p".to_owned(), "7603".to_owned())]);
    }
}
