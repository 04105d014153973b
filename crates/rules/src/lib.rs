//! Boards, pieces, game files compiled to tables, positions, legal moves, notation, perft.
//!
//! A [`Game`] is a valid game file, its options still open. Deciding them gives a [`Choice`]; compiling
//! both gives [`Rules`], which hold tables and do everything with a [`Position`]: list legal moves, play
//! them, write and read texts, tell whether the game is over.
//!
//! ```
//! use assay_rules::{Game, MoveList, with_rules};
//!
//! let sonic = Game::builtin("sonic").expect("a built-in game");
//! let choice = sonic.choose([("turning", "crooked")])?;
//! let rules = sonic.compile(&choice, None)?;
//! with_rules!(&rules, r => {
//!     let mut moves = MoveList::default();
//!     r.legal_moves(r.start(), &mut moves);
//!     assert_eq!(moves.len(), 60);
//! });
//! # Ok::<(), assay_faults::Faults>(())
//! ```

mod attack;
mod betza;
mod board;
mod chain;
mod compile;
mod contact;
mod course;
mod describe;
mod directions;
mod facts;
mod forms;
mod game;
mod generate;
mod guard;
mod ids;
mod legality;
mod line;
mod mechanics;
mod mobility;
mod moves;
mod notation;
mod notation_fault;
mod perft;
mod play;
mod position;
mod promotions;
mod rearrange;
mod repulse;
mod rules;
mod shape;
mod text;
mod track;
mod verdict;
mod warn;
mod width;
mod zobrist;

pub use board::{Board, Lattice};
pub use course::{Alone, Course};
pub use describe::{Description, PieceWords};
pub use facts::{Facts, KingFate};
pub use forms::{FormState, Forms};
pub use game::{Choice, Game, GameOption};
pub use ids::{Cell, Kind, Side};
pub use mechanics::Mechanics;
pub use mobility::Reach;
pub use moves::{Move, MoveList};
pub use notation::MoveFault;
pub use perft::{divide, perft, perft_made};
pub use position::Position;
pub use rules::{AnyRules, KindInfo, Rules};
pub use verdict::{Ending, Verdict};
pub use width::{Bits, Width, bits};
