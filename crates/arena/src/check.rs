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
        let mv = rules.parse_move(position, text).map_err(|_| illegal())?;
        if rules.move_text(position, mv) != *text {
            return Err(illegal());
        }
        referee.play(mv, *searched).map_err(|_| illegal())?;
        if i + 1 == opening
            && let Some(outcome) = referee.outcome()
        {
            return Err(RecordFault::GoesOn {
                ply: opening,
                outcome,
            });
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

/// Beyond the score of a side that mates at once.
const MOST_EVAL: u32 = 30_000;

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
        return shape(format!(
            "an opening of {opening} plies in a game of {plies}"
        ));
    }
    if record.searched[..opening].iter().any(Option::is_some) {
        return shape("a search result for an opening move".to_owned());
    }
    if opening == plies {
        return shape("no move after the opening".to_owned());
    }
    let mut evals = record.searched.iter().flatten().map(|s| s.eval);
    if let Some(eval) = evals.find(|eval| eval.unsigned_abs() > MOST_EVAL) {
        return shape(format!(
            "a search result of {eval} centipawns, more than {MOST_EVAL}"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{job, play, rules, rules_from};
    use crate::{
        Adjudication, Centipawns, DrawRule, GameResult, Opening, Plies, Reason, ResignRule,
        Searched, opening_candidates,
    };

    /// Every game with its defaults, and some other choices.
    fn games() -> Vec<AnyRules> {
        let choices: [(&str, &[(&str, &str)]); 4] = [
            ("fide", &[("stalemate", "win")]),
            (
                "sonic",
                &[
                    ("turning", "crooked"),
                    ("springs", "true"),
                    ("crooked-pawns", "true"),
                ],
            ),
            ("sonic-large", &[("springs", "true")]),
            ("sonic-original", &[("stalemate", "win")]),
        ];
        let defaults = assay_rules::Game::builtin_ids()
            .iter()
            .map(|id| rules(id, &[]));
        defaults
            .chain(choices.iter().map(|(id, options)| rules(id, options)))
            .collect()
    }

    #[test]
    fn every_record_that_is_played_passes() {
        for rules in games() {
            for seed in 0..2 {
                let openings = opening_candidates(&rules, seed, 4, 1);
                for nodes in [1, 40] {
                    let job = job(&rules, nodes, openings.clone());
                    for record in play(&job) {
                        check_record(&rules, &job.terms, &record)
                            .unwrap_or_else(|fault| panic!("{}: {fault}", rules.game().id()));
                    }
                }
            }
        }
    }

    /// A record and the terms it was played under, whose game was adjudicated as won.
    fn adjudicated() -> (AnyRules, Terms, Record) {
        let rules = rules("fide", &[]);
        let mut job = job(&rules, 60, opening_candidates(&rules, 3, 6, 1));
        job.terms.adjudication.resign = Some(ResignRule {
            score: Centipawns(500),
            plies: Plies(4),
        });
        let [record, _] = play(&job);
        assert_eq!(record.reason, Reason::AdjudicatedWin);
        (rules, job.terms, record)
    }

    #[test]
    fn a_record_that_was_tampered_with_is_refused() {
        let (rules, terms, record) = adjudicated();
        assert_eq!(check_record(&rules, &terms, &record), Ok(()));
        let tampered = |change: &dyn Fn(&mut Record)| {
            let mut record = record.clone();
            change(&mut record);
            check_record(&rules, &terms, &record).expect_err("a tampered record must be refused")
        };
        let last = record.moves.len() - 1;
        let move_fault = tampered(&|r| r.moves[7] = "a1h8".to_owned());
        assert!(
            matches!(move_fault, RecordFault::Move { ply: 8, .. }),
            "{move_fault}"
        );
        let spelling = tampered(&|r| r.moves[7].push(' '));
        assert!(
            matches!(spelling, RecordFault::Move { ply: 8, .. }),
            "{spelling}"
        );
        let other = match record.result {
            GameResult::WhiteWins => GameResult::BlackWins,
            _ => GameResult::WhiteWins,
        };
        let result = tampered(&|r| r.result = other);
        assert!(matches!(result, RecordFault::Outcome { .. }), "{result}");
        let reason = tampered(&|r| r.reason = Reason::Mate);
        assert!(matches!(reason, RecordFault::Outcome { .. }), "{reason}");
        let eval = tampered(&|r| r.searched[last].as_mut().expect("searched").eval = 0);
        assert_eq!(eval, RecordFault::Unfinished);
        let unsaid = tampered(&|r| r.searched[last - 1] = None);
        assert_eq!(unsaid, RecordFault::Unfinished);
        let early = tampered(&|r| {
            for (i, s) in r.searched.iter_mut().enumerate() {
                if let Some(s) = s {
                    s.eval = if i % 2 == 0 { 900 } else { -900 };
                }
            }
        });
        assert!(
            matches!(early, RecordFault::GoesOn { ply: 10, .. }),
            "{early}"
        );
        let short = tampered(&|r| {
            r.moves.pop();
            r.searched.pop();
        });
        assert_eq!(short, RecordFault::Unfinished);
        for eval in [i32::MIN, -30_001, 30_001] {
            let beyond = tampered(&|r| {
                let last = r.searched.last_mut().expect("a move");
                *last = Some(Searched { eval, depth: 1 });
            });
            assert!(matches!(beyond, RecordFault::Shape(_)), "{beyond}");
        }
        let shape = tampered(&|r| _ = r.moves.pop());
        assert!(matches!(shape, RecordFault::Shape(_)), "{shape}");
        let opening = tampered(&|r| r.opening_plies += 1);
        assert!(matches!(opening, RecordFault::Shape(_)), "{opening}");
        let opening = tampered(&|r| r.opening_plies = 999);
        assert!(matches!(opening, RecordFault::Shape(_)), "{opening}");
        let start = tampered(&|r| r.start = "8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        assert!(matches!(start, RecordFault::Start(_)), "{start}");
    }

    #[test]
    fn terms_other_than_those_played_under_refuse_the_record() {
        let (rules, terms, record) = adjudicated();
        assert_eq!(
            check_record(&rules, &Terms::default(), &record),
            Err(RecordFault::Unfinished)
        );
        let shorter = Terms {
            length_cap: Plies(8),
            ..terms
        };
        let fault = check_record(&rules, &shorter, &record).expect_err("a game beyond the cap");
        assert!(
            matches!(fault, RecordFault::GoesOn { ply: 8, .. }),
            "{fault}"
        );
    }

    /// A line of moves from a position, and how the referee must end it.
    struct Case {
        game: &'static str,
        options: &'static [(&'static str, &'static str)],
        start: &'static str,
        moves: &'static str,
        terms: Terms,
        end: Option<(GameResult, Reason)>,
    }

    fn case(game: &'static str, start: &'static str, moves: &'static str) -> Case {
        Case {
            game,
            options: &[],
            start,
            moves,
            terms: Terms::default(),
            end: None,
        }
    }

    #[test]
    fn games_end_as_their_rules_say() {
        use GameResult::{BlackWins, Draw, WhiteWins};
        let fide = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
        let thrice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        let stuck = "k7/8/2K5/8/1Q6/8/8/8 w - - 0 1";
        let capped = Terms {
            length_cap: Plies(3),
            ..Terms::default()
        };
        let cases = [
            Case {
                end: Some((BlackWins, Reason::Mate)),
                ..case("fide", fide, "f2f3 e7e5 g2g4 d8h4")
            },
            case("fide", fide, shuffle),
            Case {
                end: Some((Draw, Reason::Repetition)),
                ..case("fide", fide, thrice)
            },
            Case {
                end: Some((Draw, Reason::Stalemate)),
                ..case("fide", stuck, "b4b6")
            },
            Case {
                options: &[("stalemate", "win")],
                end: Some((WhiteWins, Reason::Stalemate)),
                ..case("fide", stuck, "b4b6")
            },
            Case {
                terms: capped,
                end: Some((Draw, Reason::LengthCap)),
                ..case("fide", fide, "e2e4 e7e5 g1f3")
            },
            Case {
                end: Some((Draw, Reason::MoveCount)),
                ..case("fide", "7k/8/8/8/8/8/R7/K7 w - - 98 80", "a2b2 h8g8")
            },
            // Mate on the ply that exhausts the count is mate.
            Case {
                end: Some((WhiteWins, Reason::Mate)),
                ..case("fide", "7k/8/6K1/8/8/8/R7/8 w - - 99 80", "a2a8")
            },
            Case {
                end: Some((Draw, Reason::DeadPosition)),
                ..case("fide", "7k/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2")
            },
            Case {
                end: Some((WhiteWins, Reason::KingTaken)),
                ..case("sonic", "8/8/8/4k3/3P4/8/8/K7 w - - Kna:Kna 0 1", "d4e5")
            },
            Case {
                end: Some((WhiteWins, Reason::LastFormLost)),
                ..case("sonic", "8/8/8/4k3/8/8/4R3/K7 w - - Kna:K 0 1", "e2e5")
            },
        ];
        for case in cases {
            let name = format!("{} {} {}", case.game, case.start, case.moves);
            let any = rules_from(case.game, case.options, None);
            let end = with_rules!(&any, rules => {
                let start = rules.parse_position(case.start).unwrap_or_else(|f| panic!("{name}: {f}"));
                let mut referee = Referee::new(rules, &case.terms, start);
                for text in case.moves.split(' ') {
                    assert_eq!(referee.outcome(), None, "{name} before {text}");
                    let mv = rules.parse_move(referee.position(), text);
                    let mv = mv.unwrap_or_else(|f| panic!("{name}: {f}"));
                    referee.play(mv, None).unwrap_or_else(|_| panic!("{name}: {text} is illegal"));
                }
                referee.outcome().map(|o| (o.result, o.reason))
            });
            assert_eq!(end, case.end, "{name}");
        }
    }

    #[test]
    fn level_games_are_adjudicated_as_drawn_from_the_given_ply_on() {
        let rules = rules("fide", &[]);
        let mut job = job(&rules, 30, vec![Opening::default()]);
        job.terms.adjudication = Adjudication {
            resign: None,
            draw: Some(DrawRule {
                score: Centipawns(5_000),
                plies: Plies(4),
                after: Plies(20),
            }),
        };
        for record in play(&job) {
            assert_eq!(
                (record.reason, record.moves.len()),
                (Reason::AdjudicatedDraw, 20)
            );
            assert_eq!(check_record(&rules, &job.terms, &record), Ok(()));
        }
    }
}
