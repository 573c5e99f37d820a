//! Looking for single bytes: many at a time in text and values, by class in names.
//!
//! Runs in HTML are short (a value has some twenty bytes), so a step is what one register holds and
//! everything is inlined; a call to a general search costs more than the search.

/// A few bytes of the source, looked at together.
#[derive(Clone, Copy)]
pub(super) struct Lanes(arch::Vector);

/// Which of the [`Lanes`] have a certain value.
#[derive(Clone, Copy)]
pub(super) struct Mask(arch::Bits);

impl Lanes {
    /// How many bytes are looked at together.
    pub(super) const WIDTH: usize = arch::WIDTH;

    /// The bytes from `at` on; `None` where fewer are left.
    #[inline(always)]
    pub(super) fn load(source: &[u8], at: usize) -> Option<Lanes> {
        source.get(at..)?.first_chunk().map(Lanes::of)
    }

    #[inline(always)]
    fn of(bytes: &[u8; Lanes::WIDTH]) -> Lanes {
        Lanes(arch::load(bytes))
    }

    /// Where the byte stands.
    #[inline(always)]
    pub(super) fn eq(self, byte: u8) -> Mask {
        Mask(arch::bits(arch::eq(self.0, byte)))
    }

    /// Where any of three bytes stands.
    #[inline(always)]
    pub(super) fn any_of(self, [a, b, c]: [u8; 3]) -> Mask {
        let any = arch::or(
            arch::or(arch::eq(self.0, a), arch::eq(self.0, b)),
            arch::eq(self.0, c),
        );
        Mask(arch::bits(any))
    }

    /// Where something stands that may end a name: white space and all other controls, `/`, `=`, `>`.
    #[inline(always)]
    fn name_ends(self) -> Mask {
        let slash = arch::eq(self.0, b'/');
        let signs = arch::or(arch::eq(self.0, b'='), arch::eq(self.0, b'>'));
        Mask(arch::bits(arch::or(
            arch::or(slash, signs),
            arch::up_to_space(self.0),
        )))
    }

    /// Where upper-case ASCII letters stand.
    #[inline(always)]
    fn upper_case(self) -> Mask {
        Mask(arch::bits(arch::upper_case(self.0)))
    }
}

impl Mask {
    /// The first lane that is set.
    #[inline(always)]
    pub(super) fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| (self.0.trailing_zeros() / arch::BITS_PER_LANE) as usize)
    }

    /// Whether any lane is set.
    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.0 != 0
    }

    /// Only the lanes before the first of the other mask.
    #[inline(always)]
    pub(super) fn before(self, other: Mask) -> Mask {
        Mask(self.0 & (other.0 & other.0.wrapping_neg()).wrapping_sub(1))
    }
}

impl std::ops::BitOr for Mask {
    type Output = Mask;

    #[inline(always)]
    fn bitor(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }
}

/// What a run of text or a value has in it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) ampersand: bool,
    pub(super) nul: bool,
}

/// The place of the first `wanted` byte from `at` on, or the end; notes what was passed on the way.
#[inline(always)]
pub(super) fn find(source: &[u8], at: usize, wanted: u8, found: &mut Found) -> usize {
    let mut rest = source.get(at..).unwrap_or_default();
    while let Some((bytes, behind)) = rest.split_first_chunk::<{ Lanes::WIDTH }>() {
        if let Some(first) = Lanes::of(bytes).any_of([wanted, b'&', 0]).first() {
            let at = source.len() - rest.len() + first;
            // The remainder is the lane itself, and tells the compiler that it is one.
            let is_wanted = bytes[first % Lanes::WIDTH] == wanted;
            return if is_wanted {
                at
            } else {
                find_past(source, at, wanted, found)
            };
        }
        rest = behind;
    }
    find_past(source, source.len() - rest.len(), wanted, found)
}

/// The same, where something was met that must be noted, or near the end.
#[inline(never)]
fn find_past(source: &[u8], mut at: usize, wanted: u8, found: &mut Found) -> usize {
    while let Some(lanes) = Lanes::load(source, at) {
        let hit = lanes.eq(wanted);
        let (ampersand, nul) = (lanes.eq(b'&'), lanes.eq(0));
        if let Some(first) = hit.first() {
            found.ampersand |= ampersand.before(hit).any();
            found.nul |= nul.before(hit).any();
            return at + first;
        }
        found.ampersand |= ampersand.any();
        found.nul |= nul.any();
        at += Lanes::WIDTH;
    }
    while let Some(&byte) = source.get(at) {
        if byte == wanted {
            break;
        }
        found.ampersand |= byte == b'&';
        found.nul |= byte == 0;
        at += 1;
    }
    at
}

