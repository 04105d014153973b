use std::sync::Arc;
use std::time::Duration;

use assay_arena::uci;
use assay_rules::{AnyRules, Move, MoveList, Position, Rules, Side, Width, perft};
use assay_search::{Engine, Limits, Settings, Stop, Thought};

use super::command::Setup;
use super::go::Budget;
use super::info::Info;
use crate::commands::drawing::{self, Style};

/// A place at a board: the rules, the position and the engine, on a board of either width.
pub(super) trait Seat: Send {
    /// The side to move.
    fn side(&self) -> Side;

    /// Takes up a position. If anything about it is wrong it says what, and the position before stays.
    fn set(&mut self, setup: &Setup) -> Result<(), String>;

    /// The board and the position text.
    fn draw(&self) -> String;

    /// The engine is made anew before it thinks again.
    fn refit(&mut self, settings: &Settings);

    /// Forgets what was searched.
    fn forget(&mut self);

    /// Makes the engine if there is none, so that the first search does not have to.
    fn get_ready(&mut self);

    /// Which of some moves are not legal in the present position.
    fn illegal(&self, moves: &[String]) -> Vec<String>;

    /// Counts the lines of play of so many plies, at least one, and tells the count below each move. `None` if it was
    /// stopped.
    fn count(&self, plies: u32, stop: &Stop, tell: &mut dyn FnMut(&str, u64)) -> Option<u64>;

    /// Searches; the best move in UCI's notation, and the answer expected to it. `None` if the game is over. `only`
    /// are the moves to search; all of them if none of these is legal.
    fn think(
        &mut self,
        only: &[String],
        budget: &Budget,
        stop: &Stop,
        tell: &mut dyn FnMut(&Info),
    ) -> Option<(String, Option<String>)>;
}

/// A seat at the start position of some rules.
pub(super) fn seat(rules: &AnyRules, settings: &Settings) -> Box<dyn Seat> {
    match rules {
        AnyRules::Narrow(rules) => Box::new(Board::new(rules, settings)),
        AnyRules::Wide(rules) => Box::new(Board::new(rules, settings)),
    }
}

struct Board<W: Width> {
    rules: Arc<Rules<W>>,
    settings: Settings,
    engine: Option<Engine<W>>,
    setup: Setup,
    /// The positions of the game, the present one last.
    game: Vec<Position<W>>,
}

impl<W: Width> Board<W> {
    fn new(rules: &Arc<Rules<W>>, settings: &Settings) -> Board<W> {
        Board {
            rules: Arc::clone(rules),
            settings: settings.clone(),
            engine: None,
            setup: Setup::default(),
            game: vec![*rules.start()],
        }
    }

    fn now(&self) -> &Position<W> {
        self.game.last().expect("a game has a position")
    }

    fn move_of(&self, position: &Position<W>, text: &str) -> Result<Move, String> {
        uci::parse_move(&self.rules, position, text).map_err(|fault| fault.to_string())
    }

    /// Texts of a line of play from the present position.
    fn texts(&self, line: &[Move]) -> Vec<String> {
        let mut position = *self.now();
        let text = |&mv: &Move| {
            let text = uci::move_text(&self.rules, &position, mv);
            position = self.rules.play(&position, mv);
            text
        };
        line.iter().map(text).collect()
    }
}

impl<W: Width> Seat for Board<W> {
    fn side(&self) -> Side {
        self.now().side()
    }

    fn set(&mut self, setup: &Setup) -> Result<(), String> {
        let goes_on = self.setup.start == setup.start && setup.moves.starts_with(&self.setup.moves);
        let (known, mut game) = if goes_on {
            (self.setup.moves.len(), Vec::new())
        } else {
            let start = match &setup.start {
                None => *self.rules.start(),
                Some(text) => self.rules.parse_position(text).map_err(|f| f.to_string())?,
            };
            (0, vec![start])
        };
        for text in &setup.moves[known..] {
            let position = *game.last().unwrap_or_else(|| self.now());
            let mv = self.move_of(&position, text)?;
            game.push(self.rules.play(&position, mv));
        }
        if goes_on {
            self.game.append(&mut game);
        } else {
            self.game = game;
        }
        self.setup = setup.clone();
        Ok(())
    }

