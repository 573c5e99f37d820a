//! tamis-cli