/// The end of the name that begins at `at`: the first byte of one of these classes, or the end of all.
/// Says also whether the name is raw: has upper-case letters or a NUL in it.
#[inline(always)]
pub(super) fn name_end(source: &[u8], at: usize, ends: u8) -> (usize, bool) {
    if let Some(bytes) = source
        .get(at..)
        .and_then(<[u8]>::first_chunk::<{ Lanes::WIDTH }>)
    {
        let lanes = Lanes::of(bytes);
        let stops = lanes.name_ends();
        if let Some(first) = stops.first()
            && class(bytes[first % Lanes::WIDTH]) & ends != 0
        {
            return (at + first, lanes.upper_case().before(stops).any());
        }
    }
    long_name_end(source, at, ends)
}

/// The same for a name that is long, odd, or near the end of the source.
#[inline(never)]
fn long_name_end(source: &[u8], mut at: usize, ends: u8) -> (usize, bool) {
    let mut classes = 0;
    while let Some(&byte) = source.get(at) {
        let class = class(byte);
        if class & ends != 0 {
            break;
        }
        classes |= class;
        at += 1;
    }
    (at, classes & RAW_IN_NAME != 0)
}

/// ASCII white space, as HTML defines it.
pub(super) const SPACE: u8 = 1;
/// White space, `/` or `>`: what ends a tag name.
pub(super) const ENDS_TAG_NAME: u8 = 2;
/// White space, `/`, `>` or `=`: what ends an attribute name.
pub(super) const ENDS_ATTRIBUTE_NAME: u8 = 4;
/// White space or `>`: what ends a value without quotes.
pub(super) const ENDS_UNQUOTED: u8 = 8;
/// An upper-case ASCII letter or NUL: a name with one is not yet as the tree has it.
pub(super) const RAW_IN_NAME: u8 = 16;
/// An ampersand or NUL: a value with one is not yet as the tree has it.
pub(super) const RAW_IN_VALUE: u8 = 32;
/// An ASCII letter.
pub(super) const LETTER: u8 = 64;

/// The classes of a byte.
#[inline(always)]
pub(super) fn class(byte: u8) -> u8 {
    CLASSES[byte as usize]
}

/// Whether the byte is ASCII white space.
#[inline(always)]
pub(super) fn is_space(byte: u8) -> bool {
    class(byte) & SPACE != 0
}

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        if byte.is_ascii_alphabetic() {
            classes[at] |= LETTER;
        }
        classes[at] |= match byte {
            b'\t' | b'\n' | 0x0C | b'\r' | b' ' => {
                SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_UNQUOTED
            }
            b'/' => ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME,
            b'>' => ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_UNQUOTED,
            b'=' => ENDS_ATTRIBUTE_NAME,
            b'A'..=b'Z' => RAW_IN_NAME,
            0 => RAW_IN_NAME | RAW_IN_VALUE,
            b'&' => RAW_IN_VALUE,
            _ => 0,
        };
        at += 1;
    }
    classes
};

/// Sixteen lanes of SSE2, which every x86-64 has.
#[cfg(target_arch = "x86_64")]
#[allow(
    unsafe_code,
    reason = "pages take a sixth longer with the eight lanes below; see each use"
)]
mod arch {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_loadu_si128, _mm_min_epu8,
        _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    };

    pub(super) type Vector = __m128i;
    pub(super) type Bits = u32;
    pub(super) const WIDTH: usize = 16;
    pub(super) const BITS_PER_LANE: u32 = 1;

    #[inline(always)]
    pub(super) fn load(bytes: &[u8; WIDTH]) -> Vector {
        // SAFETY: the reference is to sixteen bytes, the load needs no alignment, and SSE2 is part of
        // x86-64.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    // SAFETY: the functions below read and write registers only, and SSE2 is part of x86-64.

    #[inline(always)]
    pub(super) fn eq(vector: Vector, byte: u8) -> Vector {
        unsafe { _mm_cmpeq_epi8(vector, _mm_set1_epi8(byte as i8)) }
    }

    #[inline(always)]
    pub(super) fn or(a: Vector, b: Vector) -> Vector {
        unsafe { _mm_or_si128(a, b) }
    }

    /// Bytes from 0 to that of a space.
    #[inline(always)]
    pub(super) fn up_to_space(vector: Vector) -> Vector {
        unsafe { _mm_cmpeq_epi8(_mm_min_epu8(vector, _mm_set1_epi8(b' ' as i8)), vector) }
    }

    /// Bytes from `A` to `Z`; those beyond ASCII are negative here.
    #[inline(always)]
    pub(super) fn upper_case(vector: Vector) -> Vector {
        unsafe {
            let from_a = _mm_cmpgt_epi8(vector, _mm_set1_epi8(b'A' as i8 - 1));
            _mm_and_si128(
                from_a,
                _mm_cmpgt_epi8(_mm_set1_epi8(b'Z' as i8 + 1), vector),
            )
        }
    }

    #[inline(always)]
    pub(super) fn bits(vector: Vector) -> Bits {
        unsafe { _mm_movemask_epi8(vector) as u32 }
    }
}

