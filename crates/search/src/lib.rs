//! The engine: evaluation, alpha-beta, transposition table, limits, threads.

mod attacks;
pub mod bench;
mod cache;
#[cfg(test)]
mod chessboard;
mod claims;
mod continuation;
mod correction;
mod cuts;
mod deepen;
mod drawish;
mod engine;
mod evaluation;
mod exchange;
mod gain;
mod geometry;
mod history;
mod kings;
mod late;
mod limits;
mod node;
mod noise;
mod pawns;
mod picker;
mod quiescence;
mod reductions;
mod rounds;
mod score;
mod search;
mod settings;
mod shared;
mod singular;
mod spans;
mod stop;
mod surroundings;
mod table;
mod terms;
mod tunables;
mod values;
mod worker;

pub use engine::{Engine, Fullness, Thought};
pub use limits::{Depth, Limits, Nodes};
pub use score::{Centipawns, Score};
pub use settings::{HashSize, MAX_THREADS, Settings};
pub use stop::Stop;
pub use tunables::{TUNABLES, Tunable, TunableFault, Tunables, tunables_table};
pub use values::Values;

/// Name and version of the engine and its rules, as records carry it.
pub const VERSION: &str = concat!("assay ", env!("CARGO_PKG_VERSION"));
