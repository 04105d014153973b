use crate::{Centipawns, MoveLimit};

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
        Player {
            name: "assay".to_owned(),
            hash_mib: default_hash(limit),
            threads: 1,
            variety: Centipawns(10),
            values: PlayerValues::Shipped,
        }
    }
}

/// Room for the positions of some fifty moves, within reason: small tables are quick to clear
/// between games.
fn default_hash(limit: MoveLimit) -> u32 {
    match limit {
        MoveLimit::Nodes(nodes) => {
            let mib = nodes.saturating_mul(50 * 16) >> 20;
            (mib.clamp(2, 64) as u32).next_power_of_two()
        }
        MoveLimit::Depth(0..=6) => 8,
        MoveLimit::Depth(_) | MoveLimit::Time(_) => 64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Millis;

    #[test]
    fn the_default_table_follows_the_limit() {
        for (limit, mib) in [
            (MoveLimit::Nodes(1), 2),
            (MoveLimit::Nodes(2000), 2),
            (MoveLimit::Nodes(4000), 4),
            (MoveLimit::Nodes(u64::MAX), 64),
            (MoveLimit::Depth(5), 8),
            (MoveLimit::Time(Millis(100)), 64),
        ] {
            assert_eq!(default_hash(limit), mib, "{limit}");
        }
    }
}
