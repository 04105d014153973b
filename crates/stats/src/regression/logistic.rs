//! Logistic regression by Newton's method.

use super::estimable::Estimable;
use super::fit::{Link, Parts};
use super::sample::Compressed;
use super::separation::certify;
use super::{Fit, FitError, Penalty, Sample};
use crate::special::{logistic, softplus};
use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// Fits `P = 1 / (1 + exp(-x·w))` to outcomes in [0, 1]; outcomes between are shares, such as a
/// draw for half a win (the quasi-likelihood of Papke and Wooldridge 1996).
///
/// Coefficients the rows cannot tell are left out and reported as such. An unpenalised fit of
/// separated outcomes is refused with [`FitError::Separated`], never reported as converged.
pub fn fit_logistic(sample: &Sample, penalty: Penalty) -> Result<Fit, FitError> {
    if let Penalty::Ridge(lambda) = penalty
        && !(lambda.is_finite() && lambda > 0.0)
    {
        return Err(FitError::Penalty);
    }
    let rows = sample.compressed();
    if !rows.outcomes_are_shares() {
        return Err(FitError::OutcomeRange);
    }
    let estimable = Estimable::of(&rows, sample.columns());
    if estimable.kept.is_empty() {
        return Err(FitError::Nothing);
    }
    let kept = rows.keep(&estimable.kept);
    let names: Vec<&str> = estimable
        .kept
        .iter()
        .map(|&column| sample.columns()[column].as_str())
        .collect();
    let newton = Newton {
        rows: &kept,
        penalty,
    };
    let (coefficients, iterations) = newton.run(&names)?;
    let bread = newton
        .state(&coefficients)
        .bread()
        .ok_or(FitError::NotConverged { iterations })?;
    Ok(Fit::assemble(Parts {
        columns: sample.columns().to_vec(),
        estimable,
        rows: kept,
        link: Link::Logit,
        penalty,
        separation: None,
        iterations,
        coefficients,
        bread,
    }))
}

/// Maximum likelihood where it exists; where outcomes are separated, Firth's penalised fit, which
/// then says so by its [`penalty`](Fit::penalty) and [`separation`](Fit::separation).
pub fn fit_logistic_or_firth(sample: &Sample) -> Result<Fit, FitError> {
    match fit_logistic(sample, Penalty::None) {
        Err(FitError::Separated(separation)) => {
            Ok(fit_logistic(sample, Penalty::Firth)?.because(separation))
        }
        other => other,
    }
}

struct Newton<'a> {
    rows: &'a Compressed,
    penalty: Penalty,
}

/// Everything known at one value of the coefficients.
struct State {
    objective: f64,
    gradient: DVector<f64>,
    information: DMatrix<f64>,
}

impl State {
    fn cholesky(&self) -> Option<Cholesky<f64, Dyn>> {
        Cholesky::new(self.information.clone())
    }

    fn bread(&self) -> Option<DMatrix<f64>> {
        self.cholesky().map(|factor| factor.inverse())
    }
}

