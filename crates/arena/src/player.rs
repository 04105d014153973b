use assay_search::{Limits, Settings};

use crate::{UciPlayer, UciSpec};

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
    Engine(Box<Settings>),
    /// An external engine.
    Uci(UciPlayer),
}

impl PlayerSpec {
    /// The built-in engine with its own settings.
    pub fn engine(name: impl Into<String>, limits: Limits, settings: Settings) -> PlayerSpec {
        PlayerSpec {
            name: name.into(),
            limits,
            kind: PlayerKind::Engine(Box::new(settings)),
        }
    }

    /// An external engine. Clones of the player share its running programs, so a study should make it once.
    pub fn uci(name: impl Into<String>, limits: Limits, spec: UciSpec) -> PlayerSpec {
        PlayerSpec {
            name: name.into(),
            limits,
            kind: PlayerKind::Uci(UciPlayer::new(spec)),
        }
    }

    /// Whether the player's moves depend only on the game so far and its seed. Nobody can say that of a program
    /// from outside.
    pub fn is_deterministic(&self) -> bool {
        match &self.kind {
            PlayerKind::Engine(settings) => !self.limits.by_clock() && settings.threads.get() == 1,
            PlayerKind::Uci(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_the_built_in_engine_by_nodes_or_depth_is_deterministic() {
        let engine = |limits| PlayerSpec::engine("a", limits, Settings::default());
        assert!(engine(Limits::nodes(5)).is_deterministic());
        assert!(!engine(Limits::time(Duration::from_millis(5))).is_deterministic());
        let outside = PlayerSpec::uci("b", Limits::nodes(5), UciSpec::new("engine"));
        assert!(!outside.is_deterministic());
    }
}
