//! The functions that JavaScript calls. Bytes come in through one buffer and go out through another, both
//! of which stay ours: JavaScript asks where they lie, so that no pointer is ever followed on this side.
//!
//! A call is: make [`room`](tamis_room) for the bytes, write them there, then [`open`](tamis_open) them as
//! a page or [`ask`](tamis_ask) them as a request, and read the answer where [`tamis_answer`] says.

#![allow(
    unsafe_code,
    reason = "exported names are unsafe by their attribute alone; no block here is"
)]

use std::cell::RefCell;

use crate::{Desk, answer};

#[derive(Default)]
struct Hall {
    desk: Desk,
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
}

thread_local! {
    static HALL: RefCell<Hall> = RefCell::default();
}

/// Makes room for so many bytes and says where it is.
#[unsafe(no_mangle)]
pub extern "C" fn tamis_room(bytes: usize) -> *mut u8 {
    HALL.with_borrow_mut(|hall| {
        // New memory is zero already.
        hall.incoming = vec![0; bytes];
        hall.incoming.as_mut_ptr()
    })
}

/// Takes what was written as a page, in UTF-8, and gives its number.
#[unsafe(no_mangle)]
pub extern "C" fn tamis_open() -> u32 {
    HALL.with_borrow_mut(|hall| {
        let bytes = std::mem::take(&mut hall.incoming);
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        hall.desk.open(text)
    })
}

/// Forgets a page.
#[unsafe(no_mangle)]
pub extern "C" fn tamis_close(page: u32) {
    HALL.with_borrow_mut(|hall| hall.desk.close(page));
}

/// Answers what was written: a verb, a line feed, its request as JSON. Gives 0 for an answer and 1 for an
/// error, both of which are JSON.
#[unsafe(no_mangle)]
pub extern "C" fn tamis_ask() -> u32 {
    HALL.with_borrow_mut(|hall| {
        let asked = std::mem::take(&mut hall.incoming);
        let asked = String::from_utf8_lossy(&asked);
        let (verb, request) = asked.split_once('\n').unwrap_or((&asked, "{}"));
        let (said, status) = match answer(&mut hall.desk, verb, request) {
            Ok(said) => (said, 0),
            Err(trouble) => (trouble.json(), 1),
        };
        hall.outgoing = said.into_bytes();
        status
    })
}

/// Where the last answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn tamis_answer() -> *const u8 {
    HALL.with_borrow(|hall| hall.outgoing.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn tamis_answer_bytes() -> usize {
    HALL.with_borrow(|hall| hall.outgoing.len())
}
