use std::collections::HashSet;

use assay_faults::Faults;
use assay_rules::{AnyRules, Move, MoveList, Position, Rules, Width, with_rules};
use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use crate::Record;

/// The moves a game begins with, chosen by no player.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening {
    /// Move texts.
    pub moves: Vec<String>,
    /// Position text before them; `None` for the game's own start.
    pub start: Option<String>,
}

/// Up to so many positions of one ply are all listed; beyond that, openings are random walks.
const LISTED: usize = 10_000;
/// So many walks in a row that end in known positions mean that there are hardly any others.
const PATIENCE: usize = 2_000;

impl Opening {
    /// Whether a record begins with this opening.
    pub fn begins(&self, rules: &AnyRules, record: &Record) -> bool {
        let same_start = match &self.start {
            Some(text) => *text == record.start,
            None => with_rules!(rules, r => r.position_text(r.start()) == record.start),
        };
        let plies = usize::from(record.opening_plies);
        same_start && record.moves.get(..plies) == Some(self.moves.as_slice())
    }
}

/// `count` openings of `plies` random moves each, in an order that depends only on the rules and the
/// seed; a larger count only adds to the end.
///
/// No two end in the same position, until the positions there are run out: then the list starts again
/// from its beginning. After none is the game over, nor on the way there, be it by repetition. The list
/// is empty only if no game lasts `plies` plies.
///
/// Where few positions can be reached in `plies` moves, each is as likely as the others; where there
/// are many, each opening is a walk of random legal moves.
pub fn opening_candidates(rules: &AnyRules, seed: u64, plies: u16, count: usize) -> Vec<Opening> {
    with_rules!(rules, r => {
        let lines = candidates(r, r.start(), seed, plies, count);
        let opening = |moves| Opening { moves, start: None };
        lines.into_iter().map(opening).collect()
    })
}

/// The same from another start position than that of the rules.
///
/// # Errors
/// What is wrong with the position's text.
pub fn opening_candidates_from(
    rules: &AnyRules,
    start: &str,
    seed: u64,
    plies: u16,
    count: usize,
) -> Result<Vec<Opening>, Faults> {
    with_rules!(rules, r => {
        let position = r.parse_position(start)?;
        let lines = candidates(r, &position, seed, plies, count);
        let opening = |moves| Opening { moves, start: Some(start.to_owned()) };
        Ok(lines.into_iter().map(opening).collect())
    })
}

/// Move texts of each opening.
fn candidates<W: Width>(
    rules: &Rules<W>,
    start: &Position<W>,
    seed: u64,
    plies: u16,
    count: usize,
) -> Vec<Vec<String>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut lines = match every_line(rules, start, plies) {
        Some(mut lines) => {
            lines.retain(|line| rules.over_within(start, line).is_none());
            lines.shuffle(&mut rng);
            lines.truncate(count);
            lines
        }
        None => random_lines(rules, start, plies, count, &mut rng),
    };
    let distinct = lines.len();
    for i in distinct..count {
        match lines.get(i.wrapping_sub(distinct)).cloned() {
            Some(line) => lines.push(line),
            None => break,
        }
    }
    lines
        .iter()
        .map(|line| line_texts(rules, start, line))
        .collect()
}

fn line_texts<W: Width>(rules: &Rules<W>, start: &Position<W>, line: &[Move]) -> Vec<String> {
    let mut position = *start;
    line.iter()
        .map(|&mv| {
            let text = rules.move_text(&position, mv);
            position = rules.play(&position, mv);
            text
        })
        .collect()
}

/// One line to each position that is reached in exactly `plies` moves and not finished; `None` if there
/// are too many.
fn every_line<W: Width>(
    rules: &Rules<W>,
    start: &Position<W>,
    plies: u16,
) -> Option<Vec<Vec<Move>>> {
    let mut layer: Vec<(Position<W>, Vec<Move>)> = vec![(*start, Vec::new())];
    let mut moves = MoveList::default();
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (position, line) in &layer {
            rules.legal_moves(position, &mut moves);
            for &mv in moves.iter() {
                let after = rules.play(position, mv);
                if rules.verdict(&after).is_some() || !seen.insert(after.hash()) {
                    continue;
                }
                if next.len() == LISTED {
                    return None;
                }
                let mut line = line.clone();
                line.push(mv);
                next.push((after, line));
            }
        }
        layer = next;
    }
    Some(layer.into_iter().map(|(_, line)| line).collect())
}

