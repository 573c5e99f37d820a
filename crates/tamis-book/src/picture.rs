//! A picture made safe to hand on.

use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use crate::{Kind, svg};

/// A picture that every reader of books and PDF can show.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The file: PNG, JPEG or SVG.
    pub bytes: Arc<[u8]>,
    /// Which of them.
    pub kind: Kind,
    /// Its width in pixels, where it has one.
    pub width: Option<f32>,
    /// Its height in pixels, where it has one.
    pub height: Option<f32>,
}

/// Why a picture cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The bytes are no image, or one that nobody knows.
    #[error("is no image that is known")]
    Unknown,
    /// A kind that cannot be decoded here.
    #[error("is {0}, which cannot be shown here")]
    Undecodable(&'static str),
    /// More pixels than anybody prints.
    #[error("has {0} × {1} pixels, more than are decoded")]
    TooLarge(u32, u32),
    /// The file is cut or wrong.
    #[error("is damaged")]
    Damaged,
    /// It would break who draws it.
    #[error("is not drawn: {0}")]
    Hostile(&'static str),
}

/// The widest that a picture is wanted, in pixels; a wider one is made smaller.
#[derive(Clone, Copy, Debug)]
pub struct Shrink(pub u32);

/// The most pixels that are decoded: a double page of a camera with 50 megapixels. Decoded it takes
/// 200 MB; what claims more is an attack or of no use on a page.
const MAX_PIXELS: u64 = 50_000_000;

/// The longest side that is decoded: what the formats of the web allow at most is 65,535.
const MAX_SIDE: u32 = 30_000;

/// How good a JPEG is written anew, of 100: losses are not seen from here on in print.
const JPEG_QUALITY: u8 = 85;

/// Makes a picture of bytes that came with a page.
///
/// # Errors
/// When it cannot be shown.
pub fn picture(bytes: Vec<u8>, shrink: Shrink) -> Result<Picture, Flaw> {
    let kind = Kind::of(&bytes).ok_or(Flaw::Unknown)?;
    let format = match kind {
        Kind::Svg => {
            let (width, height) = svg::check(&bytes)?;
            return Ok(Picture {
                bytes: bytes.into(),
                kind,
                width,
                height,
            });
        }
        Kind::Png => ImageFormat::Png,
        Kind::Jpeg => ImageFormat::Jpeg,
        Kind::Gif => ImageFormat::Gif,
        Kind::WebP => ImageFormat::WebP,
        Kind::Bmp => ImageFormat::Bmp,
        Kind::Ico => ImageFormat::Ico,
        other => return Err(Flaw::Undecodable(other.name())),
    };
    let (image, orientation) = decoded(&bytes, format)?;
    let (width, height) = (image.width(), image.height());
    let stays = matches!(kind, Kind::Png | Kind::Jpeg)
        && orientation == Orientation::NoTransforms
        && width <= shrink.0
        && is_plain(&image);
    if stays {
        return Ok(Picture {
            bytes: bytes.into(),
            kind,
            width: Some(width as f32),
            height: Some(height as f32),
        });
    }
    drop(bytes);
    written(made_to_fit(image, orientation, shrink))
}

/// Decodes the first frame, after its size was looked at.
fn decoded(bytes: &[u8], format: ImageFormat) -> Result<(DynamicImage, Orientation), Flaw> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_PIXELS * 8);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| Flaw::Damaged)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(Flaw::Damaged);
    }
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS || width.max(height) > MAX_SIDE {
        return Err(Flaw::TooLarge(width, height));
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(|_| Flaw::Damaged)?;
    Ok((image, orientation))
}

/// Eight bits a channel: what every reader shows.
fn is_plain(image: &DynamicImage) -> bool {
    matches!(
        image,
        DynamicImage::ImageLuma8(_)
            | DynamicImage::ImageLumaA8(_)
            | DynamicImage::ImageRgb8(_)
            | DynamicImage::ImageRgba8(_)
    )
}

fn made_to_fit(mut image: DynamicImage, orientation: Orientation, shrink: Shrink) -> DynamicImage {
    image.apply_orientation(orientation);
    if image.width() > shrink.0 {
        let ratio = f64::from(shrink.0) / f64::from(image.width());
        let height = (f64::from(image.height()) * ratio).round().max(1.0);
        // An average over the pixels that fall together: as good as slower ways when making smaller.
        image = image.thumbnail_exact(shrink.0, height as u32);
    }
    image
}

