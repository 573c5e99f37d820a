//! A hostile caller: other names, other origins, no token, too much of everything.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use serde_json::json;
use tamis_load::Reach;

use crate::caller::{Caller, SAMPLE};
use crate::site::site_of;

#[test]
fn only_who_has_the_token_is_answered() {
    let studio = Caller::start();
    for path in [
        "/",
        "/api/openapi.json",
        "/no/such/thing",
        "/?token=",
        "/?token=0",
        "/api/openapi.json?token=",
    ] {
        let answer = studio.send("GET", path, &[], b"").status(401);
        assert!(!answer.body.contains(&studio.token));
    }
    let almost = format!("Bearer {}0", studio.token);
    let wrong = [("authorization", almost.as_str())];
    studio
        .send("GET", "/api/openapi.json", &wrong, b"")
        .status(401);
    studio.get("/api/openapi.json").status(200);
    // The token stands in the link's place alone.
    let elsewhere = format!("/api/openapi.json?token={}", studio.token);
    studio.send("GET", &elsewhere, &[], b"").status(401);
}

#[test]
fn the_link_gives_a_browser_its_cookie() {
    let studio = Caller::start();
    let link = format!("/?token={}", studio.token);
    let welcome = studio.send("GET", &link, &[], b"").status(303);
    assert_eq!(welcome.header("location"), Some("/"));
    let cookie = welcome.header("set-cookie").unwrap();
    assert!(
        cookie.ends_with("; HttpOnly; SameSite=Strict; Path=/"),
        "{cookie}"
    );
    let cookie = format!("other=1; {}", cookie.split(';').next().unwrap());
    let with_cookie = [("cookie", cookie.as_str())];
    studio
        .send("GET", "/api/openapi.json", &with_cookie, b"")
        .status(200);
    let not_quite = cookie.replace("tamis_", "tamis");
    studio
        .send("GET", "/api/openapi.json", &[("cookie", &not_quite)], b"")
        .status(401);
}

#[test]
fn a_foreign_name_for_this_machine_is_refused() {
    let studio = Caller::start();
    let token = format!("Bearer {}", studio.token);
    let port = studio.host().rsplit_once(':').unwrap().1;
    let ask = |host: &str| {
        let headers = [("host", host), ("authorization", token.as_str())];
        studio
            .send("GET", "/api/openapi.json", &headers, b"")
            .status
    };
    for own in ["127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(ask(&format!("{own}:{port}")), 200, "{own}");
    }
    let foreign = [
        "rebound.example",
        "127.0.0.1.rebound.example",
        "localhost.rebound.example",
        "127.0.0.2",
    ];
    for name in foreign {
        assert_eq!(ask(&format!("{name}:{port}")), 421, "{name}");
    }
    assert_eq!(ask("localhost"), 421);
    assert_eq!(ask(&format!("localhost:1{port}")), 421);
}

#[test]
fn another_origin_is_refused_though_the_browser_sends_the_token() {
    let studio = Caller::start();
    let token = format!("Bearer {}", studio.token);
    let ask = |origin: &str| {
        let headers = [
            ("origin", origin),
            ("authorization", token.as_str()),
            ("content-type", "application/json"),
        ];
        studio.send("POST", "/api/menu", &headers, b"{}").status
    };
    assert_eq!(ask(&format!("http://{}", studio.host())), 400);
    let port = studio.host().rsplit_once(':').unwrap().1;
    let foreign = [
        "null".to_owned(),
        "http://evil.example".to_owned(),
        format!("https://{}", studio.host()),
        format!("http://localhost:{port}"),
        "http://127.0.0.1".to_owned(),
    ];
    for origin in foreign {
        assert_eq!(ask(&origin), 403, "{origin}");
    }
}

#[test]
fn an_extension_is_let_in_by_the_token_alone() {
    let studio = Caller::start();
    let port = studio.host().rsplit_once(':').unwrap().1.to_owned();
    let bearer = ("authorization", format!("Bearer {}", studio.token));
    let cookie = ("cookie", format!("tamis_{port}={}", studio.token));
    let wrong = ("authorization", "Bearer 0".to_owned());
    for origin in ["chrome-extension://abcdef", "moz-extension://0-1-2"] {
        for ((name, value), expected) in [(&bearer, 400), (&cookie, 403), (&wrong, 401)] {
            let headers = [
                ("origin", origin),
                (*name, value.as_str()),
                ("content-type", "application/json"),
            ];
            let answer = studio.send("POST", "/api/menu", &headers, b"{}");
            assert_eq!(answer.status, expected, "{origin} {name}");
        }
    }
}

