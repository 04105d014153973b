//! The beta distribution: the regularised incomplete beta function and its inverse.

use libm::lgamma as ln_gamma;

/// Probability that a Beta(a, b) variable is at most `x`, for positive `a` and `b`: the
/// continued fraction of DLMF 8.17.22 by Lentz's method.
pub(crate) fn beta_cdf(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    let value = if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(a, b, x) / a
    } else {
        1.0 - front * fraction(b, a, 1.0 - x) / b
    };
    value.clamp(0.0, 1.0)
}

/// The point below which a Beta(a, b) variable lies with probability `p`. Halving only, so it
/// always ends; a hundred halvings exhaust the precision of the unit interval.
pub(crate) fn beta_quantile(a: f64, b: f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if beta_cdf(a, b, middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |v: f64| if v.abs() < TINY { TINY } else { v };
    // The number of terms grows with the root of the larger parameter.
    let limit = 200 + 10 * a.max(b).sqrt().min(1e5) as u32;
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut h = d;
    for step in 1..=limit {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        h *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        let factor = d * c;
        h *= factor;
        if (factor - 1.0).abs() < 1e-15 {
            break;
        }
    }
    h
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_forms() {
        // Beta(1, b) and Beta(a, 1) have elementary distribution functions.
        for x in [0.01, 0.3, 0.77, 0.999] {
            assert!((beta_cdf(1.0, 5.0, x) - (1.0 - (1.0_f64 - x).powi(5))).abs() < 1e-13);
            assert!((beta_cdf(7.0, 1.0, x) - x.powi(7)).abs() < 1e-13);
            assert!(
                (beta_cdf(0.5, 0.5, x) - x.sqrt().asin() * 2.0 / std::f64::consts::PI).abs()
                    < 1e-13
            );
        }
    }

    #[test]
    fn quantile_undoes_the_distribution_function_even_for_millions_of_games() {
        for (a, b) in [(1.0, 20.0), (0.5, 20.5), (394.0, 9607.0), (5e6, 5e6)] {
            for p in [0.025, 0.5, 0.975] {
                let x = beta_quantile(a, b, p);
                assert!((beta_cdf(a, b, x) - p).abs() < 1e-7, "{a} {b} {p}");
            }
        }
    }
}
