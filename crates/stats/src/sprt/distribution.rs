//! The distribution of scores, and the nearest one with a given mean.

use crate::{Pentanomial, Trinomial};

/// Results as independent samples: games, or better pairs of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreCounts {
    /// Single games.
    Games(Trinomial),
    /// Pairs of games from one opening.
    Pairs(Pentanomial),
}

impl From<Trinomial> for ScoreCounts {
    fn from(counts: Trinomial) -> Self {
        Self::Games(counts)
    }
}

impl From<Pentanomial> for ScoreCounts {
    fn from(counts: Pentanomial) -> Self {
        Self::Pairs(counts)
    }
}

impl ScoreCounts {
    /// Games in one sample.
    pub(super) fn games_per_sample(self) -> f64 {
        match self {
            Self::Games(_) => 1.0,
            Self::Pairs(_) => 2.0,
        }
    }

    fn classes(self) -> Vec<(f64, f64)> {
        match self {
            Self::Games(counts) => vec![
                (0.0, counts.losses as f64),
                (0.5, counts.draws as f64),
                (1.0, counts.wins as f64),
            ],
            Self::Pairs(counts) => counts.classes().collect(),
        }
    }

    /// As observed; `None` without samples.
    pub(super) fn observed(self) -> Option<Distribution> {
        Distribution::of(self.classes())
    }

    /// With a thousandth of a sample in every empty class, so that no outcome is impossible.
    /// `None` without samples.
    pub(super) fn regularized(self) -> Option<Distribution> {
        self.observed()?;
        let filled = |(score, count): (f64, f64)| (score, if count == 0.0 { 1e-3 } else { count });
        Distribution::of(self.classes().into_iter().map(filled).collect())
    }
}

/// Scores per game of one sample, with their probabilities.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Distribution {
    /// Samples, by weight.
    pub(super) samples: f64,
    pub(super) classes: Vec<(f64, f64)>,
}

impl Distribution {
    fn of(counts: Vec<(f64, f64)>) -> Option<Self> {
        let samples: f64 = counts.iter().map(|(_, count)| count).sum();
        (samples > 0.0).then(|| Self {
            samples,
            classes: counts
                .into_iter()
                .map(|(score, count)| (score, count / samples))
                .collect(),
        })
    }

    pub(super) fn mean(&self) -> f64 {
        self.classes.iter().map(|(score, p)| score * p).sum()
    }

    /// Central moment of an order.
    pub(super) fn moment(&self, order: i32) -> f64 {
        let mean = self.mean();
        self.classes
            .iter()
            .map(|(score, p)| p * (score - mean).powi(order))
            .sum()
    }

    pub(super) fn variance(&self) -> f64 {
        self.moment(2)
    }

    /// The likeliest distribution of the same classes with this mean: each probability divided
    /// by `1 + x (score - mean)` (M. Van den Bergh, *The GSPRT*, 2018, proposition 1.1).
    pub(super) fn with_mean(&self, mean: f64) -> Self {
        self.tilted(&|score| score - mean)
    }

    /// The likeliest distribution with `(mean - reference) / deviation = t`, by repeated linear
    /// approximation (M. Van den Bergh, *Normalized Elo*, 2021, section 4.1). Far from even scores the
    /// approximation holds only near its goal, so `t` is reached in strides.
    pub(super) fn with_t(&self, reference: f64, t: f64) -> Self {
        const STRIDE: f64 = 0.25;
        let even = 1.0 / self.classes.len() as f64;
        let mut current = Self {
            samples: self.samples,
            classes: self
                .classes
                .iter()
                .map(|&(score, _)| (score, even))
                .collect(),
        };
        let strides = (t.abs() / STRIDE).ceil().clamp(1.0, 1000.0);
        for stride in 1..=strides as u32 {
            let part = t * f64::from(stride) / strides;
            current = self.approached(&current, reference, part);
        }
        current
    }

    /// As [`with_t`](Self::with_t), from a distribution near the wanted one.
    fn approached(&self, near: &Self, reference: f64, t: f64) -> Self {
        let mut current = near.clone();
        for _ in 0..200 {
            let (mean, deviation) = (current.mean(), current.variance().sqrt());
            let next = self.tilted(&|score| {
                let z = (mean - score) / deviation;
                score - reference - 0.5 * t * deviation * (1.0 + z * z)
            });
            let pairs = next.classes.iter().zip(&current.classes);
            let moved = pairs
                .map(|((_, a), (_, b))| (a - b).abs())
                .fold(0.0, f64::max);
            current = next;
            if moved < 1e-9 {
                break;
            }
        }
        current
    }

    /// The likeliest distribution in which `pull(score)` has mean zero. Unchanged where no such
    /// distribution exists.
    fn tilted(&self, pull: &dyn Fn(f64) -> f64) -> Self {
        let pulls: Vec<(f64, f64)> = self.classes.iter().map(|&(s, p)| (pull(s), p)).collect();
        let Some(x) = secular(&pulls) else {
            return self.clone();
        };
        let classes = self.classes.iter().zip(&pulls);
        Self {
            samples: self.samples,
            classes: classes
                .map(|(&(score, p), (a, _))| (score, p / (1.0 + x * a)))
                .collect(),
        }
    }
}

/// The root of `Σ p a / (1 + x a)` between its two nearest poles, where it falls all the way.
fn secular(pulls: &[(f64, f64)]) -> Option<f64> {
    let (least, most) = pulls
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), (a, _)| {
            (l.min(*a), m.max(*a))
        });
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (a, p) in pulls {
            let share = a / (1.0 + x * a);
            value += p * share;
            slope -= p * share * share;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            0.5 * (low + high)
        };
        if (next - x).abs() <= 1e-15 * (1.0 + x.abs()) {
            return Some(next);
        }
        x = next;
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed() -> Option<Distribution> {
        ScoreCounts::from(Pentanomial([60, 110, 140, 135, 75])).observed()
    }

    #[test]
    fn tilting_reaches_the_mean_and_stays_a_distribution() {
        for mean in [0.01, 0.3, 0.5, 0.9] {
            let tilted = observed().map(|d| d.with_mean(mean));
            let total = tilted
                .as_ref()
                .map(|d| d.classes.iter().map(|(_, p)| p).sum::<f64>());
            assert!(total.is_some_and(|t| (t - 1.0).abs() < 1e-12));
            assert!(tilted.is_some_and(|d| (d.mean() - mean).abs() < 1e-12));
        }
    }

    #[test]
    fn tilting_reaches_the_t_value() {
        for t in [-3.66, -1.22, -0.4, 0.0, 0.02, 0.5, 1.2, 3.0] {
            let tilted = observed().map(|d| d.with_t(0.5, t));
            let reached = tilted.map(|d| (d.mean() - 0.5) / d.variance().sqrt());
            assert!(
                reached.is_some_and(|r| (r - t).abs() < 1e-8),
                "{t} {reached:?}"
            );
        }
    }
}
