//! Filters from the site files that feed readers share (`fivefilters/ftr-site-config`).

use crate::content::site_config::{SiteSelectors, Unknown};
use crate::filter::{Css, Field, Filter, LabelMode, LevelWeights, Pick, SitePattern};

use super::{AUTHOR, DATE};

/// A filter of a site file and the name it had, `example.com.txt`, or `.example.com.txt` for all hosts
/// below. The lines that cannot be taken over are given back; no filter when none can.
pub fn from_site_file(file_name: &str, text: &str) -> (Option<Filter>, Vec<Unknown>) {
    let (selectors, mut unknown) = SiteSelectors::parse(text);
    let mut fields = Vec::new();
    for (name, rules) in [
        (Field::HEADLINE, &selectors.title),
        (AUTHOR, &selectors.author),
        (DATE, &selectors.date),
        (Field::TEXT, &selectors.body),
    ] {
        let rules = readable(rules, &mut unknown);
        if !rules.is_empty() {
            let excluded_css = match name {
                Field::TEXT => readable(&selectors.strip, &mut unknown),
                _ => Vec::new(),
            };
            fields.push(Field {
                name: name.to_owned(),
                pick: Pick::Css(rules),
                samples: Vec::new(),
                excluded: Vec::new(),
                excluded_css,
            });
        }
    }
    let host = file_name.strip_suffix(".txt").unwrap_or(file_name);
    let filter = Filter {
        name: host.trim_start_matches('.').to_owned(),
        sites: sites(host),
        mode: LabelMode::default(),
        height: LevelWeights::HEIGHT,
        damping: LevelWeights::DAMPING,
        fields,
    };
    ((!filter.fields.is_empty()).then_some(filter), unknown)
}

/// The pages that a file of this name is for.
fn sites(host: &str) -> Vec<SitePattern> {
    match host.strip_prefix('.') {
        Some(host) => vec![
            SitePattern::new(&format!("{host}/*")),
            SitePattern::new(&format!("*.{host}/*")),
        ],
        None => vec![SitePattern::new(&format!("{host}/*"))],
    }
}

fn readable(texts: &[String], unknown: &mut Vec<Unknown>) -> Vec<Css> {
    let mut out = Vec::new();
    for text in texts {
        match Css::parse(text) {
            Ok(css) => out.push(css),
            Err(_) => unknown.push(Unknown(text.clone())),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use tamis_dom::Document;
    use url::Url;

    use super::super::sieve;
    use super::*;
    use crate::content::{Options, SiteConfig, SiteConfigs, extract, format};
    use crate::filter::{ExportTo, LearnOptions, Picked, learn};
    use crate::marks::Marks;

    const FILE: &str = "title: //h1[@class='headline']\nbody: //div[@id='story']\nauthor: //a[@rel='author']\n\
        date: //meta[@property='published']/@content\nstrip: //div[@id='story']/aside\nstrip_id_or_class: promo\n";
    const PAGE: &str = "<meta property=published content=2024-05-01><h1 class=headline>The mill</h1>\
        <p>By <a rel=author>Ada</a><div id=story><p>One</p><aside>Not</aside><p class=promo-box>No</p><p>Two</p></div>";

    #[test]
    fn a_site_file_becomes_a_filter_that_finds_the_same() {
        let (filter, unknown) = from_site_file(".mill.example.txt", FILE);
        assert!(unknown.is_empty(), "{unknown:?}");
        let filter = Filter::from_toml(&filter.unwrap().to_toml()).unwrap();
        let address = Url::parse("http://news.mill.example/1").unwrap();
        assert!(filter.fits(&address).is_some());
        let document = Document::parse(PAGE);
        let sieved = sieve(&filter, &document, Some(&address), &Options::default()).unwrap();
        let metadata = &sieved.article.metadata;
        assert_eq!(metadata.title.as_deref(), Some("The mill"));
        assert_eq!(metadata.authors, ["Ada"]);
        assert_eq!(metadata.published.as_deref(), Some("2024-05-01"));
        assert_eq!(format::text(&sieved.fields[3].body), "One\n\nTwo\n");
        let elsewhere = Document::parse("<p>Nothing of it.");
        assert!(sieve(&filter, &elsewhere, None, &Options::default()).is_err());
    }

    #[test]
    fn a_file_that_says_nothing_is_no_filter() {
        let (filter, unknown) = from_site_file("a.example.txt", "body: (//div)[1]\ntidy: no\n");
        assert!(filter.is_none());
        assert_eq!(unknown.len(), 1);
    }

    #[test]
    fn what_is_exported_finds_the_same_as_a_site_file() {
        let document = Document::parse(PAGE);
        let picked = [
            Picked::by_css(&document, "headline", "h1").unwrap(),
            Picked::by_css(&document, "text", "#story > p:not(.promo-box)").unwrap(),
            Picked::by_css(&document, "text", "aside, .promo-box")
                .unwrap()
                .excluded(),
        ];
        let filter = learn(&document, &picked, &LearnOptions::default()).unwrap();
        let ftr = filter.export(ExportTo::Ftr);
        assert!(SiteConfig::parse(&ftr).1.is_empty(), "{ftr}");
        let (configs, _) = SiteConfigs::parse([("mill.example.txt", ftr.as_str())]);
        let options = Options {
            site_configs: configs.into(),
            ..Options::default()
        };
        let url = Url::parse("http://mill.example/").unwrap();
        let article = extract(&document, Some(&url), &options, &Marks::new());
        assert_eq!(format::text(&article.body), "One\n\nTwo\n", "{ftr}");
        assert_eq!(article.metadata.title.as_deref(), Some("The mill"));
    }
}
