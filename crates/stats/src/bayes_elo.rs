//! Ratings on the scale of `BayesElo`.

use crate::special::logistic;
use crate::{Elo, Hypotheses, Score, Trinomial};
use serde::Serialize;

/// A rating difference and a draw threshold on the scale of R. Coulom's `BayesElo`, the model of Rao and Kupper 1967:
/// `P(win) = 1 / (1 + 10^((drawelo - elo) / 400))`, `P(loss) = 1 / (1 + 10^((drawelo + elo) / 400))`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct BayesElo {
    /// The difference; finite.
    pub elo: f64,
    /// Half the width of the zone of draws; not negative.
    pub drawelo: f64,
}

impl BayesElo {
    /// Read off results. `None` unless both sides have won a game.
    pub fn of(counts: Trinomial) -> Option<Self> {
        let fit = crate::RaoKupper::fit(counts)?;
        Some(Self {
            elo: fit.advantage_elo().0,
            drawelo: fit.draw_elo().0,
        })
    }

    /// Chances of a loss, a draw and a win.
    pub fn chances(self) -> [f64; 3] {
        let win = logistic((self.elo - self.drawelo) / Elo::PER_NAT);
        let loss = logistic((-self.elo - self.drawelo) / Elo::PER_NAT);
        [loss, (1.0 - win - loss).max(0.0), win]
    }

    /// The logistic difference with the same score; `None` where the score is 0 or 1 to the last digit.
    pub fn logistic(self) -> Option<Elo> {
        let [_, draw, win] = self.chances();
        Score::new(win + 0.5 * draw)?.elo()
    }

    /// Logistic Elo for one of `BayesElo` between players nearly equal, `4x / (1 + x)²` with
    /// `x = 10^(-drawelo / 400)`: by this `BayesElo` shrinks the ratings that it prints.
    pub fn scale(self) -> f64 {
        let x = (-self.drawelo / Elo::PER_NAT).exp();
        4.0 * x / (1.0 + x).powi(2)
    }

    /// The log-likelihood ratio of `hypotheses`, given in this scale whatever their model, the draw threshold being
    /// read off the results (fishtest's test before 2018). `None` unless both sides have won a game.
    pub fn llr(hypotheses: &Hypotheses, counts: Trinomial) -> Option<f64> {
        let drawelo = Self::of(counts)?.drawelo;
        let chances = |elo: f64| Self { elo, drawelo }.chances();
        let (null, alternative) = (chances(hypotheses.elo0), chances(hypotheses.elo1));
        let seen = [counts.losses, counts.draws, counts.wins];
        let hypotheses = null.into_iter().zip(alternative);
        let terms = seen.into_iter().zip(hypotheses).filter(|(n, _)| *n > 0);
        let llr: f64 = terms.map(|(n, (p0, p1))| n as f64 * (p1 / p0).ln()).sum();
        llr.is_finite().then_some(llr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EloModel;

    #[test]
    fn a_side_that_never_won_has_no_place_on_the_scale() {
        let one_sided = Trinomial {
            wins: 9,
            draws: 2,
            losses: 0,
        };
        let hypotheses = Hypotheses {
            elo0: 0.0,
            elo1: 5.0,
            model: EloModel::Logistic,
        };
        assert_eq!(BayesElo::of(one_sided), None);
        assert_eq!(BayesElo::llr(&hypotheses, one_sided), None);
    }

    #[test]
    fn results_without_draws_are_the_logistic_model() {
        let counts = Trinomial {
            wins: 30,
            draws: 0,
            losses: 10,
        };
        let found = BayesElo::of(counts);
        assert!(found.is_some_and(|b| b.drawelo.abs() < 1e-9 && (b.scale() - 1.0).abs() < 1e-12));
        let logistic = found.and_then(BayesElo::logistic);
        assert!(logistic.is_some_and(|elo| (elo.0 - found.map_or(0.0, |b| b.elo)).abs() < 1e-9));
    }
}
