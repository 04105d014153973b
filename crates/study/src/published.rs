use std::collections::BTreeMap;

use crate::ArmIndex;

/// What others found, to stand beside the study's own figures in the report. Nothing is played or decided by it.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// Who found it, where it can be read and how it was played, as a reader needs it.
    pub source: String,
    /// What is said of the games of an arm.
    pub games: Option<PublishedGames>,
    /// What pieces are worth in pawns, by letter.
    pub values: BTreeMap<char, f64>,
}

/// Published figures of the games of an arm; at least one share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedGames {
    /// The arm whose rules they were played by.
    pub arm: ArmIndex,
    /// How many games, where that is known.
    pub games: Option<u64>,
    /// Points of White a game, from 0 to 1.
    pub white_score: Option<f64>,
    /// Share of games that somebody won, from 0 to 1.
    pub decisive: Option<f64>,
}
