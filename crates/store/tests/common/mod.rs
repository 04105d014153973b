//! Studies and records made up for the tests.

use assay_arena::{GameResult, Provenance, Reason, Record, Searched};
use assay_store::{NewStudy, StoredPair};
use assay_study::{ArmIndex, Millis, PairKey, PairNumber, StudyId};

pub(crate) fn id(text: &str) -> StudyId {
    text.parse().unwrap()
}

pub(crate) fn study(text: &str) -> NewStudy {
    NewStudy {
        id: id(text),
        name: format!("Study {text}: \"é\" 'quoted'"),
        origin: "studies/x.toml".to_owned(),
        text: "name = \"x\"\n".to_owned(),
        game_source: "id = \"g\"\n".to_owned(),
        created: Millis(1_700_000_000_000),
    }
}

pub(crate) fn key(arm: u16, pair: u32) -> PairKey {
    PairKey {
        arm: ArmIndex(arm),
        pair: PairNumber(pair),
    }
}

pub(crate) fn record(result: GameResult, worker: &str) -> Record {
    Record {
        start: "k/K w".to_owned(),
        opening_plies: 1,
        moves: vec!["a1a2".to_owned(), "b2b3+".to_owned()],
        searched: vec![
            None,
            Some(Searched {
                eval: -31,
                depth: 7,
            }),
        ],
        result,
        reason: Reason::Mate,
        nodes: u64::MAX,
        engine: "assay 0.1.0".to_owned(),
        players: None,
        settings: "abc".to_owned(),
        provenance: Provenance {
            worker: worker.to_owned(),
            millis: 12,
        },
    }
}

pub(crate) fn pair(arm: u16, number: u32) -> StoredPair {
    StoredPair {
        key: key(arm, number),
        games: [
            record(GameResult::WhiteWins, "w"),
            record(GameResult::Draw, "w"),
        ],
    }
}
