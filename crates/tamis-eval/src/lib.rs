//! tamis-eval
