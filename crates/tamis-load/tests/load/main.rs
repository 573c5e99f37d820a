//! Loading, from outside: one module a kind of source, all in one binary.

mod folder;
mod mirror;
mod sites;
