//! The program as its users see it: what is typed, what comes out, with which exit code.

mod bad_input;
mod content;
mod documents;
mod durable;
mod filter;
mod nats;
mod program;
mod read;
mod run;
mod serve;
mod stream;
mod template;
mod web_template;
