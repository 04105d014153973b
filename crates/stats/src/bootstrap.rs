//! Resampling pairs.

use crate::{Confidence, Estimate, Interval, Pentanomial};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Seed of a resampling; the same seed gives the same interval on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BootstrapSeed(pub u64);

impl Pentanomial {
    /// Score with the standard error that endlessly many resamplings of pairs would show: the
    /// population variance over the number of pairs (B. Efron 1979). `None` without pairs.
    pub fn bootstrap_estimate(self) -> Option<Estimate> {
        let n = self.pairs() as f64;
        Estimate::from_variance(self.score()?.value(), self.spread()? / n / n)
    }

    /// Percentile interval of the score over `replicates` resamplings of pairs, drawn with
    /// `ChaCha8`. `None` without pairs or replicates.
    pub fn bootstrap_interval(
        self,
        replicates: usize,
        seed: BootstrapSeed,
        confidence: Confidence,
    ) -> Option<Interval> {
        let pairs = self.pairs();
        if pairs == 0 || replicates == 0 {
            return None;
        }
        // Points are summed as whole quarters, so that equal resamples are equal numbers.
        let mut below = [0_u64; 5];
        let mut total = 0;
        for (bound, count) in below.iter_mut().zip(self.0) {
            total += count;
            *bound = total;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed.0);
        let mut quarters: Vec<u64> = (0..replicates)
            .map(|_| {
                (0..pairs)
                    .map(|_| {
                        let pick = uniform(&mut rng, pairs);
                        below
                            .iter()
                            .map(|&bound| u64::from(pick >= bound))
                            .sum::<u64>()
                    })
                    .sum()
            })
            .collect();
        quarters.sort_unstable();
        let scale = 4.0 * pairs as f64;
        Some(percentiles(&quarters, confidence, |q| *q as f64 / scale))
    }
}

/// Percentile interval of the mean of equally weighted units, resampled `replicates` times with
/// `ChaCha8`. `None` without units or replicates, or when a unit is not finite.
pub fn bootstrap_mean(
    units: &[f64],
    replicates: usize,
    seed: BootstrapSeed,
    confidence: Confidence,
) -> Option<Interval> {
    if units.is_empty() || replicates == 0 || units.iter().any(|u| !u.is_finite()) {
        return None;
    }
    let n = units.len() as u64;
    let mut rng = ChaCha8Rng::seed_from_u64(seed.0);
    let mut means: Vec<f64> = (0..replicates)
        .map(|_| {
            (0..n)
                .map(|_| units[uniform(&mut rng, n) as usize])
                .sum::<f64>()
                / n as f64
        })
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    Some(percentiles(&means, confidence, |m| *m))
}

/// A number below `limit`, each equally likely up to one part in 2^64 / limit.
fn uniform(rng: &mut ChaCha8Rng, limit: u64) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(limit)) >> 64) as u64
}

/// Percentiles by linear interpolation between order statistics (Hyndman and Fan 1996, type 7).
fn percentiles<T>(sorted: &[T], confidence: Confidence, value: impl Fn(&T) -> f64) -> Interval {
    let at = |p: f64| {
        let place = p * (sorted.len() - 1) as f64;
        let index = (place.floor() as usize).min(sorted.len() - 1);
        let next = (index + 1).min(sorted.len() - 1);
        let (low, high) = (value(&sorted[index]), value(&sorted[next]));
        low + (high - low) * (place - index as f64)
    };
    let tail = 0.5 * confidence.alpha();
    Interval {
        low: at(tail),
        high: at(1.0 - tail),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_settles_the_interval() {
        let counts = Pentanomial([3, 10, 20, 14, 5]);
        let run = |seed| counts.bootstrap_interval(2000, BootstrapSeed(seed), Confidence::P95);
        assert_eq!(run(1), run(1));
        assert!(run(1).is_some_and(|i| i.contains(0.538)));
    }

    #[test]
    fn nothing_to_draw_from() {
        let none = Pentanomial::default();
        assert_eq!(
            none.bootstrap_interval(10, BootstrapSeed(0), Confidence::P95),
            None
        );
        assert_eq!(
            bootstrap_mean(&[], 10, BootstrapSeed(0), Confidence::P95),
            None
        );
        let alike = bootstrap_mean(&[0.5; 3], 10, BootstrapSeed(0), Confidence::P95);
        assert_eq!(
            alike,
            Some(Interval {
                low: 0.5,
                high: 0.5
            })
        );
    }
}
