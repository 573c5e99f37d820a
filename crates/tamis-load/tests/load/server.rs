//! A web server for tests: whatever bytes a test wants, on this machine.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use url::Url;

/// What was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) path: String,
    headers: Vec<String>,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find_map(|line| {
            let (header, value) = line.split_once(':')?;
            header.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

pub(crate) struct Server {
    base: Url,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Answers every request with what `answer` writes; then the connection is closed.
    pub(crate) fn start(answer: impl Fn(&Request, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = Url::parse(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (log, answer) = (Arc::clone(&requests), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                thread::spawn(move || serve(stream, &log, &*answer));
            }
        });
        Self { base, requests }
    }

    /// Answers with a status line, headers and a body for each path; 404 for others.
    pub(crate) fn with(pages: Vec<(&'static str, &'static str, Vec<u8>)>) -> Self {
        Self::start(move |request, stream| {
            match pages.iter().find(|(path, _, _)| *path == request.path) {
                Some((_, head, body)) => reply(stream, head, body),
                None => reply(stream, "404 Not Found", b"not here"),
            }
        })
    }

    pub(crate) fn url(&self, path: &str) -> Url {
        self.base.join(path).unwrap()
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    /// The paths asked for, in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.requests()
            .into_iter()
            .map(|request| request.path)
            .collect()
    }
}

/// Writes a whole answer. `head` is the status and the headers, with `\n` between.
pub(crate) fn reply(stream: &mut TcpStream, head: &str, body: &[u8]) {
    let head = head.replace('\n', "\r\n");
    let length = body.len();
    let head = format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    let _ = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(body));
}

fn serve(
    mut stream: TcpStream,
    log: &Mutex<Vec<Request>>,
    answer: &dyn Fn(&Request, &mut TcpStream),
) {
    let reader = BufReader::new(stream.try_clone().unwrap());
    let mut lines = reader
        .lines()
        .map_while(Result::ok)
        .take_while(|line| !line.is_empty());
    let Some(first) = lines.next() else { return };
    let path = first.split(' ').nth(1).unwrap_or("").to_owned();
    let request = Request {
        path,
        headers: lines.collect(),
    };
    log.lock().unwrap().push(request.clone());
    answer(&request, &mut stream);
}
