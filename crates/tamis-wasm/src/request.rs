//! Reading requests: JSON becomes a value once, and serde takes the value apart.
//!
//! Straight from text, serde_json makes for every request its own copy of the parser, and of what reads a
//! struct from a list, which nobody sends: half of what requests cost in the module's size.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IntoDeserializer};
use serde::de::{MapAccess, SeqAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value, map};

use crate::Trouble;

/// A request from its JSON.
pub(crate) fn read_as<T: DeserializeOwned>(request: &str) -> Result<T, Trouble> {
    parse(request).and_then(|value| T::deserialize(Json(&value)).map_err(|error| unread(&error)))
}

fn parse(request: &str) -> Result<Value, Trouble> {
    serde_json::from_str(request).map_err(|error| unread(&error))
}

fn unread(error: &Error) -> Trouble {
    Trouble::new(format_args!("the request cannot be read: {error}"))
}

/// A value that is taken apart by what is wanted, never by what it is.
#[derive(Clone, Copy)]
struct Json<'v>(&'v Value);

impl<'v> Json<'v> {
    #[cold]
    fn refuse(self, wanted: &dyn serde::de::Expected) -> Error {
        let found = match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(flag) => Unexpected::Bool(*flag),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => Unexpected::Unsigned(number),
                (_, Some(number), _) => Unexpected::Signed(number),
                (.., number) => Unexpected::Float(number.unwrap_or_default()),
            },
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        Error::invalid_type(found, wanted)
    }

    fn number<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Number(number) = self.0 else {
            return Err(self.refuse(&visitor));
        };
        match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), ..) => visitor.visit_u64(number),
            (_, Some(number), _) => visitor.visit_i64(number),
            (.., number) => visitor.visit_f64(number.unwrap_or_default()),
        }
    }

    fn text<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_borrowed_str(text),
            _ => Err(self.refuse(&visitor)),
        }
    }
}

macro_rules! numbers {
    ($($deserialize:ident)*) => {
        $(fn $deserialize<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Error> {
            self.number(visitor)
        })*
    };
}

impl<'v> Deserializer<'v> for Json<'v> {
    type Error = Error;

    numbers! {
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_any<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(_) => self.number(visitor),
            Value::String(_) => self.text(visitor),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(flag) => visitor.visit_bool(*flag),
            _ => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Error> {
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Error> {
        self.text(visitor)
    }

    fn deserialize_option<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(values) => visitor.visit_seq(Items(values.iter())),
            _ => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_map<V: Visitor<'v>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(entries) => visitor.visit_map(Entries {
                rest: entries.iter(),
                value: &Value::Null,
            }),
            _ => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'v>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    /// Of the enums that are asked for, none holds anything.
    fn deserialize_enum<V: Visitor<'v>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            _ => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'v>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        <W: Visitor<'v>>
        i128 u128 char bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

struct Items<'v>(std::slice::Iter<'v, Value>);

impl<'v> SeqAccess<'v> for Items<'v> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'v>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let next = self.0.next();
        next.map(|value| seed.deserialize(Json(value))).transpose()
    }
}

struct Entries<'v> {
    rest: map::Iter<'v>,
    /// That of the key read last.
    value: &'v Value,
}

impl<'v> MapAccess<'v> for Entries<'v> {
    type Error = Error;

    fn next_key_seed<T: DeserializeSeed<'v>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some((key, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = value;
        seed.deserialize(BorrowedStrDeserializer::new(key))
            .map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'v>>(&mut self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(Json(self.value))
    }
}
