//! Where the pages of a new site go: files below a folder for its host, named so that a mirror finds them
//! by their addresses again. Names come from pages of others: none leads out of the folder.

use std::path::PathBuf;

use url::Url;

/// The longest name that every common file system takes, less what is added.
const MAX_NAME: usize = 200;

/// The folder that stands for an address's host.
pub(super) fn host_folder(address: &Url) -> String {
    let host = address.host_str().unwrap_or("site.invalid");
    let name: String = host
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    match address.port() {
        Some(port) => format!("{name}+{port}"),
        None => name,
    }
}

/// The file of an address below that folder; `None` where it has no name that is safe everywhere.
pub(super) fn file_of(address: &Url) -> Option<PathBuf> {
    let mut file = PathBuf::new();
    let mut parts: Vec<&str> = address.path().split('/').skip(1).collect();
    let name = parts.pop().unwrap_or_default();
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        file.push(safe(part)?);
    }
    let name = match name {
        "" => "index.html".to_owned(),
        name => safe(name)?.to_owned(),
    };
    let name = match address.query() {
        None => name,
        Some(query) => format!("{name}@{}", safe(query)?),
    };
    let is_page = [".html", ".htm", ".xhtml"]
        .iter()
        .any(|ending| name.ends_with(ending));
    file.push(if is_page {
        name
    } else {
        format!("{name}.html")
    });
    Some(file)
}

/// A part of an address that may be a file's name as it stands.
fn safe(part: &str) -> Option<&str> {
    let is_name = part.chars().all(is_plain) && !part.starts_with('.') && part.len() <= MAX_NAME;
    is_name.then_some(part)
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.~%=&+,;!()".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_files_and_none_leads_out() {
        let file = |address: &str| {
            let file = file_of(&Url::parse(address).unwrap());
            file.map(|file| file.to_string_lossy().replace('\\', "/"))
        };
        for (address, expected) in [
            ("http://a.example/", Some("index.html")),
            ("http://a.example/news/", Some("news/index.html")),
            ("http://a.example/news/storm.html", Some("news/storm.html")),
            ("http://a.example/about", Some("about.html")),
            ("http://a.example/list?page=2", Some("list@page=2.html")),
            ("http://a.example/a/../../b", Some("b.html")),
            ("http://a.example/%2e%2e/b", Some("b.html")),
            ("http://a.example/..%2f..%2fb", None),
            ("http://a.example/.hidden", None),
            ("http://a.example/?q=../../x", None),
            ("http://a.example/a:b", None),
        ] {
            assert_eq!(file(address).as_deref(), expected, "{address}");
        }
        let host = |address: &str| host_folder(&Url::parse(address).unwrap());
        assert_eq!(host("http://a.example/"), "a.example");
        assert_eq!(host("http://127.0.0.1:8080/"), "127.0.0.1+8080");
        assert_eq!(host("http://[::1]/"), "___1_");
    }
}
