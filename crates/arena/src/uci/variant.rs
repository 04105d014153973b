//! What games are called over UCI.

use assay_rules::{AnyRules, with_rules};

/// The option by which an engine is told the game.
pub const VARIANT: &str = "UCI_Variant";
/// UCI's name of the game it was made for.
pub const CHESS: &str = "chess";
const FIDE: &str = "fide";

/// The start position that `position startpos` has always meant.
pub(super) const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The id of the game that a value of [`VARIANT`] names.
pub fn game_of_variant(name: &str) -> &str {
    if name == CHESS { FIDE } else { name }
}

/// The values of [`VARIANT`] that may name a game, the usual one first.
pub fn variants_of_game(id: &str) -> Vec<&str> {
    if id == FIDE {
        vec![CHESS, FIDE]
    } else {
        vec![id]
    }
}

/// What an engine must be told, or must know, of the game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameWords {
    pub(crate) id: String,
    /// The rule options in force.
    pub(super) rules: Vec<RuleWords>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RuleWords {
    pub(super) name: String,
    pub(super) value: String,
    /// An engine that has no such option plays the game by this value.
    pub(super) is_default: bool,
}

impl GameWords {
    /// Whether it is the game that every UCI engine plays.
    pub(super) fn is_orthodox(&self) -> bool {
        self.id == FIDE
    }

    pub(crate) fn of(rules: &AnyRules) -> GameWords {
        with_rules!(rules, r => GameWords {
            id: r.game().id().to_owned(),
            rules: r.choice().iter().map(|(name, value)| RuleWords {
                name: name.to_owned(),
                value: value.to_owned(),
                is_default: r.game().options().iter().any(|o| o.name == name && o.default == value),
            }).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rules;

    #[test]
    fn orthodox_chess_has_two_names() {
        assert_eq!(game_of_variant("chess"), "fide");
        assert_eq!(game_of_variant("sonic"), "sonic");
        assert_eq!(variants_of_game("fide"), ["chess", "fide"]);
        assert_eq!(variants_of_game("capablanca"), ["capablanca"]);
        let fide = rules("fide", &[]);
        with_rules!(&fide, r => assert_eq!(r.position_text(r.start()), CHESS_START));
    }

    #[test]
    fn what_is_not_by_default_is_known() {
        let words = GameWords::of(&rules("sonic", &[("turning", "crooked")]));
        let turning = words.rules.iter().find(|r| r.name == "turning");
        assert!(turning.is_some_and(|r| r.value == "crooked" && !r.is_default));
        assert!(words.rules.iter().any(|r| r.is_default));
    }
}
