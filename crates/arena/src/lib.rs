//! One game, one pair: referee, openings, adjudication, players, record.

mod check;
mod job;
mod opening;
mod pair;
mod player;
mod record;
mod referee;
mod seat;
mod settings_hash;
mod terms;
#[cfg(test)]
mod testing;
pub mod uci;

pub use assay_search::{Centipawns, Limits, Settings, Stop};
pub use check::{RecordFault, check_record};
pub use job::{PairFault, PairJob};
pub use opening::{Opening, opening_candidates, opening_candidates_from};
pub use pair::play_pair;
pub use player::{PlayerKind, PlayerSpec};
pub use record::{GameResult, Provenance, Reason, Record, Searched, UnknownName};
pub use referee::{Illegal, Outcome, Referee};
pub use settings_hash::settings_hash;
pub use terms::{Adjudication, DrawRule, Plies, ResignRule, Terms};
pub use uci::{Patience, PlayerFault, UciPlayer, UciSpec};
