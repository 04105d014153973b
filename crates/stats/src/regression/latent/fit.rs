//! Maximising the objective of a model of three outcomes.

use super::LatentModel;
use super::local::Local;
use crate::regression::algebra::{add_square, dot};
use crate::regression::covariance::Ingredients;
use crate::regression::estimable::Estimable;
use crate::regression::fit::{Link, Parts};
use crate::regression::sample::{Compressed, Grouped};
use crate::regression::separation::{Margin, certify};
use crate::regression::{Fit, FitError, Penalty, Sample, Separation};
use crate::{Outcome, Trinomial};
use nalgebra::{Cholesky, DMatrix, DVector, Matrix3, Vector3};

const STEPS: usize = 200;
const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Draw, Outcome::Loss];

/// Fits a model of wins, draws and losses, by maximum likelihood but for
/// [`LatentModel::TanhSquares`]. Outcomes must be 0, 1/2 or 1. The model's own coefficients come
/// after the sample's columns. [`Errors::Model`](crate::Errors::Model) rests on the observed information.
pub fn fit_latent(sample: &Sample, model: LatentModel) -> Result<Fit, FitError> {
    let rows = sample.compressed();
    if !rows.totals.iter().all(|group| counts(group).is_some()) {
        return Err(FitError::OutcomeRange);
    }
    let width = sample.columns().len();
    let shape_names = model.shape_names();
    let estimable = match model {
        LatentModel::OrderedLogit => {
            Estimable::with_threshold(&rows, sample.columns(), shape_names[0]).with_shape(1)
        }
        LatentModel::RaoKupper | LatentModel::Davidson | LatentModel::TanhSquares => {
            Estimable::of(&rows, sample.columns()).with_shape(shape_names.len())
        }
    };
    let columns: Vec<usize> = estimable
        .kept
        .iter()
        .copied()
        .filter(|&c| c < width)
        .collect();
    let names: Vec<&str> = columns
        .iter()
        .map(|&c| sample.columns()[c].as_str())
        .collect();
    let kept = rows.keep(&columns);
    let total = kept
        .totals
        .iter()
        .copied()
        .fold(Grouped::default(), Grouped::plus);
    let [w, d, l] = counts(&total).unwrap_or_default();
    let seen = Trinomial {
        wins: w.ceil() as u64,
        draws: d.ceil() as u64,
        losses: l.ceil() as u64,
    };
    if estimable.kept.is_empty() || seen.games() == 0 {
        return Err(FitError::Nothing);
    }
    let shape = model.start(seen).ok_or(FitError::OneSided)?;
    let search = Search { rows: &kept, model };
    let (mut coefficients, iterations) = search.run(&shape, &names)?;
    let state = search.state(&coefficients);
    let failed = FitError::NotConverged { iterations };
    let mut bread = Cholesky::new(state.full()).ok_or(failed)?.inverse();
    let mut ingredients = search.ingredients(&coefficients, &bread);
    if let Some((place, value, slope)) = model.told(&coefficients.as_slice()[names.len()..]) {
        let place = names.len() + place;
        coefficients[place] = value;
        rescale(&mut bread, place, slope);
        rescale(&mut ingredients.meat, place, 1.0 / slope);
        rescale(&mut ingredients.cluster_meat, place, 1.0 / slope);
        rescale(&mut ingredients.jackknife_meat, place, 1.0 / slope);
    }
    let shape_names = shape_names.iter().map(|&name| name.to_owned());
    Ok(Fit::assemble(Parts {
        columns: sample
            .columns()
            .iter()
            .cloned()
            .chain(shape_names)
            .collect(),
        estimable,
        ingredients,
        log_likelihood: state.objective,
        rows: kept,
        link: Link::Latent(model),
        penalty: Penalty::None,
        separation: None,
        iterations,
        coefficients,
        bread,
    }))
}

/// A quadratic form after one of its variables has changed its unit.
fn rescale(matrix: &mut DMatrix<f64>, place: usize, factor: f64) {
    matrix.row_mut(place).scale_mut(factor);
    matrix.column_mut(place).scale_mut(factor);
}

/// Wins, draws and losses of rows whose outcomes are 0, 1/2 or 1, read off their sums.
fn counts(group: &Grouped) -> Option<[f64; 3]> {
    let draws = 4.0 * (group.total - group.squares);
    let wins = 2.0 * group.squares - group.total;
    let losses = group.count - wins - draws;
    let slack = 1e-9 * group.count;
    // The entropy of a draw is ln 2 and that of any other share between is not that of its sums.
    let pure = (group.saturated + draws * std::f64::consts::LN_2).abs() <= slack;
    let counts = [wins, draws, losses];
    (pure && counts.iter().all(|n| *n >= -slack)).then(|| counts.map(|n| n.max(0.0)))
}

struct Search<'a> {
    rows: &'a Compressed,
    model: LatentModel,
}

struct State {
    objective: f64,
    gradient: DVector<f64>,
    curvature: DMatrix<f64>,
    rest: DMatrix<f64>,
}

impl State {
    fn full(&self) -> DMatrix<f64> {
        &self.curvature + &self.rest
    }

    fn step(&self) -> Option<DVector<f64>> {
        let solve = |matrix: DMatrix<f64>| {
            let step = Cholesky::new(matrix)?.solve(&self.gradient);
            step.iter().all(|s| s.is_finite()).then_some(step)
        };
        solve(self.full()).or_else(|| solve(self.curvature.clone()))
    }
}

