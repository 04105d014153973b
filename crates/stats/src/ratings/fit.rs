//! Ratings by maximum likelihood.

use super::{Prior, ResultTable};
use crate::{
    Cluster, Correction, Elo, Errors, Estimate, Fit, FitError, Grouped, LatentModel, Law, Outcome,
    Penalty, Probability, RowFault, Sample, fit_latent, fit_logistic,
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
    errors: Errors,
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
    /// From a table. Errors are the model's own, for independent games; [`by`](Self::by) for others.
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
        for (index, (pairing, cluster, results)) in table.parts().enumerate() {
            let row = row(pairing.first, pairing.second);
            let alone = Cluster(u64::MAX - 1 - index as u64);
            sample.record_grouped(cluster.unwrap_or(alone), &row, Grouped::games(results))?;
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
        Ok(Self {
            fit,
            players,
            errors: Errors::Model,
        })
    }

    /// The same ratings with other errors. [`Errors::Clustered`] are right where games of a cluster depend on each other,
    /// as those of an opening do; not where games were imagined, for these have no luck that could be told.
    #[must_use]
    pub fn by(self, errors: Errors) -> Self {
        Self { errors, ..self }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// How far ratings and differences are from the truth, in their standard errors.
    pub fn law(&self) -> Law {
        // Every opening tells of every player alike, as far as a tournament can help it.
        match self.errors {
            Errors::Clustered(Correction::Jackknife) => Law::Student {
                degrees: self
                    .fit
                    .clusters()
                    .saturating_sub(self.fit.parameters())
                    .max(1),
            },
            _ => Law::Normal,
        }
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

    /// Likelihood that a player is better than another, by the [law](Self::law) of errors; `None` where
    /// their difference is unknown or surely nothing.
    pub fn superiority(&self, player: usize, opponent: usize) -> Option<Probability> {
        let difference = self.difference(player, opponent)?;
        self.law().above(difference, 0.0)
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
        let nats = self.fit.contrast(weights, self.errors)?;
        Some(nats.scaled(Elo::PER_NAT))
    }
}
