//! A few bytes looked at together: what all scanning of pages is made of.
//!
//! Runs in HTML are short (a value has some twenty bytes), so a step is what one register holds and
//! everything is inlined; a call to a general search costs more than the search.

/// A few bytes, side by side in one register.
#[derive(Clone, Copy)]
pub struct Lanes(arch::Vector);

/// Which of the [`Lanes`] have a certain value.
#[derive(Clone, Copy)]
pub struct Mask(arch::Bits);

impl Lanes {
    /// How many bytes are looked at together.
    pub const WIDTH: usize = arch::WIDTH;

    /// The bytes from `at` on; `None` where fewer are left.
    #[inline(always)]
    pub fn load(source: &[u8], at: usize) -> Option<Lanes> {
        source.get(at..)?.first_chunk().map(Lanes::of)
    }

    /// The bytes from `at` on, with zeros behind the last.
    #[inline(always)]
    pub fn load_padded(source: &[u8], at: usize) -> Lanes {
        match Lanes::load(source, at) {
            Some(lanes) => lanes,
            None => Lanes::last(&source[at..]),
        }
    }

    /// Fewer bytes than there are lanes.
    #[cold]
    fn last(bytes: &[u8]) -> Lanes {
        let mut padded = [0; Lanes::WIDTH];
        padded[..bytes.len()].copy_from_slice(bytes);
        Lanes::of(&padded)
    }

    /// These bytes.
    #[inline(always)]
    pub fn of(bytes: &[u8; Lanes::WIDTH]) -> Lanes {
        Lanes(arch::load(bytes))
    }

    /// Where the byte stands.
    #[inline(always)]
    pub fn eq(self, byte: u8) -> Mask {
        Mask(arch::bits(arch::eq(self.0, byte)))
    }

    /// Where any of three bytes stands.
    #[inline(always)]
    pub fn any_of(self, [a, b, c]: [u8; 3]) -> Mask {
        let any = arch::or(
            arch::or(arch::eq(self.0, a), arch::eq(self.0, b)),
            arch::eq(self.0, c),
        );
        Mask(arch::bits(any))
    }

    /// Where a byte of ASCII stands that is in the range.
    #[inline(always)]
    pub fn in_range(self, first: u8, last: u8) -> Mask {
        Mask(arch::bits(arch::in_range(self.0, first, last)))
    }

    /// Where an ASCII letter stands.
    #[inline(always)]
    pub fn letters(self) -> Mask {
        // Of what the bit for small letters is set in, only letters come to lie in this range.
        let lower = arch::or(self.0, arch::splat(0x20));
        Mask(arch::bits(arch::in_range(lower, b'a', b'z')))
    }

    /// Where something beyond ASCII stands.
    #[inline(always)]
    pub fn beyond_ascii(self) -> Mask {
        Mask(arch::bits(self.0))
    }
}

impl Mask {
    /// The first lane that is set.
    #[inline(always)]
    pub fn first(self) -> Option<usize> {
        (self.0 != 0).then(|| (self.0.trailing_zeros() / arch::BITS_PER_LANE) as usize)
    }

    /// Whether any lane is set.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// Only the lanes before the first of the other mask.
    #[inline(always)]
    pub fn before(self, other: Mask) -> Mask {
        Mask(self.0 & (other.0 & other.0.wrapping_neg()).wrapping_sub(1))
    }

    /// A bit a lane, the first lane's the lowest.
    #[inline(always)]
    pub fn packed(self) -> u64 {
        arch::packed(self.0)
    }
}

impl std::ops::BitOr for Mask {
    type Output = Mask;

    #[inline(always)]
    fn bitor(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }
}

