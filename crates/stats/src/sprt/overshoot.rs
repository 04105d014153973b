//! By how much a ratio jumps over its bounds.

use serde::{Deserialize, Serialize};

/// Records of the log-likelihood ratio as the test goes on. New extremes come in steps; the mean
/// overshoot beyond any far bound is E\[step²\] / 2E\[step\] (D. Siegmund 1985, section 8.2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Overshoot {
    above: Ladder,
    below: Ladder,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
struct Ladder {
    extreme: f64,
    steps: f64,
    squares: f64,
}

impl Ladder {
    fn climb(&mut self, height: f64) {
        if height > self.extreme {
            let step = height - self.extreme;
            self.steps += step;
            self.squares += step * step;
            self.extreme = height;
        }
    }

    fn overshoot(self) -> f64 {
        if self.steps > 0.0 {
            0.5 * self.squares / self.steps
        } else {
            0.0
        }
    }
}

impl Overshoot {
    /// Takes note of the ratio after each sample or batch of samples, in order.
    pub fn record(&mut self, llr: f64) {
        self.above.climb(llr);
        self.below.climb(-llr);
    }

    /// Expected overshoot of the upper bound.
    pub fn above(&self) -> f64 {
        self.above.overshoot()
    }

    /// Expected overshoot of the lower bound, not negative.
    pub fn below(&self) -> f64 {
        self.below.overshoot()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_steps_overshoot_by_half_a_step() {
        let mut overshoot = Overshoot::default();
        for llr in [0.2, 0.1, 0.4, -0.1, 0.6] {
            overshoot.record(llr);
        }
        assert!((overshoot.above() - 0.1).abs() < 1e-12);
        assert!((overshoot.below() - 0.05).abs() < 1e-12);
        assert!(Overshoot::default().above().abs() < 1e-300);
    }
}
