use tamis_dom::Selector;

use super::*;
use crate::label::{PageLabels, merge};
use crate::{menu, template};

const KEY: &str = "<!DOCTYPE html><title>Key</title><body><ul id=nav class='top menu'><li><a href=/>Home</a>\
    <li><a href=/one>One</a><li><a href=/two>Two</a></ul><div class=main><h1>Key</h1><p>Words of it. <p>More.\
    </div><iframe><b>raw</b></iframe><script>if (a<b) c()</script><footer><p>© Ünser</footer>";

fn nodes(document: &Document, css: &str) -> Vec<NodeId> {
    document.select(&Selector::parse(css).unwrap()).collect()
}

fn pages() -> Vec<(Url, Vec<u8>)> {
    let page = |path: &str, html: &str| {
        let url = Url::parse("http://a.example/").unwrap().join(path).unwrap();
        (url, html.as_bytes().to_vec())
    };
    let other = KEY
        .replace("Key", "Other")
        .replace("Words of it", "Other words");
    vec![
        page("/news/key.html", KEY),
        page("/", &other),
        page("/one", &other.replace("Other", "One")),
        page("/one/deeper", &other),
        page("/two", &other.replace("Other", "Two")),
        page("/..%2f..%2fevil", "<p>x"),
    ]
}

fn written(format: LabelFormat) -> (PathBuf, PathBuf) {
    let below = std::env::temp_dir().join(format!("tamis-label-{}-{format:?}", std::process::id()));
    let _ = fs::remove_dir_all(&below);
    let pages = pages();
    let document = Document::parse(KEY);
    let labels = PageLabels {
        not_template: nodes(&document, ".main"),
        main_content: nodes(&document, "h1, .main p"),
        menu: nodes(&document, "#nav").first().copied(),
    };
    let site = NewSite {
        name: "a-site",
        url: &pages[0].0,
        document: &document,
        labels: &merge(&document, &[labels]),
        pages: &pages,
    };
    let folder = write(&below, &site, format).unwrap();
    assert!(matches!(
        write(&below, &site, format),
        Err(WriteError::Exists(_))
    ));
    for name in ["", "..", "a/b", ".x", "a\u{0}"] {
        let named = NewSite { name, ..site };
        assert!(
            matches!(write(&below, &named, format), Err(WriteError::Name(_))),
            "{name}"
        );
    }
    (below, folder)
}

/// What was labelled is scored as labelled, by the same readers that score any data.
#[test]
fn both_formats_are_read_back_and_scored() {
    for format in [LabelFormat::Sites, LabelFormat::Teco] {
        let (below, folder) = written(format);
        assert!(!below.parent().unwrap().join("evil").exists());
        let sites = formats::read_sites(&below).unwrap();
        let site = sites[0].as_ref().unwrap();
        assert_eq!(site.document.name(site.gold.menus[0]), "ul");
        assert_eq!(site.gold.main_content.len(), 6, "{format:?}");
        let task = menu::MenuTask {
            method: tamis::menu::Method::Default,
            siblings: 4,
        };
        let report = menu::evaluate(formats::read_sites(&below).unwrap(), task, &()).unwrap();
        assert!(report.rows[0].score.is_perfect(), "{format:?}: {report:?}");
        let report = template::evaluate(sites, tamis::template::Options::default(), &()).unwrap();
        assert!(
            report.failures.is_empty() && report.rows[0].score.f1 > 0.5,
            "{report:?}"
        );
        let _ = fs::remove_dir_all(below);
        assert!(!folder.exists());
    }
}

#[test]
fn selectors_name_one_element() {
    let document = Document::parse(
        "<body><div id=a><p>1<p>2</div><div id=dup><p>3</div><div id=dup></div><div id='o dd'><b>4</b></div>",
    );
    let selectors = Selectors::new(&document);
    for node in document.elements() {
        let css = selectors.of(node);
        let found = nodes(&document, &css);
        assert_eq!(found, [node], "{css}");
    }
}
