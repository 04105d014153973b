//! Counted results: game by game, and pair by pair.

mod pentanomial;
mod trinomial;

pub use pentanomial::Pentanomial;
pub use trinomial::Trinomial;
