//! Ratings by maximum likelihood.

use super::{Prior, ResultTable};
use crate::{
    Cluster, Elo, Errors, Estimate, Fit, FitError, Grouped, LatentModel, Outcome, Penalty,
    Probability, RowFault, Sample, fit_latent, fit_logistic,
};
use thiserror::Error;

/// How a difference of ratings becomes results. Each has a term for moving first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RatingModel {
    /// A draw is half a win (Elo's own; Bradley and Terry 1952 with half points).
    HalfPoints,
    /// Rao and Kupper 1967, as in `BayesElo`.
    RaoKupper,
    /// Davidson 1970.
    Davidson,
}

/// Ratings about a mean of zero, with errors of every comparison.
#[derive(Debug, Clone)]
pub struct Ratings {
    fit: Fit,
    players: usize,
}

/// Why a table has no ratings.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RatingsError {
    /// The regression behind them failed; separation means somebody won or lost every game, or one
    /// group of players every game against the others.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// A prior of no, negative or infinite draws.
    #[error(transparent)]
    Prior(#[from] RowFault),
}

impl Ratings {
    /// From a table. Errors are the model's own.
    pub fn fit(
        table: &ResultTable,
        model: RatingModel,
        prior: Prior,
    ) -> Result<Self, RatingsError> {
        let players = table.players();
        let names = (0..players).map(|player| format!("player {player}"));
        let mut sample = Sample::new(names.chain(std::iter::once("first".to_owned())));
        let row = |first: usize, second: usize| {
            let mut row = vec![0.0; players + 1];
            row[first] += 1.0;
            row[second] -= 1.0;
            row[players] = 1.0;
            row
        };
        for (index, (pairing, results)) in table.iter().enumerate() {
            let row = row(pairing.first, pairing.second);
            sample.record_grouped(Cluster(index as u64), &row, Grouped::games(results))?;
        }
        let imagined: &[(Outcome, f64)] = match prior {
            Prior::None => &[],
            Prior::Draws(draws) => &[(Outcome::Draw, 0.5 * draws)],
            Prior::Games(games) => {
                &[Outcome::Win, Outcome::Draw, Outcome::Loss].map(|outcome| (outcome, games / 6.0))
            }
        };
        for &(outcome, times) in imagined {
            let imagined = Grouped::one(outcome.points()).times(times);
            for first in 0..players {
                for second in (0..players).filter(|&second| second != first) {
                    sample.record_grouped(Cluster(u64::MAX), &row(first, second), imagined)?;
                }
            }
        }
        let fit = match model {
            RatingModel::HalfPoints => fit_logistic(&sample, Penalty::None)?,
            RatingModel::RaoKupper => fit_latent(&sample, LatentModel::RaoKupper)?,
            RatingModel::Davidson => fit_latent(&sample, LatentModel::Davidson)?,
        };
        Ok(Self { fit, players })
    }

    /// A player's rating in Elo above the mean of all. `None` where the table falls into parts that
    /// never met.
    pub fn rating(&self, player: usize) -> Option<Estimate> {
        let mut weights = vec![0.0; self.fit.columns().len()];
        weights[..self.players].fill(-1.0 / self.players as f64);
        *weights[..self.players].get_mut(player)? += 1.0;
        self.elo(&weights)
    }

    /// The difference of two ratings in Elo. `None` where the two are in parts that never met.
    pub fn difference(&self, player: usize, opponent: usize) -> Option<Estimate> {
        let mut weights = vec![0.0; self.fit.columns().len()];
        *weights[..self.players].get_mut(player)? += 1.0;
        *weights[..self.players].get_mut(opponent)? -= 1.0;
        self.elo(&weights)
    }

    /// Likelihood that a player is better than another, by the normal approximation; `None` where
    /// their difference is unknown or surely nothing.
    pub fn superiority(&self, player: usize, opponent: usize) -> Option<Probability> {
        let z = self.difference(player, opponent)?.z()?;
        Some(Probability::clamped(crate::special::normal_cdf(z)))
    }

    /// What moving first is worth, in Elo.
    pub fn first_player(&self) -> Option<Estimate> {
        let mut weights = vec![0.0; self.fit.columns().len()];
        weights[self.players] = 1.0;
        self.elo(&weights)
    }

    /// The regression behind the ratings, in natural log-odds.
    pub fn regression(&self) -> &Fit {
        &self.fit
    }

    fn elo(&self, weights: &[f64]) -> Option<Estimate> {
        let nats = self.fit.contrast(weights, Errors::Model)?;
        Some(nats.scaled(Elo::PER_NAT))
    }
}
