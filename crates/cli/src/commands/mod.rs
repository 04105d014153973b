//! One module a subcommand.

pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod perft;
