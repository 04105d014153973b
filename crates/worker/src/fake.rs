//! Stand-ins for tests.

use assay_arena::{GameResult, Provenance, Reason, Record, Searched};
use assay_study::{ArmIndex, Attempt, PairKey, PairNumber};
use assay_wire::FinishedPair;

pub(crate) fn key(arm: u16, pair: u32) -> PairKey {
    PairKey {
        arm: ArmIndex(arm),
        pair: PairNumber(pair),
    }
}

/// Two made-up games that only depend on the key.
pub(crate) fn games(key: PairKey) -> [Record; 2] {
    [0, 1].map(|number| Record {
        start: "start".into(),
        opening_plies: 1,
        moves: vec![
            "a2-a4".into(),
            format!("reply {} {} {number}", key.arm.0, key.pair.0),
        ],
        searched: vec![None, Some(Searched { eval: 7, depth: 3 })],
        result: GameResult::Draw,
        reason: Reason::LengthCap,
        nodes: 5,
        engine: "assay 0.0.0".into(),
        settings: "abc".into(),
        provenance: Provenance::default(),
    })
}

pub(crate) fn pair(arm: u16, number: u32) -> FinishedPair {
    let key = key(arm, number);
    FinishedPair {
        study: "a-study-1".parse().unwrap(),
        key,
        attempt: Attempt(1),
        games: games(key),
    }
}
