//! Reading bytes that may be compressed, within a bound.

use std::io::Read;

use crate::LoadError;

/// Reads all of a stream, or reports that it is larger than `limit`. Never holds more than that.
pub(crate) fn read_bounded(
    what: &dyn ToString,
    stream: impl Read,
    limit: u64,
) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    stream
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|cause| LoadError::unreadable(what.to_string(), cause))?;
    match bytes.len() as u64 > limit {
        true => Err(LoadError::TooLarge {
            what: what.to_string(),
            limit,
        }),
        false => Ok(bytes),
    }
}
