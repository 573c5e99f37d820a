//! What kind of image bytes are, by their beginning: names and headers are often wrong.

/// The kinds of images that pages show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// PNG, also animated.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF, also animated.
    Gif,
    /// WebP, also animated.
    WebP,
    /// Windows bitmap.
    Bmp,
    /// Windows icon.
    Ico,
    /// SVG, not compressed.
    Svg,
    /// AVIF.
    Avif,
    /// HEIC and HEIF.
    Heic,
    /// JPEG XL.
    Jxl,
    /// TIFF.
    Tiff,
}

/// How far into a file the root element of an SVG is looked for: editors write long comments first.
const SVG_HEAD: usize = 4096;

impl Kind {
    /// The kind of some bytes; `None` when they are no image that is known.
    pub fn of(bytes: &[u8]) -> Option<Kind> {
        Some(match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Kind::Png,
            [0xff, 0xd8, 0xff, ..] => Kind::Jpeg,
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Kind::Gif,
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'E',
                b'B',
                b'P',
                ..,
            ] => Kind::WebP,
            [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => Kind::of_brand(brand)?,
            [0xff, 0x0a, ..] | [0, 0, 0, 0x0c, b'J', b'X', b'L', b' ', ..] => Kind::Jxl,
            [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => Kind::Tiff,
            [0, 0, 1, 0, ..] => Kind::Ico,
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Kind::Bmp,
            _ if is_svg(bytes) => Kind::Svg,
            _ => return None,
        })
    }

    fn of_brand(brand: &[u8]) -> Option<Kind> {
        match brand.get(..4)? {
            b"avif" | b"avis" => Some(Kind::Avif),
            b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1" => Some(Kind::Heic),
            _ => None,
        }
    }

    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Kind::Png => "image/png",
            Kind::Jpeg => "image/jpeg",
            Kind::Gif => "image/gif",
            Kind::WebP => "image/webp",
            Kind::Bmp => "image/bmp",
            Kind::Ico => "image/x-icon",
            Kind::Svg => "image/svg+xml",
            Kind::Avif => "image/avif",
            Kind::Heic => "image/heic",
            Kind::Jxl => "image/jxl",
            Kind::Tiff => "image/tiff",
        }
    }

    /// The ending of a file of this kind.
    pub fn ending(self) -> &'static str {
        match self {
            Kind::Png => "png",
            Kind::Jpeg => "jpg",
            Kind::Gif => "gif",
            Kind::WebP => "webp",
            Kind::Bmp => "bmp",
            Kind::Ico => "ico",
            Kind::Svg => "svg",
            Kind::Avif => "avif",
            Kind::Heic => "heic",
            Kind::Jxl => "jxl",
            Kind::Tiff => "tiff",
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Png => "PNG",
            Kind::Jpeg => "JPEG",
            Kind::Gif => "GIF",
            Kind::WebP => "WebP",
            Kind::Bmp => "BMP",
            Kind::Ico => "ICO",
            Kind::Svg => "SVG",
            Kind::Avif => "AVIF",
            Kind::Heic => "HEIC",
            Kind::Jxl => "JPEG XL",
            Kind::Tiff => "TIFF",
        }
    }
}

/// Whether the first element is `svg`: after a declaration, comments and a document type, with or
/// without a prefix.
fn is_svg(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(SVG_HEAD)]);
    let mut rest = head.trim_start_matches('\u{feff}').trim_start();
    while rest.starts_with("<?") || rest.starts_with("<!") {
        let end = match rest.starts_with("<!--") {
            true => "-->",
            false if rest.starts_with("<!DOCTYPE") && rest.contains("]>") => "]>",
            false => ">",
        };
        let Some((_, after)) = rest.split_once(end) else {
            return false;
        };
        rest = after.trim_start();
    }
    let name: String = rest
        .chars()
        .skip(1)
        .take_while(|c| c.is_alphanumeric() || *c == ':')
        .collect();
    rest.starts_with('<') && (name == "svg" || name.ends_with(":svg"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_their_beginning() {
        let check = |bytes: &[u8], kind| assert_eq!(Kind::of(bytes), kind, "{bytes:?}");
        check(b"\x89PNG\r\n\x1a\n", Some(Kind::Png));
        check(b"GIF89a", Some(Kind::Gif));
        check(b"RIFF\0\0\0\0WEBPVP8 ", Some(Kind::WebP));
        check(b"\0\0\0\x1cftypavif", Some(Kind::Avif));
        check(
            b"<?xml version='1.0'?><!-- x --><!DOCTYPE svg [<!ENTITY a 'b'>]>\n<svg xmlns=''>",
            Some(Kind::Svg),
        );
        check(b"\xef\xbb\xbf <svg:svg>", Some(Kind::Svg));
        check(b"<!DOCTYPE html><html><svg>", None);
        check(b"<svgx>", None);
        check(b"", None);
    }
}
