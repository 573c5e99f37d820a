//! Scores on the labelled data, where it is at hand.

mod floors;
