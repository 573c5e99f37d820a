//! The models that labelled pages are judged with: the shipped one, which was trained on them, or for
//! each page one that has seen nothing of its domain.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use tamis::content::Model;

/// The shipped model, or one a fold.
#[derive(Default)]
pub struct Models {
    folds: Vec<Model>,
    fold_of: HashMap<String, usize>,
}

/// The folds could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}; write the folds with tools/train/train.py --folds", .0.display(), .1)]
pub struct FoldsError(PathBuf, String);

impl Models {
    /// Reads a folder of folds; without one there is the shipped model.
    ///
    /// # Errors
    /// When it is none, or of another version.
    pub fn read(folder: Option<&Path>) -> Result<Models, FoldsError> {
        let mut models = Models::default();
        let Some(folder) = folder else {
            return Ok(models);
        };
        let index = folder.join("folds.json");
        let wrong = |why: &dyn ToString| FoldsError(folder.to_owned(), why.to_string());
        let json = fs::read(&index).map_err(|error| wrong(&error))?;
        models.fold_of = serde_json::from_slice(&json).map_err(|error| wrong(&error))?;
        let count = models.fold_of.values().max().map_or(0, |last| last + 1);
        for fold in 0..count {
            let bytes = fs::read(folder.join(format!("fold-{fold}.bin"))).map_err(|e| wrong(&e))?;
            models
                .folds
                .push(Model::parse(&bytes).map_err(|error| wrong(&error))?);
        }
        Ok(models)
    }

    /// Whether they are folds: what they say of the pages can be believed.
    pub fn are_folds(&self) -> bool {
        !self.folds.is_empty()
    }

    /// The model to judge a page with; nothing where folds are used and none left the page out.
    pub fn of(&self, id: &str) -> Option<&Model> {
        match self.are_folds() {
            false => Some(Model::builtin()),
            true => self.folds.get(*self.fold_of.get(id)?),
        }
    }
}
