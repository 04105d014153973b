//! What holds of every position, move and game file, as functions that assert it. The property tests, the bounded
//! run in the ordinary tests and the fuzz targets (`crates/rules/fuzz`) share them.

pub(crate) mod flip;
pub(crate) mod games;
pub(crate) mod position;
pub(crate) mod targets;
