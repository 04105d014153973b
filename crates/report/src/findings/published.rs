use serde::Serialize;

use super::{Estimate, Measure, Told};

/// What one source published, beside what this study found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PublishedFindings {
    /// Who found it and how.
    pub source: String,
    /// Figures of arms, in the order of the study file.
    pub figures: Vec<BesideFigure>,
    /// What changes from the first arm the source speaks of to each other one.
    pub changes: Vec<BesideChange>,
    /// What pieces are worth in pawns.
    pub values: Vec<BesideValue>,
}

/// A figure of an arm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BesideFigure {
    /// Index of the arm.
    pub arm: usize,
    /// What is measured.
    pub measure: Measure,
    /// How many games were published; `None` where that is not known.
    pub games: Option<u64>,
    /// The published share, with an interval of so many independent games where that can be told.
    pub published: Estimate,
    /// The same share of this study's games; `None` without games.
    pub here: Option<Estimate>,
}

/// A change from one arm to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BesideChange {
    /// Index of the arm.
    pub arm: usize,
    /// Index of the arm it is compared with.
    pub against: usize,
    /// What is measured.
    pub measure: Measure,
    /// How much more the first arm had there.
    pub published: Estimate,
    /// How much more it has here; `None` where this study does not compare the two.
    pub here: Option<Estimate>,
    /// How the two go together.
    pub verdict: Agreement,
    /// Here less there, where both have an interval.
    pub difference: Option<Estimate>,
}

/// Whether a change here goes the way of a published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// It is told from none here, and goes the same way.
    Same,
    /// It is told from none here, and goes the other way.
    Opposite,
    /// These games do not tell it from none.
    Untold,
}

impl Agreement {
    /// The end of a sentence.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Agreement::Same => "in the same direction",
            Agreement::Opposite => "in the opposite direction",
            Agreement::Untold => "not told from none here",
        }
    }
}

/// What a piece is worth in pawns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BesideValue {
    /// Letter of the piece.
    pub symbol: String,
    /// Name readers see.
    pub name: String,
    /// The published value.
    pub published: Estimate,
    /// By the matches of this study; `None` in other studies than those of values.
    pub matches: Option<Told>,
    /// By the positions of this study's games.
    pub positions: Told,
    /// Both ways as one figure, where both tell.
    pub together: Option<Estimate>,
}

impl BesideValue {
    /// What this study says: both ways together where both tell, or else the one that does.
    pub(crate) fn here(&self) -> Option<&Estimate> {
        let mut ways = self.matches.iter().chain([&self.positions]);
        self.together
            .as_ref()
            .or_else(|| ways.find_map(Told::estimate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::Unit;

    #[test]
    fn what_the_study_says_is_both_ways_together_or_the_one_that_tells() {
        let pawns = |value: f64| Estimate::new(Unit::Pawns, value, value - 0.5, value + 0.5);
        let told = |value: f64| Told::Value(pawns(value).unwrap());
        let untold = || Told::Untold("there is no fit".to_owned());
        for (matches, positions, together, wanted) in [
            (Some(told(4.0)), told(2.0), pawns(3.0), Some(3.0)),
            (Some(told(4.0)), untold(), None, Some(4.0)),
            (Some(untold()), told(2.0), None, Some(2.0)),
            (None, told(2.0), None, Some(2.0)),
            (None, untold(), None, None),
        ] {
            let value = BesideValue {
                symbol: "B".to_owned(),
                name: "bishop".to_owned(),
                published: Estimate::bare(Unit::Pieces, 3.0).unwrap(),
                matches,
                positions,
                together,
            };
            assert_eq!(value.here().map(Estimate::value), wanted, "{value:?}");
        }
    }
}
