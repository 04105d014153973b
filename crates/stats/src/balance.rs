//! The first move's worth in self-play, in closed form.

use crate::special::logit;
use crate::{Elo, Estimate, Trinomial};
use serde::Serialize;

/// Davidson's model of self-play: win, draw and loss as `e^(h/2) : nu : e^(-h/2)` (R. R. Davidson
/// 1970, with a first-player term). Draws do not dilute its advantage: it is the log-odds of
/// winning among decisive games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Davidson {
    /// First player's advantage in natural log-odds, `ln(W / L)`, with error
    /// `sqrt(1/W + 1/L)`.
    pub advantage: Estimate,
    /// How common draws are, `D / sqrt(W L)`.
    pub nu: f64,
    /// Standard error of `ln nu`, `sqrt(1/D + (1/W + 1/L) / 4)`; `None` without draws.
    pub log_nu_se: Option<f64>,
}

impl Davidson {
    /// `None` unless both sides have won a game.
    pub fn fit(counts: Trinomial) -> Option<Self> {
        if counts.wins == 0 || counts.losses == 0 {
            return None;
        }
        let [w, d, l] = [counts.wins, counts.draws, counts.losses].map(|n| n as f64);
        let log_nu_variance = 1.0 / d + 0.25 * (1.0 / w + 1.0 / l);
        Some(Self {
            advantage: Estimate::from_variance((w / l).ln(), 1.0 / w + 1.0 / l)?,
            nu: d / (w.sqrt() * l.sqrt()),
            log_nu_se: (counts.draws > 0).then(|| log_nu_variance.sqrt()),
        })
    }

    /// The advantage in Elo.
    pub fn advantage_elo(self) -> Elo {
        Elo::from_nats(self.advantage.value)
    }
}

/// The model of Rao and Kupper 1967 (Glenn and David's threshold on the logistic scale; the one
/// known from `BayesElo`): `P(win) = logistic(h - delta)`, `P(loss) = logistic(-h - delta)`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RaoKupper {
    /// First player's advantage in natural log-odds,
    /// `(logit w - logit l) / 2` of the shares won and lost.
    pub advantage: Estimate,
    /// Half the width of the zone of draws in natural log-odds, `-(logit w + logit l) / 2`.
    pub delta: Estimate,
}

impl RaoKupper {
    /// `None` unless both sides have won a game and neither won all. Errors by the delta method
    /// from the multinomial covariance.
    pub fn fit(counts: Trinomial) -> Option<Self> {
        if counts.wins == 0 || counts.losses == 0 {
            return None;
        }
        let n = counts.games() as f64;
        let [w, l] = [counts.wins, counts.losses].map(|count| count as f64 / n);
        // Var logit(w) = 1 / (n w (1-w)); Cov of the two logits = -1 / (n (1-w) (1-l)).
        let (vw, vl) = (1.0 / (n * w * (1.0 - w)), 1.0 / (n * l * (1.0 - l)));
        let both = -1.0 / (n * (1.0 - w) * (1.0 - l));
        Some(Self {
            advantage: Estimate::from_variance(
                0.5 * (logit(w) - logit(l)),
                0.25 * (vw + vl - 2.0 * both),
            )?,
            delta: Estimate::from_variance(
                -0.5 * (logit(w) + logit(l)),
                0.25 * (vw + vl + 2.0 * both),
            )?,
        })
    }

    /// The advantage in Elo.
    pub fn advantage_elo(self) -> Elo {
        Elo::from_nats(self.advantage.value)
    }

    /// The zone of draws in Elo.
    pub fn draw_elo(self) -> Elo {
        Elo::from_nats(self.delta.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_that_never_won_leaves_both_models_undefined() {
        let one_sided = Trinomial {
            wins: 5,
            draws: 3,
            losses: 0,
        };
        assert_eq!(Davidson::fit(one_sided), None);
        assert_eq!(RaoKupper::fit(one_sided), None);
    }

    #[test]
    fn no_draws_make_the_models_one() {
        let counts = Trinomial {
            wins: 30,
            draws: 0,
            losses: 10,
        };
        let davidson = Davidson::fit(counts);
        assert!(davidson.is_some_and(|d| d.nu == 0.0 && d.log_nu_se.is_none()));
        let rao_kupper = RaoKupper::fit(counts);
        assert!(rao_kupper.is_some_and(|r| r.delta.value.abs() < 1e-12));
        assert!(davidson.zip(rao_kupper).is_some_and(|(d, r)| {
            (d.advantage.value - r.advantage.value).abs() < 1e-12
                && (d.advantage.se - r.advantage.se).abs() < 1e-12
        }));
    }
}
