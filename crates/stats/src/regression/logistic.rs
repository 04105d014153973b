//! Logistic regression by Newton's method.

use super::algebra::{add, add_square, dot, variance};
use super::covariance::Ingredients;
use super::estimable::Estimable;
use super::firth::Firth;
use super::fit::{Link, Parts};
use super::likelihood::bernoulli;
use super::sample::Compressed;
use super::separation::{certify, logistic_margins};
use super::{Fit, FitError, Penalty, Sample};
use crate::special::{logistic, softplus};
use nalgebra::{Cholesky, DMatrix, DVector};

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
        ingredients: Ingredients::gather(&kept, Link::Logit, &coefficients, &bread),
        log_likelihood: bernoulli(&kept, &coefficients),
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
    /// Minus the curvature of the likelihood and a ridge; what errors rest on.
    information: DMatrix<f64>,
    /// Minus the curvature of the whole objective.
    curvature: DMatrix<f64>,
    /// What steers the step where the curvature is not positive definite.
    stand_in: Option<DMatrix<f64>>,
}

impl State {
    fn step(&self) -> Option<DVector<f64>> {
        let solve = |matrix: &DMatrix<f64>| {
            let step = Cholesky::new(matrix.clone())?.solve(&self.gradient);
            step.iter().all(|s| s.is_finite()).then_some(step)
        };
        solve(&self.curvature).or_else(|| self.stand_in.as_ref().and_then(solve))
    }

    fn bread(&self) -> Option<DMatrix<f64>> {
        Cholesky::new(self.information.clone()).map(|factor| factor.inverse())
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
            let mut step = state.step().ok_or(failed)?;
            // Under separation the gradient vanishes but the log-odds march on at an even pace,
            // so the pace decides what counts as converged.
            let (pace, reach) = self.pace(&at, &step);
            if self.penalty == Penalty::None
                && reach > Self::SUSPICIOUS
                && let Some(separation) = certify(
                    &logistic_margins(self.rows, step.as_slice()),
                    step.as_slice(),
                    names,
                )
            {
                return Err(FitError::Separated(separation));
            }
            let floor = state.objective - 1e-9 * (1.0 + state.objective.abs());
            let mut next = self.state(&(&at + &step));
            for _ in 0..40 {
                if next.objective >= floor {
                    break;
                }
                step *= 0.5;
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
        let mut state = State {
            objective,
            gradient,
            curvature: information.clone(),
            information,
            stand_in: None,
        };
        match self.penalty {
            Penalty::None => {}
            Penalty::Ridge(lambda) => {
                state.objective -= 0.5 * lambda * at.norm_squared();
                state.gradient -= lambda * at;
                for i in 0..k {
                    state.information[(i, i)] += lambda;
                    state.curvature[(i, i)] += lambda;
                }
            }
            Penalty::Firth => match Firth::at(self.rows, at, &state.information) {
                Some(firth) => {
                    state.objective += firth.objective;
                    state.gradient += firth.gradient;
                    state.curvature += firth.curvature;
                    state.stand_in = Some(&state.information + firth.stand_in);
                }
                None => state.objective = f64::NEG_INFINITY,
            },
        }
        state
    }
}
