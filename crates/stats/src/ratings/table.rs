//! Who played whom, and how it went.

use crate::{Cluster, Trinomial};
use std::collections::{BTreeMap, BTreeSet};

/// Two players, by index, the one who moves first named first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    /// Moves first.
    pub first: usize,
    /// Moves second.
    pub second: usize,
}

/// Results between players, summed over games; the order of filling does not matter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ResultTable {
    /// By what the games have in common; games with nothing in common stand under `None`.
    results: BTreeMap<Pairing, BTreeMap<Option<Cluster>, Trinomial>>,
}

/// Games imagined between every two players, half of them with either moving first. They keep ratings finite where
/// somebody lost every game or the table falls into parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Prior {
    /// None: a one-sided table has no ratings.
    None,
    /// So many imagined draws between every two players; above 0. Enough for
    /// [`HalfPoints`](super::RatingModel::HalfPoints); the models that tell draws apart stay without ratings where two
    /// players only drew or one of them never lost, for a strong player with common draws explains that as well as a
    /// stronger one with commoner draws.
    Draws(f64),
    /// So many imagined games between every two players, a third of them won, drawn and lost; above 0. Enough for every
    /// model and table.
    Games(f64),
}

impl ResultTable {
    /// No results yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds games, seen from the player who moves first. They have nothing in common with games of other pairings.
    pub fn record(&mut self, pairing: Pairing, results: Trinomial) {
        self.add(pairing, None, results);
    }

    /// Adds games that have something in common with all games of this cluster, of any pairing, such as the opening.
    pub fn record_in(&mut self, cluster: Cluster, pairing: Pairing, results: Trinomial) {
        self.add(pairing, Some(cluster), results);
    }

    fn add(&mut self, pairing: Pairing, cluster: Option<Cluster>, results: Trinomial) {
        *self
            .results
            .entry(pairing)
            .or_default()
            .entry(cluster)
            .or_default() += results;
    }

    /// Every pairing with its games, seen from the player who moves first, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = (Pairing, Trinomial)> {
        self.results
            .iter()
            .map(|(&pairing, results)| (pairing, results.values().copied().sum()))
    }

    /// The same, apart by what games have in common.
    pub(super) fn parts(&self) -> impl Iterator<Item = (Pairing, Option<Cluster>, Trinomial)> {
        self.results.iter().flat_map(|(&pairing, results)| {
            results
                .iter()
                .map(move |(&cluster, &results)| (pairing, cluster, results))
        })
    }

    /// Different clusters that games were recorded in.
    pub fn clusters(&self) -> usize {
        let named = self.results.values().flat_map(|results| results.keys());
        named.flatten().collect::<BTreeSet<_>>().len()
    }

    /// Number of players: one more than the largest index.
    pub fn players(&self) -> usize {
        self.results
            .keys()
            .map(|p| p.first.max(p.second) + 1)
            .max()
            .unwrap_or(0)
    }

    /// All results of one player against another, whoever moved first, seen from the former.
    pub fn between(&self, player: usize, opponent: usize) -> Trinomial {
        let games = |first, second| {
            let results = self.results.get(&Pairing { first, second });
            let results = results.into_iter().flat_map(BTreeMap::values);
            results.copied().sum::<Trinomial>()
        };
        games(player, opponent) + games(opponent, player).swapped()
    }

    /// All results of a player.
    pub fn total(&self, player: usize) -> Trinomial {
        (0..self.players())
            .filter(|&opponent| opponent != player)
            .map(|opponent| self.between(player, opponent))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_count_for_a_player() {
        let mut table = ResultTable::new();
        let won = Trinomial {
            wins: 3,
            draws: 1,
            losses: 0,
        };
        table.record(
            Pairing {
                first: 0,
                second: 1,
            },
            won,
        );
        table.record(
            Pairing {
                first: 1,
                second: 0,
            },
            Trinomial {
                wins: 1,
                draws: 0,
                losses: 2,
            },
        );
        assert_eq!(
            table.between(0, 1),
            Trinomial {
                wins: 5,
                draws: 1,
                losses: 1
            }
        );
        assert_eq!(table.total(1), table.between(0, 1).swapped());
        assert_eq!(table.players(), 2);
    }
}
