use assay_stats::Outcome;

/// How the two games of a pair ended for White, in order: the first player of the arm has White in the
/// first, Black in the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult(pub [Outcome; 2]);

/// Whose points are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Points {
    /// White's.
    White,
    /// Those of the arm's first player.
    FirstPlayer,
    /// One for a game that somebody won.
    Decisive,
}

impl Points {
    /// What each game of a pair counts.
    pub(super) fn of(self, PairResult([first, second]): PairResult) -> [Outcome; 2] {
        let decisive = |outcome| match outcome {
            Outcome::Draw => Outcome::Loss,
            Outcome::Win | Outcome::Loss => Outcome::Win,
        };
        match self {
            Points::White => [first, second],
            Points::FirstPlayer => [first, second.other()],
            Points::Decisive => [decisive(first), decisive(second)],
        }
    }
}
