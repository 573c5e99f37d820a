//! `tamis serve` as it is started: the link that it prints opens.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use crate::run::run;

/// A studio that ends with its test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_printed_link_opens() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command.arg("serve").arg("--data").arg(folder.path());
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut serving = Serving(command.spawn().unwrap());
    let mut link = String::new();
    let stdout = serving.0.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut link).unwrap();
    let (host, path) = link
        .trim_end()
        .strip_prefix("http://")
        .and_then(|link| link.split_once('/'))
        .unwrap_or_else(|| panic!("no link: {link}"));
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
}

#[test]
fn a_port_that_is_taken_is_told() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port();
    run(&format!("serve --port {port}"))
        .code(2)
        .tells("--port names another");
}
