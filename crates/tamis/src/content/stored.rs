//! Reading numbers from the model file.

/// A cursor over stored numbers, little-endian.
pub(super) struct Stored<'a> {
    rest: &'a [u8],
}

/// The bytes are no model of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Malformed;

impl<'a> Stored<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Stored<'a> {
        Stored { rest: bytes }
    }

    pub(super) fn bytes(&mut self, len: usize) -> Result<&'a [u8], Malformed> {
        let (bytes, rest) = self.rest.split_at_checked(len).ok_or(Malformed)?;
        self.rest = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(Malformed)?;
        self.rest = rest;
        Ok(*bytes)
    }

    pub(super) fn u8(&mut self) -> Result<u8, Malformed> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number that is small more often than not: seven bits a byte, low ones first, the last byte below 128.
    pub(super) fn step(&mut self) -> Result<u32, Malformed> {
        let mut number = 0;
        for shift in (0..u32::BITS).step_by(7) {
            let byte = self.u8()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Malformed)
    }

    pub(super) fn f32(&mut self) -> Result<f32, Malformed> {
        self.array().map(f32::from_le_bytes)
    }

    /// Whether all was read.
    pub(super) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }
}
