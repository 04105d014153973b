//! Ratings of several players from a table of results.

mod fit;
mod table;

pub use fit::{RatingModel, Ratings, RatingsError};
pub use table::{Pairing, Prior, ResultTable};
