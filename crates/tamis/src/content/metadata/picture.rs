//! The pictures that stand for a page.

use url::Url;

use super::Clues;
use crate::content::address;

/// As many are given; galleries list hundreds.
const MAX_IMAGES: usize = 20;

pub(super) fn images(clues: &Clues<'_>, base: Option<&Url>) -> Vec<String> {
    let named = [
        "og:image:secure_url",
        "og:image",
        "og:image:url",
        "twitter:image",
    ];
    let named = named.iter().flat_map(|name| clues.metas(name));
    let stated = clues.structured.main_texts(&["image", "thumbnailUrl"]);
    let mut found: Vec<String> = Vec::new();
    for src in named
        .chain(stated)
        .filter_map(|src| address::media(base, &src))
    {
        if found.len() < MAX_IMAGES && !found.contains(&src) {
            found.push(src);
        }
    }
    found
}
