//! Effects and interactions with intervals and adjusted p-values.

use super::{Design, Term};
use crate::{
    Cluster, Coefficient, Confidence, Errors, Estimate, Fit, FitError, Interval, Probability,
    RowFault, Sample, Wald, fit_linear, fit_logistic_or_firth, holm_defined,
};
use serde::Serialize;

/// Results gathered under a factorial design.
#[derive(Debug, Clone)]
pub struct Factorial {
    design: Design,
    sample: Sample,
}

/// In which unit effects are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Scale {
    /// Log-odds, by fractional logistic regression.
    LogOdds,
    /// Points per game (or share of games), by linear regression; equals differences of cell means
    /// where cells are of one size.
    Points,
}

/// A fitted factorial experiment.
#[derive(Debug, Clone)]
pub struct FactorialFit {
    design: Design,
    /// The regression behind it.
    pub fit: Fit,
    /// The unit of every effect.
    pub scale: Scale,
}

/// One column of the effects coding.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TermResult {
    /// The column, such as `springs` or `turning:springs`.
    pub name: String,
    /// The coefficient in effects coding: for two-level factors half the difference.
    pub coefficient: Coefficient,
    /// p-value of "no effect"; `None` where undefined.
    pub p_value: Option<Probability>,
    /// The same, Holm-adjusted over all columns but the constant.
    pub p_holm: Option<Probability>,
}

/// A difference between levels.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contrast {
    /// Second level minus first, averaged evenly over all other factors.
    pub estimate: Estimate,
    /// Its interval.
    pub interval: Interval,
    /// Two-sided p-value; `None` where undefined.
    pub p_value: Option<Probability>,
}

impl Factorial {
    /// No results yet.
    pub fn new(design: Design) -> Self {
        let sample = Sample::new(design.columns());
        Self { design, sample }
    }

    /// The design.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Adds one game of a cell: its points, or 1 and 0 for something that did or did not happen.
    pub fn record(
        &mut self,
        levels: &[usize],
        cluster: Cluster,
        outcome: f64,
    ) -> Result<(), RowFault> {
        let row = self.design.row(levels).ok_or(RowFault::Width {
            expected: self.design.factors().len(),
            given: levels.len(),
        })?;
        self.sample.record(cluster, &row, outcome)
    }

    /// Fits all main effects and two-way interactions. On the log-odds scale separated outcomes
    /// give Firth's fit, which its [`penalty`](Fit::penalty) tells.
    pub fn fit(&self, scale: Scale) -> Result<FactorialFit, FitError> {
        let fit = match scale {
            Scale::LogOdds => fit_logistic_or_firth(&self.sample)?,
            Scale::Points => fit_linear(&self.sample)?,
        };
        Ok(FactorialFit {
            design: self.design.clone(),
            fit,
            scale,
        })
    }
}

impl FactorialFit {
    /// The design.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Every column but the constant, with Holm's adjustment over them.
    pub fn terms(&self, errors: Errors) -> Vec<TermResult> {
        let coefficients = &self.fit.coefficients(errors)[1..];
        let p: Vec<Option<Probability>> = coefficients
            .iter()
            .enumerate()
            .map(|(place, coefficient)| {
                let law = self.fit.law_of(place + 1, errors);
                law.p_value(coefficient.estimate()?)
            })
            .collect();
        let holm = holm_defined(&p);
        let names = self.fit.columns()[1..].iter();
        names
            .zip(coefficients)
            .zip(p.iter().zip(holm))
            .map(|((name, coefficient), (&p_value, p_holm))| TermResult {
                name: name.clone(),
                coefficient: coefficient.clone(),
                p_value,
                p_holm,
            })
            .collect()
    }

    /// What changing a factor from one level to another does, averaged evenly over all other
    /// factors. `None` when the games cannot tell, or for a level the factor has not.
    pub fn effect(
        &self,
        factor: usize,
        (from, to): (usize, usize),
        errors: Errors,
        confidence: Confidence,
    ) -> Option<Contrast> {
        let weights = self.design.difference(factor, from, to)?;
        self.contrast(&weights, errors, confidence)
    }

    /// By how much the effect of one factor's step changes with the other factor's step.
    pub fn interaction(
        &self,
        factors: (usize, usize),
        first: (usize, usize),
        second: (usize, usize),
        errors: Errors,
        confidence: Confidence,
    ) -> Option<Contrast> {
        let weights = self
            .design
            .difference_of_differences(factors, first, second)?;
        self.contrast(&weights, errors, confidence)
    }

    /// Joint test that no two factors act together.
    pub fn no_interactions(&self, errors: Errors) -> Option<Wald> {
        let columns: Vec<usize> = self
            .design
            .terms()
            .filter(|term| matches!(term, Term::Interaction(..)))
            .flat_map(|term| self.design.columns_of(term))
            .collect();
        self.fit.wald(&columns, errors)
    }

    /// Joint test that a factor of several levels does nothing on average.
    pub fn no_effect(&self, factor: usize, errors: Errors) -> Option<Wald> {
        let columns: Vec<usize> = self.design.columns_of(Term::Main(factor)).collect();
        self.fit.wald(&columns, errors)
    }

    fn contrast(
        &self,
        weights: &[f64],
        errors: Errors,
        confidence: Confidence,
    ) -> Option<Contrast> {
        let estimate = self.fit.contrast(weights, errors)?;
        let law = self.fit.law(weights, errors);
        Some(Contrast {
            estimate,
            interval: law.interval(estimate, confidence),
            p_value: law.p_value(estimate),
        })
    }
}
