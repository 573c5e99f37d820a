//! Names of attributes as small numbers: those that are asked for on every element of a page.

/// The name of an attribute: a number for some names, [`AttrName::OTHER`] for all others.
///
/// [`Attribute::key`](crate::Attribute::key) gives it. Comparing it costs nothing, where comparing a name
/// reads the page's source once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AttrName(pub(crate) u8);

/// Declares the names: a constant each, and their texts in the same order.
macro_rules! names {
    ($($constant:ident $name:literal)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        enum Number { OTHER, $($constant),* }

        #[allow(missing_docs)]
        impl AttrName {
            /// Any name that has no number of its own.
            pub const OTHER: AttrName = AttrName(Number::OTHER as u8);
            $(pub const $constant: AttrName = AttrName(Number::$constant as u8);)*
        }

        /// The texts of the names; a name's number is its index.
        const KNOWN: &[&str] = &["", $($name),*];
    };
}

names! {
    CLASS "class"
    ID "id"
    HREF "href"
    STYLE "style"
    ROLE "role"
    REL "rel"
    HIDDEN "hidden"
    ARIA_HIDDEN "aria-hidden"
    ITEMPROP "itemprop"
    ITEMTYPE "itemtype"
    DATA_TESTID "data-testid"
    PROPERTY "property"
    NAME "name"
    CONTENT "content"
    TYPE "type"
    DATETIME "datetime"
}

impl AttrName {
    /// The name that stands in `source[start..end]`, in lower case.
    #[inline]
    pub(crate) fn at(source: &[u8], start: usize, end: usize) -> AttrName {
        let len = end - start;
        let head = match source.get(start..start + 8) {
            Some(head) => u64::from_le_bytes(head.try_into().unwrap_or_default()),
            None => first_eight(&source[start..end]),
        };
        let head = if len < 8 {
            head & !(u64::MAX << (8 * len))
        } else {
            head
        };
        let number = SLOTS[slot(head, len)];
        let known = KNOWN[usize::from(number)].as_bytes();
        // Only the longer names have more to compare than the eight bytes.
        let is_it = HEADS[usize::from(number)] == head
            && known.len() == len
            && (len <= 8 || known == &source[start..end]);
        AttrName(if is_it { number } else { Number::OTHER as u8 })
    }

    /// The number of a name in lower case.
    pub(crate) fn of(name: &str) -> AttrName {
        AttrName::at(name.as_bytes(), 0, name.len())
    }
}

/// How many slots there are for the names: so many that each has one to itself.
const SLOT_COUNT: usize = 64;

const fn slot(head: u64, len: usize) -> usize {
    ((head ^ len as u64).wrapping_mul(SPREAD) >> 58) as usize
}

/// Sends the names to different slots; the build fails if it does not.
const SPREAD: u64 = 0x9755_d4c1_3a90_2931;

const fn first_eight(name: &[u8]) -> u64 {
    let (mut head, mut at) = (0, 0);
    while at < name.len() && at < 8 {
        head |= (name[at] as u64) << (8 * at);
        at += 1;
    }
    head
}

/// The first eight bytes of each name.
const HEADS: [u64; KNOWN.len()] = {
    let mut heads = [0; KNOWN.len()];
    let mut number = 0;
    while number < KNOWN.len() {
        heads[number] = first_eight(KNOWN[number].as_bytes());
        number += 1;
    }
    heads
};

const SLOTS: [u8; SLOT_COUNT] = {
    let mut slots = [Number::OTHER as u8; SLOT_COUNT];
    let mut number = 1;
    while number < KNOWN.len() {
        let at = slot(HEADS[number], KNOWN[number].len());
        assert!(slots[at] == Number::OTHER as u8, "choose another SPREAD");
        slots[at] = number as u8;
        number += 1;
    }
    slots
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_those_that_begin_like_them() {
        for (number, name) in KNOWN.iter().enumerate().skip(1) {
            assert_eq!(AttrName::of(name), AttrName(number as u8));
            for other in [
                format!("{name}s"),
                name[1..].to_string(),
                format!("x{name}"),
            ] {
                assert_eq!(AttrName::of(&other), AttrName::OTHER, "{other}");
            }
        }
        assert_eq!(AttrName::of("aria-hidder"), AttrName::OTHER);
        assert_eq!(AttrName::of(""), AttrName::OTHER);
    }
}
