use crate::Settings;

/// Seeded noise on evaluations: a fixed function of position and seed, so that games from one opening
/// differ and can still be played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Noise {
    width: i32,
    seed: u64,
}

impl Noise {
    pub(crate) fn new(settings: &Settings) -> Noise {
        Noise {
            width: settings.variety.0.max(0),
            seed: settings.seed,
        }
    }

    /// Noise of the same width from another seed.
    pub(crate) fn seeded(self, seed: u64) -> Noise {
        Noise { seed, ..self }
    }

    /// Centipawns from -width to width for the position with this hash.
    #[inline]
    pub(crate) fn of(self, hash: u64) -> i32 {
        if self.width == 0 {
            return 0;
        }
        let mut z = (hash ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let span = 2 * self.width as u64 + 1;
        (((z >> 32) * span) >> 32) as i32 - self.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_spreads_over_its_width_and_depends_on_the_seed() {
        let noise = Noise { width: 3, seed: 1 };
        let mut seen = [0; 7];
        for hash in 0..7_000_u64 {
            seen[(noise.of(hash.wrapping_mul(0x1234_5678_9abc_def1)) + 3) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| n > 800), "{seen:?}");
        let differ = (0..100_u64)
            .filter(|&h| noise.of(h) != noise.seeded(2).of(h))
            .count();
        assert!(differ > 50, "{differ}");
        assert_eq!(Noise { width: 0, seed: 9 }.of(77), 0);
    }
}
