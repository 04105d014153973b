//! How an advantage turns into a win, a draw or a loss.

use super::local::{Local, log_logistic};
use crate::special::{logistic, logit};
use crate::{Outcome, Trinomial};
use nalgebra::{Matrix3, RowVector3, Vector3};
use serde::Serialize;

/// A model of three outcomes given an advantage `a = x·w` in natural log-odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum LatentModel {
    /// Proportional odds (P. `McCullagh` 1980): `P(loss) = F(t1 - a)`, `P(loss or draw) = F(t2 - a)`
    /// with F logistic. Further coefficients `threshold1` (t1) and `log_gap` (ln(t2 - t1)). Its
    /// thresholds are its constant; a column that could stand in for one is reported as collinear.
    OrderedLogit,
    /// Rao and Kupper 1967, both thresholds `delta` from zero: `P(win) = F(a - delta)`,
    /// `P(loss) = F(-a - delta)`. Further coefficient `delta`.
    RaoKupper,
    /// Davidson 1970: win, draw, loss as `e^(a/2) : nu : e^(-a/2)`. Further coefficient `log_nu`.
    Davidson,
    /// Least squares of `z - tanh a` with z = -1, 0, 1, as `AlphaZero`'s value is trained
    /// (N. Tomašev et al. 2020); with one column the scale known from Texel's tuning. No likelihood, so no
    /// [`Model`](super::super::Errors::Model) errors.
    TanhSquares,
}

impl LatentModel {
    /// Names of the coefficients beside those of the columns.
    pub(in super::super) fn shape_names(self) -> &'static [&'static str] {
        match self {
            Self::OrderedLogit => &["threshold1", "log_gap"],
            Self::RaoKupper => &["delta"],
            Self::Davidson => &["log_nu"],
            Self::TanhSquares => &[],
        }
    }

    /// Where the shape fits the shares of outcomes without any advantage. `None` where an outcome
    /// that the shape needs has not occurred.
    pub(super) fn start(self, counts: Trinomial) -> Option<Vec<f64>> {
        if self == Self::TanhSquares {
            return Some(Vec::new());
        }
        if counts.wins == 0 || counts.draws == 0 || counts.losses == 0 {
            return None;
        }
        let share = |count: u64| count as f64 / counts.games() as f64;
        let (w, d, l) = (
            share(counts.wins),
            share(counts.draws),
            share(counts.losses),
        );
        Some(match self {
            Self::OrderedLogit => vec![logit(l), -logit(w) - logit(l)],
            Self::RaoKupper => vec![-0.5 * (logit(w) + logit(l))],
            Self::Davidson => vec![(d / (w * l).sqrt()).ln()],
            Self::TanhSquares => Vec::new(),
        })
    }

    /// The search moves the gap between thresholds itself, in which the likelihood is concave;
    /// told is its logarithm. Place, told value, and its slope by the value searched.
    pub(super) fn told(self, shape: &[f64]) -> Option<(usize, f64, f64)> {
        (self == Self::OrderedLogit).then(|| (1, shape[1].ln(), 1.0 / shape[1]))
    }

    /// The objective of one game and its derivatives by (advantage, shape).
    pub(super) fn local(self, outcome: Outcome, advantage: f64, shape: &[f64]) -> Local {
        match self {
            Self::OrderedLogit => {
                // t1 = first, t2 = first + second.
                let slopes = Matrix3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0);
                ordered(outcome, advantage, shape[0], shape[0] + shape[1]).substituted(&slopes)
            }
            Self::RaoKupper => {
                let slopes = Matrix3::new(1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0);
                ordered(outcome, advantage, -shape[0], shape[0]).substituted(&slopes)
            }
            Self::Davidson => davidson(outcome, advantage, shape[0]),
            Self::TanhSquares => tanh(outcome, advantage),
        }
    }

    /// By how much an outcome gains on the nearest other one when the advantage and the shape go
    /// on for ever the way they just changed.
    pub(super) fn gain(self, outcome: Outcome, advantage: f64, change: &[f64]) -> f64 {
        let between = |lower: f64, upper: f64| match outcome {
            Outcome::Win => advantage - upper,
            Outcome::Draw => (upper - advantage).min(advantage - lower),
            Outcome::Loss => lower - advantage,
        };
        match self {
            Self::OrderedLogit => between(change[0], change[0] + change[1]),
            Self::RaoKupper => between(-change[0], change[0]),
            // Draws overtake wins where ln nu exceeds half the advantage.
            Self::Davidson => {
                0.5 * between(-2.0 * change[0], 2.0 * change[0]).min(match outcome {
                    Outcome::Win => 2.0 * advantage,
                    Outcome::Loss => -2.0 * advantage,
                    Outcome::Draw => f64::INFINITY,
                })
            }
            Self::TanhSquares => match outcome {
                Outcome::Win => advantage,
                Outcome::Draw => -advantage.abs(),
                Outcome::Loss => -advantage,
            },
        }
    }

    /// The expected score at an advantage.
    pub(in super::super) fn score(self, advantage: f64, shape: &[f64]) -> f64 {
        let (win, loss) = match self {
            Self::OrderedLogit => (
                logistic(advantage - shape[0] - shape[1].exp()),
                logistic(shape[0] - advantage),
            ),
            Self::RaoKupper => (
                logistic(advantage - shape[0]),
                logistic(-advantage - shape[0]),
            ),
            Self::Davidson => {
                let [win, _, loss] = davidson_shares(advantage, shape[0]);
                (win, loss)
            }
            Self::TanhSquares => return 0.5 + 0.5 * advantage.tanh(),
        };
        0.5 + 0.5 * (win - loss)
    }
}

