//! How games end without being won, game by game: move count, dead positions, stalemate. Repetition, which needs the
//! game so far, is tried with the referee in `assay-arena`.

mod dead_positions;
mod faulty_positions;
mod move_count;
#[path = "../seeds/setup.rs"]
mod setup;
mod stalemate;
mod trial;
