//! Brownian motion between two barriers: what a log-likelihood ratio looks like from afar.

use crate::special::normal_cdf;
use std::f64::consts::PI;

/// A particle that starts at 0 between barriers `low` < 0 < `high`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Brownian {
    /// The lower barrier, below 0.
    pub low: f64,
    /// The upper barrier, above 0.
    pub high: f64,
    /// Mean motion in a unit of time.
    pub drift: f64,
    /// Variance of the motion in a unit of time.
    pub variance: f64,
}

impl Brownian {
    /// Chance of reaching the upper barrier first
    /// (D. Siegmund, *Sequential Analysis*, 1985, section 3.4).
    pub fn reaches_high(self) -> f64 {
        let rate = -2.0 * self.drift / self.variance;
        if (rate * (self.high - self.low)).abs() < 1e-9 {
            return -self.low / (self.high - self.low);
        }
        // Written so that the exponentials never grow.
        let chance = if rate < 0.0 {
            (rate * -self.low).exp_m1() / (rate * (self.high - self.low)).exp_m1()
        } else {
            (-rate * self.high).exp() * (rate * self.low).exp_m1()
                / (-rate * (self.high - self.low)).exp_m1()
        };
        chance.clamp(0.0, 1.0)
    }

    /// Expected time until a barrier is reached.
    pub fn expected_time(self) -> f64 {
        let span = self.high - self.low;
        if (self.drift * span / self.variance).abs() < 1e-5 {
            return -self.low * self.high / self.variance;
        }
        let high = self.reaches_high();
        (high * self.high + (1.0 - high) * self.low) / self.drift
    }

    /// Chance that by `time` the particle has either been caught at the lower barrier or is still
    /// free and at most at `place`, which lies between the barriers.
    pub fn outcome_cdf(self, time: f64, place: f64) -> f64 {
        let spread = self.variance * time;
        let span = self.high - self.low;
        if spread.is_nan() || spread <= 0.0 {
            return if place >= 0.0 { 1.0 } else { 0.0 };
        }
        // Both sums are exact; images need few terms early, eigenfunctions late.
        let chance = if spread < 0.1 * span * span {
            self.caught_low(time) + self.free_below(time, place)
        } else {
            1.0 - self.reaches_high() + self.by_eigenfunctions(time, place)
        };
        chance.clamp(0.0, 1.0)
    }

    /// The chance as a correction to the one after endless time.
    fn by_eigenfunctions(self, time: f64, place: f64) -> f64 {
        let span = self.high - self.low;
        let (start, end) = (-self.low, place - self.low);
        let tilt = self.drift / self.variance;
        let mut sum = 0.0;
        for n in 1..=200_u32 {
            let wave = f64::from(n) * PI / span;
            let decay = 0.5 * self.variance * (wave * wave + tilt * tilt) * time;
            let size = (tilt * (end - start) - decay).exp() / (wave * wave + tilt * tilt);
            let shape = tilt * (wave * end).sin() - wave * (wave * end).cos();
            sum += 2.0 / span * (wave * start).sin() * size * shape;
            if size * (wave + tilt.abs()) < 1e-17 {
                break;
            }
        }
        sum
    }

    /// Chance of having been caught at the lower barrier by `time`: inverse Gaussian laws of the
    /// barrier's images.
    fn caught_low(self, time: f64) -> f64 {
        let (span, spread) = (self.high - self.low, (self.variance * time).sqrt());
        let tilt = self.drift / self.variance;
        let (speed, way) = (tilt.abs(), self.drift.abs() * time);
        let images = (-IMAGES..=IMAGES).map(|k| {
            let signed = -self.low + 2.0 * f64::from(k) * span;
            let distance = signed.abs();
            let there = tilt * self.low - distance * speed;
            let back = tilt * self.low + distance * speed;
            signed.signum()
                * (tilted_cdf(there, (way - distance) / spread)
                    + tilted_cdf(back, (-way - distance) / spread))
        });
        images.sum()
    }

    /// Chance of being free at `time` and at most at `place`: images of the start.
    fn free_below(self, time: f64, place: f64) -> f64 {
        let (span, spread) = (self.high - self.low, (self.variance * time).sqrt());
        let tilt = self.drift / self.variance;
        let mass = |image: f64| {
            let z = |end: f64| (end - image - self.drift * time) / spread;
            let (from, to) = (z(self.low), z(place));
            // In the upper tail the difference of two ones would be lost.
            let (less, more) = if from > 0.0 { (-to, -from) } else { (from, to) };
            tilted_cdf(tilt * image, more) - tilted_cdf(tilt * image, less)
        };
        let images = (-IMAGES..=IMAGES).map(|k| {
            let shift = 2.0 * f64::from(k) * span;
            mass(shift) - mass(2.0 * self.high + shift)
        });
        images.sum()
    }
}

/// Images on either side that matter while the spread is below a third of the span.
const IMAGES: i32 = 6;

/// `e^exponent · Φ(z)`, where the first factor may be huge and the second tiny.
fn tilted_cdf(exponent: f64, z: f64) -> f64 {
    let log_cdf = if z > -30.0 {
        normal_cdf(z).ln()
    } else {
        // Mills's ratio; the next term is below a millionth here.
        -0.5 * z * z - (-z * (2.0 * PI).sqrt()).ln() - 1.0 / (z * z)
    };
    (exponent + log_cdf).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_outcomes_are_the_barriers() {
        for drift in [-0.3, -1e-12, 0.0, 0.2] {
            let motion = Brownian {
                low: -2.0,
                high: 3.0,
                drift,
                variance: 0.5,
            };
            let late = motion.outcome_cdf(1e4, 1.0);
            assert!(
                (late - (1.0 - motion.reaches_high())).abs() < 1e-12,
                "{drift}"
            );
        }
    }

    #[test]
    fn walds_chances_at_the_hypotheses() {
        // With drift ±variance/2 the chances are exactly the error rates behind the barriers.
        let barrier = (0.95_f64 / 0.05).ln();
        let motion = |drift| Brownian {
            low: -barrier,
            high: barrier,
            drift,
            variance: 0.02,
        };
        assert!((motion(0.01).reaches_high() - 0.95).abs() < 1e-12);
        assert!((motion(-0.01).reaches_high() - 0.05).abs() < 1e-12);
        assert!(motion(5.0).reaches_high() <= 1.0 && motion(-50.0).reaches_high() >= 0.0);
        assert!((motion(0.0).expected_time() - barrier * barrier / 0.02).abs() < 1e-9);
    }

    #[test]
    fn early_and_late_sums_agree_where_they_meet() {
        for drift in [-3.0, -0.4, 0.0, 0.1, 2.0] {
            let motion = Brownian {
                low: -2.0,
                high: 3.0,
                drift,
                variance: 1.0,
            };
            let time = 2.5;
            for place in [-2.0, -1.0, 0.3, 3.0] {
                let early = motion.caught_low(time) + motion.free_below(time, place);
                let late = 1.0 - motion.reaches_high() + motion.by_eigenfunctions(time, place);
                assert!(
                    (early - late).abs() < 1e-10,
                    "{drift} {place} {early} {late}"
                );
            }
        }
    }
}
