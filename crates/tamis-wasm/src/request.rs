//! Reading requests: objects of JSON, taken apart by key.
//!
//! Thirty kinds of request are read by what they have in common, a few kinds of value: with serde, each had a
//! reader of its own, and together they were a twentieth of the module.

use serde::Deserialize;
use serde_json::{Map, Value};
use tamis::content::{Balance, Comments};
use tamis::template::SavedSite;
use url::Url;

use crate::Trouble;

/// A request from its JSON.
pub(crate) fn read_as<T: Read>(request: &str) -> Result<T, Trouble> {
    parse(request)
        .and_then(|value| T::read(&value))
        .map_err(|wrong| {
            let why = wrong.about("the request");
            Trouble::new(format_args!("the request cannot be read: {why}"))
        })
}

fn parse(request: &str) -> Result<Value, Wrong> {
    serde_json::from_str(request).map_err(|error| Wrong::Said(error.to_string()))
}

/// What can be read from a value.
pub(crate) trait Read: Sized {
    fn read(value: &Value) -> Result<Self, Wrong>;

    /// What stands for a key that is not there, if that may be.
    fn absent() -> Option<Self> {
        None
    }
}

/// Why a value is not what was wanted.
pub(crate) enum Wrong {
    /// It should be this.
    NotA(&'static str),
    /// A sentence that says what it is about.
    Said(String),
}

impl Wrong {
    /// The same as a sentence.
    fn about(self, what: &str) -> String {
        match self {
            Wrong::NotA(wanted) => format!("{what} is not {wanted}"),
            Wrong::Said(said) => said,
        }
    }
}

/// The keys of an object, and which of them were asked for.
pub(crate) struct Keys<'v> {
    entries: &'v Map<String, Value>,
    asked: Vec<&'static str>,
}

