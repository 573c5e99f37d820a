//! Lexbor, by way of Python's selectolax.

use std::path::Path;
use std::process::Command;

/// Its speed over a folder, in megabytes a second of CPU time; `None` without selectolax.
pub(crate) fn speed(folder: &Path, rounds: usize) -> Option<f64> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/lexbor.py");
    let output = Command::new("python3")
        .arg(script)
        .arg(folder)
        .arg(rounds.to_string())
        .output()
        .ok()?;
    String::from_utf8(output.stdout)
        .ok()?
        .split_whitespace()
        .next()?
        .parse()
        .ok()
}