    fn draw(&self) -> String {
        let (rules, position) = (&self.rules, self.now());
        let style = Style::PLAIN;
        let board = drawing::board(rules, position, Side::White, style);
        let mut game = rules.game().id().to_owned();
        for (name, value) in rules.choice().iter() {
            game.extend([" ", name, "=", value]);
        }
        format!("{board}game {game}\nfen {}", rules.position_text(position))
    }

    fn refit(&mut self, settings: &Settings) {
        self.settings = settings.clone();
        self.engine = None;
    }

    fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game(self.settings.seed);
        }
    }

    fn get_ready(&mut self) {
        if self.engine.is_none() {
            let engine = Engine::new(&self.rules, &self.settings, &Limits::default());
            self.engine = Some(engine);
        }
    }

    fn illegal(&self, moves: &[String]) -> Vec<String> {
        let is_illegal = |text: &&String| self.move_of(self.now(), text).is_err();
        moves.iter().filter(is_illegal).cloned().collect()
    }

    fn count(&self, plies: u32, stop: &Stop, tell: &mut dyn FnMut(&str, u64)) -> Option<u64> {
        let (rules, now) = (&self.rules, self.now());
        let mut moves = MoveList::default();
        rules.legal_moves(now, &mut moves);
        let mut all = 0;
        for &mv in moves.iter() {
            let after = rules.play(now, mv);
            let count = count(rules, &after, plies.saturating_sub(1), stop)?;
            tell(&uci::move_text(rules, now, mv), count);
            all += count;
        }
        Some(all)
    }

    fn think(
        &mut self,
        only: &[String],
        budget: &Budget,
        stop: &Stop,
        tell: &mut dyn FnMut(&Info),
    ) -> Option<(String, Option<String>)> {
        self.get_ready();
        let mut engine = self.engine.take()?;
        let (now, before) = self.game.split_last()?;
        let history: Vec<u64> = before.iter().map(Position::hash).collect();
        let only: Vec<Move> = only
            .iter()
            .filter_map(|text| self.move_of(now, text).ok())
            .collect();
        let info = |thought: &Thought, hashfull| Info {
            depth: thought.depth.0,
            score: thought.score,
            nodes: thought.nodes.0,
            time: thought.time,
            hashfull,
            line: self.texts(&thought.line),
        };
        let mut told = Duration::ZERO;
        let thought = engine.think_among(
            &only,
            now,
            &history,
            &budget.limits,
            stop,
            &mut |t, fullness| {
                tell(&info(t, fullness.permille()));
                told = t.time;
                if budget.enough.is_some_and(|enough| t.time >= enough) {
                    stop.raise();
                }
            },
        );
        // A search cut short has more to tell than after its last whole iteration.
        if thought.time > told {
            tell(&info(&thought, engine.fullness().permille()));
        }
        self.engine = Some(engine);
        let best = thought.best?;
        let answer = match thought.line[..] {
            [first, ..] if first == best => self.texts(&thought.line).into_iter().nth(1),
            _ => None,
        };
        self.texts(&[best]).pop().map(|best| (best, answer))
    }
}

/// Lines of play of so many plies; `None` if the count was stopped.
fn count<W: Width>(rules: &Rules<W>, from: &Position<W>, plies: u32, stop: &Stop) -> Option<u64> {
    // So many plies take no time.
    const AT_ONCE: u32 = 3;
    if stop.is_raised() {
        return None;
    }
    if plies <= AT_ONCE {
        return Some(perft(rules, from, plies));
    }
    let mut moves = MoveList::default();
    rules.legal_moves(from, &mut moves);
    let counts = moves
        .iter()
        .map(|&mv| count(rules, &rules.play(from, mv), plies - 1, stop));
    counts.sum()
}
