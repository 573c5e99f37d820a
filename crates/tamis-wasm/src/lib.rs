//! Tamis in WebAssembly: the engine of the browser extension and of the npm package.
//!
//! A thin binding: it turns requests of JSON into calls of the library and their results into JSON of the
//! same types that the program prints, and decides nothing itself. What crosses is bytes, by a plain C
//! interface ([`door`]), so that no generator is needed and the JavaScript side is one small file
//! (`npm/engine.js`), which is also where the interface is described for users.
//!
//! ```
//! use tamis_wasm::{Desk, answer};
//!
//! let mut desk = Desk::default();
//! let page = desk.open("<p>Words.".to_owned());
//! let request = format!(r#"{{"page": {page}, "css": "p"}}"#);
//! assert_eq!(answer(&mut desk, "select", &request).unwrap(), r#"["/html[1]/body[1]/p[1]"]"#);
//! ```

mod answer;
mod desk;
pub mod door;
mod request;
mod trouble;
mod verbs;

pub use answer::answer;
pub use desk::Desk;
pub use trouble::Trouble;