fn random_lines<W: Width>(
    rules: &Rules<W>,
    start: &Position<W>,
    plies: u16,
    count: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<Move>> {
    let mut lines = Vec::new();
    let mut seen = HashSet::new();
    let mut failures = 0;
    let mut moves = MoveList::default();
    while lines.len() < count && failures < PATIENCE {
        match random_line(rules, start, plies, rng, &mut moves) {
            Some((line, hash)) if seen.insert(hash) => {
                lines.push(line);
                failures = 0;
            }
            _ => failures += 1,
        }
    }
    lines
}

/// A walk and the hash of its last position; `None` if it runs into the end of a game.
fn random_line<W: Width>(
    rules: &Rules<W>,
    start: &Position<W>,
    plies: u16,
    rng: &mut ChaCha8Rng,
    moves: &mut MoveList,
) -> Option<(Vec<Move>, u64)> {
    let mut position = *start;
    let mut line = Vec::with_capacity(usize::from(plies));
    for _ in 0..plies {
        rules.legal_moves(&position, moves);
        if moves.is_empty() {
            return None;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        position = rules.play(&position, mv);
        line.push(mv);
    }
    let unfinished = rules.over_within(start, &line).is_none();
    unfinished.then(|| (line, position.hash()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::job;
    use crate::testing::{play, rules};

    /// The hash of the position an opening leads to, the game not being over there nor before.
    fn end(rules: &AnyRules, opening: &Opening) -> u64 {
        with_rules!(rules, r => {
            let mut position = *r.start();
            let mut line = Vec::new();
            for text in &opening.moves {
                let mv = r.parse_move(&position, text).expect("a legal opening move");
                position = r.play(&position, mv);
                line.push(mv);
            }
            assert_eq!(r.over_within(r.start(), &line), None, "{opening:?}");
            position.hash()
        })
    }

    #[test]
    fn candidates_are_distinct_legal_and_unfinished() {
        for (game, plies) in [("fide", 2), ("fide", 8), ("sonic", 4), ("sonic-large", 6)] {
            let rules = rules(game, &[]);
            let openings = opening_candidates(&rules, 5, plies, 300);
            assert_eq!(openings.len(), 300, "{game}");
            let ends: HashSet<u64> = openings.iter().map(|o| end(&rules, o)).collect();
            assert_eq!(ends.len(), 300, "{game}");
            assert!(
                openings.iter().all(|o| o.moves.len() == usize::from(plies)),
                "{game}"
            );
        }
    }

    #[test]
    fn a_larger_count_only_adds_and_another_seed_differs() {
        for plies in [1, 2, 6] {
            let rules = rules("fide", &[]);
            let few = opening_candidates(&rules, 5, plies, 12);
            let many = opening_candidates(&rules, 5, plies, 18);
            assert_eq!(few, many[..12], "{plies}");
            assert_ne!(few, opening_candidates(&rules, 6, plies, 12), "{plies}");
        }
    }

    #[test]
    fn the_list_starts_again_only_when_every_position_was_used() {
        let rules = rules("fide", &[]);
        let openings = opening_candidates(&rules, 5, 1, 50);
        assert_eq!(openings.len(), 50);
        let ends: HashSet<u64> = openings[..20].iter().map(|o| end(&rules, o)).collect();
        assert_eq!(ends.len(), 20, "all first moves before any again");
        assert_eq!(openings[..20], openings[20..40]);
        assert_eq!(openings[..10], openings[40..]);
        let none = opening_candidates(&rules, 5, 0, 3);
        assert_eq!(none, vec![Opening::default(); 3]);
    }

    #[test]
    fn no_candidates_where_no_game_lasts_so_long() {
        // Black has one move; then it has none.
        let start = "7k/5K2/8/6Q1/8/8/8/8 b - - 0 1";
        let rules = crate::testing::rules_from("fide", &[], Some(start));
        let openings = opening_candidates(&rules, 1, 1, 5);
        assert!(openings.iter().all(|o| o.moves == ["h8h7"]), "{openings:?}");
        assert_eq!(openings.len(), 5);
        let mate = "R6k/8/6K1/8/8/8/8/8 b - - 0 1";
        let rules = crate::testing::rules_from("fide", &[], Some(mate));
        assert_eq!(opening_candidates(&rules, 1, 1, 5), []);
    }

    #[test]
    fn no_candidate_is_over_by_repetition() {
        // Only the knights can move, and come home again and again.
        let start = "k1b4n/1pPp4/1P1P4/8/8/1p1p4/1PpP4/K1B4N w - - 0 1";
        let any = crate::testing::rules_from("fide", &[], Some(start));
        let openings = opening_candidates(&any, 1, 60, 100);
        assert_eq!(openings.len(), 100);
        let ends: HashSet<u64> = openings.iter().map(|o| end(&any, o)).collect();
        assert_eq!(ends.len(), 100);
    }

    #[test]
    fn openings_from_another_start_say_so_and_are_those_of_rules_that_have_it() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1";
        let (own, other) = (
            rules("fide", &[]),
            crate::testing::rules_from("fide", &[], Some(start)),
        );
        for plies in [1, 6] {
            let from = opening_candidates_from(&own, start, 5, plies, 8).unwrap();
            let wanted = opening_candidates(&other, 5, plies, 8);
            for (from, wanted) in from.iter().zip(&wanted) {
                assert_eq!(
                    (&from.moves, from.start.as_deref()),
                    (&wanted.moves, Some(start))
                );
            }
            assert_eq!(from.len(), 8);
        }
        assert!(opening_candidates_from(&own, "nonsense", 5, 1, 1).is_err());
    }

    #[test]
    fn an_opening_begins_the_records_played_from_it() {
        let rules = rules("fide", &[]);
        let openings = opening_candidates(&rules, 9, 4, 2);
        let [record, _] = play(&job(&rules, 1, openings[..1].to_vec()));
        assert!(openings[0].begins(&rules, &record));
        assert!(!openings[1].begins(&rules, &record));
    }
}
