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
}

impl BesideValue {
    /// What this study says, the matches first.
    pub(crate) fn here(&self) -> impl Iterator<Item = &Estimate> {
        self.matches
            .iter()
            .chain([&self.positions])
            .filter_map(Told::estimate)
    }
}
