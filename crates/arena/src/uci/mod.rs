//! External engines that speak UCI, and what Assay's own UCI mode shares with them.
//!
//! The protocol is told in Stefan Meyer-Kahlen, *UCI protocol* (April 2004). An engine is a program of its own: it
//! may crash, hang, flood its output or answer nonsense, and nothing of that is a lost game.

mod engine;
mod fault;
mod notation;
mod pipes;
mod pool;
mod spec;
mod variant;
mod words;

pub use fault::PlayerFault;
pub use notation::{move_text, parse_move};
pub use pool::UciPlayer;
pub use spec::{Patience, UciSpec};
pub use variant::{CHESS, VARIANT, game_of_variant, variants_of_game};

pub(crate) use fault::Trouble;
pub(crate) use notation::{looks_like_a_move, to_uci};
pub(crate) use pool::Loan;
pub(crate) use variant::GameWords;
