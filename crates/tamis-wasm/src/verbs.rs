//! What can be asked, a room of the library a file.

pub(crate) mod asked;
pub(crate) mod content;
pub(crate) mod explain;
pub(crate) mod filter;
pub(crate) mod link;
pub(crate) mod menu;
pub(crate) mod outline;
pub(crate) mod read;
pub(crate) mod search;
pub(crate) mod template;
