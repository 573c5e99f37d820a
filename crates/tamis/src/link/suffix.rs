//! Public suffixes: where names are registered (`co.uk`), by the list that browsers share.
//!
//! The list's ten thousand rules lie packed in `suffix/table.bin`, 64 KB that are read in place: as code, which the
//! crates for it generate, they were 880 KB of a browser's engine. A test
//! (`tests/suite/suffixes.rs`) packs the table from the list and holds it to it.
//!
//! The table is a tree of labels from the last to the first. A list of siblings is sorted and cut into
//! blocks of a few labels: a byte with the number of blocks, where each block but the first begins
//! (two bytes each, counted from the end of these), and the blocks. A label is a byte of flags (the
//! constants below), the bytes that it does not share with the label before it in its block, the last of
//! them with its high bit set, and, where it has any, where the list of its children begins (two bytes).
//! The first label of a block shares nothing. Numbers have their low byte first.

use std::cmp::Ordering;

static TABLE: &[u8] = include_bytes!("suffix/table.bin");

/// The label and what is above it is a rule.
const RULE: u8 = 1;

/// Every label below this one makes a rule (`*.ck`), but for exceptions (`!www.ck`): those have no flag.
const WILDCARD: u8 = 2;

/// A list of labels below this one follows.
const CHILDREN: u8 = 4;

/// The last of its block.
const LAST: u8 = 8;

/// All that a label may do.
const KIND: u8 = RULE | WILDCARD | CHILDREN;

/// The flags' upper bits count the bytes shared with the label before.
const SHARED_SHIFT: u32 = 4;

/// Marks the last byte of a label.
const END: u8 = 0x80;

/// A domain name, told apart from what its owner made of it.
pub(crate) struct Domain<'a> {
    /// What was registered: a public suffix and the label before it.
    pub(crate) name: &'a str,
    /// Whether a rule of the list names the suffix. Where none does, the last label stands for it.
    pub(crate) is_listed: bool,
}

/// The registered part of a host's name, in lower case and ASCII. `None` for a public suffix by itself.
pub(crate) fn registered(host: &str) -> Option<Domain<'_>> {
    let host = host.strip_suffix('.').unwrap_or(host);
    let (suffix, is_listed) = suffix_len(host);
    let before = host.len().checked_sub(suffix + 1)?;
    let owned = host[..before].rsplit('.').next()?;
    let name = &host[before - owned.len()..];
    (suffix > 0 && before > 0).then_some(Domain { name, is_listed })
}

/// How many bytes of a host's name are its public suffix, and whether a rule says so.
fn suffix_len(host: &str) -> (usize, bool) {
    let last = host.rsplit('.').next().map_or(0, str::len);
    let mut suffix = (last, false);
    let mut list = Some(0);
    let mut is_wild = false;
    // One more than what is read of the host, for the dot before the next label.
    let mut read = 0;
    for label in host.rsplit('.') {
        let entry = list.and_then(|list| find(list, label.as_bytes()));
        if entry.is_some_and(|entry| entry.kind == 0) {
            return (read - 1, true);
        }
        if is_wild || entry.is_some_and(|entry| entry.kind & RULE != 0) {
            suffix = (read + label.len(), true);
        }
        let Some(entry) = entry else { break };
        read += label.len() + 1;
        is_wild = entry.kind & WILDCARD != 0;
        list = (entry.kind & CHILDREN != 0).then_some(entry.children);
    }
    suffix
}

/// What the table says of a label.
#[derive(Clone, Copy)]
struct Entry {
    kind: u8,
    /// Where the list of labels below it begins, if `kind` has [`CHILDREN`].
    children: usize,
}

impl Entry {
    fn read(flags: u8, rest: &[u8]) -> Self {
        let kind = flags & KIND;
        let children = match rest {
            [low, high, ..] if kind & CHILDREN != 0 => u16::from_le_bytes([*low, *high]),
            _ => 0,
        };
        Self {
            kind,
            children: usize::from(children),
        }
    }
}

/// A label in the list that begins at `list`.
fn find(list: usize, label: &[u8]) -> Option<Entry> {
    let starts = list + 1;
    let blocks = usize::from(TABLE[list]);
    let first = starts + 2 * (blocks - 1);
    let block = |n: usize| match n {
        0 => first,
        n => first + number(starts + 2 * (n - 1)),
    };
    let (mut low, mut high) = (0, blocks);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if is_after(block(middle), label) {
            high = middle;
        } else {
            low = middle;
        }
    }
    find_in_block(block(low), label)
}

fn find_in_block(block: usize, label: &[u8]) -> Option<Entry> {
    let mut table = &TABLE[block..];
    // As many bytes of the label are those of the entry before.
    let mut matched = 0;
    loop {
        let (&flags, rest) = table.split_first()?;
        let shared = usize::from(flags >> SHARED_SHIFT);
        let len = rest.iter().position(|byte| byte & END != 0)? + 1;
        let (own, rest) = rest.split_at(len);
        // An entry that shares more differs from the label where the one before did.
        if shared <= matched {
            matched = shared;
            for byte in own {
                match (byte & !END).cmp(label.get(matched).unwrap_or(&0)) {
                    Ordering::Equal => matched += 1,
                    Ordering::Less => break,
                    Ordering::Greater => return None,
                }
            }
            if matched == label.len() && matched == shared + len {
                return Some(Entry::read(flags, rest));
            }
        }
        if flags & LAST != 0 {
            return None;
        }
        table = if flags & CHILDREN != 0 {
            &rest[2..]
        } else {
            rest
        };
    }
}

/// Whether the first label of the block at `block` sorts after `label`.
fn is_after(block: usize, label: &[u8]) -> bool {
    for (n, &byte) in TABLE[block + 1..].iter().enumerate() {
        match (byte & !END).cmp(label.get(n).unwrap_or(&0)) {
            Ordering::Less => return false,
            Ordering::Greater => return true,
            Ordering::Equal if byte & END != 0 => return false,
            Ordering::Equal => {}
        }
    }
    false
}

fn number(at: usize) -> usize {
    usize::from(u16::from_le_bytes([TABLE[at], TABLE[at + 1]]))
}