impl Search<'_> {
    fn run(&self, shape: &[f64], names: &[&str]) -> Result<(DVector<f64>, usize), FitError> {
        let width = self.rows.width();
        let mut at = DVector::zeros(width + shape.len());
        at.rows_mut(width, shape.len()).copy_from_slice(shape);
        let mut state = self.state(&at);
        for iterations in 1..=STEPS {
            let mut step = state.step().ok_or(FitError::NotConverged { iterations })?;
            let pace = self.pace(&step);
            let reach = self.pace(&(&at + &step));
            if reach > 12.0
                && let Some(separation) = self.separation(&step, names)
            {
                return Err(FitError::Separated(separation));
            }
            let floor = state.objective - 1e-9 * (1.0 + state.objective.abs());
            let mut next = self.state(&(&at + &step));
            for _ in 0..60 {
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
        Err(FitError::NotConverged { iterations: STEPS })
    }

    fn separation(&self, step: &DVector<f64>, names: &[&str]) -> Option<Separation> {
        let width = self.rows.width();
        let change = &step.as_slice()[width..];
        let margins = self.rows.rows().flat_map(|(x, group)| {
            let reach = dot(x, step);
            let seen = OUTCOMES.into_iter().zip(counts(group).unwrap_or_default());
            seen.filter(|(_, weight)| *weight > 0.0)
                .map(move |(outcome, _)| Margin {
                    reach,
                    gain: self.model.gain(outcome, reach, change),
                })
        });
        certify(&margins, &step.as_slice()[..width], names)
    }

    /// The largest change of any row's advantage or of the shape.
    fn pace(&self, step: &DVector<f64>) -> f64 {
        let width = self.rows.width();
        let shape = step
            .iter()
            .skip(width)
            .fold(0.0_f64, |most, s| most.max(s.abs()));
        self.rows
            .rows()
            .map(|(x, _)| dot(x, step).abs())
            .fold(shape, f64::max)
    }

    fn locals(&self, x: &[f64], at: &DVector<f64>) -> [Local; 3] {
        let advantage = dot(x, at);
        let shape = &at.as_slice()[self.rows.width()..];
        OUTCOMES.map(|outcome| self.model.local(outcome, advantage, shape))
    }

    fn state(&self, at: &DVector<f64>) -> State {
        let size = at.len();
        let mut state = State {
            objective: 0.0,
            gradient: DVector::zeros(size),
            curvature: DMatrix::zeros(size, size),
            rest: DMatrix::zeros(size, size),
        };
        for (x, group) in self.rows.rows() {
            let weights = counts(group).unwrap_or_default();
            for (local, weight) in self.locals(x, at).iter().zip(weights) {
                if weight == 0.0 {
                    continue;
                }
                state.objective += weight * local.value;
                state.gradient += weight * spread(x, &local.gradient, size);
                spread_square(&mut state.curvature, weight, x, &local.curvature);
                spread_square(&mut state.rest, weight, x, &local.rest);
            }
        }
        if state.objective.is_nan() {
            state.objective = f64::NEG_INFINITY;
        }
        state
    }

    fn ingredients(&self, at: &DVector<f64>, bread: &DMatrix<f64>) -> Ingredients {
        let size = at.len();
        let locals: Vec<[Local; 3]> = self.rows.rows().map(|(x, _)| self.locals(x, at)).collect();
        let mut meat = DMatrix::zeros(size, size);
        for ((x, group), locals) in self.rows.rows().zip(&locals) {
            for (local, weight) in locals.iter().zip(counts(group).unwrap_or_default()) {
                let score = spread(x, &local.gradient, size);
                add_square(&mut meat, weight, score.as_slice());
            }
        }
        let by_cell = self.rows.cells.iter().map(|(cluster, pattern, group)| {
            let x = self.rows.pattern(*pattern as usize);
            let mut score = DVector::zeros(size);
            let mut information = DMatrix::zeros(size, size);
            let weights = counts(group).unwrap_or_default();
            for (local, weight) in locals[*pattern as usize].iter().zip(weights) {
                if weight > 0.0 {
                    score += spread(x, &local.gradient, size) * weight;
                    let bend = local.curvature + local.rest;
                    spread_square(&mut information, weight, x, &bend);
                }
            }
            (*cluster, score, information)
        });
        Ingredients::of_scores(meat, by_cell, bread)
    }
}

/// The derivatives by (advantage, shape) as derivatives by (coefficients, shape).
fn spread(x: &[f64], local: &Vector3<f64>, size: usize) -> DVector<f64> {
    let by_column = x.iter().map(|value| local[0] * value);
    DVector::from_iterator(
        size,
        by_column.chain(local.iter().skip(1).copied()).take(size),
    )
}

fn spread_square(matrix: &mut DMatrix<f64>, weight: f64, x: &[f64], local: &Matrix3<f64>) {
    let (width, size) = (x.len(), matrix.nrows());
    let part = |place: usize| {
        if place < width {
            (0, x[place])
        } else {
            (place - width + 1, 1.0)
        }
    };
    for i in 0..size {
        let (a, left) = part(i);
        if left == 0.0 {
            continue;
        }
        for j in 0..size {
            let (b, right) = part(j);
            matrix[(i, j)] += weight * local[(a, b)] * left * right;
        }
    }
}