#[test]
fn every_answer_has_its_policy() {
    let studio = Caller::start();
    let answers = [
        studio.get("/api/openapi.json").status(200),
        studio.get("/no/such/thing").status(404),
        studio.send("GET", "/api/content", &[], b"").status(401),
        studio.get("/api/content").status(405),
        studio.post("/api/menu", &json!({})).status(400),
        studio
            .post("/api/menu", &json!({"url": SAMPLE}))
            .status(200),
        studio
            .send("GET", "/", &[("host", "evil.example")], b"")
            .status(421),
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
}

#[test]
fn requests_are_bounded_and_must_be_json() {
    let studio = Caller::start();
    let token = format!("Bearer {}", studio.token);
    let send = |kind: &str, body: &[u8]| {
        let headers = [("authorization", token.as_str()), ("content-type", kind)];
        studio.send("POST", "/api/content", &headers, body)
    };
    send("text/plain", b"{}").status(415);
    send("application/x-www-form-urlencoded", b"html=x").status(415);
    send("application/json; charset=utf-8", br#"{"html":"<p>x"}"#).status(200);
    send("application/json", b"{")
        .status(400)
        .tells("cannot be read");
    send("application/json", br#"{"html":"x","more":1}"#)
        .status(400)
        .tells("unknown field");
    // Told by its head, before a byte of it is read.
    let mut stream = TcpStream::connect(studio.host()).unwrap();
    let head = format!(
        "POST /api/content HTTP/1.1\r\nHost: {}\r\nAuthorization: {token}\r\nContent-Type: application/json\r\n\
         Content-Length: 99999999999\r\nConnection: close\r\n\r\n",
        studio.host()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

/// An answer does not overtake its request: the connection stays, and so does what is asked on it next.
#[test]
fn a_connection_outlives_requests_that_need_not_be_read() {
    let studio = Caller::start();
    for path in ["/api/nothing", "/api/content"] {
        let mut stream = TcpStream::connect(studio.host()).unwrap();
        let host = studio.host();
        // Neither is let in; the second is sent on the same connection.
        let head = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 10\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        // An answer that does not wait for the rest is under way by now.
        std::thread::sleep(std::time::Duration::from_millis(100));
        stream.write_all(b"0123456789").unwrap();
        let last = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(last.as_bytes()).unwrap();
        let mut answers = String::new();
        stream.read_to_string(&mut answers).unwrap();
        assert_eq!(answers.matches("HTTP/1.1 401").count(), 2, "{answers}");
    }
}

#[test]
fn no_page_of_this_machine_is_fetched() {
    let inner = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = inner.local_addr().unwrap().port();
    let studio = Caller::start();
    let private = [
        format!("http://127.0.0.1:{port}/"),
        format!("http://localhost:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://2130706433:{port}/"),
        studio.address.clone(),
    ];
    for url in private {
        let answer = studio
            .post("/api/content", &json!({"url": url}))
            .status(502);
        answer.tells("not asked on another's behalf");
        // The siblings of a page that was sent along are fetched as little.
        let html = format!("<a href={url}a>a</a><a href={url}b>b</a>");
        studio
            .post("/api/template", &json!({"html": html, "url": url}))
            .status(422);
    }
    for url in ["file:///etc/passwd", "ftp://a.example/", "data:text/html,x"] {
        studio
            .post("/api/content", &json!({"url": url}))
            .status(400);
    }
    inner.set_nonblocking(true).unwrap();
    assert!(inner.accept().is_err(), "somebody was asked");
}

#[test]
fn pages_of_this_machine_are_fetched_where_that_is_allowed() {
    let url = site_of("<p>Fetched words.".to_owned());
    let studio = Caller::reaching(Reach::Anywhere);
    let answer = studio
        .post("/api/content", &json!({"url": url}))
        .status(200);
    assert!(answer.body.contains("Fetched words."), "{}", answer.body);
}
