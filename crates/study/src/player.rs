use std::num::NonZeroUsize;

use assay_rules::{AnyRules, with_rules};
use assay_search::{Centipawns, HashSize, Settings, Tunables, Values};

use crate::{Millis, MoveLimit};

/// Bytes of a mebibyte.
const MIB: usize = 1 << 20;

/// Who moves, and how much thinking a move may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Player {
    /// Name in records and reports, unique within the study.
    pub name: String,
    /// How much thinking a move may cost.
    pub limit: MoveLimit,
    /// What the player is.
    pub kind: PlayerKind,
}

/// Which player of a study, in the order of the file, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerIndex(pub u16);

/// What a player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// The built-in engine with its settings.
    Builtin(Builtin),
    /// Another program that speaks UCI.
    Uci(UciPlayer),
}

/// The built-in engine as a study sets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Size of the table of searched positions, in mebibytes, of each side.
    pub hash_mib: u32,
    /// Engine threads inside one game. More than one makes games unrepeatable.
    pub threads: u16,
    /// How far seeded noise may shift the value of a position, so that games from one opening differ.
    pub variety: Centipawns,
    /// Where its piece values come from.
    pub values: PlayerValues,
    /// Everything tunable.
    pub tunables: Box<Tunables>,
}

/// Another program that plays, as a study names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciPlayer {
    /// The program: a path, or a name that is looked for in PATH, on every worker.
    pub command: String,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// The directory it runs in; the worker's own if left out.
    pub directory: Option<String>,
    /// UCI options and their values, in the order they are set.
    pub options: Vec<(String, String)>,
    /// How long it may take to start, or to say that it is ready.
    pub start: Millis,
    /// How long it may think beyond its limit before it counts as hanging: the watchdog, by the
    /// wall clock, also under node and depth limits.
    pub patience: Millis,
    /// How much later than its time a move may come, where thinking is limited by time.
    pub grace: Millis,
    /// How long at most it rests after faults before it is started again.
    pub rest: Millis,
}

/// Where a player's piece values come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerValues {
    /// The values that come with the game; estimated where it has none.
    Shipped,
    /// Estimated from each piece's mobility on the game's board.
    Estimated,
    /// As written in the study; estimated for pieces it leaves out.
    Given(Values),
}

/// Smallest and largest table a study may ask for, in mebibytes.
pub(crate) const HASH_MIB: (i64, i64) = (1, 65_536);
/// Most engine threads a study may ask for in one game.
pub(crate) const THREADS: i64 = assay_search::MAX_THREADS.get() as i64;
/// Most variety a study may ask for, in centipawns.
pub(crate) const VARIETY: i64 = 500;

impl Player {
    /// The player of a study that says nothing about players.
    pub(crate) fn default_for(limit: MoveLimit) -> Player {
        Player {
            name: "assay".to_owned(),
            limit,
            kind: PlayerKind::Builtin(Builtin::default_for(limit)),
        }
    }

    /// Whether the player's moves depend on nothing but the game so far and its seed.
    pub fn is_deterministic(&self) -> bool {
        match &self.kind {
            PlayerKind::Builtin(builtin) => {
                !matches!(self.limit, MoveLimit::Time(_)) && builtin.threads == 1
            }
            PlayerKind::Uci(_) => false,
        }
    }
}

impl Builtin {
    pub(crate) fn default_for(limit: MoveLimit) -> Builtin {
        let bytes = HashSize::Auto.bytes(&limit.limits());
        Builtin {
            hash_mib: bytes.div_ceil(MIB) as u32,
            threads: 1,
            variety: Settings::for_games().variety,
            values: PlayerValues::Shipped,
            tunables: Box::default(),
        }
    }

    /// The settings as the engine takes them, for one arm's rules. Workers and whoever checks their
    /// records both need them, and must agree.
    pub fn settings(&self, rules: &AnyRules) -> Settings {
        Settings {
            hash: HashSize::Bytes(self.hash_mib as usize * MIB),
            threads: NonZeroUsize::new(self.threads.into()).unwrap_or(NonZeroUsize::MIN),
            variety: self.variety,
            values: match &self.values {
                PlayerValues::Shipped => None,
                PlayerValues::Estimated => {
                    Some(with_rules!(rules, rules => Values::estimate(rules)))
                }
                PlayerValues::Given(values) => Some(values.clone()),
            },
            tunables: (*self.tunables).clone(),
            ..Settings::for_games()
        }
    }
}

impl Builtin {
    /// The piece values the engine plays with by an arm's rules, wherever they come from.
    pub fn values_in(&self, rules: &AnyRules) -> Values {
        let estimate = || with_rules!(rules, rules => Values::estimate(rules));
        let shipped = with_rules!(rules, rules => Values::builtin(rules.game().id()));
        let mut values = match &self.values {
            PlayerValues::Shipped => shipped.unwrap_or_default(),
            PlayerValues::Estimated => Values::default(),
            PlayerValues::Given(values) => values.clone(),
        };
        for (letter, value) in estimate().pieces {
            values.pieces.entry(letter).or_insert(value);
        }
        for (letter, value) in estimate().forms {
            values.forms.entry(letter).or_insert(value);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn the_default_table_follows_the_limit() {
        for (limit, mib) in [
            (MoveLimit::Nodes(1), 1),
            (MoveLimit::Nodes(100_000), 25),
            (MoveLimit::Nodes(u64::MAX), 64),
            (MoveLimit::Depth(5), 1),
            (MoveLimit::Time(Millis(100)), 16),
        ] {
            assert_eq!(Builtin::default_for(limit).hash_mib, mib, "{limit}");
        }
    }

    #[test]
    fn values_that_are_left_out_are_estimated() {
        let game = Game::builtin("fide").unwrap();
        let rules = game.compile(&game.choose([]).unwrap(), None).unwrap();
        let mut player = Builtin::default_for(MoveLimit::Nodes(1));
        let shipped = player.values_in(&rules);
        assert_eq!(Some(&shipped), Values::builtin("fide").as_ref());
        player.values = PlayerValues::Estimated;
        let estimated = player.values_in(&rules);
        player.values = PlayerValues::Given(Values::parse("v", "[pieces]\nQ = 777\n").unwrap());
        let given = player.values_in(&rules);
        assert_eq!(given.pieces[&'Q'], 777);
        assert_eq!(given.pieces[&'R'], estimated.pieces[&'R']);
    }

    #[test]
    fn settings_carry_everything_a_player_has() {
        let game = Game::builtin("sonic").unwrap();
        let rules = game.compile(&game.choose([]).unwrap(), None).unwrap();
        let mut player = Builtin::default_for(MoveLimit::Nodes(1));
        assert_eq!(player.settings(&rules).values, None);
        player.values = PlayerValues::Estimated;
        player.threads = 3;
        player.hash_mib = 5;
        player.variety = Centipawns(17);
        player.tunables.set("tempo", 31).unwrap();
        let settings = player.settings(&rules);
        assert!(settings.values.unwrap().pieces.contains_key(&'Q'));
        assert_eq!(settings.threads.get(), 3);
        assert_eq!(settings.hash, HashSize::Bytes(5 << 20));
        assert_eq!(settings.variety, Centipawns(17));
        assert_eq!(settings.tunables.tempo, 31);
        let given = Values::parse("v", "[pieces]\nQ = 900\n").unwrap();
        player.values = PlayerValues::Given(given.clone());
        assert_eq!(player.settings(&rules).values, Some(given));
    }
}
