use serde::Serialize;

use super::{Estimate, Told, ValueFit};

/// What the pieces are worth by matches with unequal arrays, beside what the positions of the same games say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImbalanceFindings {
    /// The regression of the results on the difference of the arrays; its positions are the starts of the games.
    pub fit: ValueFit,
    /// Log-odds of White's winning with equal arrays.
    pub first_move: Told,
    /// One entry an arm with games, the even one too.
    pub matches: Vec<ImbalanceMatch>,
    /// Whether the values explain all matches, where that can be told.
    pub test: Option<FitTest>,
    /// Why it cannot be told.
    pub untested: Option<String>,
    /// How many times as wide the values' intervals are as the scatter within the matches would have them, since the matches
    /// contradict each other; 1 where they do not, or where that cannot be told.
    pub widened: f64,
    /// Every piece both ways, but the one that is the unit.
    pub both: Vec<BothWays>,
}

/// One match beside what the values predict.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImbalanceMatch {
    /// Which arm.
    pub arm: usize,
    /// Changes to the array of the side whose score it is, such as `-N`; empty for none.
    pub side: String,
    /// Changes to the other side's array.
    pub other: String,
    /// Score of the side, whichever colour it had, with an interval clustered by pair.
    pub observed: Estimate,
    /// Its score by the values, a share; `None` where the matches give no values.
    pub predicted: Option<Estimate>,
    /// Observed minus predicted.
    pub residual: Told,
    /// Chance of so large a residual if the values are true, raised by Holm's method for the number of matches; `None` where
    /// there is no residual, or the match has too few pairs.
    pub holm: Option<f64>,
}

/// A test of all residuals together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FitTest {
    /// Wald's statistic.
    pub chi2: f64,
    /// How many matches there are beyond the values.
    pub degrees: usize,
    /// Chance of so large a statistic if the values are true.
    pub p: f64,
}

/// A piece's worth told two ways.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BothWays {
    /// Its letter.
    pub symbol: String,
    /// Its name.
    pub name: String,
    /// Worth in pawns by the matches.
    pub matches: Told,
    /// Worth in pawns by the positions of the games.
    pub positions: Told,
    /// Both ways as one figure, each weighing as much as it is sure, with an interval that is widened where they are farther apart
    /// than their own intervals explain; `None` where one of them says nothing.
    pub together: Option<Estimate>,
    /// The former minus the latter, where both are told.
    pub difference: Option<Estimate>,
    /// Worth by the positions of the opening alone, which are as full as the start arrays, in pawns of the opening; `None`
    /// where phases were not asked for.
    pub opening: Option<Stage>,
}

/// A piece's worth by the positions of one phase, beside that by the matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stage {
    /// Worth in pawns of the phase.
    pub positions: Told,
    /// Worth by the matches minus that, where both are told.
    pub difference: Option<Estimate>,
}

/// From this adjusted p-value on a match does not fit.
const TOLD: f64 = 0.05;

impl ImbalanceMatch {
    /// Whether it is told that the match does not fit the values.
    pub fn misfits(&self) -> bool {
        self.holm.is_some_and(|p| p < TOLD)
    }
}

impl FitTest {
    /// Whether it is told that the values do not explain the matches.
    pub fn fails(&self) -> bool {
        self.p < TOLD
    }
}

impl BothWays {
    /// Whether it is told in pawns by one way at least.
    pub fn is_told(&self) -> bool {
        [&self.matches, &self.positions]
            .iter()
            .any(|told| told.estimate().is_some())
    }

    /// Whether the two ways are told apart: `None` where one of them says nothing.
    pub fn differ(&self) -> Option<bool> {
        apart(self.difference.as_ref())
    }

    /// Whether the matches and the positions of the opening are told apart: `None` where one of them says nothing.
    pub fn differs_in_opening(&self) -> Option<bool> {
        apart(self.opening.as_ref()?.difference.as_ref())
    }
}

fn apart(difference: Option<&Estimate>) -> Option<bool> {
    difference.map(|d| d.excludes(0.0))
}
