//! The chi-squared distribution.

use libm::lgamma;

/// Probability that a chi-squared variable with `degrees` degrees of freedom is at least `x`.
pub(crate) fn chi_squared_upper_tail(x: f64, degrees: usize) -> f64 {
    if x.is_nan() || x <= 0.0 || degrees == 0 {
        return 1.0;
    }
    if x.is_infinite() {
        return 0.0;
    }
    upper_gamma(0.5 * degrees as f64, 0.5 * x).clamp(0.0, 1.0)
}

/// The regularised upper incomplete gamma function Q(a, x): series (DLMF 8.11.4) below the mean,
/// continued fraction (DLMF 8.9.2, Lentz's method) above it.
fn upper_gamma(a: f64, x: f64) -> f64 {
    const TERMS: u32 = 100_000;
    let front = (a * x.ln() - x - lgamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for n in 1..TERMS {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < sum * 1e-17 {
                break;
            }
        }
        return 1.0 - front * sum;
    }
    let mut b = x + 1.0 - a;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut h = d;
    for n in 1..TERMS {
        let n = f64::from(n);
        let numerator = -n * (n - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        let factor = d * c;
        h *= factor;
        if (factor - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * h
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::normal_two_sided;

    #[test]
    fn two_degrees_of_freedom_are_exponential() {
        for x in [0.0, 0.5, 3.0, 40.0] {
            let p = chi_squared_upper_tail(x, 2);
            assert!((p / (-0.5 * x).exp() - 1.0).abs() < 1e-12, "{x} {p}");
        }
    }

    #[test]
    fn one_degree_of_freedom_is_a_normal_squared() {
        for z in [0.1, 0.9, 1.3, 2.5, 8.0, 25.0] {
            let ratio = chi_squared_upper_tail(z * z, 1) / normal_two_sided(z);
            assert!((ratio - 1.0).abs() < 1e-11, "{z} {ratio}");
        }
    }

    #[test]
    fn every_argument_gives_a_probability() {
        for x in [-1.0, 0.0, 1e-300, 1e300, f64::INFINITY, f64::NAN] {
            for degrees in [0, 1, 7, 100_000] {
                assert!(
                    (0.0..=1.0).contains(&chi_squared_upper_tail(x, degrees)),
                    "{x} {degrees}"
                );
            }
        }
    }
}
