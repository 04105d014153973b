//! One game, one pair: referee, openings, adjudication, players, record.

mod record;

pub use record::{GameResult, Provenance, Reason, Record, Searched, UnknownName};
