//! Where documents go, each once.
//!
//! A file is resumed exactly: the number of its last whole line says what it has, and half a line that a
//! crash left is cut off. Of standard output nothing can be read back; the store notes after every batch
//! what was written, so that a crash between the two repeats that batch at most, under the same numbers.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::{Store, StoreError, StoredDocument};

/// Documents read from the journal at a time.
const BATCH: usize = 256;

/// An output of the journal's documents.
#[derive(Debug)]
pub struct Delivery {
    output: Output,
    /// The number of the last document that it has.
    last: i64,
    /// The key of that document, as far as the output says.
    last_key: Option<String>,
}

#[derive(Debug)]
enum Output {
    Nowhere,
    Stdout,
    File(File, PathBuf),
}

/// Documents could not be delivered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeliveryError {
    /// The output cannot be written or read.
    #[error("{output}: {cause}")]
    Output {
        /// The file, or standard output.
        output: String,
        /// The system's reason.
        cause: io::Error,
    },
    /// The file holds something else.
    #[error("{}: its last line is not a document of a store; name another file", .0.display())]
    Foreign(PathBuf),
    /// The file has the documents of another store.
    #[error(
        "{}: its last line is not a document of this store; name another file, or the store it came from",
        .0.display()
    )]
    OfAnotherStore(PathBuf),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The name under which the store notes what standard output has.
const STDOUT: &str = "stdout";

impl Delivery {
    /// Nowhere: the documents are looked at in the store.
    pub fn nowhere() -> Delivery {
        Delivery {
            output: Output::Nowhere,
            last: 0,
            last_key: None,
        }
    }

    /// To standard output, going on where the store says.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn to_stdout(store: &Store) -> Result<Delivery, DeliveryError> {
        Ok(Delivery {
            last: store.delivered(STDOUT)?,
            last_key: None,
            output: Output::Stdout,
        })
    }

    /// To a file of JSONL, going on after its last whole line.
    ///
    /// # Errors
    /// When the file cannot be used, or holds something else.
    pub fn to_file(path: &Path) -> Result<Delivery, DeliveryError> {
        let failed = |cause| DeliveryError::Output {
            output: path.display().to_string(),
            cause,
        };
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .map_err(failed)?;
        let (line, end) = last_line(&mut file).map_err(failed)?;
        let last = match line.is_empty() {
            true => LastLine::default(),
            false => serde_json::from_slice(&line)
                .map_err(|_| DeliveryError::Foreign(path.to_owned()))?,
        };
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Delivery {
            output: Output::File(file, path.to_owned()),
            last: last.number,
            last_key: last.url_key,
        })
    }

    /// Whether what the output has came from this store.
    ///
    /// # Errors
    /// When it did not, or the store cannot be read.
    pub fn check(&self, store: &Store) -> Result<(), DeliveryError> {
        let Output::File(_, path) = &self.output else {
            return Ok(());
        };
        let is_ours = match &self.last_key {
            None => true,
            Some(key) => {
                let found = store.documents_after(self.last - 1, 1)?;
                found.first().is_some_and(|document| {
                    document.number == self.last && document.url_key == *key
                })
            }
        };
        match is_ours {
            true => Ok(()),
            false => Err(DeliveryError::OfAnotherStore(path.to_owned())),
        }
    }

    /// Hands over all acknowledged documents that the output does not have; gives how many.
    ///
    /// # Errors
    /// When the output or the store fails. What was written whole counts.
    pub fn deliver(&mut self, store: &Store) -> Result<u64, DeliveryError> {
        let mut count = 0;
        if matches!(self.output, Output::Nowhere) {
            return Ok(count);
        }
        loop {
            let documents = store.documents_after(self.last, BATCH)?;
            let Some(last) = documents.last().map(|document| document.number) else {
                return Ok(count);
            };
            let lines = lines(&documents);
            self.write(&lines).map_err(|cause| DeliveryError::Output {
                output: self.name(),
                cause,
            })?;
            self.last = last;
            count += documents.len() as u64;
            if matches!(self.output, Output::Stdout) {
                store.note_delivered(STDOUT, last)?;
            }
        }
    }

    fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        match &mut self.output {
            Output::Nowhere => Ok(()),
            Output::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(lines)?;
                out.flush()
            }
            Output::File(file, _) => {
                file.write_all(lines)?;
                file.sync_data()
            }
        }
    }

    fn name(&self) -> String {
        match &self.output {
            Output::Nowhere => "nowhere".to_owned(),
            Output::Stdout => "standard output".to_owned(),
            Output::File(_, path) => path.display().to_string(),
        }
    }
}

fn lines(documents: &[StoredDocument]) -> Vec<u8> {
    let mut lines = Vec::new();
    for document in documents {
        // Strings and numbers: writing them to memory cannot fail.
        if serde_json::to_writer(&mut lines, document).is_ok() {
            lines.push(b'\n');
        }
    }
    lines
}

/// What is read of the last line that was delivered.
#[derive(Default, Deserialize)]
struct LastLine {
    number: i64,
    url_key: Option<String>,
}

/// The last whole line of a file without its end, and where in the file it ends.
fn last_line(file: &mut File) -> io::Result<(Vec<u8>, u64)> {
    const STEP: u64 = 64 * 1024;
    let size = file.seek(SeekFrom::End(0))?;
    let mut tail = Vec::new();
    let mut start = size;
    loop {
        let step = STEP.min(start);
        start -= step;
        file.seek(SeekFrom::Start(start))?;
        let mut part = vec![0; step as usize];
        file.read_exact(&mut part)?;
        part.append(&mut tail);
        tail = part;
        let end = tail.iter().rposition(|&byte| byte == b'\n');
        let begin = end.and_then(|end| tail[..end].iter().rposition(|&byte| byte == b'\n'));
        match (end, begin) {
            (Some(end), Some(begin)) => {
                return Ok((tail[begin + 1..end].to_vec(), start + end as u64 + 1));
            }
            (Some(end), None) if start == 0 => return Ok((tail[..end].to_vec(), end as u64 + 1)),
            (None, _) if start == 0 => return Ok((Vec::new(), 0)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resumed(content: &str) -> (i64, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl");
        std::fs::write(&path, content).unwrap();
        let delivery = Delivery::to_file(&path).unwrap();
        (delivery.last, std::fs::read_to_string(&path).unwrap())
    }

    #[test]
    fn half_a_line_is_cut_off() {
        assert_eq!(resumed(""), (0, String::new()));
        assert_eq!(resumed("{\"num"), (0, String::new()));
        let two = "{\"number\":1}\n{\"number\":2}\n";
        assert_eq!(resumed(two), (2, two.to_owned()));
        assert_eq!(
            resumed(&format!("{two}{{\"number\":3")),
            (2, two.to_owned())
        );
        let long = format!("{{\"number\":7,\"text\":\"{}\"}}\n", "x".repeat(200_000));
        assert_eq!(resumed(&long), (7, long.clone()));
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        std::fs::write(&path, "my notes\n").unwrap();
        assert!(matches!(
            Delivery::to_file(&path),
            Err(DeliveryError::Foreign(_))
        ));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "my notes\n");
    }
}
