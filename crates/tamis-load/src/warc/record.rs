//! The records of a WARC: a header of named fields, a length, that many bytes.

use std::io::{self, BufRead, Read};

use memchr::memmem;

use super::ahead::Ahead;
use crate::decode::Stream;

/// The longest header of a record. Real ones have under 2 KiB; addresses may be long.
const MAX_HEAD: usize = 64 << 10;

/// Damage in a row after which a file is given up: it is no WARC, or its disk is failing.
const MAX_FAILURES: u32 = 100;

/// What every record begins with.
const MARK: &[u8] = b"WARC/1.";

pub(super) struct Records {
    stream: Ahead,
    /// Bytes read so far.
    at: u64,
    /// Where the current record began.
    began: u64,
    /// The next record's place is unknown: its first line must be looked for.
    is_lost: bool,
    failures: u32,
}

/// What a record is, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Response,
    Resource,
    Other,
}

pub(super) struct Head {
    pub(super) kind: Kind,
    pub(super) target: Option<String>,
    pub(super) date: Option<String>,
    pub(super) content_type: String,
    pub(super) length: u64,
}

impl Records {
    pub(super) fn new(stream: Stream) -> Self {
        Self {
            stream: Ahead::new(stream),
            at: 0,
            began: 0,
            is_lost: false,
            failures: 0,
        }
    }

    /// Where the current record began, in bytes.
    pub(super) fn offset(&self) -> u64 {
        self.began
    }

    /// The next record's header; `None` at the end. After an error the next call looks for the
    /// next record.
    pub(super) fn next_head(&mut self) -> Result<Option<Head>, String> {
        if self.failures >= MAX_FAILURES {
            return Ok(None);
        }
        match self.read_head() {
            Ok(head) => {
                self.failures = 0;
                Ok(head)
            }
            Err(why) => Err(self.fail(why)),
        }
    }

    /// Reads the whole content of the current record. When the next record begins inside it because
    /// this one is cut, that one is read next.
    pub(super) fn read(&mut self, length: u64) -> Result<Vec<u8>, String> {
        let (content, result) = self.take(length);
        if let Some(next) = self.next_record_inside(&content, length) {
            self.give_back(&content[next..]);
            let why = format!("the record is cut: another begins after {next} of {length} bytes");
            return Err(self.fail(why));
        }
        self.check_whole(content.len() as u64, length, result)?;
        Ok(content)
    }

    /// Reads the first `length` bytes of the current record.
    pub(super) fn read_part(&mut self, length: u64) -> Result<Vec<u8>, String> {
        let (content, result) = self.take(length);
        self.check_whole(content.len() as u64, length, result)?;
        Ok(content)
    }

    fn take(&mut self, length: u64) -> (Vec<u8>, io::Result<()>) {
        let mut content = Vec::new();
        let result = (&mut self.stream).take(length).read_to_end(&mut content);
        self.at += content.len() as u64;
        (content, result.map(drop))
    }

    /// Where the next record begins inside this one, which has said that it is longer.
    fn next_record_inside(&mut self, content: &[u8], length: u64) -> Option<usize> {
        // A record is followed by two line ends; a few more do no harm.
        const PEEK: usize = 16 + MARK.len();
        let follows = self.stream.peek(PEEK);
        let after = follows.trim_ascii_start();
        let is_whole = content.len() as u64 == length;
        if is_whole && (after.starts_with(MARK) || after.is_empty()) {
            return None;
        }
        let next = next_record_in(&[content, &follows].concat())?;
        (next < content.len()).then_some(next)
    }

    /// Gives back what was read last, so that it is read again.
    fn give_back(&mut self, bytes: &[u8]) {
        self.stream.give_back(bytes);
        self.at -= bytes.len() as u64;
    }

    /// Passes over `length` bytes of the current record.
    pub(super) fn skip(&mut self, length: u64) -> Result<(), String> {
        let mut left = length;
        let result = loop {
            if left == 0 {
                break Ok(());
            }
            match self.stream.fill_buf() {
                Ok([]) => break Ok(()),
                Ok(buffer) => {
                    let count = left.min(buffer.len() as u64);
                    self.stream
                        .consume(usize::try_from(count).unwrap_or(usize::MAX));
                    left -= count;
                }
                Err(error) => break Err(error),
            }
        };
        self.at += length - left;
        self.check_whole(length - left, length, result)
    }

