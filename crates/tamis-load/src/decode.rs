//! Undoing compression, within a bound: nothing here ever holds more than it was allowed to.

mod gzip;

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::LoadError;

/// A stream of bytes that are no longer compressed.
pub(crate) type Stream = Box<dyn BufRead + Send>;

/// Big enough that reading costs no time of its own, small enough to have many open.
const BUFFER: usize = 256 << 10;

/// Content encodings undone for one body. More than one is rare, more than a few an attack.
const MAX_ENCODINGS: usize = 3;

/// The largest window of zstd in a body over HTTP, as a power of two: RFC 9659 allows 8 MiB.
const HTTP_WINDOW_LOG: u32 = 23;

/// Opens a file, decompressed by what its first bytes say: gzip, zstd or nothing.
pub(crate) fn open(path: &Path) -> Result<Stream, LoadError> {
    let unreadable = |cause| LoadError::unreadable(&path.display(), cause);
    decompressed(File::open(path).map_err(unreadable)?).map_err(unreadable)
}

/// Whether these bytes begin as a compressed file does.
pub(crate) fn is_compressed(bytes: &[u8]) -> bool {
    matches!(bytes, [0x1f, 0x8b, ..] | [0x28, 0xb5, 0x2f, 0xfd, ..])
}

/// A stream, decompressed by what its first bytes say.
pub(crate) fn decompressed(raw: impl Read + Send + 'static) -> io::Result<Stream> {
    let mut raw = BufReader::with_capacity(BUFFER, raw);
    let magic = raw.fill_buf()?;
    Ok(match magic {
        [0x1f, 0x8b, ..] => Box::new(BufReader::with_capacity(BUFFER, gzip::Members::new(raw))),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            let decoder = UntilError(Some(zstd::Decoder::with_buffer(raw)?));
            Box::new(BufReader::with_capacity(BUFFER, decoder))
        }
        _ => Box::new(BufReader::with_capacity(BUFFER, UntilError(Some(raw)))),
    })
}

/// A stream that ends after its first error, so that whoever goes on after errors comes to an end.
struct UntilError<R>(Option<R>);

impl<R: Read> Read for UntilError<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let result = self.0.as_mut().map_or(Ok(0), |stream| stream.read(out));
        if result
            .as_ref()
            .is_err_and(|error| error.kind() != io::ErrorKind::Interrupted)
        {
            self.0 = None;
        }
        result
    }
}

/// Reads all of a stream, or reports that it is larger than `limit`.
pub(crate) fn read_bounded(
    what: &dyn Display,
    stream: impl Read,
    limit: u64,
) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    stream
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|cause| LoadError::unreadable(what, cause))?;
    match bytes.len() as u64 > limit {
        true => Err(LoadError::too_large(what, limit)),
        false => Ok(bytes),
    }
}

/// Undoes the `Content-Encoding` of a body: gzip, deflate, br, zstd, several one after the other.
pub(crate) fn body(
    what: &dyn Display,
    encodings: &str,
    body: Vec<u8>,
    limit: u64,
) -> Result<Vec<u8>, LoadError> {
    let names: Vec<String> = encodings
        .split(',')
        .map(|name| name.trim().to_ascii_lowercase())
        .filter(|name| !name.is_empty() && name != "identity")
        .collect();
    // An empty body is empty however it was encoded.
    if names.is_empty() || body.is_empty() {
        return Ok(body);
    }
    if names.len() > MAX_ENCODINGS {
        return Err(LoadError::damaged(
            what,
            format!("content encoded {} times", names.len()),
        ));
    }
    let mut stream: Box<dyn BufRead + '_> = Box::new(&body[..]);
    // The header lists them in the order they were done.
    for name in names.iter().rev() {
        stream = Box::new(BufReader::new(decoder(what, name, stream)?));
    }
    read_bounded(what, stream, limit).map_err(|error| match error {
        LoadError::Unreadable { what, cause } => LoadError::damaged(
            &what,
            format!("the body is not whole {}: {cause}", names.join(", ")),
        ),
        other => other,
    })
}

fn decoder<'a>(
    what: &dyn Display,
    name: &str,
    mut stream: Box<dyn BufRead + 'a>,
) -> Result<Box<dyn Read + 'a>, LoadError> {
    let unreadable = |cause| LoadError::unreadable(what, cause);
    Ok(match name {
        "gzip" | "x-gzip" => Box::new(flate2::bufread::MultiGzDecoder::new(stream)),
        // By the standard this is zlib's format; some servers send the bare one.
        "deflate" => match stream.fill_buf().map_err(unreadable)?.first() {
            Some(first) if first & 0x0f == 8 => Box::new(flate2::bufread::ZlibDecoder::new(stream)),
            _ => Box::new(flate2::bufread::DeflateDecoder::new(stream)),
        },
        "br" => Box::new(brotli_decompressor::Decompressor::new(stream, 4096)),
        "zstd" => {
            let mut decoder = zstd::Decoder::with_buffer(stream).map_err(unreadable)?;
            decoder
                .window_log_max(HTTP_WINDOW_LOG)
                .map_err(unreadable)?;
            Box::new(decoder)
        }
        other => {
            return Err(LoadError::damaged(
                what,
                format!("unknown content encoding {other:?}"),
            ));
        }
    })
}
