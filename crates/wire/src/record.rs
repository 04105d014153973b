use assay_arena::{GameResult, Provenance, Reason, Record, Searched};

use crate::v1;

/// Why a message is no domain value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {what}")]
pub struct WireFault {
    field: &'static str,
    what: String,
}

impl WireFault {
    pub(crate) fn new(field: &'static str, what: impl Into<String>) -> Self {
        WireFault {
            field,
            what: what.into(),
        }
    }
}

/// No game of any study is as long; a bound on what a hostile message can make us hold.
const MOST_MOVES: usize = 20_000;

impl From<&Record> for v1::Record {
    fn from(record: &Record) -> Self {
        v1::Record {
            start: record.start.clone(),
            opening_plies: record.opening_plies.into(),
            moves: record
                .moves
                .iter()
                .zip(&record.searched)
                .map(|(text, searched)| v1::PlayedMove {
                    text: text.clone(),
                    searched: searched.map(|s| v1::Searched {
                        eval: s.eval,
                        depth: s.depth.into(),
                    }),
                })
                .collect(),
            result: v1::GameResult::from(record.result).into(),
            reason: v1::Reason::from(record.reason).into(),
            nodes: record.nodes,
            engine: record.engine.clone(),
            players: record.players.iter().flatten().cloned().collect(),
            settings: record.settings.clone(),
            worker: record.provenance.worker.clone(),
            millis: record.provenance.millis,
        }
    }
}

impl TryFrom<v1::Record> for Record {
    type Error = WireFault;

    fn try_from(given: v1::Record) -> Result<Self, WireFault> {
        let opening_plies = u16::try_from(given.opening_plies).map_err(|_| {
            WireFault::new(
                "opening_plies",
                format!("{} is too many", given.opening_plies),
            )
        })?;
        if given.moves.len() > MOST_MOVES {
            return Err(WireFault::new(
                "moves",
                format!("{} are too many", given.moves.len()),
            ));
        }
        if usize::from(opening_plies) > given.moves.len() {
            return Err(WireFault::new(
                "opening_plies",
                format!("{opening_plies} in a game of {} moves", given.moves.len()),
            ));
        }
        let result = given.result().try_into()?;
        let reason = given.reason().try_into()?;
        let players = match given.players.len() {
            0 => None,
            _ => Some(<[String; 2]>::try_from(given.players).map_err(|names| {
                WireFault::new("players", format!("two play a game, not {}", names.len()))
            })?),
        };
        let mut moves = Vec::with_capacity(given.moves.len());
        let mut searched = Vec::with_capacity(given.moves.len());
        for played in given.moves {
            moves.push(played.text);
            searched.push(played.searched.map(Searched::try_from).transpose()?);
        }
        Ok(Record {
            start: given.start,
            opening_plies,
            moves,
            searched,
            result,
            reason,
            nodes: given.nodes,
            engine: given.engine,
            players,
            settings: given.settings,
            provenance: Provenance {
                worker: given.worker,
                millis: given.millis,
            },
        })
    }
}

impl TryFrom<v1::Searched> for Searched {
    type Error = WireFault;

    fn try_from(given: v1::Searched) -> Result<Self, WireFault> {
        let depth = u8::try_from(given.depth)
            .map_err(|_| WireFault::new("depth", format!("{} is too deep", given.depth)))?;
        Ok(Searched {
            eval: given.eval,
            depth,
        })
    }
}

impl From<GameResult> for v1::GameResult {
    fn from(result: GameResult) -> Self {
        match result {
            GameResult::BlackWins => v1::GameResult::BlackWins,
            GameResult::Draw => v1::GameResult::Draw,
            GameResult::WhiteWins => v1::GameResult::WhiteWins,
        }
    }
}

impl TryFrom<v1::GameResult> for GameResult {
    type Error = WireFault;

    fn try_from(given: v1::GameResult) -> Result<Self, WireFault> {
        match given {
            v1::GameResult::Unspecified => Err(WireFault::new("result", "missing or unknown")),
            v1::GameResult::BlackWins => Ok(GameResult::BlackWins),
            v1::GameResult::Draw => Ok(GameResult::Draw),
            v1::GameResult::WhiteWins => Ok(GameResult::WhiteWins),
        }
    }
}

impl From<Reason> for v1::Reason {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::KingTaken => v1::Reason::KingTaken,
            Reason::LastFormLost => v1::Reason::LastFormLost,
            Reason::Mate => v1::Reason::Mate,
            Reason::Stalemate => v1::Reason::Stalemate,
            Reason::Repetition => v1::Reason::Repetition,
            Reason::MoveCount => v1::Reason::MoveCount,
            Reason::DeadPosition => v1::Reason::DeadPosition,
            Reason::LengthCap => v1::Reason::LengthCap,
            Reason::AdjudicatedWin => v1::Reason::AdjudicatedWin,
            Reason::AdjudicatedDraw => v1::Reason::AdjudicatedDraw,
        }
    }
}