/// Sixteen lanes of SSE2, which every x86-64 has.
#[cfg(target_arch = "x86_64")]
#[allow(
    unsafe_code,
    reason = "pages take a sixth longer with the eight lanes below; see each use"
)]
mod arch {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8, _mm_sub_epi8,
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
    pub(super) fn splat(byte: u8) -> Vector {
        unsafe { _mm_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    pub(super) fn eq(vector: Vector, byte: u8) -> Vector {
        unsafe { _mm_cmpeq_epi8(vector, splat(byte)) }
    }

    #[inline(always)]
    pub(super) fn or(a: Vector, b: Vector) -> Vector {
        unsafe { _mm_or_si128(a, b) }
    }

    #[inline(always)]
    pub(super) fn in_range(vector: Vector, first: u8, last: u8) -> Vector {
        unsafe {
            let beyond_first = _mm_sub_epi8(vector, splat(first));
            let in_range = _mm_min_epu8(beyond_first, splat(last - first));
            _mm_cmpeq_epi8(in_range, beyond_first)
        }
    }

    #[inline(always)]
    pub(super) fn bits(vector: Vector) -> Bits {
        unsafe { _mm_movemask_epi8(vector) as u32 }
    }

    #[inline(always)]
    pub(super) fn packed(bits: Bits) -> u64 {
        u64::from(bits)
    }
}

/// Sixteen lanes of WebAssembly, where the module is built with them.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code, reason = "a load through a pointer; see there")]
mod arch {
    use std::arch::wasm32::{
        u8x16_bitmask, u8x16_eq, u8x16_le, u8x16_splat, u8x16_sub, v128, v128_load, v128_or,
    };

    pub(super) type Vector = v128;
    pub(super) type Bits = u32;
    pub(super) const WIDTH: usize = 16;
    pub(super) const BITS_PER_LANE: u32 = 1;

    #[inline(always)]
    pub(super) fn load(bytes: &[u8; WIDTH]) -> Vector {
        // SAFETY: the reference is to sixteen bytes, and the load needs no alignment.
        unsafe { v128_load(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    pub(super) fn splat(byte: u8) -> Vector {
        u8x16_splat(byte)
    }

    #[inline(always)]
    pub(super) fn eq(vector: Vector, byte: u8) -> Vector {
        u8x16_eq(vector, splat(byte))
    }

    #[inline(always)]
    pub(super) fn or(a: Vector, b: Vector) -> Vector {
        v128_or(a, b)
    }

    #[inline(always)]
    pub(super) fn in_range(vector: Vector, first: u8, last: u8) -> Vector {
        u8x16_le(u8x16_sub(vector, splat(first)), splat(last - first))
    }

    #[inline(always)]
    pub(super) fn bits(vector: Vector) -> Bits {
        u32::from(u8x16_bitmask(vector))
    }

    #[inline(always)]
    pub(super) fn packed(bits: Bits) -> u64 {
        u64::from(bits)
    }
}

/// Eight lanes of one byte in a plain register; a lane that is set has its high bit set.
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
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

    #[inline(always)]
    pub(super) fn splat(byte: u8) -> Vector {
        u64::from(byte) * ONES
    }

    /// Exact, with no carry from lane to lane.
    #[inline(always)]
    pub(super) fn eq(vector: Vector, byte: u8) -> Vector {
        let different = vector ^ splat(byte);
        !(((different & LOW) + LOW) | different | LOW)
    }

    #[inline(always)]
    pub(super) fn or(a: Vector, b: Vector) -> Vector {
        a | b
    }

    #[inline(always)]
    pub(super) fn in_range(vector: Vector, first: u8, last: u8) -> Vector {
        let seven = vector & LOW;
        let from_first = (seven | !LOW) - splat(first);
        let beyond_last = seven + splat(0x7F - last);
        from_first & !beyond_last & !vector & !LOW
    }

    #[inline(always)]
    pub(super) fn bits(vector: Vector) -> Bits {
        vector & !LOW
    }

    #[inline(always)]
    pub(super) fn packed(bits: Bits) -> u64 {
        // Each lane's bit, moved to the top by the one factor that takes it there.
        (bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_tells_what_its_byte_is() {
        for lane in 0..Lanes::WIDTH {
            for byte in 0..=255_u8 {
                let mut bytes = [b'~'; Lanes::WIDTH];
                bytes[lane] = byte;
                let lanes = Lanes::of(&bytes);
                let is = |mask: Mask, expected: bool| {
                    assert_eq!(
                        mask.packed(),
                        u64::from(expected) << lane,
                        "{byte} in {lane}"
                    );
                    assert_eq!(mask.first(), expected.then_some(lane));
                };
                is(lanes.letters(), byte.is_ascii_alphabetic());
                is(lanes.beyond_ascii(), !byte.is_ascii());
                is(lanes.in_range(b'0', b'9'), byte.is_ascii_digit());
                is(lanes.in_range(0, b' '), byte <= b' ');
                is(lanes.any_of([b'/', b'=', b'>']), b"/=>".contains(&byte));
                is(lanes.eq(b'&') | lanes.eq(0), byte == b'&' || byte == 0);
            }
        }
    }
}
