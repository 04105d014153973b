use assay_search::{Limits, Settings};

/// Who moves for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The player's name in tables.
    pub name: String,
    /// How much thinking a move may cost.
    pub limits: Limits,
    /// What the player is.
    pub kind: PlayerKind,
}

/// What a player is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerKind {
    /// The built-in engine. The seed of its variety is replaced in each game by one derived from the
    /// pair's seed.
    Engine(Settings),
}

impl PlayerSpec {
    /// The built-in engine with its own settings.
    pub fn engine(name: impl Into<String>, limits: Limits, settings: Settings) -> PlayerSpec {
        PlayerSpec {
            name: name.into(),
            limits,
            kind: PlayerKind::Engine(settings),
        }
    }

    /// Whether the player's moves depend only on the game so far and its seed.
    pub fn is_deterministic(&self) -> bool {
        let PlayerKind::Engine(settings) = &self.kind;
        !self.limits.by_clock() && settings.threads.get() == 1
    }
}