impl TryFrom<v1::Reason> for Reason {
    type Error = WireFault;

    fn try_from(given: v1::Reason) -> Result<Self, WireFault> {
        match given {
            v1::Reason::Unspecified => Err(WireFault::new("reason", "missing or unknown")),
            v1::Reason::KingTaken => Ok(Reason::KingTaken),
            v1::Reason::LastFormLost => Ok(Reason::LastFormLost),
            v1::Reason::Mate => Ok(Reason::Mate),
            v1::Reason::Stalemate => Ok(Reason::Stalemate),
            v1::Reason::Repetition => Ok(Reason::Repetition),
            v1::Reason::MoveCount => Ok(Reason::MoveCount),
            v1::Reason::DeadPosition => Ok(Reason::DeadPosition),
            v1::Reason::LengthCap => Ok(Reason::LengthCap),
            v1::Reason::AdjudicatedWin => Ok(Reason::AdjudicatedWin),
            v1::Reason::AdjudicatedDraw => Ok(Reason::AdjudicatedDraw),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;
    use prost::Message;

    use super::*;

    prop_compose! {
        fn moves()(list in prop::collection::vec(
            ("\\PC{0,8}", prop::option::of((any::<i32>(), any::<u8>()))), 0..40,
        )) -> (Vec<String>, Vec<Option<Searched>>) {
            list.into_iter()
                .map(|(text, s)| (text, s.map(|(eval, depth)| Searched { eval, depth })))
                .unzip()
        }
    }

    prop_compose! {
        pub(crate) fn records()(
            (moves, searched) in moves(),
            start in "\\PC{0,40}",
            opening in any::<prop::sample::Index>(),
            result in prop::sample::select(vec![GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins]),
            reason in prop::sample::select(Reason::ALL.to_vec()),
            nodes in any::<u64>(),
            millis in any::<u64>(),
            (engine, settings, worker) in ("\\PC{0,12}", "[0-9a-f]{0,64}", "\\PC{0,12}"),
            players in prop::option::of(["\\PC{0,12}", "\\PC{0,12}"]),
        ) -> Record {
            Record {
                start,
                opening_plies: opening.index(moves.len() + 1) as u16,
                moves,
                searched,
                result,
                reason,
                nodes,
                engine,
                players,
                settings,
                provenance: Provenance { worker, millis },
            }
        }
    }

    proptest! {
        #[test]
        fn records_come_back_as_they_went(record in records()) {
            let bytes = v1::Record::from(&record).encode_to_vec();
            let back = Record::try_from(v1::Record::decode(bytes.as_slice()).unwrap()).unwrap();
            prop_assert_eq!(back, record);
        }

        #[test]
        fn hostile_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(message) = v1::Record::decode(bytes.as_slice()) {
                let _either_way_is_fine = Record::try_from(message);
            }
        }

        #[test]
        fn bent_records_give_errors_or_valid_records(
            record in records(), result in any::<i32>(), reason in any::<i32>(), plies in any::<u32>(), depth in any::<u32>(),
        ) {
            let mut message = v1::Record::from(&record);
            message.result = result;
            message.reason = reason;
            message.opening_plies = plies;
            if let Some(played) = message.moves.first_mut() {
                played.searched = Some(v1::Searched { eval: 0, depth });
            }
            if let Ok(back) = Record::try_from(message) {
                prop_assert!(usize::from(back.opening_plies) <= back.moves.len());
                prop_assert_eq!(back.moves.len(), back.searched.len());
            }
        }
    }

    #[test]
    fn a_missing_result_is_named() {
        let fault = Record::try_from(v1::Record::default()).unwrap_err();
        assert_eq!(fault.to_string(), "result: missing or unknown");
    }

    #[test]
    fn a_game_has_two_players_or_does_not_name_them() {
        let mut message = v1::Record {
            result: v1::GameResult::Draw.into(),
            reason: v1::Reason::Mate.into(),
            players: vec!["one".into()],
            ..v1::Record::default()
        };
        let fault = Record::try_from(message.clone()).unwrap_err();
        assert_eq!(fault.to_string(), "players: two play a game, not 1");
        message.players.push("other".into());
        let names = Record::try_from(message).unwrap().players;
        assert_eq!(names, Some(["one".into(), "other".into()]));
    }
}
