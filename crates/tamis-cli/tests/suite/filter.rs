//! `tamis filter`: learnt on one page, kept in a folder, applied to others.

use std::fs;

use crate::run::{Run, run};

const STORY: &str = "samples/harbour.example/news/storm.html";
const OTHER: &str = "samples/harbour.example/news/ferry.html";
const OLD_DESIGN: &str =
    "<table><tr><td><center><font>Old</font></center></td><td><p>Text of old times.</table>";

/// A run of `tamis` with the filters of this folder.
fn with(folder: &tempfile::TempDir, arguments: &[&str]) -> Run {
    Run::new(arguments.iter().copied()).env("TAMIS_FILTERS", folder.path())
}

const LEARN: [&str; 11] = [
    "filter",
    "learn",
    STORY,
    "--field",
    "headline=h1",
    "--field",
    "text=article p",
    "--exclude",
    "text=.byline",
    "--name",
    "gazette",
];

fn learnt() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    with(&folder, &LEARN)
        .code(0)
        .tells("text: all inside article: 13 here")
        .tells("text: left out: <p> By Mara Lindqvist")
        .tells("saved as");
    folder
}

#[test]
fn shown_once_it_is_right_on_the_next_page() {
    let folder = learnt();
    let text = with(&folder, &["filter", "apply", "gazette", OTHER]).code(0);
    assert!(
        text.stdout
            .starts_with("Night ferry to the islands is back\n\n"),
        "{}",
        text.stdout
    );
    for unwanted in ["Subscribe", "By ", "Other stories"] {
        assert!(!text.stdout.contains(unwanted), "{}", text.stdout);
    }
}

#[test]
fn fields_keep_their_names_in_html_and_json() {
    let folder = learnt();
    let apply = |format: &str| {
        let words = ["filter", "apply", "gazette", OTHER, "--format", format];
        with(&folder, &words).code(0).stdout
    };
    let html = apply("html");
    assert!(
        html.contains(
            "<section data-field=\"headline\">\n<h1>Night ferry to the islands is back</h1>"
        ),
        "{html}"
    );
    assert!(
        html.contains("<section data-field=\"text\">\n<p>"),
        "{html}"
    );
    let line: serde_json::Value = serde_json::from_str(&apply("jsonl")).unwrap();
    assert_eq!(line["filter"], "gazette");
    assert_eq!(line["matched"], 2);
    assert_eq!(line["url"], "http://harbour.example/news/ferry.html");
    assert_eq!(
        line["fields"]["headline"][0],
        "Night ferry to the islands is back"
    );
    let markdown = apply("markdown");
    assert!(
        markdown.starts_with("# Night ferry to the islands is back\n"),
        "{markdown}"
    );
    let json: serde_json::Value = serde_json::from_str(&apply("json")).unwrap();
    assert_eq!(json, line);
}

#[test]
fn elements_are_named_by_path_and_by_text_too() {
    let learn = |field: &str| {
        let words = ["filter", "learn", STORY, "--field", field, "-o", "-"];
        Run::new(words).code(0).stdout
    };
    let by_text = learn("text=\"the keeper of the north light found\"");
    assert!(
        by_text.contains("container = \"html > body > div#wrap > main > article\""),
        "{by_text}"
    );
    let by_path = learn("headline=/html/body/div[2]/main/article/h1");
    assert!(by_path.contains("> article > h1\""), "{by_path}");
}

#[test]
fn filters_are_listed_shown_exported_and_deleted() {
    let folder = learnt();
    with(&folder, &["filter", "list"])
        .code(0)
        .stdout("gazette\tharbour.example/*\theadline text\n");
    with(&folder, &["filter", "list", "--json"]).code(0).stdout(
        "{\"name\":\"gazette\",\"sites\":[\"harbour.example/*\"],\"fields\":[\"headline\",\"text\"]}\n",
    );
    let shown = with(&folder, &["filter", "show", "gazette"]).code(0).stdout;
    assert!(shown.contains("version = 1"), "{shown}");
    let export = |to: &str| {
        with(&folder, &["filter", "export", "gazette", "--to", to])
            .code(0)
            .stdout
    };
    assert!(export("css").starts_with("/* headline */\ndiv#wrap > main"));
    assert!(export("ftr").contains("body: //div[@id='wrap']/main/article\nstrip: //"));
    assert!(export("ublock").contains("\nharbour.example##div#wrap > main"));
    assert!(export("miniflux").starts_with("scraper_rules: div#wrap"));
    with(&folder, &["filter", "rm", "gazette"]).code(0);
    with(&folder, &["filter", "list"])
        .code(1)
        .tells("no filters");
    with(&folder, &["filter", "show", "gazette"])
        .code(3)
        .tells("no filter `gazette`");
}