/// Writes an image: with holes as PNG, else as JPEG.
fn written(image: DynamicImage) -> Result<Picture, Flaw> {
    let (width, height) = (image.width() as f32, image.height() as f32);
    let has_holes = image.color().has_alpha() && {
        let pixels = image.to_rgba8();
        pixels.pixels().any(|pixel| pixel.0[3] < u8::MAX)
    };
    let mut bytes = Vec::new();
    let kind = if has_holes {
        let encoder =
            PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive);
        let image = DynamicImage::ImageRgba8(image.into_rgba8());
        image
            .write_with_encoder(encoder)
            .map_err(|_| Flaw::Damaged)?;
        Kind::Png
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
        let image = DynamicImage::ImageRgb8(image.into_rgb8());
        image
            .write_with_encoder(encoder)
            .map_err(|_| Flaw::Damaged)?;
        Kind::Jpeg
    };
    Ok(Picture {
        bytes: bytes.into(),
        kind,
        width: Some(width),
        height: Some(height),
    })
}

#[cfg(test)]
mod tests {
    use image::{Frame, Rgba, RgbaImage};

    use super::*;

    fn png(width: u32, height: u32, alpha: u8) -> Vec<u8> {
        let image = RgbaImage::from_pixel(width, height, Rgba([200, 100, 50, alpha]));
        let mut out = Cursor::new(Vec::new());
        image.write_to(&mut out, ImageFormat::Png).unwrap();
        out.into_inner()
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        let bytes = png(30, 20, 255);
        let picture = picture(bytes.clone(), Shrink(30)).unwrap();
        assert_eq!((&*picture.bytes, picture.kind), (&*bytes, Kind::Png));
        assert_eq!((picture.width, picture.height), (Some(30.0), Some(20.0)));
    }

    #[test]
    fn what_is_too_wide_is_made_smaller() {
        let opaque = picture(png(300, 200, 255), Shrink(30)).unwrap();
        assert_eq!((opaque.width, opaque.height), (Some(30.0), Some(20.0)));
        assert_eq!(Kind::of(&opaque.bytes), Some(Kind::Jpeg));
        let with_holes = picture(png(300, 200, 10), Shrink(30)).unwrap();
        assert_eq!(Kind::of(&with_holes.bytes), Some(Kind::Png));
    }

    #[test]
    fn of_an_animation_the_first_frame_is_shown() {
        let mut bytes = Vec::new();
        let frame = |red| Frame::new(RgbaImage::from_pixel(8, 8, Rgba([red, 0, 0, 255])));
        image::codecs::gif::GifEncoder::new(&mut bytes)
            .encode_frames([frame(250), frame(10)])
            .unwrap();
        let shown = picture(bytes, Shrink(100)).unwrap();
        let pixels = image::load_from_memory(&shown.bytes).unwrap().to_rgb8();
        assert!(pixels.get_pixel(4, 4).0[0] > 200);
    }

    #[test]
    fn a_bomb_is_refused_by_its_header() {
        let mut bytes = png(10, 10, 255);
        // Width and height stand at bytes 16 to 24; the check sum behind them must fit.
        bytes[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        let flaw = picture(bytes, Shrink(100)).unwrap_err();
        assert!(
            matches!(flaw, Flaw::TooLarge(65_535, 65_535) | Flaw::Damaged),
            "{flaw:?}"
        );
        let mut gif = b"GIF89a".to_vec();
        gif.extend([0xff, 0xff, 0xff, 0xff, 0, 0, 0]);
        assert!(picture(gif, Shrink(100)).is_err());
    }

    #[test]
    fn what_cannot_be_shown_says_why() {
        let flaw = |bytes: &[u8]| picture(bytes.to_vec(), Shrink(100)).unwrap_err();
        assert_eq!(flaw(b"<!DOCTYPE html>"), Flaw::Unknown);
        assert_eq!(flaw(b""), Flaw::Unknown);
        assert_eq!(flaw(b"\0\0\0\x1cftypavif"), Flaw::Undecodable("AVIF"));
        let whole = png(40, 40, 255);
        assert_eq!(flaw(&whole[..whole.len() / 2]), Flaw::Damaged);
    }
}
