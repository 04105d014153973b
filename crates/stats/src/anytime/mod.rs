//! Intervals and tests that stay valid however often one looks.

mod asymptotic;
mod betting;
mod mixture;
mod sequence;

pub use asymptotic::{AsymptoticSequence, Tuning};
pub use betting::{BetFault, Bets, Wealth};
pub use mixture::MixtureBoundary;
pub use sequence::BettingSequence;