/// Derivatives by (advantage, lower threshold, upper threshold). A draw's probability
/// `F(t2 - a) - F(t1 - a)` is `F(t2 - a) F(a - t1) (1 - e^(t1 - t2))`, which loses no digits.
fn ordered(outcome: Outcome, advantage: f64, lower: f64, upper: f64) -> Local {
    let mut local = Local::default();
    match outcome {
        Outcome::Win => log_logistic(&mut local, advantage - upper, [1.0, 0.0, -1.0]),
        Outcome::Loss => log_logistic(&mut local, lower - advantage, [-1.0, 1.0, 0.0]),
        Outcome::Draw => {
            log_logistic(&mut local, upper - advantage, [-1.0, 0.0, 1.0]);
            log_logistic(&mut local, advantage - lower, [1.0, -1.0, 0.0]);
            let gap = upper - lower;
            let growth = gap.exp_m1();
            local.value += if gap > 0.0 {
                (-(-gap).exp_m1()).ln()
            } else {
                f64::NEG_INFINITY
            };
            let (slope, bend) = (1.0 / growth, (growth + 1.0) / growth / growth);
            local.gradient[1] -= slope;
            local.gradient[2] += slope;
            for (i, j, sign) in [(1, 1, 1.0), (2, 2, 1.0), (1, 2, -1.0), (2, 1, -1.0)] {
                local.curvature[(i, j)] += sign * bend;
            }
        }
    }
    local
}

fn davidson_shares(advantage: f64, log_nu: f64) -> [f64; 3] {
    let logs = [0.5 * advantage, log_nu, -0.5 * advantage];
    let largest = logs.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let weights = logs.map(|log| (log - largest).exp());
    let total: f64 = weights.iter().sum();
    weights.map(|weight| weight / total)
}

fn davidson(outcome: Outcome, advantage: f64, log_nu: f64) -> Local {
    let [win, draw, loss] = davidson_shares(advantage, log_nu);
    let (share, lead, drawn) = match outcome {
        Outcome::Win => (win, 0.5, 0.0),
        Outcome::Draw => (draw, 0.0, 1.0),
        Outcome::Loss => (loss, -0.5, 0.0),
    };
    let mean = 0.5 * (win - loss);
    Local {
        value: share.ln(),
        gradient: Vector3::new(lead - mean, drawn - draw, 0.0),
        curvature: Matrix3::from_rows(&[
            RowVector3::new(0.25 * (win + loss) - mean * mean, -mean * draw, 0.0),
            RowVector3::new(-mean * draw, draw * (1.0 - draw), 0.0),
            RowVector3::zeros(),
        ]),
        ..Local::default()
    }
}

fn tanh(outcome: Outcome, advantage: f64) -> Local {
    let value = advantage.tanh();
    let slope = 1.0 - value * value;
    let residual = 2.0 * outcome.points() - 1.0 - value;
    let mut local = Local {
        value: -residual * residual,
        gradient: Vector3::new(2.0 * residual * slope, 0.0, 0.0),
        ..Local::default()
    };
    local.curvature[(0, 0)] = 2.0 * slope * slope;
    // The part that may be negative far from the fit.
    local.rest[(0, 0)] = 4.0 * residual * value * slope;
    local
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODELS: [(LatentModel, &[f64]); 4] = [
        (LatentModel::OrderedLogit, &[-0.4, 1.3]),
        (LatentModel::RaoKupper, &[0.6]),
        (LatentModel::Davidson, &[-0.3]),
        (LatentModel::TanhSquares, &[]),
    ];
    const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

    #[test]
    fn derivatives_agree_with_differences() {
        let step = 1e-5;
        for (model, shape) in MODELS {
            for outcome in OUTCOMES {
                let at = |point: &[f64]| model.local(outcome, point[0], &point[1..]);
                let point: Vec<f64> = std::iter::once(0.35).chain(shape.iter().copied()).collect();
                let middle = at(&point);
                for i in 0..point.len() {
                    let moved = |by: f64| {
                        let mut point = point.clone();
                        point[i] += by;
                        at(&point)
                    };
                    let (up, down) = (moved(step), moved(-step));
                    let slope = (up.value - down.value) / (2.0 * step);
                    assert!(
                        (slope - middle.gradient[i]).abs() < 1e-8,
                        "{model:?} {outcome:?} {i}"
                    );
                    for j in 0..point.len() {
                        let bend = -(up.gradient[j] - down.gradient[j]) / (2.0 * step);
                        let told = middle.curvature[(i, j)] + middle.rest[(i, j)];
                        assert!((bend - told).abs() < 1e-8, "{model:?} {outcome:?} {i} {j}");
                    }
                }
            }
        }
    }

    #[test]
    fn chances_add_up_and_agree_with_the_score() {
        for (model, shape) in &MODELS[..3] {
            for advantage in [-3.0, -0.2, 0.0, 1.7] {
                let chance = |outcome| model.local(outcome, advantage, shape).value.exp();
                let total: f64 = OUTCOMES.into_iter().map(chance).sum();
                assert!((total - 1.0).abs() < 1e-12, "{model:?} {advantage} {total}");
                let score = chance(Outcome::Win) + 0.5 * chance(Outcome::Draw);
                let mut told = shape.to_vec();
                if let Some((place, value, _)) = model.told(shape) {
                    told[place] = value;
                }
                let expected = model.score(advantage, &told);
                assert!((score - expected).abs() < 1e-12, "{model:?}");
            }
        }
    }
}
