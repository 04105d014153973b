//! `elo_score` and `los_wl_erf` of the vectors.

use crate::vectors::{count, near, number, set};
use assay_stats::{Elo, Score, Trinomial};

#[test]
pub(crate) fn score_of_a_rating_difference_and_back() {
    for case in set("elo_score") {
        let (elo, score) = (number(&case["elo"]), number(&case["score"]));
        near(Elo(elo).score().value(), score, 1e-14, "score");
        let back = Score::new(score).and_then(Score::elo).map(|e| e.0);
        near(back.unwrap_or(f64::NAN), elo, 1e-12, "elo");
    }
}

#[test]
pub(crate) fn likelihood_of_superiority() {
    for case in set("los_wl_erf") {
        let (wins, losses) = (count(&case["wins"]), count(&case["losses"]));
        let los = Trinomial {
            wins,
            draws: 17,
            losses,
        }
        .superiority()
        .map(assay_stats::Probability::value);
        near(
            los.unwrap_or(f64::NAN),
            number(&case["los"]),
            1e-14,
            "superiority",
        );
    }
}