impl<'v> Keys<'v> {
    pub(crate) fn of(value: &'v Value) -> Result<Keys<'v>, Wrong> {
        let entries = value.as_object().ok_or(Wrong::NotA("an object"))?;
        Ok(Keys {
            entries,
            asked: Vec::new(),
        })
    }

    pub(crate) fn take<T: Read>(&mut self, key: &'static str) -> Result<T, Wrong> {
        match self.value(key) {
            Some(value) => T::read(value).map_err(|wrong| at(wrong, key)),
            None => T::absent().ok_or_else(|| Wrong::Said(format!("`{key}` is missing"))),
        }
    }

    pub(crate) fn take_or<T: Read>(&mut self, key: &'static str, absent: T) -> Result<T, Wrong> {
        match self.value(key) {
            Some(value) => T::read(value).map_err(|wrong| at(wrong, key)),
            None => Ok(absent),
        }
    }

    /// Refuses keys that nothing asked for.
    pub(crate) fn end(self) -> Result<(), Wrong> {
        let unknown = |key: &&String| !self.asked.contains(&key.as_str());
        match self.entries.keys().find(unknown) {
            None => Ok(()),
            Some(key) => Err(Wrong::Said(format!(
                "unknown field `{key}`, expected one of `{}`",
                self.asked.join("`, `")
            ))),
        }
    }

    fn value(&mut self, key: &'static str) -> Option<&'v Value> {
        self.asked.push(key);
        self.entries.get(key)
    }
}

fn at(wrong: Wrong, key: &str) -> Wrong {
    Wrong::Said(wrong.about(&format!("`{key}`")))
}

/// A struct that is read by its fields' names. After a field's type may stand what it is where it is absent;
/// the last may be a part of which the fields stand in the same object.
macro_rules! asked {
    ($(#[$about:meta])* $seen:vis struct $name:ident {
        $($(#[$field_about:meta])* $field:ident: $kind:ty $(= $absent:expr)?,)*
        $(..$part:ident: $part_kind:ty,)?
    }) => {
        $(#[$about])*
        $seen struct $name {
            $($(#[$field_about])* $field: $kind,)*
            $($part: $part_kind,)?
        }

        impl $name {
            pub(crate) fn take(keys: &mut $crate::request::Keys<'_>) -> Result<$name, $crate::request::Wrong> {
                Ok($name {
                    $($field: $crate::request::asked!(@ keys $field $($absent)?)?,)*
                    $($part: <$part_kind>::take(keys)?,)?
                })
            }
        }

        impl $crate::request::Read for $name {
            fn read(value: &serde_json::Value) -> Result<$name, $crate::request::Wrong> {
                let mut keys = $crate::request::Keys::of(value)?;
                let read = $name::take(&mut keys)?;
                keys.end()?;
                Ok(read)
            }
        }
    };
    (@ $keys:ident $field:ident) => { $keys.take(stringify!($field)) };
    (@ $keys:ident $field:ident $absent:expr) => { $keys.take_or(stringify!($field), $absent) };
}

/// An enum that is read by its variants' words.
macro_rules! words {
    ($(#[$about:meta])* $seen:vis enum $name:ident {
        $($(#[$variant_about:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        $seen enum $name {
            $($(#[$variant_about])* $variant,)*
        }

        impl $crate::request::Read for $name {
            fn read(value: &serde_json::Value) -> Result<$name, $crate::request::Wrong> {
                match value.as_str() {
                    $(Some($word) => Ok($name::$variant),)*
                    _ => Err($crate::request::Wrong::NotA(concat!("one of", $(" `", $word, "`"),*))),
                }
            }
        }
    };
}

pub(crate) use {asked, words};

impl Read for Balance {
    fn read(value: &Value) -> Result<Balance, Wrong> {
        let balance = value.as_str().and_then(|word| word.parse().ok());
        balance.ok_or(Wrong::NotA("one of `precision` `even` `recall`"))
    }
}

impl Read for Comments {
    fn read(value: &Value) -> Result<Comments, Wrong> {
        let comments = value.as_str().and_then(|word| word.parse().ok());
        comments.ok_or(Wrong::NotA("one of `judged` `dropped` `apart`"))
    }
}

impl Read for u32 {
    fn read(value: &Value) -> Result<u32, Wrong> {
        let number = value.as_u64().and_then(|number| number.try_into().ok());
        number.ok_or(Wrong::NotA("a whole number"))
    }
}

impl Read for usize {
    fn read(value: &Value) -> Result<usize, Wrong> {
        u32::read(value).map(|number| number as usize)
    }
}

impl Read for f32 {
    fn read(value: &Value) -> Result<f32, Wrong> {
        let number = value.as_f64().map(|number| number as f32);
        number.ok_or(Wrong::NotA("a number"))
    }
}

impl Read for bool {
    fn read(value: &Value) -> Result<bool, Wrong> {
        value.as_bool().ok_or(Wrong::NotA("true or false"))
    }
}

impl Read for String {
    fn read(value: &Value) -> Result<String, Wrong> {
        value
            .as_str()
            .map(str::to_owned)
            .ok_or(Wrong::NotA("a string"))
    }
}

impl Read for Url {
    fn read(value: &Value) -> Result<Url, Wrong> {
        let text = value.as_str().ok_or(Wrong::NotA("an address"))?;
        Url::parse(text).map_err(|error| Wrong::Said(format!("`{text}` is no address: {error}")))
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: &Value) -> Result<Option<T>, Wrong> {
        match value {
            Value::Null => Ok(None),
            value => T::read(value).map(Some),
        }
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Value) -> Result<Vec<T>, Wrong> {
        let values = value.as_array().ok_or(Wrong::NotA("a list"))?;
        values.iter().map(T::read).collect()
    }
}

/// What the library saves, it reads.
impl Read for SavedSite {
    fn read(value: &Value) -> Result<SavedSite, Wrong> {
        SavedSite::deserialize(value).map_err(|error| Wrong::Said(error.to_string()))
    }
}
