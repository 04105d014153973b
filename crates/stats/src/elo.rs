//! Rating differences on the logistic scale.

use crate::{Confidence, Interval, Score};
use serde::Serialize;
use std::f64::consts::LN_10;

/// A rating difference: 400 points are ten to one. Finite.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Elo(pub f64);

impl Elo {
    /// Elo points in one unit of natural log-odds, 400 / ln 10 = 173.7178.
    pub const PER_NAT: f64 = 400.0 / LN_10;

    /// The score expected at this difference, `1 / (1 + 10^(-elo / 400))`
    /// (A. Elo, *The Rating of Chessplayers*, 1978).
    pub fn score(self) -> Score {
        Score::new(crate::special::logistic(self.0 / Self::PER_NAT)).unwrap_or(Score::EVEN)
    }

    /// A difference given in natural log-odds.
    pub fn from_nats(nats: f64) -> Self {
        Self(nats * Self::PER_NAT)
    }
}

/// A rating difference read off a score, with the interval read off the score's interval: the
/// map is monotone, so coverage carries over, and the interval is wider on the far side.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct EloEstimate {
    /// The difference; `None` (undefined) when every point was won or lost.
    pub value: Option<Elo>,
    /// Lower end; `None` when there is none, the score's interval reaching down to 0.
    pub low: Option<Elo>,
    /// Upper end; `None` when there is none, the score's interval reaching up to 1.
    pub high: Option<Elo>,
    /// The level of the interval.
    pub confidence: Confidence,
}

impl EloEstimate {
    /// Maps a score and its interval at `confidence`.
    pub fn from_score(score: Score, interval: Interval, confidence: Confidence) -> Self {
        let end = |value: f64| Score::new(value.clamp(0.0, 1.0)).and_then(Score::elo);
        Self {
            value: score.elo(),
            low: end(interval.low),
            high: end(interval.high),
            confidence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for elo in [-800.0, -35.0, 0.0, 0.001, 100.0, 191.0, 2000.0] {
            let back = Elo(elo).score().elo().map_or(f64::NAN, |e| e.0);
            assert!((back - elo).abs() < 1e-6, "{elo} {back}");
        }
    }

    #[test]
    fn an_interval_touching_the_edge_is_open_there() {
        let all_won = EloEstimate::from_score(
            Score::new(1.0).unwrap_or(Score::EVEN),
            Interval {
                low: 0.8,
                high: 1.0,
            },
            Confidence::P95,
        );
        assert!(all_won.value.is_none() && all_won.high.is_none());
        assert!(all_won.low.is_some_and(|e| e.0 > 200.0));
    }
}
