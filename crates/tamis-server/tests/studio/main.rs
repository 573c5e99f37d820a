//! The studio as a caller sees it: over HTTP, on the loopback address.

mod api;
mod caller;
mod check;
mod events;
mod filters;
mod guard;
mod kept;
mod label;
mod openapi;
mod pick;
mod read;
mod schema;
mod site;
mod stream;
mod view;
