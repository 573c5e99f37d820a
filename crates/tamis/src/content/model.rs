//! The model: what training learnt, as one compact table that is compiled in.

use std::sync::OnceLock;

use super::PageKind;
use super::features::Feature;
use super::forest::{Cells, Forest, Sheet};
use super::lexicon::{Lexicon, Table};
use super::stored::{Malformed, Stored};
use super::words::{SEED, step};
use super::{second, select};

/// What training learnt: the lexicon, the trees that judge blocks, the trees that foretell how
/// well a selection scores, the trees that tell kinds of page apart.
pub struct Model {
    pub(super) lexicon: Lexicon,
    /// The first look at each block.
    pub(super) blocks: Forest,
    /// The second, which knows what the first says of all.
    pub(super) second: Forest,
    pub(super) confidence: Forest,
    kinds: Vec<Forest>,
}

/// Bytes that are no model, or one made for other features than this program computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelError;

impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not a model of this version; train it again with this version's features")
    }
}

impl std::error::Error for ModelError {}

impl From<Malformed> for ModelError {
    fn from(_: Malformed) -> ModelError {
        ModelError
    }
}

/// What a model file begins with.
const MAGIC: &[u8] = b"tamis-m5";

impl Model {
    /// The model that ships with the library.
    pub fn builtin() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| {
            Model::parse(include_bytes!("model.bin")).expect("the shipped model fits the program")
        })
    }

    /// Reads a model as the trainer writes it.
    pub fn parse(bytes: &[u8]) -> Result<Model, ModelError> {
        let mut stored = Stored::new(bytes);
        if stored.bytes(MAGIC.len())? != MAGIC || stored.u32()? != features_hash() {
            return Err(ModelError);
        }
        let lexicon = Lexicon {
            classes: table(&mut stored)?,
            texts: table(&mut stored)?,
        };
        let blocks = Forest::read(&mut stored)?;
        let second = Forest::read(&mut stored)?;
        let confidence = Forest::read(&mut stored)?;
        let kinds = PageKind::ALL.iter().map(|_| Forest::read(&mut stored));
        let kinds = kinds.collect::<Result<Vec<Forest>, Malformed>>()?;
        if !stored.is_done() {
            return Err(ModelError);
        }
        Ok(Model {
            lexicon,
            blocks,
            second,
            confidence,
            kinds,
        })
    }

    /// The kind of page with these features.
    pub(super) fn kind(&self, page: &Cells, sheet: &mut Sheet) -> PageKind {
        let sums = self.kinds.iter().map(|forest| forest.sum(page, sheet));
        let sums: Vec<f32> = sums.collect();
        let best = (0..sums.len()).reduce(|a, b| if sums[b] > sums[a] { b } else { a });
        best.map_or(PageKind::default(), |best| PageKind::ALL[best])
    }
}

/// Words by their hashes, which rise: each is stored as how much it is above the one before.
fn table(stored: &mut Stored<'_>) -> Result<Table, Malformed> {
    let len = stored.u32()? as usize;
    let scores = stored.bytes(len)?;
    let mut last = 0_u32;
    let entries = scores.iter().map(|&score| {
        last = last.checked_add(stored.step()?).ok_or(Malformed)?;
        Ok((last, score as i8))
    });
    let entries = entries.collect::<Result<Vec<(u32, i8)>, Malformed>>()?;
    Table::new(&entries).ok_or(Malformed)
}

/// A hash of the features' names: a model trained for other features is refused.
fn features_hash() -> u32 {
    let names = Feature::names()
        .iter()
        .chain(second::NAMES)
        .chain(select::NAMES)
        .flat_map(|name| name.bytes().chain([0]));
    names.fold(SEED, |hash, byte| step(hash, u32::from(byte)))
}
