//! Regression of results on explanatory numbers, with errors that know about clusters.
//!
//! Fill a [`Sample`], then [`fit_logistic`] or [`fit_linear`]; ask the [`Fit`] for coefficients,
//! contrasts, ratios and tests under the [`Errors`] of choice.

mod algebra;
mod covariance;
mod estimable;
mod failure;
mod firth;
mod fit;
mod groups;
mod latent;
mod likelihood;
mod linear;
mod logistic;
mod penalty;
mod ratio;
mod sample;
mod separation;
mod shares;
mod wald;

pub use covariance::{Correction, Covariance, Errors};
pub use estimable::NotEstimable;
pub use failure::FitError;
pub use fit::{Coefficient, Fit};
pub use groups::{Counts, GroupResidual, GroupsOfFit, Member};
pub use latent::{LatentModel, fit_latent};
pub use likelihood::LikelihoodRatio;
pub use linear::fit_linear;
pub use logistic::{fit_logistic, fit_logistic_or_firth};
pub use penalty::Penalty;
pub use ratio::{Fieller, Ratio};
pub use sample::{Grouped, RowFault, Sample};
pub use separation::Separation;
pub use wald::Wald;
