//! Server-sent events as they come over the wire.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use serde_json::Value;

use crate::caller::Caller;

pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    /// `headers` are those beside the token's, each with its line's end.
    pub(crate) fn open(studio: &Caller, path: &str, headers: &str) -> Events {
        let mut stream = TcpStream::connect(studio.host()).unwrap();
        let (host, token) = (studio.host(), &studio.token);
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n{headers}\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut events = Events(BufReader::new(stream));
        let head = events.lines_until_empty().unwrap();
        assert!(head[0].starts_with("HTTP/1.1 200"), "{head:?}");
        assert!(
            head.iter()
                .any(|line| line == "content-type: text/event-stream"),
            "{head:?}"
        );
        events
    }

    /// Nothing where there is nothing more to come.
    fn lines_until_empty(&mut self) -> Option<Vec<String>> {
        let mut found = Vec::new();
        for line in (&mut self.0).lines().map(Result::unwrap) {
            if line.is_empty() {
                return Some(found);
            }
            found.push(line);
        }
        None
    }

    /// The next event's name and data; the chunks of the encoding are passed over.
    pub(crate) fn next(&mut self) -> Option<(String, Value)> {
        loop {
            let lines = self.lines_until_empty()?;
            let field = |name: &str| lines.iter().find_map(|line| line.strip_prefix(name));
            if let (Some(event), Some(data)) = (field("event: "), field("data: ")) {
                return Some((event.to_owned(), serde_json::from_str(data).unwrap()));
            }
        }
    }

    /// What the next event of this name says.
    #[track_caller]
    pub(crate) fn named(&mut self, name: &str) -> Value {
        loop {
            let (event, data) = self.next().expect("there is such an event to come");
            if event == name {
                return data;
            }
        }
    }
}
