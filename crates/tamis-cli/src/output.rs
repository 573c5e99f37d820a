//! Where results go: standard output, buffered, or a file that appears whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Stdout, Write};
use std::path::Path;

use serde::Serialize;

/// Standard output for a verb's data, buffered. Flush it before the verb returns, so that a
/// full disk or a closed pipe is noticed.
pub(crate) fn stdout() -> BufWriter<Stdout> {
    BufWriter::with_capacity(1 << 16, io::stdout())
}

/// Writes text to standard output, with a line end if it lacks one.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// A value as JSON that ends its line: indented for a person, or on the one line.
pub(crate) fn object(value: &impl Serialize, is_indented: bool) -> String {
    let written = match is_indented {
        true => serde_json::to_string_pretty(value),
        false => serde_json::to_string(value),
    };
    let mut line = written.expect("output types have only string keys");
    line.push('\n');
    line
}

/// Writes a file so that it is there whole or not at all.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    let written = fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}
