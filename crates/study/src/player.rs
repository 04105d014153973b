use std::num::NonZeroUsize;

use assay_rules::{AnyRules, with_rules};
use assay_search::{Centipawns, HashSize, Settings, Values};

use crate::MoveLimit;

/// Bytes of a mebibyte.
const MIB: usize = 1 << 20;

/// Who moves: the built-in engine with its settings. Engines run as other programs come as another kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Player {
    /// Name in records and reports.
    pub name: String,
    /// Size of the table of searched positions, in mebibytes, of each side.
    pub hash_mib: u32,
    /// Engine threads inside one game. More than one makes games unrepeatable.
    pub threads: u16,
    /// How far seeded noise may shift the value of a position, so that games from one opening differ.
    pub variety: Centipawns,
    /// Where its piece values come from.
    pub values: PlayerValues,
}

/// Where a player's piece values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerValues {
    /// The values that come with the game; estimated where it has none.
    Shipped,
    /// Estimated from each piece's mobility on the game's board.
    Estimated,
}

/// Smallest and largest table a study may ask for, in mebibytes.
pub(crate) const HASH_MIB: (i64, i64) = (1, 65_536);
/// Most engine threads a study may ask for in one game.
pub(crate) const THREADS: i64 = 256;
/// Most variety a study may ask for, in centipawns.
pub(crate) const VARIETY: i64 = 500;

impl Player {
    /// The player of a study that says nothing about players.
    pub(crate) fn default_for(limit: MoveLimit) -> Player {
        let bytes = HashSize::Auto.bytes(&limit.limits());
        Player {
            name: "assay".to_owned(),
            hash_mib: bytes.div_ceil(MIB) as u32,
            threads: 1,
            variety: Settings::for_games().variety,
            values: PlayerValues::Shipped,
        }
    }

    /// The player's settings as the engine takes them, for one arm's rules. Workers and whoever checks
    /// their records both need them, and must agree.
    pub fn settings(&self, rules: &AnyRules) -> Settings {
        Settings {
            hash: HashSize::Bytes(self.hash_mib as usize * MIB),
            threads: NonZeroUsize::new(self.threads.into()).unwrap_or(NonZeroUsize::MIN),
            variety: self.variety,
            values: match self.values {
                PlayerValues::Shipped => None,
                PlayerValues::Estimated => {
                    Some(with_rules!(rules, rules => Values::estimate(rules)))
                }
            },
            ..Settings::for_games()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Millis};

    #[test]
    fn the_default_table_follows_the_limit() {
        for (limit, mib) in [
            (MoveLimit::Nodes(1), 1),
            (MoveLimit::Nodes(100_000), 25),
            (MoveLimit::Nodes(u64::MAX), 64),
            (MoveLimit::Depth(5), 1),
            (MoveLimit::Time(Millis(100)), 16),
        ] {
            assert_eq!(Player::default_for(limit).hash_mib, mib, "{limit}");
        }
    }

    #[test]
    fn settings_carry_everything_a_player_has() {
        let game = Game::builtin("sonic").unwrap();
        let rules = game.compile(&game.choose([]).unwrap(), None).unwrap();
        let mut player = Player::default_for(MoveLimit::Nodes(1));
        assert_eq!(player.settings(&rules).values, None);
        player.values = PlayerValues::Estimated;
        player.threads = 3;
        player.hash_mib = 5;
        player.variety = Centipawns(17);
        let settings = player.settings(&rules);
        assert!(settings.values.unwrap().pieces.contains_key(&'Q'));
        assert_eq!(settings.threads.get(), 3);
        assert_eq!(settings.hash, HashSize::Bytes(5 << 20));
        assert_eq!(settings.variety, Centipawns(17));
    }
}
