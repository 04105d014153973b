//! What chance decides in a tuning: a pure function of the study's seed and the iteration.

use assay_stats::Flip;

use crate::StudySeed;

/// Chance's part in one parameter of one iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Draw {
    /// Which way the first player's value goes.
    pub(super) flip: Flip,
    /// From 0 up to 1: what is added before rounding down.
    pub(super) fraction: f64,
}

/// The draws of an iteration, one a parameter. More parameters leave those of the first as they are.
pub(super) fn draws(seed: StudySeed, iteration: u32, parameters: usize) -> Vec<Draw> {
    let mut hasher = blake3::Hasher::new_derive_key("assay tuning draw v1");
    hasher.update(&seed.0.to_le_bytes());
    hasher.update(&iteration.to_le_bytes());
    let mut bytes = hasher.finalize_xof();
    let mut draw = || {
        let mut word = [0; 8];
        bytes.fill(&mut word);
        let word = u64::from_le_bytes(word);
        Draw {
            flip: if word & 1 == 0 { Flip::Up } else { Flip::Down },
            // The upper 53 bits, as many as a float holds.
            fraction: (word >> 11) as f64 / (1u64 << 53) as f64,
        }
    };
    (0..parameters).map(|_| draw()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_fixed_for_ever() {
        // A change here makes every published tuning unrepeatable: it needs a new context string and a reason.
        let [first, second] = draws(StudySeed(7), 3, 2)[..] else {
            panic!("two were asked for");
        };
        assert_eq!((first.flip, second.flip), (Flip::Up, Flip::Up));
        assert_eq!(
            [first, second].map(|draw| format!("{:.6}", draw.fraction)),
            ["0.132923", "0.029530"]
        );
        assert_eq!(draws(StudySeed(7), 3, 5)[..2], [first, second]);
    }

    #[test]
    fn draws_are_fair_and_differ() {
        let all: Vec<Draw> = (0..2000).flat_map(|i| draws(StudySeed(1), i, 3)).collect();
        let ups = all.iter().filter(|draw| draw.flip == Flip::Up).count();
        // 6000 throws: three standard deviations are 116.
        assert!(ups.abs_diff(3000) < 116, "{ups}");
        let mean = all.iter().map(|draw| draw.fraction).sum::<f64>() / all.len() as f64;
        assert!((mean - 0.5).abs() < 0.0112, "{mean}");
        assert!(all.iter().all(|draw| (0.0..1.0).contains(&draw.fraction)));
        assert_ne!(draws(StudySeed(1), 0, 3), draws(StudySeed(2), 0, 3));
    }
}
