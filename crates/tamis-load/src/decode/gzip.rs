//! A gzip file of many members, read past damaged ones.
//!
//! A `.warc.gz` has one member a record. `flate2`'s own multi-member reader ends at the first
//! damage; here the damage is told once, and the next read begins with the next member.
//!
//! flate2 is the choice, whatever its backend: its default, measured at 840 MB/s, outruns zlib-rs
//! (630), which the typesetter brings along, is a tenth slower than zlib-ng, which wants a C build,
//! and unlike libdeflate (1,800) needs neither a whole member in memory nor its size beforehand, which
//! a hostile file would choose. Backends differ in how far they read on in what is damaged, often past
//! the head of the next member: so what was read last is kept, and the head is looked for there too.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

pub(super) struct Members<R: BufRead> {
    state: State<R>,
}

enum State<R: BufRead> {
    Between(Kept<R>),
    Within(Box<GzDecoder<Kept<R>>>),
    /// In a member that is damaged.
    Lost(Kept<R>),
    Ended,
}

impl<R: BufRead> Members<R> {
    pub(super) fn new(raw: R) -> Self {
        Self {
            state: State::Between(Kept::new(raw)),
        }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(&mut self.state, State::Ended) {
                State::Ended => return Ok(0),
                State::Lost(mut raw) => {
                    raw.go_back();
                    skip_to_member(&mut raw)?;
                    self.state = State::Between(raw);
                }
                State::Between(mut raw) => {
                    if raw.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    raw.forget();
                    self.state = State::Within(Box::new(GzDecoder::new(raw)));
                }
                State::Within(mut member) => match member.read(out) {
                    Ok(0) => self.state = State::Between(member.into_inner()),
                    Ok(count) => {
                        self.state = State::Within(member);
                        return Ok(count);
                    }
                    Err(error) => {
                        self.state = State::Lost(member.into_inner());
                        return Err(error);
                    }
                },
            }
        }
    }
}

/// Skips to what looks like the head of a member. One that lies across two fills of the buffer is
/// passed over: this is a rescue, and the odds are two in the size of the buffer.
fn skip_to_member(raw: &mut impl BufRead) -> io::Result<()> {
    const HEAD: [u8; 3] = [0x1f, 0x8b, 0x08];
    loop {
        let buffer = raw.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        match memchr::memmem::find(buffer, &HEAD) {
            Some(at) => {
                raw.consume(at);
                return Ok(());
            }
            None => {
                let all = buffer.len();
                raw.consume(all);
            }
        }
    }
}

/// Bytes of a member that are kept at least: most records of archives are smaller.
const KEPT: usize = 64 * 1024;

/// A reader that can go back over what was read last.
struct Kept<R> {
    raw: R,
    /// What was read of this member, or the end of it.
    recent: Vec<u8>,
    /// How much at the end of `recent` is to be read again.
    again: usize,
}

impl<R: BufRead> Kept<R> {
    fn new(raw: R) -> Self {
        Self {
            raw,
            recent: Vec::new(),
            again: 0,
        }
    }

    /// What was read is not gone back over any more.
    fn forget(&mut self) {
        self.recent.drain(..self.recent.len() - self.again);
    }

    /// Goes back to just behind the first byte that is kept: a member that was damaged is not begun
    /// again.
    fn go_back(&mut self) {
        self.again = self.recent.len().saturating_sub(1);
    }
}

impl<R: BufRead> Read for Kept<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let buffer = self.fill_buf()?;
        let count = buffer.len().min(out.len());
        out[..count].copy_from_slice(&buffer[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Kept<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.again {
            0 => self.raw.fill_buf(),
            again => Ok(&self.recent[self.recent.len() - again..]),
        }
    }

    fn consume(&mut self, count: usize) {
        if self.again > 0 {
            self.again -= count.min(self.again);
            return;
        }
        // What is buffered and not consumed is there without reading on.
        if let Ok(buffer) = self.raw.fill_buf() {
            self.recent
                .extend_from_slice(&buffer[..count.min(buffer.len())]);
        }
        self.raw.consume(count);
        if self.recent.len() > 4 * KEPT {
            self.recent.drain(..self.recent.len() - KEPT);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn member(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_damaged_member_costs_only_itself() {
        let mut damaged = member("a member that will be damaged, long enough to be");
        let middle = damaged.len() / 2;
        damaged[middle..].fill(0xff);
        let file = [member("one "), damaged, member("three")].concat();
        let mut members = Members::new(&file[..]);
        let (mut text, mut errors) = (Vec::new(), 0);
        let mut buffer = [0; 64];
        loop {
            match members.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => text.extend_from_slice(&buffer[..count]),
                Err(_) => errors += 1,
            }
        }
        assert_eq!(errors, 1);
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(
            text.starts_with("one ") && text.ends_with("three"),
            "{text}"
        );
    }
}
