//! Likelihoods and their comparison.

use super::Fit;
use super::algebra::dot;
use super::fit::Link;
use super::sample::Compressed;
use crate::Probability;
use crate::special::{chi_squared_upper_tail, softplus};
use nalgebra::DVector;
use serde::Serialize;

/// Twice the gain in log-likelihood against a smaller model.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LikelihoodRatio {
    /// The statistic, chi-squared when the smaller model is true.
    pub chi2: f64,
    /// Coefficients the smaller model lacks.
    pub degrees: usize,
    /// Chance of a gain at least as large when the smaller model is true.
    pub p_value: Probability,
}

impl Fit {
    /// Log-likelihood without any penalty: Bernoulli, with outcomes between 0 and 1 as shares; for
    /// linear regression Gaussian; for [`LatentModel::TanhSquares`](super::LatentModel::TanhSquares) minus the sum of squares.
    pub fn log_likelihood(&self) -> f64 {
        self.log_likelihood
    }

    /// Twice the distance of the log-likelihood from that of a perfect fit; for linear regression
    /// the residual sum of squares.
    pub fn deviance(&self) -> f64 {
        match self.link {
            Link::Logit => (2.0 * (self.saturated - self.log_likelihood)).max(0.0),
            Link::Identity => self.pearson_chi2().unwrap_or(0.0),
            Link::Latent(_) => -2.0 * self.log_likelihood,
        }
    }

    /// Akaike's criterion, `2k - 2 log L`.
    pub fn aic(&self) -> f64 {
        2.0 * self.parameters() as f64 - 2.0 * self.log_likelihood
    }

    /// Tests this fit against a smaller one of the same rows. `None` when that one is not
    /// smaller or either was penalised.
    pub fn likelihood_ratio(&self, smaller: &Self) -> Option<LikelihoodRatio> {
        use super::Penalty::None as Plain;
        let degrees = self
            .parameters()
            .checked_sub(smaller.parameters())
            .filter(|d| *d > 0)?;
        if self.penalty() != Plain || smaller.penalty() != Plain {
            return None;
        }
        let chi2 = (2.0 * (self.log_likelihood - smaller.log_likelihood)).max(0.0);
        let p_value = Probability::clamped(chi_squared_upper_tail(chi2, degrees));
        chi2.is_finite().then_some(LikelihoodRatio {
            chi2,
            degrees,
            p_value,
        })
    }
}

pub(super) fn bernoulli(rows: &Compressed, coefficients: &DVector<f64>) -> f64 {
    rows.rows()
        .map(|(x, outcomes)| {
            let log_odds = dot(x, coefficients);
            outcomes.total * log_odds - outcomes.count * softplus(log_odds)
        })
        .sum()
}

pub(super) fn gaussian(residual_squares: f64, n: f64) -> f64 {
    let variance = (residual_squares / n).max(f64::MIN_POSITIVE);
    -0.5 * n * ((2.0 * std::f64::consts::PI * variance).ln() + 1.0)
}
