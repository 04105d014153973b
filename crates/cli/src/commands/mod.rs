//! One module a subcommand.

pub(crate) mod bench;
pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
