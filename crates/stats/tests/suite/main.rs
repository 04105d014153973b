//! The crate against figures of independent programs and against general truths.

mod balance;
mod bootstrap;
mod elo;
mod factorial;
mod imbalance;
mod intervals;
mod latent;
mod material;
mod multiplicity;
mod properties;
mod separation;
mod vectors;