#[test]
fn a_filter_is_not_replaced_by_chance_and_rm_deletes_only_filters() {
    let folder = learnt();
    with(&folder, &LEARN).code(3).tells("--force replaces it");
    with(&folder, &[&LEARN[..], &["--force"]].concat()).code(0);
    with(&folder, &["filter", "rm", "README.md", "../gazette"])
        .code(3)
        .tells("no filter `README.md`")
        .tells("cannot be a filter's name");
    with(&folder, &["filter", "show", "gazette"]).code(0);
}

#[test]
fn an_edit_replaces_the_filter_only_when_it_can_be_read() {
    if cfg!(windows) {
        return;
    }
    let folder = learnt();
    let file = folder.path().join("gazette.toml");
    let before = fs::read_to_string(&file).unwrap();
    let edit = |script: &str| {
        let editor = folder.path().join("editor.sh");
        fs::write(&editor, script).unwrap();
        with(&folder, &["filter", "edit", "gazette"])
            .env("VISUAL", "")
            .env("EDITOR", format!("sh {}", editor.display()))
    };
    edit("sed -i 's/nearest/farthest/' \"$1\"")
        .code(3)
        .tells("column 9: `pick` is `farthest`")
        .tells("goes on with the draft");
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    edit("sed -i 's/farthest/nearest/; s/harbour/port/' \"$1\"")
        .code(0)
        .tells("going on with");
    let after = fs::read_to_string(&file).unwrap();
    assert_eq!(after, before.replace("harbour", "port"));
    edit("exit 7").code(3).tells("nothing was changed");
    assert_eq!(fs::read_to_string(&file).unwrap(), after);
    with(&folder, &["filter", "edit", "gazette"])
        .env("VISUAL", "")
        .env("EDITOR", "")
        .code(3)
        .tells("set VISUAL or EDITOR");
}

