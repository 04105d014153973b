use std::num::NonZeroUsize;

use crate::{Centipawns, Limits, Tunables, Values};

/// The most threads that are asked for on one position.
pub const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(256).expect("not zero");

/// Everything about the built-in engine that is not a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table.
    pub hash: HashSize,
    /// Threads on one position. Only one thread is deterministic.
    pub threads: NonZeroUsize,
    /// Largest noise added to an evaluation, so that games from one opening differ. The noise is a
    /// fixed function of the position and [`Settings::seed`]; 0 is none.
    pub variety: Centipawns,
    /// Seed of the noise.
    pub seed: u64,
    /// Piece values; `None` for those built in for the game, or estimated where there are none.
    pub values: Option<Values>,
    /// Everything tunable.
    pub tunables: Tunables,
}

/// Size of a transposition table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HashSize {
    /// As large as the limits of a move can use.
    #[default]
    Auto,
    /// So many bytes, rounded down to a power of two.
    Bytes(usize),
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: HashSize::Auto,
            threads: NonZeroUsize::MIN,
            variety: Centipawns(0),
            seed: 0,
            values: None,
            tunables: Tunables::default(),
        }
    }
}

impl Settings {
    /// Settings for games of studies: a little variety, without which both games of a pair between
    /// equal players are one and the same.
    pub fn for_games() -> Settings {
        Settings {
            variety: Centipawns(8),
            ..Settings::default()
        }
    }

    /// Everything that decides the engine's moves besides limits and seed, in one line that is the same
    /// for the same settings.
    pub fn canonical(&self) -> String {
        let hash = match self.hash {
            HashSize::Auto => "auto".to_owned(),
            HashSize::Bytes(bytes) => bytes.to_string(),
        };
        let values = match &self.values {
            Some(values) => values.to_string(),
            None => "built-in".to_owned(),
        };
        let tunables: Vec<String> = self
            .tunables
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        format!(
            "hash={hash} threads={} variety={} values=({values}) {}",
            self.threads,
            self.variety,
            tunables.join(" ")
        )
    }
}

impl HashSize {
    /// Bytes for a game played under `limits`.
    pub fn bytes(self, limits: &Limits) -> usize {
        const KIB: usize = 1 << 10;
        const MIB: usize = 1 << 20;
        // A position takes 16 bytes. A table is cleared for each game, and small tables stay in the
        // processor's cache: so a few moves' worth of positions under a node limit.
        match (self, limits.nodes, limits.depth) {
            (HashSize::Bytes(bytes), ..) => bytes.max(KIB),
            (HashSize::Auto, Some(nodes), _) => {
                let positions = usize::try_from(nodes.0).unwrap_or(usize::MAX);
                positions.saturating_mul(16 * 16).clamp(16 * KIB, 64 * MIB)
            }
            (HashSize::Auto, None, Some(depth)) if depth.0 <= 6 => MIB,
            (HashSize::Auto, None, _) => 16 * MIB,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automatic_size_follows_the_limits() {
        let size = |limits| HashSize::Auto.bytes(&limits);
        assert_eq!(size(Limits::nodes(1)), 16 << 10);
        assert_eq!(size(Limits::nodes(1_000)), 256_000);
        assert_eq!(size(Limits::nodes(u64::MAX)), 64 << 20);
        assert!(size(Limits::depth(4)) < size(Limits::depth(20)));
        assert_eq!(HashSize::Bytes(4096).bytes(&Limits::nodes(1)), 4096);
    }
}