impl Newton<'_> {
    const STEPS: usize = 200;
    /// Where the log-odds of some row have come this far, separation is looked for.
    const SUSPICIOUS: f64 = 12.0;

    fn run(&self, names: &[&str]) -> Result<(DVector<f64>, usize), FitError> {
        let mut at = DVector::<f64>::zeros(self.rows.width());
        let mut state = self.state(&at);
        for iterations in 1..=Self::STEPS {
            let failed = FitError::NotConverged { iterations };
            let Some(factor) = state.cholesky() else {
                return Err(failed);
            };
            let mut step = factor.solve(&state.gradient);
            if !step.iter().all(|s| s.is_finite()) {
                return Err(failed);
            }
            // Under separation the gradient vanishes but the log-odds march on at an even pace,
            // so the pace decides what counts as converged.
            let (pace, reach) = self.pace(&at, &step);
            if self.penalty == Penalty::None
                && reach > Self::SUSPICIOUS
                && let Some(separation) = certify(self.rows, step.as_slice(), names)
            {
                return Err(FitError::Separated(separation));
            }
            let mut next = self.state(&(&at + &step));
            let mut halvings = 0;
            while !(next.objective >= state.objective - 1e-9 * (1.0 + state.objective.abs()))
                && halvings < 40
            {
                step *= 0.5;
                halvings += 1;
                next = self.state(&(&at + &step));
            }
            at += step;
            state = next;
            if pace < 1e-9 {
                return Ok((at, iterations));
            }
        }
        Err(FitError::NotConverged {
            iterations: Self::STEPS,
        })
    }

    /// Largest change of any row's log-odds by `step`, and the largest log-odds after it.
    fn pace(&self, at: &DVector<f64>, step: &DVector<f64>) -> (f64, f64) {
        let mut largest = (0.0_f64, 0.0_f64);
        for (x, _) in self.rows.rows() {
            let change = dot(x, step);
            largest.0 = largest.0.max(change.abs());
            largest.1 = largest.1.max((dot(x, at) + change).abs());
        }
        largest
    }

    fn state(&self, at: &DVector<f64>) -> State {
        let k = self.rows.width();
        let mut objective = 0.0;
        let mut gradient = DVector::zeros(k);
        let mut information = DMatrix::zeros(k, k);
        for (x, rows) in self.rows.rows() {
            let log_odds = dot(x, at);
            let share = logistic(log_odds);
            objective += rows.total * log_odds - rows.count * softplus(log_odds);
            add(&mut gradient, rows.total - rows.count * share, x);
            add_square(&mut information, rows.count * variance(log_odds), x);
        }
        match self.penalty {
            Penalty::None => {}
            Penalty::Ridge(lambda) => {
                objective -= 0.5 * lambda * at.norm_squared();
                gradient -= lambda * at;
                for i in 0..k {
                    information[(i, i)] += lambda;
                }
            }
            Penalty::Firth => {
                if let Some(factor) = Cholesky::new(information.clone()) {
                    objective += factor
                        .l_dirty()
                        .diagonal()
                        .iter()
                        .map(|d| d.ln())
                        .sum::<f64>();
                    let inverse = factor.inverse();
                    for (x, rows) in self.rows.rows() {
                        let log_odds = dot(x, at);
                        let leverage = variance(log_odds) * quadratic(&inverse, x);
                        let pull = rows.count * leverage * (0.5 - logistic(log_odds));
                        add(&mut gradient, pull, x);
                    }
                } else {
                    objective = f64::NEG_INFINITY;
                }
            }
        }
        State {
            objective,
            gradient,
            information,
        }
    }
}

/// `p (1 - p)` at these log-odds, accurate in both tails.
pub(super) fn variance(log_odds: f64) -> f64 {
    let e = (-log_odds.abs()).exp();
    e / (1.0 + e).powi(2)
}

pub(super) fn dot(x: &[f64], w: &DVector<f64>) -> f64 {
    x.iter().zip(w.iter()).map(|(a, b)| a * b).sum()
}

pub(super) fn add(sum: &mut DVector<f64>, weight: f64, x: &[f64]) {
    for (s, value) in sum.iter_mut().zip(x) {
        *s += weight * value;
    }
}

/// `matrix += weight · x xᵀ`, skipping zeros, which most columns of most rows are.
pub(super) fn add_square(matrix: &mut DMatrix<f64>, weight: f64, x: &[f64]) {
    for (j, &right) in x.iter().enumerate().filter(|(_, v)| **v != 0.0) {
        let scaled = weight * right;
        for (i, &left) in x.iter().enumerate().filter(|(_, v)| **v != 0.0) {
            matrix[(i, j)] += scaled * left;
        }
    }
}

fn quadratic(matrix: &DMatrix<f64>, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (j, &right) in x.iter().enumerate().filter(|(_, v)| **v != 0.0) {
        for (i, &left) in x.iter().enumerate().filter(|(_, v)| **v != 0.0) {
            sum += matrix[(i, j)] * right * left;
        }
    }
    sum
}
