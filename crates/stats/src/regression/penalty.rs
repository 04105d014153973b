//! Penalties that keep estimates finite.

use serde::Serialize;
use std::fmt;

/// What was added to the likelihood. A fit always says which.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub enum Penalty {
    /// Nothing: maximum likelihood.
    None,
    /// `-λ/2 · Σ coefficient²` over every column, an intercept included.
    Ridge(f64),
    /// Half the log determinant of the information, which removes the first-order bias and is
    /// finite even under separation (D. Firth 1993; Heinze and Schemper 2002).
    Firth,
}

impl fmt::Display for Penalty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("maximum likelihood, no penalty"),
            Self::Ridge(lambda) => write!(f, "ridge penalty {lambda}"),
            Self::Firth => f.write_str("Firth's penalty"),
        }
    }
}
