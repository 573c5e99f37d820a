//! A site of one page on this machine.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

/// Serves a page under every path but that of robots.txt; gives its address.
pub(crate) fn site_of(html: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut head = [0; 4096];
            let read = stream.read(&mut head).unwrap_or(0);
            let (status, body) = match head[..read].starts_with(b"GET /robots.txt") {
                true => ("404 Not Found", ""),
                false => ("200 OK\r\nContent-Type: text/html", html.as_str()),
            };
            let length = body.len();
            let answer = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    address
}
