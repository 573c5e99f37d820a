//! Sizes of paper.

use std::str::FromStr;

/// A size of paper, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// Across.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
}

/// What was typed is no size of paper.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is no paper; name one of a3, a4, a5, a6, b5, letter, legal, or a size as 120x180mm")]
pub struct PaperError;

/// By name, in millimetres.
const NAMED: [(&str, f32, f32); 7] = [
    ("a3", 297.0, 420.0),
    ("a4", 210.0, 297.0),
    ("a5", 148.0, 210.0),
    ("a6", 105.0, 148.0),
    ("b5", 176.0, 250.0),
    ("letter", 215.9, 279.4),
    ("legal", 215.9, 355.6),
];

const POINTS_PER_MM: f32 = 72.0 / 25.4;

/// The smallest and largest side: a card's, and that of the largest plotters.
const SIDES: std::ops::RangeInclusive<f32> = 50.0..=2000.0;

impl Default for Paper {
    fn default() -> Paper {
        Paper::of_mm(210.0, 297.0)
    }
}

impl Paper {
    fn of_mm(width: f32, height: f32) -> Paper {
        Paper {
            width: width * POINTS_PER_MM,
            height: height * POINTS_PER_MM,
        }
    }
}

impl FromStr for Paper {
    type Err = PaperError;

    fn from_str(typed: &str) -> Result<Paper, PaperError> {
        let typed = typed.trim().to_ascii_lowercase();
        if let Some((_, width, height)) = NAMED.iter().find(|(name, ..)| *name == typed) {
            return Ok(Paper::of_mm(*width, *height));
        }
        let (width, height) = typed
            .trim_end_matches("mm")
            .split_once('x')
            .ok_or(PaperError)?;
        let side = |typed: &str| typed.trim().parse().ok().filter(|mm| SIDES.contains(mm));
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Paper::of_mm(width, height)),
            _ => Err(PaperError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_by_name_and_by_size() {
        assert_eq!("A4".parse(), Ok(Paper::default()));
        assert_eq!("210x297mm".parse(), Ok(Paper::default()));
        for wrong in ["", "a99", "10x10mm", "x", "1e9x1e9", "nanxnan", "210"] {
            assert_eq!(wrong.parse::<Paper>(), Err(PaperError), "{wrong}");
        }
    }
}
