use super::Work;
use crate::{Millis, MoveLimit, Study};

/// Shortest lease: time enough for a renewal to fail once and be tried again.
const SHORTEST: Millis = Millis(15_000);
/// Longest lease: how long the pairs of a dead worker may lie idle.
const LONGEST: Millis = Millis(600_000);
/// Moves of a pair: two games of ordinary length.
const MOVES: u64 = 240;
/// Nodes a slow machine searches in a millisecond.
const NODES: u64 = 100;
/// Milliseconds a slow machine takes for a search of some depth, and how much each further ply costs.
const DEPTH: (u64, u64) = (1, 3);

impl Study {
    /// What the study asks of a lease table. A lease lasts about as long as a pair, within limits: the more
    /// work a lost connection would waste, the longer the worker may be out of touch.
    pub fn work(&self) -> Work {
        Work {
            arms: self.arm_count(),
            pairs: self.pairs_per_arm(),
            lease: self
                .players
                .iter()
                .map(|player| length(player.limit))
                .max()
                .unwrap_or(SHORTEST),
        }
    }
}

fn length(limit: MoveLimit) -> Millis {
    let a_move = match limit {
        MoveLimit::Nodes(nodes) => nodes / NODES,
        MoveLimit::Depth(depth) => DEPTH.0.saturating_mul(DEPTH.1.saturating_pow(depth.into())),
        MoveLimit::Time(Millis(ms)) => ms,
    };
    Millis(a_move.saturating_mul(MOVES)).clamp(SHORTEST, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leases_last_about_as_long_as_a_pair_within_limits() {
        for (limit, want) in [
            (MoveLimit::Nodes(1), 15_000),
            (MoveLimit::Nodes(20_000), 48_000),
            (MoveLimit::Nodes(u64::MAX), 600_000),
            (MoveLimit::Depth(1), 15_000),
            (MoveLimit::Depth(100), 600_000),
            (MoveLimit::Time(Millis(100)), 24_000),
        ] {
            assert_eq!(length(limit), Millis(want), "{limit}");
        }
    }
}
