//! A set of small numbers in a few bytes: sorted, as runs, each a gap and a length of seven bits a byte.
//!
//! The shared blocks of a document are mostly the site's template, whose numbers follow one another.

/// Encodes ascending numbers without repeats.
pub(super) fn encode(numbers: &[u32]) -> Box<[u8]> {
    let mut bytes = Vec::new();
    let mut at = 0;
    let mut next = 0;
    while at < numbers.len() {
        let start = numbers[at];
        let mut length = 1;
        while at + length < numbers.len() && numbers[at + length] == start + length as u32 {
            length += 1;
        }
        push(&mut bytes, start - next);
        push(&mut bytes, length as u32);
        next = start + length as u32;
        at += length;
    }
    bytes.into_boxed_slice()
}

/// The numbers again.
pub(super) fn decode(bytes: &[u8]) -> Vec<u32> {
    let mut numbers = Vec::new();
    let mut rest = bytes;
    let mut next = 0;
    while !rest.is_empty() {
        let start = next + take(&mut rest);
        let length = take(&mut rest);
        numbers.extend(start..start + length);
        next = start + length;
    }
    numbers
}

/// The set with one more number.
pub(super) fn with(bytes: &[u8], number: u32) -> Box<[u8]> {
    let mut numbers = decode(bytes);
    if let Err(at) = numbers.binary_search(&number) {
        numbers.insert(at, number);
    }
    encode(&numbers)
}

fn push(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn take(bytes: &mut &[u8]) -> u32 {
    let mut value = 0;
    let mut shift = 0;
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        value |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for numbers in [
            vec![],
            vec![0],
            vec![5, 6, 7, 200, 201, 4_000_000],
            (0..1000).collect(),
        ] {
            assert_eq!(decode(&encode(&numbers)), numbers);
        }
        assert_eq!(encode(&(0..1000).collect::<Vec<_>>()).len(), 3);
        assert_eq!(decode(&with(&encode(&[1, 3]), 2)), [1, 2, 3]);
    }
}
