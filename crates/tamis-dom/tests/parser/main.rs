//! The parser against its specification's tests, against html5ever, and against hostile input.

#![allow(
    clippy::print_stdout,
    reason = "a test that is skipped, or counts, says so"
)]

#[allow(unreachable_pub, missing_docs, reason = "the benchmark has it too")]
#[path = "../../benches/corpus/html5ever_arena.rs"]
mod html5ever_arena;

mod bad_input;
mod bombs;
mod differential;
mod dump;
mod encodings;
mod invariants;
mod tree_construction;
mod wcxb;
