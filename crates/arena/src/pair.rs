use std::sync::Arc;
use std::time::Instant;

use assay_rules::{Move, Position, Rules, Width, with_rules};
use assay_search::{Engine, Limits, Settings, Stop};

use crate::seat::{Board, Seat};
use crate::{Opening, PairFault, PairJob, Provenance, Record, Referee, settings_hash};

/// Nodes of the search that weighs an opening.
pub(crate) const BALANCE_NODES: u64 = 1_000;

/// Plays both games of a pair. `on_game` sees each record, with its number in the pair, as soon as its
/// game is over.
///
/// With node or depth limits and one engine thread the records depend only on the job, apart from
/// their provenance.
pub fn play_pair(
    job: &PairJob,
    stop: &Stop,
    on_game: &mut dyn FnMut(usize, &Record),
) -> Result<[Record; 2], PairFault> {
    with_rules!(&job.rules, rules => {
        let mut table = Table::new(rules, job)?;
        table.play(job, stop, on_game)
    })
}

/// Where a pair is played: the rules, a seat for each player, the opening.
struct Table<W: Width> {
    rules: Arc<Rules<W>>,
    seats: [Seat<W>; 2],
    start: Position<W>,
    opening: Vec<Move>,
    settings: String,
}

impl<W: Width> Table<W> {
    fn new(rules: &Arc<Rules<W>>, job: &PairJob) -> Result<Table<W>, PairFault> {
        let (start, opening) = choose_opening(rules, job)?;
        Ok(Table {
            rules: Arc::clone(rules),
            seats: [
                Seat::new(&job.rules, rules, &job.players[0]),
                Seat::new(&job.rules, rules, &job.players[1]),
            ],
            start,
            opening,
            settings: settings_hash(&job.rules, &job.players, &job.terms, job.balance),
        })
    }

    fn play(
        &mut self,
        job: &PairJob,
        stop: &Stop,
        on_game: &mut dyn FnMut(usize, &Record),
    ) -> Result<[Record; 2], PairFault> {
        let mut game = |number| {
            let record = self.game(job, number, stop)?;
            on_game(number, &record);
            Ok(record)
        };
        Ok([game(0)?, game(1)?])
    }

    /// Game 0 has player 0 as White, game 1 player 1.
    fn game(&mut self, job: &PairJob, number: usize, stop: &Stop) -> Result<Record, PairFault> {
        let began = Instant::now();
        for (i, seat) in self.seats.iter_mut().enumerate() {
            seat.new_game(seed_of(job.seed, number, i), stop)?;
        }
        let mut referee = Referee::new(&self.rules, &job.terms, self.start);
        let mut moves = Vec::new();
        let mut searched = Vec::new();
        let mut nodes = 0_u64;
        for &mv in &self.opening {
            moves.push(self.rules.move_text(referee.position(), mv));
            searched.push(None);
            referee
                .play(mv, None)
                .map_err(|_| PairFault::Failed("an opening that cannot be played".to_owned()))?;
        }
        if referee.outcome().is_some() {
            return Err(PairFault::Failed(
                "an opening that is a finished game".to_owned(),
            ));
        }
        let start = self.rules.position_text(&self.start);
        while referee.outcome().is_none() {
            let position = *referee.position();
            let player = (number + position.side().index()) % 2;
            let board = Board {
                referee: &referee,
                start: &start,
                moves: &moves,
            };
            let answer = self.seats[player].answer(&board, stop)?;
            if stop.is_raised() {
                return Err(PairFault::Stopped);
            }
            moves.push(self.rules.move_text(&position, answer.mv));
            searched.push(answer.searched);
            nodes = nodes.saturating_add(answer.nodes);
            referee.play(answer.mv, answer.searched).map_err(|_| {
                let at = self.rules.position_text(&position);
                PairFault::Failed(format!("an illegal move passed for a legal one in {at}"))
            })?;
        }
        let outcome = referee
            .outcome()
            .expect("the loop ends when the game has an outcome");
        Ok(Record {
            start,
            opening_plies: self.opening.len() as u16,
            moves,
            searched,
            result: outcome.result,
            reason: outcome.reason,
            nodes,
            engine: assay_search::VERSION.to_owned(),
            players: self.names(number),
            settings: self.settings.clone(),
            provenance: Provenance {
                worker: String::new(),
                millis: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            },
        })
    }
}

impl<W: Width> Table<W> {
    /// Who played White and Black in a game, if one of them is from outside.
    fn names(&self, number: usize) -> Option<[String; 2]> {
        let outside = [0, 1].map(|side| self.seats[(number + side) % 2].outside());
        let name = |name: Option<&str>| name.unwrap_or(assay_search::VERSION).to_owned();
        let any = outside.iter().any(Option::is_some);
        any.then(|| outside.map(name))
    }
}

/// The first candidate within the balance window, or else the one nearest to level.
fn choose_opening<W: Width>(
    rules: &Arc<Rules<W>>,
    job: &PairJob,
) -> Result<(Position<W>, Vec<Move>), PairFault> {
    let mut lines = job.openings.iter().map(|opening| replay(rules, opening));
    let Some(window) = job.balance else {
        let first = lines.next().unwrap_or_else(no_opening)?;
        return Ok((first.start, first.moves));
    };
    let limits = Limits::nodes(BALANCE_NODES);
    let mut engine = Engine::new(rules, &Settings::default(), &limits);
    let mut best: Option<(i32, Line<W>)> = None;
    for line in lines {
        let line = line?;
        engine.new_game(0);
        let thought = engine.think(&line.end, &line.history, &limits, &Stop::new());
        let off = thought.score.number().abs();
        if best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, line));
        }
        if off <= window.0 {
            break;
        }
    }
    let line = best.map_or_else(no_opening, |(_, line)| Ok(line))?;
    Ok((line.start, line.moves))
}