    fn check_whole(&mut self, got: u64, want: u64, result: io::Result<()>) -> Result<(), String> {
        match result {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                Err(self.fail(format!("the record is damaged: {error}")))
            }
            _ if got < want => Err(self.fail(format!(
                "the record is cut: {got} of {want} bytes are there"
            ))),
            _ => Ok(()),
        }
    }

    fn fail(&mut self, why: String) -> String {
        self.is_lost = true;
        self.failures += 1;
        match self.failures < MAX_FAILURES {
            true => why,
            false => format!("{why}; nothing more is read after {MAX_FAILURES} failures in a row"),
        }
    }

    fn read_head(&mut self) -> Result<Option<Head>, String> {
        let Some(version) = self.first_line()? else {
            return Ok(None);
        };
        if !version.starts_with(b"WARC/") {
            return Err("no WARC record begins here; looking for the next one".to_owned());
        }
        let mut fields = Vec::new();
        let mut size = version.len();
        loop {
            let line = self.line()?;
            size += line.len();
            if let Some(next) = next_record_in(&line) {
                self.give_back(&line[next..]);
                return Err("the record's header is cut".to_owned());
            }
            match line.trim_ascii_end() {
                _ if line.is_empty() => return Err("the record's header is cut".to_owned()),
                _ if size > MAX_HEAD => {
                    return Err(format!(
                        "the record's header is longer than {MAX_HEAD} bytes"
                    ));
                }
                [] => break,
                field => fields.push(String::from_utf8_lossy(field).into_owned()),
            }
        }
        head_of(&fields).map(Some)
    }

    /// The first line of the next record; `None` at the end of the file.
    fn first_line(&mut self) -> Result<Option<Vec<u8>>, String> {
        loop {
            self.began = self.at;
            let line = self.line()?;
            match line.trim_ascii_end() {
                _ if line.is_empty() => return Ok(None),
                // Records are followed by empty lines.
                [] => {}
                text if self.is_lost && !text.starts_with(b"WARC/") => {
                    // What comes before may have been cut in the middle of a line.
                    if let Some(at) = next_record_in(&line) {
                        self.give_back(&line[at..]);
                    }
                }
                _ => {
                    self.is_lost = false;
                    return Ok(Some(line));
                }
            }
        }
    }

    /// A line with its end, or the first part of an overlong one. Empty at the end of the file.
    fn line(&mut self) -> Result<Vec<u8>, String> {
        let mut line = Vec::new();
        let result = (&mut self.stream)
            .take(MAX_HEAD as u64)
            .read_until(b'\n', &mut line);
        self.at += line.len() as u64;
        result.map_err(|error| format!("the file is cut or damaged: {error}"))?;
        Ok(line)
    }
}

/// Where a record begins in these bytes: its version and the end of that line.
fn next_record_in(bytes: &[u8]) -> Option<usize> {
    memmem::find_iter(bytes, MARK).find(|&at| {
        let rest = &bytes[at + MARK.len()..];
        matches!(
            rest,
            [b'0'..=b'9', b'\n', ..] | [b'0'..=b'9', b'\r', b'\n', ..]
        )
    })
}

fn head_of(fields: &[String]) -> Result<Head, String> {
    let field = |wanted: &str| {
        fields.iter().find_map(|field| {
            let (name, value) = field.split_once(':')?;
            name.trim()
                .eq_ignore_ascii_case(wanted)
                .then(|| value.trim())
        })
    };
    let length = field("Content-Length").and_then(|length| length.parse().ok());
    Ok(Head {
        kind: match field("WARC-Type")
            .unwrap_or_default()
            .to_ascii_lowercase()
            .as_str()
        {
            "response" => Kind::Response,
            "resource" => Kind::Resource,
            _ => Kind::Other,
        },
        // Version 1.0 of the standard, read by the letter, puts the address in angle brackets.
        target: field("WARC-Target-URI").map(|t| t.trim_matches(['<', '>']).to_owned()),
        date: field("WARC-Date").map(str::to_owned),
        content_type: field("Content-Type").unwrap_or_default().to_owned(),
        length: length.ok_or("the record does not say how long it is")?,
    })
}
