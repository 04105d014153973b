//! Why there is no fit.

use super::Separation;
use thiserror::Error;

/// Why a regression has no result. None of these is a result in disguise.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum FitError {
    /// The sample is empty, or no column ever differs from zero.
    #[error("there is nothing to fit: no rows, or every column is zero in all of them")]
    Nothing,
    /// An outcome of a logistic regression lies outside [0, 1], or one of a model of three outcomes
    /// is none of 0, 1/2 and 1.
    #[error("an outcome lies outside what the model knows: 0 to 1, or 0, 1/2 and 1")]
    OutcomeRange,
    /// A model of three outcomes needs a win, a draw and a loss at least.
    #[error("there is no win, no draw or no loss among the outcomes")]
    OneSided,
    /// The penalty is negative or no number.
    #[error("the ridge penalty must be a finite number above 0")]
    Penalty,
    /// Some combination of columns predicts outcomes perfectly: the likelihood rises for ever.
    #[error("{0}; the unpenalised estimate does not exist")]
    Separated(Separation),
    /// Newton's method found no maximum, for lack of precision.
    #[error("no maximum of the likelihood found in {iterations} steps")]
    NotConverged {
        /// Steps taken.
        iterations: usize,
    },
}
