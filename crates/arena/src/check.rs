use std::sync::Arc;

use assay_rules::{AnyRules, Rules, Width, with_rules};

use crate::{Outcome, Record, Referee, Terms};

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// The start position is none of this game.
    #[error("start position: {0}")]
    Start(String),
    /// The lists of a record do not fit each other.
    #[error("{0}")]
    Shape(String),
    /// A move that is not legal, or not written as it should be.
    #[error("ply {ply}: {text} is not a legal move here")]
    Move {
        /// Counted from 1.
        ply: usize,
        /// As recorded.
        text: String,
    },
    /// The game was over before its last move, or before its first.
    #[error("the game was over by {reason} after {ply} plies, but the record goes on", reason = .outcome.reason)]
    GoesOn {
        /// Plies played when it was over.
        ply: usize,
        /// How it was over.
        outcome: Outcome,
    },
    /// The game is not over after its last move.
    #[error("the game is not over after the last recorded move")]
    Unfinished,
    /// Result or reason are not what the moves say.
    #[error(
        "recorded as {} by {}, but the moves end it as {} by {}",
        .recorded.result.text(), .recorded.reason, .found.result.text(), .found.reason
    )]
    Outcome {
        /// As recorded.
        recorded: Outcome,
        /// As the referee finds it.
        found: Outcome,
    },
}

/// Replays a record move by move and refuses whatever could not have happened under these rules and
/// terms: an illegal move, a game that goes on after its end or stops before it, a wrong result or
/// reason, an adjudication that the recorded scores do not bear out or that is missing.
pub fn check_record(rules: &AnyRules, terms: &Terms, record: &Record) -> Result<(), RecordFault> {
    with_rules!(rules, r => check(r, terms, record))
}

fn check<W: Width>(
    rules: &Arc<Rules<W>>,
    terms: &Terms,
    record: &Record,
) -> Result<(), RecordFault> {
    check_shape(record)?;
    let start = rules
        .parse_position(&record.start)
        .map_err(|faults| RecordFault::Start(faults.to_string()))?;
    let mut referee = Referee::new(rules, terms, start);
    let opening = usize::from(record.opening_plies);
    for (i, (text, searched)) in record.moves.iter().zip(&record.searched).enumerate() {
        if let Some(outcome) = referee.outcome() {
            return Err(RecordFault::GoesOn { ply: i, outcome });
        }
        let position = referee.position();
        let illegal = || RecordFault::Move {
            ply: i + 1,
            text: text.clone(),
        };
        let mv = rules
            .parse_move(position, text)
            .map_err(|_| illegal())?;
        if rules.move_text(position, mv) != *text {
            return Err(illegal());
        }
        referee.play(mv, *searched).map_err(|_| illegal())?;
        if i + 1 == opening
            && let Some(outcome) = referee.outcome()
        {
            return Err(RecordFault::GoesOn { ply: opening, outcome });
        }
    }
    let found = referee.outcome().ok_or(RecordFault::Unfinished)?;
    let recorded = Outcome {
        result: record.result,
        reason: record.reason,
    };
    if found == recorded {
        Ok(())
    } else {
        Err(RecordFault::Outcome { recorded, found })
    }
}

fn check_shape(record: &Record) -> Result<(), RecordFault> {
    let plies = record.moves.len();
    let opening = usize::from(record.opening_plies);
    let shape = |what: String| Err(RecordFault::Shape(what));
    if record.searched.len() != plies {
        return shape(format!(
            "{plies} moves but {} search results",
            record.searched.len()
        ));
    }
    if opening > plies {
        return shape(format!("an opening of {opening} plies in a game of {plies}"));
    }
    if record.searched[..opening].iter().any(Option::is_some) {
        return shape("a search result for an opening move".to_owned());
    }
    if opening == plies {
        return shape("no move after the opening".to_owned());
    }
    Ok(())
}
