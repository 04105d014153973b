use assay_arena::{GameResult, Record};
use assay_store::ArmTally;
use assay_study::{Outcome, PairResult};

/// Games of an arm as White saw them end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) pairs: u32,
    pub(crate) white_wins: u32,
    pub(crate) draws: u32,
    pub(crate) black_wins: u32,
}

impl Tally {
    /// What the store counted.
    pub(crate) fn of(stored: &ArmTally) -> Tally {
        Tally {
            pairs: (stored.games() / 2) as u32,
            white_wins: stored.white_wins as u32,
            draws: stored.draws as u32,
            black_wins: stored.black_wins as u32,
        }
    }

    pub(crate) fn add(&mut self, games: &[Record; 2]) {
        self.pairs += 1;
        for game in games {
            self.add_result(game.result);
        }
    }

    fn add_result(&mut self, result: GameResult) {
        match result {
            GameResult::WhiteWins => self.white_wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::BlackWins => self.black_wins += 1,
        }
    }
}

/// What a judge is told of a pair with these results.
pub(crate) fn judged(results: [GameResult; 2]) -> PairResult {
    PairResult(results.map(|result| match result {
        GameResult::WhiteWins => Outcome::Win,
        GameResult::Draw => Outcome::Draw,
        GameResult::BlackWins => Outcome::Loss,
    }))
}
