//! `tamis template ADDRESS` against a web server on this machine: sites as they are, good and bad.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use serde_json::Value;

use crate::run::{Ran, run};

/// What a server says to a path: the status with its headers, and the body.
type Answer = (String, String);

struct Server {
    address: String,
    paths: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn start(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (paths, answer) = (Arc::new(Mutex::new(Vec::new())), Arc::new(answer));
        let log = Arc::clone(&paths);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                thread::spawn(move || serve(stream, &log, &*answer));
            }
        });
        Server { address, paths }
    }

    /// Runs `tamis template` on the site's page 0, without pauses, and expects this exit code.
    #[track_caller]
    fn template(&self, flags: &str, code: i32) -> Ran {
        let address = &self.address;
        run(&format!(
            "template {address}/0.html --delay 0 --no-cache {flags}"
        ))
        .code(code)
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.template("--format json", 0).stdout).unwrap()
    }

    fn asked(&self) -> Vec<String> {
        self.paths.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, log: &Mutex<Vec<String>>, answer: &dyn Fn(&str) -> Answer) {
    let lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let mut lines = lines
        .map_while(Result::ok)
        .take_while(|line| !line.is_empty());
    let Some(first) = lines.next() else { return };
    lines.for_each(drop);
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    log.lock().unwrap().push(path.clone());
    let (head, body) = match path.as_str() {
        "/robots.txt" => ("404 Not Found".to_owned(), String::new()),
        path => answer(path),
    };
    let length = body.len();
    let head = format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(body.as_bytes());
}

fn page(number: usize) -> String {
    let links: String = (0..10)
        .map(|n| format!("<li><a href=/{n}.html>Page {n}</a></li>"))
        .collect();
    format!(
        "<title>{number}</title><header><h1>Our site</h1><ul id=menu>{links}</ul></header>\
         <main><h2>Heading {number}</h2><p>What only page {number} says, at some length.</p></main>\
         <footer><p>All rights reserved</p></footer>"
    )
}

fn number(path: &str) -> usize {
    path.trim_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .unwrap()
}

fn good(body: String) -> Answer {
    ("200 OK\r\nContent-Type: text/html".to_owned(), body)
}

fn moved(to: &str) -> Answer {
    (format!("302 Found\r\nLocation: {to}"), String::new())
}

/// The site, but for what `other` says about a page of this number.
fn site_but(other: impl Fn(usize) -> Option<Answer> + Send + Sync + 'static) -> Server {
    Server::start(move |path| {
        let number = number(path);
        other(number).unwrap_or_else(|| good(page(number)))
    })
}

/// The roles of the pages asked for but those that voted, with their numbers.
fn roles(json: &Value) -> Vec<String> {
    let pages = json["pages"].as_array().unwrap();
    let role = |page: &Value| {
        let number = number(page["url"].as_str().unwrap().rsplit('/').next().unwrap());
        format!("{number} {}", page["role"].as_str().unwrap())
    };
    let mut roles: Vec<String> = pages.iter().map(role).collect();
    roles.retain(|role| !role.ends_with("voted"));
    roles
}

fn missing(json: &Value) -> Vec<&str> {
    let sentences = json["missing"].as_array().unwrap();
    sentences.iter().filter_map(Value::as_str).collect()
}

/// What every page of the site has and nothing else, whatever was wrong with some.
#[track_caller]
fn is_the_template(json: &Value) {
    assert_eq!(json["template_links"].as_array().unwrap().len(), 10);
    assert_eq!(json["content_links"].as_array().unwrap().len(), 0);
    assert_eq!(json["voters"], 4, "{json}");
}

#[test]
fn pages_are_fetched_at_once_and_judged_in_order() {
    // Nobody gets a page before four have been asked for: one after the other would wait for ever.
    let gate = Arc::new(Barrier::new(4));
    let server = site_but(move |number| {
        if number > 0 {
            gate.wait();
            // Those asked for first come last.
            let asked_late = u64::from(number == 9);
            thread::sleep(std::time::Duration::from_millis(50 * (1 - asked_late)));
        }
        None
    });
    let first = server.template("--format json", 0).stdout;
    is_the_template(&serde_json::from_str(&first).unwrap());
    assert_eq!(server.asked().len(), 6, "{:?}", server.asked());
    assert_eq!(server.template("--format json", 0).stdout, first);
}

#[test]
fn the_three_formats_of_a_site_on_the_web() {
    let server = site_but(|_| None);
    let html = server.template("", 0).stdout;
    assert!(
        html.contains("All rights reserved") && !html.contains("What only"),
        "{html}"
    );
    let rest = server.template("--invert", 0).stdout;
    assert!(
        !rest.contains("All rights reserved") && rest.contains("What only"),
        "{rest}"
    );
    let paths = server.template("--format paths --votes", 0).stdout;
    assert!(
        paths.contains("/html[1]/body[1]/footer[1]/p[1]/text()[1]\t4\n"),
        "{paths}"
    );
}

