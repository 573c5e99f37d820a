//! Scores on the labelled data, where it is at hand, and who waits for them.

mod floors;
mod watched;
