//! Lists of feeds: OPML, as feed readers exchange it, or an address a line.

use tamis::dom::Document;
use url::Url;

/// The addresses in a list, each once; what is no address is given back as it stands.
pub fn read_list(bytes: &[u8]) -> (Vec<Url>, Vec<String>) {
    let written: Vec<String> = match bytes.trim_ascii_start().first() {
        Some(b'<') => outlines(bytes),
        _ => lines(&String::from_utf8_lossy(bytes)),
    };
    let (mut feeds, mut wrong) = (Vec::new(), Vec::new());
    for address in written {
        match Url::parse(&address) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => {
                if !feeds.contains(&url) {
                    feeds.push(url);
                }
            }
            _ => wrong.push(address),
        }
    }
    (feeds, wrong)
}

fn outlines(bytes: &[u8]) -> Vec<String> {
    let document = Document::parse_xml(bytes.to_vec());
    let outlines = document
        .elements()
        .filter(|&node| document.name(node) == "outline");
    outlines
        .filter_map(|node| document.attr(node, "xmlUrl"))
        .map(|address| address.trim().to_owned())
        .collect()
}

fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opml_with_folders() {
        let list = "<opml version='2.0'><body><outline text='News'><outline type='rss' \
            xmlUrl='http://a.example/feed'/></outline><outline xmlUrl='http://b.example/'/>\
            <outline xmlUrl='http://a.example/feed'/><outline xmlUrl='nowhere'/></body></opml>";
        let (feeds, wrong) = read_list(list.as_bytes());
        let feeds: Vec<&str> = feeds.iter().map(Url::as_str).collect();
        assert_eq!(feeds, ["http://a.example/feed", "http://b.example/"]);
        assert_eq!(wrong, ["nowhere"]);
    }

    #[test]
    fn an_address_a_line() {
        let (feeds, wrong) = read_list(b"# mine\n\n http://a.example/feed \nftp://b.example/\n");
        assert_eq!(feeds.len(), 1);
        assert_eq!(wrong, ["ftp://b.example/"]);
    }
}
