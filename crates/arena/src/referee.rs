use std::sync::Arc;

use assay_rules::{Ending, Move, Position, Rules, Side, Width};

use crate::{GameResult, Reason, Searched, Terms};

/// Both players have had their say after so many plies.
const BOTH: u16 = 2;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won.
    pub result: GameResult,
    /// By what.
    pub reason: Reason,
}

/// Follows one game and says when and how it is over. It believes the rules only, never a player.
#[derive(Clone)]
pub struct Referee<W: Width> {
    rules: Arc<Rules<W>>,
    terms: Terms,
    /// Every position so far, the present one last.
    positions: Vec<Position<W>>,
    /// Their hashes.
    hashes: Vec<u64>,
    /// What the search behind each move said, in centipawns as White sees it.
    scores: Vec<Option<i32>>,
    outcome: Option<Outcome>,
}

/// The move is not legal in the present position, or the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal;

impl<W: Width> Referee<W> {
    /// A game about to begin.
    pub fn new(rules: &Arc<Rules<W>>, terms: &Terms, start: Position<W>) -> Referee<W> {
        let mut referee = Referee {
            rules: Arc::clone(rules),
            terms: terms.clone(),
            hashes: vec![start.hash()],
            positions: vec![start],
            scores: Vec::new(),
            outcome: None,
        };
        referee.outcome = referee.judge();
        referee
    }

    /// The present position.
    pub fn position(&self) -> &Position<W> {
        self.positions
            .last()
            .expect("a game has at least its start position")
    }

    /// Hashes of all positions before the present one, in order.
    pub fn history(&self) -> &[u64] {
        &self.hashes[..self.hashes.len() - 1]
    }

    /// Plies played.
    pub fn plies(&self) -> usize {
        self.scores.len()
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Plays a move with what the mover's search said of it, and judges the position it leads to.
    pub fn play(
        &mut self,
        mv: Move,
        searched: Option<Searched>,
    ) -> Result<Option<Outcome>, Illegal> {
        let before = self.position();
        if self.outcome.is_some() || !self.rules.is_legal(before, mv) {
            return Err(Illegal);
        }
        let sign = match before.side() {
            Side::White => 1,
            Side::Black => -1,
        };
        let after = self.rules.play(before, mv);
        self.scores.push(searched.map(|s| sign * s.eval));
        self.hashes.push(after.hash());
        self.positions.push(after);
        self.outcome = self.judge();
        Ok(self.outcome)
    }

    /// The rules first, then the scores, then the cap.
    fn judge(&self) -> Option<Outcome> {
        self.by_rules()
            .or_else(|| self.by_score())
            .or_else(|| self.by_length())
    }

    fn by_rules(&self) -> Option<Outcome> {
        if let Some(verdict) = self.rules.verdict(self.position()) {
            let reason = match verdict.ending {
                Ending::KingTaken => Reason::KingTaken,
                Ending::LastFormLost => Reason::LastFormLost,
                Ending::Mate => Reason::Mate,
                Ending::Stalemate => Reason::Stalemate,
                Ending::Repetition => Reason::Repetition,
                Ending::MoveCount => Reason::MoveCount,
                Ending::DeadPosition => Reason::DeadPosition,
            };
            let result = match verdict.winner {
                Some(Side::White) => GameResult::WhiteWins,
                Some(Side::Black) => GameResult::BlackWins,
                None => GameResult::Draw,
            };
            return Some(Outcome { result, reason });
        }
        (self.occurrences() >= usize::from(self.rules.repetition_limit()))
            .then_some(drawn(Reason::Repetition))
    }

    /// How often the present position has been on the board. Equal hashes are compared in full.
    fn occurrences(&self) -> usize {
        let now = self.position();
        let hash = now.hash();
        self.hashes
            .iter()
            .zip(&self.positions)
            .filter(|&(&h, p)| h == hash && p == now)
            .count()
    }

    fn by_score(&self) -> Option<Outcome> {
        let last = |plies: u16| {
            let from = self.scores.len().checked_sub(usize::from(plies))?;
            self.scores[from..]
                .iter()
                .copied()
                .collect::<Option<Vec<i32>>>()
        };
        if let Some(rule) = self.terms.adjudication.resign
            && let Some(scores) = last(rule.plies.0.max(BOTH))
        {
            let won = |result| {
                Some(Outcome {
                    result,
                    reason: Reason::AdjudicatedWin,
                })
            };
            if scores.iter().all(|&s| s >= rule.score.0) {
                return won(GameResult::WhiteWins);
            }
            if scores.iter().all(|&s| s <= -rule.score.0) {
                return won(GameResult::BlackWins);
            }
        }
        let rule = self.terms.adjudication.draw?;
        let scores = last(rule.plies.0.max(BOTH))?;
        let level = scores.iter().all(|s| s.abs() <= rule.score.0);
        (level && self.plies() >= usize::from(rule.after.0))
            .then_some(drawn(Reason::AdjudicatedDraw))
    }

    fn by_length(&self) -> Option<Outcome> {
        (self.plies() >= usize::from(self.terms.length_cap.0)).then_some(drawn(Reason::LengthCap))
    }
}

fn drawn(reason: Reason) -> Outcome {
    Outcome {
        result: GameResult::Draw,
        reason,
    }
}
