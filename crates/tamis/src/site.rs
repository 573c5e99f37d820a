//! Composes the rooms: what one of them needs of another, it is handed here.

pub mod explain;
pub mod filter;
pub mod leaf;
pub mod menu;
pub mod shown;
pub mod stream;
pub mod template;
