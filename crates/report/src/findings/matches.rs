use serde::Serialize;

use super::{Change, Estimate, Told};

/// How the two players of an arm did against each other, as the first of them sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchFindings {
    /// Index of the arm.
    pub arm: usize,
    /// Indices of the players in the study's facts; everything is from the view of the first.
    pub players: [usize; 2],
    /// Games the first player won, drew and lost, with either colour.
    pub results: Results,
    /// The same with White, then with Black.
    pub by_colour: [ColourResults; 2],
    /// Pairs by the points they brought: none, a half, one, one and a half, two.
    pub pentanomial: [u64; 5],
    /// Points a game, with an interval by pairs.
    pub score: Option<Estimate>,
    /// The score as logistic Elo; after a sequential test by the stage at which it could have stopped, median-unbiased.
    pub elo: Told,
    /// Normalized Elo: how far the score is from even in standard deviations of a game.
    pub normalized_elo: Told,
    /// Likelihood that the first player is the stronger, by pairs, a test's stopping allowed for; `None` where nothing tells.
    pub superiority: Option<f64>,
    /// How far the score is from even, tested by pairs, adjusted over the arms of the study.
    pub lead: Change,
    /// The difference in Elo that as many games would have shown four times in five; `None` where
    /// there is none below certainty.
    pub visible_elo: Option<f64>,
    /// What a sequential test said, where the study has one.
    pub sequential: Option<Sequential>,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Results {
    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points a game; `None` without a game.
    pub(crate) fn score(self) -> Option<f64> {
        let points = self.wins as f64 + 0.5 * self.draws as f64;
        (self.games() > 0).then(|| points / self.games() as f64)
    }
}

/// A player's games with one colour.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColourResults {
    /// Wins, draws and losses.
    pub results: Results,
    /// Points a game, with an interval clustered by pair.
    pub score: Option<Estimate>,
}

/// What a sequential test says of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sequential {
    /// What is tested, in words.
    pub hypotheses: String,
    /// The log-likelihood ratio of the pairs counted.
    pub llr: f64,
    /// Where the test is decided for the first hypothesis.
    pub lower: f64,
    /// Where the test is decided for the second hypothesis.
    pub upper: f64,
    /// What it decided.
    pub verdict: Verdict,
}

impl Sequential {
    /// Whether the test came to an answer.
    pub fn is_decided(&self) -> bool {
        matches!(self.verdict, Verdict::Accepted | Verdict::Rejected)
    }
}

/// What a sequential test decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// For the second hypothesis.
    Accepted,
    /// For the first hypothesis.
    Rejected,
    /// Nothing yet.
    Open,
    /// Nothing by its last pair.
    Undecided,
}
