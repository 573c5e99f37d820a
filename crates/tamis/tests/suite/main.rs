//! The library's tests that see only its public face, in one binary.

mod facts;
mod fixtures;
mod formats;
mod hostile;
mod house;
mod markdown;
mod rooms;
mod suffixes;
