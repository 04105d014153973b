//! Simultaneous perturbation stochastic approximation: tuning by matches.
//!
//! J. C. Spall 1992, with the gain sequences stated by their last values as fishtest does:
//! `c_k = c / (k + 1)^γ`, `a_k = a / (A + k + 1)^α`, and for each parameter at the end
//! `c_end` and `r_end = a_end / c_end²`.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How gains shrink, and over how many steps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Gains {
    /// Steps in all: pairs of games.
    pub steps: u64,
    /// A as a share of the steps.
    pub stability: f64,
    /// Exponent of the step size, 0.602 in practice.
    pub alpha: f64,
    /// Exponent of the perturbation, 0.101 in practice.
    pub gamma: f64,
}

impl Gains {
    /// Spall's practical exponents with A a tenth of the steps.
    pub fn practical(steps: u64) -> Self {
        Self {
            steps,
            stability: 0.1,
            alpha: 0.602,
            gamma: 0.101,
        }
    }
}

/// One number to tune.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Where to begin.
    pub start: f64,
    /// Never below.
    pub least: f64,
    /// Never above.
    pub most: f64,
    /// Perturbation at the end.
    pub c_end: f64,
    /// Learning rate at the end.
    pub r_end: f64,
}

/// Which way a parameter is perturbed for the plus side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flip {
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

impl Flip {
    fn sign(self) -> f64 {
        match self {
            Self::Up => 1.0,
            Self::Down => -1.0,
        }
    }
}

/// The tuning as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    gains: Gains,
    parameters: Vec<Parameter>,
    values: Vec<f64>,
}

/// The two settings of one step, to play each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Perturbation {
    /// Values of the plus side.
    pub plus: Vec<f64>,
    /// Values of the minus side.
    pub minus: Vec<f64>,
}

/// Why a tuning was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpsaFault {
    /// Nothing to tune, or no steps.
    #[error("there must be at least one parameter and one step")]
    Nothing,
    /// Bounds, start or gains of a parameter, by place.
    #[error("parameter {0} needs least <= start <= most and c_end, r_end above 0")]
    Parameter(usize),
    /// Exponents or stability not finite or negative.
    #[error("alpha, gamma and the stability must be finite and not negative")]
    Gains,
}

impl Spsa {
    /// At the start.
    pub fn new(gains: Gains, parameters: Vec<Parameter>) -> Result<Self, SpsaFault> {
        if parameters.is_empty() || gains.steps == 0 {
            return Err(SpsaFault::Nothing);
        }
        let sound = |gain: f64| gain.is_finite() && gain >= 0.0;
        if ![gains.alpha, gains.gamma, gains.stability]
            .into_iter()
            .all(sound)
        {
            return Err(SpsaFault::Gains);
        }
        let fit = |p: &Parameter| {
            [p.start, p.least, p.most, p.c_end, p.r_end]
                .iter()
                .all(|n| n.is_finite())
                && p.least <= p.start
                && p.start <= p.most
                && p.c_end > 0.0
                && p.r_end > 0.0
        };
        if let Some(place) = parameters.iter().position(|p| !fit(p)) {
            return Err(SpsaFault::Parameter(place));
        }
        let values = parameters.iter().map(|p| p.start).collect();
        Ok(Self {
            gains,
            parameters,
            values,
        })
    }

    /// The values now.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Perturbation of a parameter at a step, from 0.
    pub fn perturbation(&self, parameter: usize, step: u64) -> f64 {
        let Gains { steps, gamma, .. } = self.gains;
        self.parameters[parameter].c_end * (steps as f64 / (step as f64 + 1.0)).powf(gamma)
    }

    /// Learning rate `a_k / c_k²` of a parameter at a step, from 0.
    pub fn rate(&self, parameter: usize, step: u64) -> f64 {
        let Gains {
            steps,
            stability,
            alpha,
            ..
        } = self.gains;
        let Parameter { c_end, r_end, .. } = self.parameters[parameter];
        let (steps, now) = (steps as f64, step as f64);
        let offset = stability * steps;
        let a = r_end * c_end * c_end * ((offset + steps) / (offset + now + 1.0)).powf(alpha);
        a / self.perturbation(parameter, step).powi(2)
    }

    /// The two sides of a step, inside the bounds. One flip a parameter; the rest stay.
    pub fn perturbed(&self, step: u64, flips: &[Flip]) -> Perturbation {
        let side = |sign: f64| {
            let mut values = self.values.clone();
            for (place, flip) in flips.iter().enumerate().take(values.len()) {
                let Parameter { least, most, .. } = self.parameters[place];
                let by = sign * flip.sign() * self.perturbation(place, step);
                values[place] = (values[place] + by).clamp(least, most);
            }
            values
        };
        Perturbation {
            plus: side(1.0),
            minus: side(-1.0),
        }
    }

    /// Learns from games of the plus against the minus side of a step: wins less losses. Results may
    /// come late and in any order; each uses the gains of the step it was played for.
    pub fn learn(&mut self, step: u64, flips: &[Flip], wins_minus_losses: i64) {
        for (place, flip) in flips.iter().enumerate().take(self.values.len()) {
            let Parameter { least, most, .. } = self.parameters[place];
            let gain = self.rate(place, step) * self.perturbation(place, step);
            let by = gain * wins_minus_losses as f64 * flip.sign();
            self.values[place] = (self.values[place] + by).clamp(least, most);
        }
    }
}
