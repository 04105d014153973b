use assay_search::Centipawns;

/// A count of half moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(pub u16);

/// When a game ends besides by its own rules. The referee and whoever checks a record must know them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// A game that has so many plies, the opening included, is drawn.
    pub length_cap: Plies,
    /// Ends by score.
    pub adjudication: Adjudication,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            length_cap: Plies(600),
            adjudication: Adjudication::default(),
        }
    }
}

/// Ends by what the players' searches say. Off unless set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Adjudication {
    /// When a game is won by score.
    pub resign: Option<ResignRule>,
    /// When a game is drawn by score.
    pub draw: Option<DrawRule>,
}

/// A game is won when every search of the last `plies` plies, both players', saw the same side ahead
/// by at least `score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResignRule {
    /// At least 1.
    pub score: Centipawns,
    /// At least 2, so that both players have their say.
    pub plies: Plies,
}

/// A game is drawn when, from ply `after` of the game on, every search of the last `plies` plies saw a
/// score of at most `score` either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawRule {
    /// At least 0.
    pub score: Centipawns,
    /// At least 2.
    pub plies: Plies,
    /// The opening is counted.
    pub after: Plies,
}
