//! The keys of a TOML table, taken by name: what is missing, unknown or of the wrong kind is told with its place.
//!
//! By hand, since four small tables read through serde were a twentieth of the engine's module for browsers.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::SavedError;

/// A table of a text.
#[derive(Clone, Copy)]
pub(super) struct Keys<'t> {
    text: &'t str,
    table: &'t DeTable<'t>,
    /// Where the table begins in the text.
    start: usize,
}

impl<'t> Keys<'t> {
    /// Those of a whole text, parsed.
    pub(super) fn of(text: &'t str, table: &'t Spanned<DeTable<'t>>) -> Keys<'t> {
        Keys {
            text,
            table: table.get_ref(),
            start: table.span().start,
        }
    }

    /// Refuses keys other than these: a misspelt one would be passed over in silence.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), SavedError> {
        let unknown = self
            .table
            .keys()
            .filter(|key| !known.contains(&key.get_ref().as_ref()))
            .min_by_key(|key| key.span().start);
        let Some(key) = unknown else { return Ok(()) };
        let why = format!(
            "there is no key `{}` here, only `{}`",
            key.get_ref(),
            known.join("`, `")
        );
        Err(SavedError::at(self.text, key.span().start, why))
    }

    /// What is read, or that the key is missing.
    pub(super) fn needed<T>(&self, key: &str, read: Option<T>) -> Result<T, SavedError> {
        let missing = || SavedError::at(self.text, self.start, format!("`{key}` is missing"));
        read.ok_or_else(missing)
    }

    pub(super) fn string(&self, key: &str) -> Result<Option<String>, SavedError> {
        self.read(key, "a string", as_string)
    }

    pub(super) fn strings(&self, key: &str) -> Result<Vec<String>, SavedError> {
        let read = self.read(key, "a list of strings", |value| {
            let values = value.as_array()?.iter();
            values.map(|value| as_string(value.get_ref())).collect()
        })?;
        Ok(read.unwrap_or_default())
    }

    /// A whole number that its type can hold.
    pub(super) fn whole<T: TryFrom<i64>>(&self, key: &str) -> Result<Option<T>, SavedError> {
        self.read(key, "a whole number in range", |value| {
            T::try_from(as_whole(value)?).ok()
        })
    }

    pub(super) fn number(&self, key: &str) -> Result<Option<f64>, SavedError> {
        self.read(key, "a number", |value| match value.as_float() {
            Some(float) => float.as_str().parse().ok(),
            None => as_whole(value).map(|whole| whole as f64),
        })
    }

    /// The tables of `[[key]]`.
    pub(super) fn tables(&self, key: &str) -> Result<Vec<Keys<'t>>, SavedError> {
        let read = self.read(key, "a list of tables", |value| {
            let tables = value.as_array()?.iter();
            let keys = |table: &'t Spanned<DeValue<'t>>| {
                Some(Keys {
                    text: self.text,
                    table: table.get_ref().as_table()?,
                    start: table.span().start,
                })
            };
            tables.map(keys).collect()
        })?;
        Ok(read.unwrap_or_default())
    }

    fn read<T>(
        &self,
        key: &str,
        wanted: &str,
        read: impl Fn(&'t DeValue<'t>) -> Option<T>,
    ) -> Result<Option<T>, SavedError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        match read(value.get_ref()) {
            Some(read) => Ok(Some(read)),
            None => Err(self.wrong(key, wanted, value.span())),
        }
    }

    fn wrong(&self, key: &str, wanted: &str, place: Range<usize>) -> SavedError {
        SavedError::at(self.text, place.start, format!("`{key}` is not {wanted}"))
    }
}

fn as_string(value: &DeValue<'_>) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn as_whole(value: &DeValue<'_>) -> Option<i64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}
