//! Sites on this machine.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

/// Serves a page under every path but that of robots.txt; gives its address.
pub(crate) fn site_of(html: String) -> String {
    serve(move |path| (path != "/robots.txt").then(|| ("text/html", html.clone())))
}

/// Serves these paths, each with its type and content; gives the address.
pub(crate) fn site_with(paths: BTreeMap<String, (&'static str, String)>) -> String {
    serve(move |path| paths.get(path).cloned())
}

fn serve(find: impl Fn(&str) -> Option<(&'static str, String)> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut head = [0; 4096];
            let read = stream.read(&mut head).unwrap_or(0);
            let head = String::from_utf8_lossy(&head[..read]);
            let path = head.split(' ').nth(1).unwrap_or_default();
            let (status, kind, body) = match find(path) {
                Some((kind, body)) => ("200 OK", kind, body),
                None => ("404 Not Found", "text/plain", String::new()),
            };
            let length = body.len();
            let answer = format!(
                "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
                 Connection: close\r\n\r\n{body}"
            );
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}
