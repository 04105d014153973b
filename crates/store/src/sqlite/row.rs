use std::path::Path;

use assay_arena::Record;
use assay_study::{ArmIndex, PairKey, PairNumber};

use crate::{StoreError, StoredPair};

/// A pair as it is written: serialised by the caller, not by the one writer.
pub(super) struct PairRows {
    pub(super) key: PairKey,
    pub(super) games: [GameRow; 2],
}

pub(super) struct GameRow {
    pub(super) result: &'static str,
    pub(super) reason: &'static str,
    pub(super) plies: i64,
    pub(super) payload: String,
}

impl PairRows {
    pub(super) fn of(path: &Path, pair: &StoredPair) -> Result<PairRows, StoreError> {
        let [first, second] = &pair.games;
        Ok(PairRows {
            key: pair.key,
            games: [GameRow::of(path, first)?, GameRow::of(path, second)?],
        })
    }
}

impl GameRow {
    fn of(path: &Path, record: &Record) -> Result<GameRow, StoreError> {
        let payload = serde_json::to_string(record).map_err(|error| StoreError::Unexpected {
            path: path.to_owned(),
            what: format!("a record cannot be written as JSON: {error}"),
        })?;
        Ok(GameRow {
            result: record.result.text(),
            reason: record.reason.name(),
            plies: record.moves.len() as i64,
            payload,
        })
    }
}

/// Whether two payloads are the same game played the same way.
pub(super) fn same_games(path: &Path, stored: &str, new: &str) -> Result<bool, StoreError> {
    Ok(stored == new || record(path, stored)?.same_game(&record(path, new)?))
}

pub(super) fn record(path: &Path, payload: &str) -> Result<Record, StoreError> {
    serde_json::from_str(payload).map_err(|error| StoreError::Corrupt {
        path: path.to_owned(),
        what: format!("a record cannot be read: {error}"),
    })
}

/// The key of a row's arm and pair.
pub(super) fn key(path: &Path, arm: i64, pair: i64) -> Result<PairKey, StoreError> {
    match (u16::try_from(arm), u32::try_from(pair)) {
        (Ok(arm), Ok(pair)) => Ok(PairKey {
            arm: ArmIndex(arm),
            pair: PairNumber(pair),
        }),
        _ => Err(StoreError::Corrupt {
            path: path.to_owned(),
            what: format!("arm {arm} pair {pair} cannot be"),
        }),
    }
}