#[test]
fn filters_of_others_are_taken_in() {
    let folder = tempfile::tempdir().unwrap();
    let site_file = folder.path().join("harbour.example.txt");
    let text = "title: //article/h1\nbody: //article\nstrip: //p[@class='byline']\ndate: (//time)[1]\ntidy: no\n";
    fs::write(&site_file, text).unwrap();
    with(&folder, &["filter", "import", site_file.to_str().unwrap()])
        .code(0)
        .tells("not taken over: date: (//time)[1]");
    let ran = with(&folder, &["content", OTHER])
        .code(0)
        .tells("filter `harbour.example` used on 1 page");
    assert!(ran.stdout.starts_with("Night ferry"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("By "), "{}", ran.stdout);
    let again = folder.path().join("harbour.example.toml");
    let words = [
        "filter",
        "import",
        again.to_str().unwrap(),
        "--name",
        "second",
    ];
    with(&folder, &words).code(0);
    with(&folder, &["filter", "show", "second"]).code(0);
    let empty = folder.path().join("empty.example.txt");
    fs::write(&empty, "tidy: no\n").unwrap();
    with(&folder, &["filter", "import", empty.to_str().unwrap()])
        .code(3)
        .tells("names no title, body, author or date");
}

#[test]
fn a_saved_filter_is_used_without_asking() {
    let folder = learnt();
    let ran = with(&folder, &["content", OTHER, "--format", "jsonl"])
        .code(0)
        .tells("filter `gazette` used on 1 page");
    let line: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(line["filter"], "gazette");
    assert_eq!(line["fields"]["headline"][0], line["title"]);
    let ran = with(
        &folder,
        &["content", OTHER, "--no-filters", "--format", "jsonl"],
    )
    .code(0);
    assert!(!ran.stdout.contains("\"filter\""), "{}", ran.stdout);
    assert!(!ran.stderr.contains("filter"), "{}", ran.stderr);
    let named = folder.path().to_str().unwrap();
    Run::new(["content", OTHER, "--with-metadata", "--filters", named])
        .code(0)
        .tells("filter `gazette` used on 1 page");
    run("content samples/harbour.example/tides.html --filters no/such/folder")
        .code(2)
        .tells("--filters no/such/folder: no such folder");
}

#[test]
fn content_is_found_without_a_filter_that_no_longer_fits() {
    let folder = learnt();
    let page = format!("{OLD_DESIGN}<p>{}", "A story of some length. ".repeat(40));
    let words = ["content", "-", "--base", "http://harbour.example/1"];
    let ran = with(&folder, &words)
        .stdin(page)
        .code(0)
        .tells("filter `gazette` refused: matched 0 of 2 fields")
        .tells("found without it");
    assert!(
        ran.stdout.contains("A story of some length."),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_broken_filter_names_its_line_and_column() {
    let folder = learnt();
    let file = folder.path().join("gazette.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"nearest\"", "\"farthest\"")).unwrap();
    with(&folder, &["filter", "apply", "gazette", OTHER])
        .code(3)
        .tells("gazette.toml: line 12, column 9: `pick` is `farthest`");
    fs::write(&file, text.replace("version = 1", "version 1")).unwrap();
    with(&folder, &["filter", "list"])
        .code(3)
        .tells("gazette.toml: line 3, column 9: ");
    with(&folder, &["content", OTHER])
        .code(0)
        .tells("this filter is not used");
}

#[test]
fn samples_that_fit_nothing_or_everything_are_told() {
    let learn = |field: &str| Run::new(["filter", "learn", STORY, "--field", field, "-o", "-"]);
    learn("text=h6")
        .code(3)
        .tells("`text`: nothing on this page fits `h6`");
    learn("text=*")
        .code(3)
        .tells("`text`: `*` fits the whole page");
    learn("text=p >").code(3).tells("cannot read the selector");
    learn("date=meta").code(3).tells("not visible on the page");
    learn("h1").code(2).tells("expected NAME=WHAT");
    learn("text=p").stdin("").code(0);
    run(&format!(
        "filter learn {STORY} --field text=p --threshold txt=3 -o -"
    ))
    .code(2)
    .tells("--threshold names the field `txt`");
    run(&format!(
        "filter learn {STORY} --field a=h1 --field b=h2 --exclude .x -o -"
    ))
    .code(2)
    .tells("say from which field");
    run("filter learn - --field text=p -o -")
        .stdin("")
        .code(3)
        .tells("nothing on this page fits `p`");
}

#[test]
fn a_page_of_another_design_or_site_is_refused() {
    let folder = learnt();
    with(&folder, &["filter", "apply", "gazette", "-"])
        .stdin(OLD_DESIGN)
        .code(1)
        .stdout("")
        .tells("refused: matched 0 of 2 fields")
        .tells("learn it again");
    let ran = with(&folder, &["filter", "apply", "gazette", "-", "-f", "jsonl"])
        .stdin(OLD_DESIGN)
        .code(1);
    assert!(ran.stdout.contains("\"matched\":0"), "{}", ran.stdout);
    with(&folder, &["filter", "preview", "gazette", OTHER, "-"])
        .stdin(OLD_DESIGN)
        .code(1);
}

#[test]
fn a_preview_counts_and_shows_the_first() {
    let folder = learnt();
    let ran = with(&folder, &["filter", "preview", "gazette", OTHER]).code(0);
    let expected = format!(
        "{OTHER}: matched 2 of 2 fields\n  headline: 1 (nearest 0.0)\n    Night ferry to the islands is back\n"
    );
    assert!(ran.stdout.contains(&expected), "{}", ran.stdout);
    assert!(ran.stdout.contains("1 left out"), "{}", ran.stdout);
}

#[test]
fn the_slider_is_shown_in_steps() {
    let ran = Run::new(["filter", "suggest", STORY, "article p"]).code(0);
    assert!(ran.stdout.contains("\nsuggested: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n* "), "{}", ran.stdout);
}

#[test]
fn xml_works_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    let xml = |n: u8| {
        format!(
            "<?xml version='1.0'?><list><item><name>N{n}</name><price>{n}</price></item></list>"
        )
    };
    let words = [
        "filter",
        "learn",
        "-",
        "--field",
        "name=name",
        "--name",
        "list",
    ];
    with(&folder, &words).stdin(xml(1)).code(0);
    with(&folder, &["filter", "apply", "list", "-"])
        .stdin(xml(2))
        .code(0)
        .stdout("N2\n");
    // Found by its address it is the same: the filter is no use on what HTML would make of it.
    let at = ["-", "--site", "list.example/*"];
    let learn = words.iter().copied().filter(|word| *word != "-").chain(at);
    with(&folder, &learn.collect::<Vec<_>>())
        .arg("--force")
        .stdin(xml(1))
        .code(0);
    for verb in ["content", "read"] {
        let ran = with(&folder, &[verb, "-", "--base", "http://list.example/2"])
            .stdin(xml(2))
            .code(0);
        assert!(
            ran.stdout.contains("N2") && !ran.stdout.contains("item"),
            "{}",
            ran.stdout
        );
    }
}
