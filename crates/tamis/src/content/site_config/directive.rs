//! The lines of a site file.

use std::borrow::Cow;

use super::xpath::Expression;

/// What a site file says.
#[derive(Debug, Default)]
pub struct SiteConfig {
    pub(super) title: Vec<Expression>,
    pub(super) body: Vec<Expression>,
    pub(super) author: Vec<Expression>,
    pub(super) date: Vec<Expression>,
    pub(super) strip: Vec<Expression>,
    pub(super) single_page_link: Vec<Expression>,
    pub(super) strip_id_or_class: Vec<String>,
    pub(super) strip_image_src: Vec<String>,
    replacements: Vec<(String, String)>,
}

/// A line that is not understood: the directive, or the XPath of one that is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unknown(pub String);

/// Directives that mean nothing here: how to fetch, how to clean up, what to test with.
const NOT_OURS: [&str; 22] = [
    "test_url",
    "test_contains",
    "tidy",
    "prune",
    "parser",
    "autodetect_on_failure",
    "autodetect_next_page",
    "next_page_link",
    "if_page_contains",
    "native_ad_clue",
    "insert_detected_image",
    "skip_json_ld",
    "skip_id_or_class",
    "src_lazy_load_attr",
    "requires_login",
    "login_uri",
    "login_username_field",
    "login_password_field",
    "login_extra_fields",
    "not_logged_in_xpath",
    "move_into",
    "wrap_in",
];

impl SiteConfig {
    /// Reads a site file; what is not understood is given back.
    pub fn parse(file: &str) -> (SiteConfig, Vec<Unknown>) {
        let mut config = SiteConfig::default();
        let mut unknown = Vec::new();
        let mut finds: Vec<String> = Vec::new();
        for (name, value) in lines(file) {
            match name.as_str() {
                "find_string" => finds.push(value.to_owned()),
                "replace_string" if !finds.is_empty() => {
                    config
                        .replacements
                        .push((finds.remove(0), value.to_owned()));
                }
                _ => unknown.extend(config.take(&name, value)),
            }
        }
        (config, unknown)
    }

    /// The page with the file's replacements made, before it is parsed.
    pub fn rewritten<'h>(&self, html: &'h str) -> Cow<'h, str> {
        let mut html = Cow::Borrowed(html);
        for (find, replace) in self
            .replacements
            .iter()
            .filter(|(find, _)| !find.is_empty())
        {
            if html.contains(find.as_str()) {
                html = Cow::Owned(html.replace(find.as_str(), replace));
            }
        }
        html
    }

    /// Whether pages must be rewritten before they are parsed.
    pub fn rewrites(&self) -> bool {
        !self.replacements.is_empty()
    }

    fn take(&mut self, name: &str, value: &str) -> Option<Unknown> {
        let list = match name {
            "title" => &mut self.title,
            "body" => &mut self.body,
            "author" => &mut self.author,
            "date" => &mut self.date,
            "strip" => &mut self.strip,
            "single_page_link" | "single_page_link_in_feed" => &mut self.single_page_link,
            "strip_id_or_class" => {
                self.strip_id_or_class.push(unquoted(value));
                return None;
            }
            "strip_image_src" => {
                self.strip_image_src.push(unquoted(value));
                return None;
            }
            other => return self.take_rest(other, value),
        };
        match Expression::parse(value) {
            Some(expression) => list.push(expression),
            None => return Some(Unknown(format!("{name}: {value}"))),
        }
        None
    }

    /// `replace_string(FIND): REPLACE`, and what is none of ours.
    fn take_rest(&mut self, name: &str, value: &str) -> Option<Unknown> {
        let bare = name.split('(').next().unwrap_or(name);
        let inner = name
            .strip_prefix("replace_string(")
            .and_then(|rest| rest.strip_suffix(')'));
        if let Some(find) = inner {
            self.replacements.push((find.to_owned(), value.to_owned()));
            return None;
        }
        let is_known =
            NOT_OURS.contains(&bare) || bare == "http_header" || bare == "replace_string";
        (!is_known).then(|| Unknown(name.to_owned()))
    }
}

/// The lines of a site file: directives in small letters, and their values.
pub(super) fn lines(file: &str) -> impl Iterator<Item = (String, &str)> {
    let lines = file.lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        Some((name.trim().to_ascii_lowercase(), value.trim()))
    })
}

fn unquoted(value: &str) -> String {
    value.trim_matches(['"', '\'']).to_owned()
}
