//! The standard normal distribution.

use libm::erfc;
use std::f64::consts::{PI, SQRT_2};

/// Probability that a standard normal variable is at most `x`.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    0.5 * erfc(-x / SQRT_2)
}

/// Density of the standard normal distribution at `x`.
pub(crate) fn normal_density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / (2.0 * PI).sqrt()
}

/// Probability that a standard normal variable is at least as far from zero as `z`, accurate
/// far into the tail.
pub(crate) fn normal_two_sided(z: f64) -> f64 {
    erfc(z.abs() / SQRT_2).clamp(0.0, 1.0)
}

/// The point below which a standard normal variable lies with probability `p`, 0 < p < 1.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    if p > 0.5 {
        // The upper half by symmetry: the complement is taken once, not inside the inverse.
        return -lower_quantile(1.0 - p);
    }
    lower_quantile(p)
}

/// Newton's method on the logarithm of the distribution function, which is concave and
/// nearly quadratic, so that a handful of steps suffices however far the tail. Ends always.
fn lower_quantile(p: f64) -> f64 {
    let mut x = -(-2.0 * (2.0 * p).ln()).max(0.0).sqrt();
    for _ in 0..60 {
        let below = normal_cdf(x);
        let density = normal_density(x);
        if below <= 0.0 || density <= 0.0 {
            break;
        }
        let step = below / density * (below.ln() - p.ln());
        x -= step;
        if step.abs() < 1e-15 * (1.0 + x.abs()) {
            break;
        }
    }
    x.min(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_known_to_many_digits() {
        let table = [
            (0.975, 1.959_963_984_540_054),
            (0.995, 2.575_829_303_548_900_4),
            (0.5, 0.0),
            (0.025, -1.959_963_984_540_054),
            (1e-10, -6.361_340_902_404_056),
        ];
        for (p, x) in table {
            assert!(
                (normal_quantile(p) - x).abs() < 1e-13,
                "{p}: {}",
                normal_quantile(p)
            );
        }
    }

    #[test]
    fn far_tails_keep_their_relative_precision() {
        let p = normal_two_sided(29.426_205_931_356_016);
        assert!(
            (p / 2.538_418_814_504_193_7e-190 - 1.0).abs() < 1e-9,
            "{p:e}"
        );
        assert!(normal_two_sided(1e300) == 0.0);
    }
}