/// Eight lanes of one byte in a plain register; a lane that is set has its high bit set.
#[cfg(not(target_arch = "x86_64"))]
mod arch {
    pub(super) type Vector = u64;
    pub(super) type Bits = u64;
    pub(super) const WIDTH: usize = 8;
    pub(super) const BITS_PER_LANE: u32 = 8;
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;

    #[inline(always)]
    pub(super) fn load(bytes: &[u8; WIDTH]) -> Vector {
        u64::from_le_bytes(*bytes)
    }

    /// Exact, with no carry from lane to lane.
    #[inline(always)]
    pub(super) fn eq(vector: Vector, byte: u8) -> Vector {
        let different = vector ^ (u64::from(byte) * ONES);
        !(((different & LOW) + LOW) | different | LOW)
    }

    #[inline(always)]
    pub(super) fn or(a: Vector, b: Vector) -> Vector {
        a | b
    }

    #[inline(always)]
    pub(super) fn up_to_space(vector: Vector) -> Vector {
        !(above(vector, b' ') | vector) & !LOW
    }

    #[inline(always)]
    pub(super) fn upper_case(vector: Vector) -> Vector {
        above(vector, b'A' - 1) & !above(vector, b'Z') & !vector & !LOW
    }

    /// The high bit of each lane whose low seven bits are above a number.
    #[inline(always)]
    fn above(vector: Vector, number: u8) -> Vector {
        (vector & LOW) + u64::from(0x7F - number) * ONES
    }

    #[inline(always)]
    pub(super) fn bits(vector: Vector) -> Bits {
        vector
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn find_stops_at_the_byte_and_notes_what_it_passed() {
        for before in 0..40 {
            for mark in 0..before {
                let mut source = vec![b'x'; before];
                source[mark] = b'&';
                source.extend_from_slice(b"<\0&and then more than one step of bytes behind it");
                let mut found = Found::default();
                assert_eq!(find(&source, 0, b'<', &mut found), before);
                assert_eq!(
                    found,
                    Found {
                        ampersand: true,
                        nul: false
                    }
                );
                let mut found = Found::default();
                assert_eq!(find(&source, mark + 1, b'<', &mut found), before);
                assert_eq!(found, Found::default());
                let mut found = Found::default();
                assert_eq!(find(&source, mark + 1, b'?', &mut found), source.len());
                assert_eq!(
                    found,
                    Found {
                        ampersand: true,
                        nul: true
                    }
                );
            }
        }
    }

    #[test]
    fn a_name_ends_where_its_classes_say() {
        let names = [
            "a",
            "href",
            "data-x",
            "UPPER",
            "a\0b",
            "a\u{1}b",
            "é",
            "a=b",
            "aVeryLongNameIndeedOfManyLetters",
            "Z[@`{",
        ];
        for name in names {
            for behind in [" x", "/", ">", "=", "\n", "", ">                    "] {
                let source = format!("{name}{behind}");
                let ends = if name.contains('=') {
                    ENDS_TAG_NAME
                } else {
                    ENDS_ATTRIBUTE_NAME
                };
                let raw = name.bytes().any(|b| b.is_ascii_uppercase() || b == 0);
                let (end, is_raw) = name_end(source.as_bytes(), 0, ends);
                if ends == ENDS_TAG_NAME && behind == "=" {
                    continue;
                }
                assert_eq!((&source[..end], is_raw), (name, raw), "{source:?}");
            }
        }
    }
}