#[test]
fn cycles_of_redirects_are_told_and_replaced() {
    let server = site_but(|number| match number {
        3 => Some(moved("/5.html")),
        5 => Some(moved("/3.html")),
        _ => None,
    });
    let json = server.json();
    is_the_template(&json);
    let roles = roles(&json);
    assert!(!roles.is_empty(), "{json}");
    assert!(
        roles
            .iter()
            .all(|role| role == "3 failed" || role == "5 failed"),
        "{roles:?}"
    );
    let failed = json["pages"].as_array().unwrap().iter();
    let mut reasons = failed.filter_map(|page| page["reason"].as_str());
    assert!(reasons.all(|reason| reason.contains("redirects")), "{json}");
    assert!(missing(&json)[0].ends_with("could not be loaded"), "{json}");
}

#[test]
fn links_that_all_fail_are_no_evidence() {
    let error = ("500 Down".to_owned(), "<h1>Sorry".to_owned());
    let server = site_but(move |number| (number > 0).then(|| error.clone()));
    let ran = server
        .template("", 1)
        .tells("9 of 9 pages could not be loaded");
    assert_eq!(ran.stdout, "");
    // The json says it too.
    let ran = server.template("--format json", 1);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["voters"], 0);
    assert_eq!(json["pages"].as_array().unwrap().len(), 9);
    assert_eq!(missing(&json), ["9 of 9 pages could not be loaded"]);
}

#[test]
fn the_key_page_under_other_addresses_is_no_evidence() {
    let server = site_but(|_| Some(good(page(0))));
    let ran = server.template("--format json", 1);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(
        roles(&json).iter().all(|role| role.ends_with("key-page")),
        "{json}"
    );
    ran.tells("were the same page under another address");
    // Some of them redirect to it: the others vote.
    let server = site_but(|number| matches!(number, 2 | 5 | 7).then(|| moved("/0.html")));
    let json = server.json();
    is_the_template(&json);
    assert!(
        roles(&json).iter().all(|role| role.ends_with("key-page")),
        "{json}"
    );
}

#[test]
fn login_walls_and_error_pages_have_no_vote() {
    let wall = "<title>Log in</title><form action=/login><p>Please log in <input name=user></form>";
    let sorry = "<h1>Error</h1><p>Something went wrong. Reference ";
    let server = site_but(move |number| match number {
        // Everything behind the wall leads to it; and errors come with status 200.
        2 | 5 => Some(moved("/900.html")),
        900 => Some(good(wall.to_owned())),
        7 => Some(good(format!("{sorry}{number}"))),
        _ => None,
    });
    let json = server.json();
    is_the_template(&json);
    let roles = roles(&json);
    assert!(!roles.is_empty(), "{json}");
    for role in roles {
        assert!(
            role.ends_with("atypical") || role.ends_with("repeated"),
            "{json}"
        );
    }
    // Behind walls all the way there is nothing to compare with.
    let server = site_but(move |number| (number > 0).then(|| good(wall.to_owned())));
    server.template("", 1).tells("are of another kind");
}

#[test]
fn huge_siblings_are_read_and_too_huge_ones_replaced() {
    let server = site_but(|number| {
        let filler = "<p>filling</p>".repeat((10 << 20) / 14);
        let huge = || good(page(number).replace("</main>", &format!("{filler}</main>")));
        matches!(number, 3 | 5).then(huge)
    });
    is_the_template(&server.json());
    let ran = server.template("--format json --max-page-size 1M", 0);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    is_the_template(&json);
    let roles = roles(&json);
    assert!(!roles.is_empty(), "{json}");
    assert!(
        roles
            .iter()
            .all(|role| role == "3 failed" || role == "5 failed"),
        "{roles:?}"
    );
}

#[test]
fn of_a_set_of_frames_the_main_one_is_taken() {
    let server = Server::start(|path| {
        let menu: String = (1..6)
            .map(|n| format!("<a href=/text{n}.html target=main>Text {n}</a> "))
            .collect();
        good(match path {
            "/0.html" => "<frameset cols='20%,*'><frame src=menu.html><frame src=text1.html \
                          name=main></frameset>"
                .to_owned(),
            "/menu.html" => menu,
            path => {
                let n = number(path);
                format!(
                    "<h1>Our old site</h1><p>The text of page {n}, which goes on for a while and \
                     says what no other page says: {n} and {n} again.</p><p>Last changed in 1999</p>"
                )
            }
        })
    });
    let ran = server.template("", 0).tells("a set of frames");
    assert!(
        ran.stdout.contains("Last changed in 1999"),
        "{}",
        ran.stdout
    );
    assert!(
        !ran.stdout.contains("goes on for a while"),
        "{}",
        ran.stdout
    );
    // Frames that cannot be had.
    let lost = "<frameset><frame src=1.html></frameset>";
    let server = Server::start(move |path| match path {
        "/0.html" => good(lost.to_owned()),
        _ => ("500 Down".to_owned(), String::new()),
    });
    server.template("", 1).tells("the page is a set of frames");
}

#[test]
fn a_page_without_links_is_no_evidence() {
    let server = site_but(|_| Some(good("<p>Alone.".to_owned())));
    server
        .template("", 1)
        .tells("the page has no link to another page of its site");
}
