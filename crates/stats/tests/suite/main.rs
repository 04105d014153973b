//! The crate against figures of independent programs and against general truths.

mod anytime;
mod balance;
mod bootstrap;
mod degenerate;
mod elo;
mod factorial;
mod imbalance;
mod intervals;
mod inventory;
mod latent;
mod material;
mod moments;
mod multiplicity;
mod planted;
mod properties;
mod ratings;
mod separation;
mod sprt;
mod spsa;
mod told;
mod vectors;