fn no_opening<T>() -> Result<T, PairFault> {
    Err(PairFault::Failed(
        "a pair needs at least one opening to choose from".to_owned(),
    ))
}

/// An opening that has been played through.
struct Line<W: Width> {
    start: Position<W>,
    moves: Vec<Move>,
    history: Vec<u64>,
    end: Position<W>,
}

fn replay<W: Width>(rules: &Rules<W>, opening: &Opening) -> Result<Line<W>, PairFault> {
    let start = match &opening.start {
        Some(text) => rules
            .parse_position(text)
            .map_err(|faults| PairFault::Failed(format!("opening: {faults}")))?,
        None => *rules.start(),
    };
    let mut line = Line {
        moves: Vec::with_capacity(opening.moves.len()),
        history: Vec::with_capacity(opening.moves.len()),
        end: start,
        start,
    };
    for text in &opening.moves {
        let mv = rules
            .parse_move(&line.end, text)
            .map_err(|fault| PairFault::Failed(format!("opening: {fault}")))?;
        line.history.push(line.end.hash());
        line.end = rules.play(&line.end, mv);
        line.moves.push(mv);
    }
    Ok(line)
}

/// The seed of one player's choices in one game of a pair: a fixed mixing of all three (`SplitMix64`,
/// Steele, Lea and Flood 2014).
fn seed_of(pair: u64, game: usize, player: usize) -> u64 {
    let step = 0x9e37_79b9_7f4a_7c15_u64;
    let mut z = pair.wrapping_add(step.wrapping_mul(1 + (game * 2 + player) as u64));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{job, play, rules, rules_from};
    use crate::{Centipawns, check_record, opening_candidates};

    #[test]
    fn the_same_job_gives_the_same_records_on_any_thread() {
        for game in ["fide", "sonic", "sonic-large"] {
            let rules = rules(game, &[]);
            let job = job(&rules, 150, opening_candidates(&rules, 2, 4, 3));
            let here = play(&job);
            let there = std::thread::spawn({
                let job = job.clone();
                move || play(&job)
            });
            let there = there.join().expect("a thread that plays");
            assert!(
                here[0].same_game(&there[0]) && here[1].same_game(&there[1]),
                "{game}"
            );
            let mut other = job.clone();
            other.seed = 2;
            let other = play(&other);
            assert!(
                !here[0].same_game(&other[0]),
                "{game}: the seed must matter"
            );
            assert_ne!(
                here[0].moves, here[1].moves,
                "{game}: one game is a copy of the other"
            );
        }
    }

    #[test]
    fn a_raised_stop_ends_the_pair_in_the_middle() {
        let rules = rules("fide", &[]);
        let job = job(&rules, 200, opening_candidates(&rules, 2, 4, 1));
        let stop = Stop::new();
        let mut finished = 0;
        let answer = play_pair(&job, &stop, &mut |number, _| {
            assert_eq!(number, 0);
            finished += 1;
            stop.raise();
        });
        assert_eq!(answer, Err(PairFault::Stopped));
        assert_eq!(finished, 1);
    }

    #[test]
    fn players_swap_sides() {
        let rules = rules("fide", &[]);
        let mut job = job(&rules, 1, opening_candidates(&rules, 4, 4, 1));
        job.players[0].limits = Limits::depth(3);
        job.players[1].limits = Limits::depth(1);
        for (record, white) in play(&job).iter().zip([3, 1]) {
            let depths: Vec<u8> = record.searched.iter().flatten().map(|s| s.depth).collect();
            assert_eq!(depths[0], white);
            assert_eq!(depths[1], 4 - white);
        }
    }

    #[test]
    fn the_balance_window_picks_the_opening() {
        let start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
        let rules = rules_from("fide", &[], Some(start));
        let opening = |moves: &[&str]| Opening {
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
            start: None,
        };
        let (lost, level) = (
            opening(&["d1g4", "h7h6", "g4d7"]),
            opening(&["g1f3", "b8c6"]),
        );
        let mut job = job(&rules, 1, vec![lost.clone(), level.clone()]);
        let [record, _] = play(&job);
        assert!(
            lost.begins(&rules, &record),
            "without a window the first is played"
        );
        job.balance = Some(Centipawns(150));
        let [record, _] = play(&job);
        assert!(level.begins(&rules, &record));
        job.openings = vec![lost.clone()];
        let [record, _] = play(&job);
        assert!(
            lost.begins(&rules, &record),
            "the nearest to level if none is within the window"
        );
        assert_eq!(check_record(&rules, &job.terms, &record), Ok(()));
    }

    #[test]
    fn a_job_that_cannot_be_played_says_why() {
        let rules = rules("fide", &[]);
        let opening = |text: &str| Opening {
            moves: vec![text.to_owned()],
            start: None,
        };
        let fails = |openings| {
            let job = job(&rules, 1, openings);
            match play_pair(&job, &Stop::new(), &mut |_, _| {}) {
                Err(PairFault::Failed(what)) => what,
                other => panic!("{other:?}"),
            }
        };
        assert!(fails(vec![]).contains("at least one opening"));
        assert!(fails(vec![opening("e2e5")]).contains("opening"));
        let mated = Opening {
            moves: vec![],
            start: Some("R6k/8/6K1/8/8/8/8/8 b - - 0 1".to_owned()),
        };
        assert!(fails(vec![mated]).contains("finished"));
    }

    #[test]
    fn seeds_differ_by_pair_game_and_player() {
        let mut seeds: Vec<u64> = (0..50)
            .flat_map(|pair| (0..4).map(move |i| seed_of(pair, i / 2, i % 2)))
            .collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 200);
    }
}
