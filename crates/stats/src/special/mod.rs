//! Distribution functions, finite everywhere and never looping for ever.

mod beta;
mod chi_squared;
mod normal;

pub(crate) use beta::{beta_cdf, beta_quantile};
pub(crate) use chi_squared::chi_squared_upper_tail;
pub(crate) use normal::{normal_cdf, normal_quantile, normal_two_sided};

/// `1 / (1 + exp(-x))` without overflow.
pub(crate) fn logistic(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + (-x).exp())
    } else {
        let e = x.exp();
        e / (1.0 + e)
    }
}

/// `ln(p / (1 - p))` for `p` strictly inside the unit interval.
pub(crate) fn logit(p: f64) -> f64 {
    p.ln() - (-p).ln_1p()
}

/// `ln(1 + exp(x))` without overflow.
pub(crate) fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
