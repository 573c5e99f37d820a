//! tamis-load
