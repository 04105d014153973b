use std::fmt::Write as _;
use std::sync::Arc;

use assay_arena::{GameResult, Plies, Referee, Terms};
use assay_rules::{Move, MoveList, Position, Rules, Side, Width};
use assay_search::{Engine, Limits, Settings, Stop, Thought};

use super::drawing::{self, Style};

/// A game between a human and the engine.
pub(super) struct Session<W: Width> {
    rules: Arc<Rules<W>>,
    engine: Engine<W>,
    limits: Limits,
    human: Side,
    style: Style,
    start: Position<W>,
    moves: Vec<Move>,
    referee: Referee<W>,
}

/// What follows what was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The game goes on.
    Stay,
    /// The human has had enough.
    Leave,
}

const HELP: &str = "\
a move         as the program writes it: e2e4, e7e8=Q, d2d6+, e2e4~N, A:e2e4
moves [CELL]   the legal moves, or those from a cell
hint           what the engine would play
undo           take back your last move and the answer to it
board          draw the board again
position       the position as a text
quit           leave
";

impl<W: Width> Session<W> {
    pub(super) fn new(
        rules: &Arc<Rules<W>>,
        start: Position<W>,
        settings: &Settings,
        limits: Limits,
        human: Side,
        style: Style,
    ) -> Session<W> {
        Session {
            engine: Engine::new(rules, settings, &limits),
            referee: Referee::new(rules, &terms(), start),
            rules: Arc::clone(rules),
            limits,
            human,
            style,
            start,
            moves: Vec::new(),
        }
    }

    pub(super) fn board(&self) -> String {
        drawing::board(&self.rules, self.referee.position(), self.human, self.style)
    }

    pub(super) fn is_engines_turn(&self) -> bool {
        self.referee.outcome().is_none() && self.referee.position().side() != self.human
    }

    /// How the game ended, if it has.
    pub(super) fn over(&self) -> Option<String> {
        let outcome = self.referee.outcome()?;
        let winner = match outcome.result {
            GameResult::WhiteWins => "White wins",
            GameResult::BlackWins => "Black wins",
            GameResult::Draw => "The game is drawn",
        };
        Some(format!(
            "{winner} ({}): {}. `undo` goes back, `quit` leaves.",
            outcome.result.text(),
            outcome.reason
        ))
    }

    /// Lets the engine move; says what it played and draws the board.
    pub(super) fn answer(&mut self) -> String {
        let thought = self.think();
        let Some(mv) = thought.best else {
            return String::new();
        };
        let words = format!("The engine plays {}\n", self.told(&thought));
        self.push(mv);
        words + &self.board()
    }

    /// Does what was typed; the answer in words.
    pub(super) fn hear(&mut self, line: &str) -> (String, Next) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words = match word {
            "" => String::new(),
            "quit" | "exit" => return (String::new(), Next::Leave),
            "help" | "?" => HELP.to_owned(),
            "board" => self.board(),
            "position" => self.rules.position_text(self.referee.position()) + "\n",
            "moves" => self.list(rest.trim()),
            "hint" => self.hint(),
            "undo" => self.undo(),
            _ => self.try_move(line),
        };
        (words, Next::Stay)
    }

    fn think(&mut self) -> Thought {
        let (position, history) = (self.referee.position(), self.referee.history());
        self.engine
            .think(position, history, &self.limits, &Stop::new())
    }

    fn told(&self, thought: &Thought) -> String {
        let position = self.referee.position();
        let best = thought
            .best
            .map(|mv| self.rules.move_text(position, mv))
            .unwrap_or_default();
        format!(
            "{best} ({}, depth {}, {} nodes)",
            thought.score, thought.depth.0, thought.nodes.0
        )
    }

    fn push(&mut self, mv: Move) {
        if self.referee.play(mv, None).is_ok() {
            self.moves.push(mv);
        }
    }

    fn hint(&mut self) -> String {
        if self.referee.outcome().is_some() {
            return "The game is over.\n".to_owned();
        }
        let thought = self.think();
        format!("The engine would play {}\n", self.told(&thought))
    }

    /// Goes back to the human's last turn before this one.
    fn undo(&mut self) -> String {
        let first = usize::from(self.start.side() != self.human);
        let turn = |plies: usize| plies >= first && (plies - first).is_multiple_of(2);
        let Some(keep) = (0..self.moves.len()).rev().find(|&plies| turn(plies)) else {
            return "There is no move of yours to take back.\n".to_owned();
        };
        let kept: Vec<Move> = self.moves.drain(..).take(keep).collect();
        self.referee = Referee::new(&self.rules, &terms(), self.start);
        for mv in kept {
            self.push(mv);
        }
        self.board()
    }

    fn try_move(&mut self, text: &str) -> String {
        if self.referee.outcome().is_some() {
            return "The game is over.\n".to_owned();
        }
        match self.rules.parse_move(self.referee.position(), text) {
            Ok(mv) => {
                self.push(mv);
                self.board()
            }
            Err(fault) => {
                let mut words = format!("{fault}\n");
                let likely = self.texts(|t| !text.is_empty() && t.starts_with(text));
                if likely.is_empty() {
                    words.push_str(
                        "`moves` lists the legal moves, `help` what else can be typed.\n",
                    );
                } else {
                    let _ = writeln!(words, "It could go on as {}.", likely.join(" "));
                }
                words
            }
        }
    }

    fn list(&self, cell: &str) -> String {
        // A forced choice of form stands before the cell.
        let from = |t: &str| t.split_once(':').map_or(t, |(_, t)| t).starts_with(cell);
        let texts = self.texts(from);
        if texts.is_empty() {
            return match cell {
                "" => "There is no legal move.\n".to_owned(),
                cell => format!("There is no legal move from {cell}.\n"),
            };
        }
        texts
            .chunks(12)
            .fold(String::new(), |lines, row| lines + &row.join(" ") + "\n")
    }

    /// The texts of some legal moves, in order.
    fn texts(&self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let position = self.referee.position();
        let mut list = MoveList::default();
        self.rules.legal_moves(position, &mut list);
        let mut texts: Vec<String> = list
            .iter()
            .map(|&mv| self.rules.move_text(position, mv))
            .filter(|t| wanted(t))
            .collect();
        texts.sort();
        texts
    }
}

/// No cap on the length of a game against a human.
fn terms() -> Terms {
    Terms {
        length_cap: Plies(u16::MAX),
        ..Terms::default()
    }
}
