//! Regressions that look at wins, draws and losses as three outcomes, not as points.

mod fit;
mod local;
mod model;

pub use fit::fit_latent;
pub use model::LatentModel;
