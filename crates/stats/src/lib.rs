//! The statistics of games: counts, intervals, ratings, regressions; pure functions.
//!
//! Nothing here knows chess, reads a file or a clock. No function returns a number that is no
//! number: what the data leave undefined is `None` or an error that says why.
//!
//! | question | answer |
//! |---|---|
//! | counted results | [`Trinomial`], [`Pentanomial`], [`Outcome`] |
//! | points per game and rating difference | [`Score`], [`Elo`], [`EloEstimate`] |
//! | a figure with its error | [`Estimate`], [`Law`], [`Interval`], [`Confidence`], [`Probability`] |
//! | a figure with an interval that need not be symmetric | [`Ranged`] |
//! | means of clustered games, and their differences | [`ClusterSums`], [`MeanDifference`] |
//! | shares and their differences | [`Proportion`], [`ProportionDifference`] |
//! | first player's advantage in closed form | [`Davidson`], [`RaoKupper`] |
//! | ratings as `BayesElo` states them | [`BayesElo`] |
//! | whether several results are alike | [`Homogeneity`] |
//! | several questions asked at once | [`Adjustment`], [`holm_defined`] |
//! | resampling of pairs | [`Pentanomial::bootstrap_interval`], [`bootstrap_mean`] |
//! | regression | [`Sample`], [`fit_logistic`], [`fit_logistic_or_firth`], [`fit_linear`], [`Fit`] |
//! | regression of wins, draws and losses | [`fit_latent`], [`LatentModel`] |
//! | how far whole groups of rows are from a regression | [`Fit::groups`] |
//! | what a coefficient is worth in units of another | [`Fit::ratio`], [`Ratio`] |
//! | sequential tests, what to expect of them and what to say after | [`Sprt`], [`Overshoot`], [`SprtPlan`], [`SprtOutlook`], [`SequentialEstimate`], [`NormalizedElo`] |
//! | ratings of several players | [`ResultTable`], [`Ratings`], [`Prior`] |
//! | tuning | [`Spsa`] |
//! | looking at any time | [`BettingSequence`], [`AsymptoticSequence`], [`MixtureBoundary`], [`Bets`] |
//! | how many games | [`SampleSize`] |
//! | factorial experiments | [`Design`], [`Factorial`], [`FactorialFit`] |

mod anytime;
mod balance;
mod bayes_elo;
mod bootstrap;
mod clustered;
mod confidence;
mod counts;
mod elo;
mod estimate;
mod factorial;
mod homogeneity;
mod interval;
mod law;
mod multiplicity;
mod probability;
mod proportion;
mod proportion_difference;
mod ranged;
mod ratings;
mod regression;
mod sample_size;
mod score;
mod special;
mod sprt;
mod spsa;

pub use anytime::{
    AsymptoticSequence, BetFault, Bets, BettingSequence, MixtureBoundary, Tuning, Wealth,
};
pub use balance::{Davidson, RaoKupper};
pub use bayes_elo::BayesElo;
pub use bootstrap::{BootstrapSeed, bootstrap_mean};
pub(crate) use clustered::alike_interval;
pub use clustered::{Cluster, ClusterSums, MeanDifference};
pub use confidence::Confidence;
pub use counts::{Pentanomial, Trinomial};
pub use elo::{Elo, EloEstimate};
pub use estimate::Estimate;
pub use factorial::{
    Contrast, Design, DesignFault, Factor, Factorial, FactorialFit, Scale, Term, TermResult,
};
pub use homogeneity::Homogeneity;
pub use interval::Interval;
pub use law::Law;
pub use multiplicity::{Adjustment, holm_defined};
pub use probability::Probability;
pub use proportion::{Proportion, ProportionMethod};
pub use proportion_difference::ProportionDifference;
pub use ranged::Ranged;
pub use ratings::{Pairing, Prior, RatingModel, Ratings, RatingsError, ResultTable};
pub use regression::{
    Coefficient, Correction, Counts, Covariance, Errors, Fieller, Fit, FitError, GroupResidual,
    Grouped, GroupsOfFit, LatentModel, LikelihoodRatio, Member, NotEstimable, Penalty, Ratio,
    RowFault, Sample, Separation, Wald, fit_latent, fit_linear, fit_logistic,
    fit_logistic_or_firth,
};
pub use sample_size::{Power, SampleSize};
pub use score::{Outcome, Score};
pub use sprt::{
    Brownian, Decision, Drift, EloModel, EmptyClasses, Hypotheses, Length, MatchConditions,
    Moments, NormalizedElo, Overshoot, RatioForm, ScoreCounts, SequentialEstimate, Sprt, SprtFault,
    SprtOutlook, SprtPlan, TrueStrength,
};
pub use spsa::{Flip, Gains, Parameter, Perturbation, Spsa, SpsaFault};
