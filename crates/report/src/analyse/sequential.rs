//! What may be said after a sequential test, which stops when results look good enough.

use assay_stats::{Confidence, EloModel, NormalizedElo, Probability, SequentialEstimate};
use assay_study::{ArmVerdict, End, Evidence};

use crate::estimate::{Estimate, Unit};
use crate::findings::{MatchFindings, Sequential, Told, Verdict};

/// The search for an estimate ends there; such an end is none.
const FARTHEST: f64 = 999.0;

/// What an arm's sequential test says; `None` where it has none, or no pair yet.
pub(super) fn of(verdict: &ArmVerdict) -> Option<Sequential> {
    let Some(Evidence::Sprt { rule, llr, bounds }) = verdict.evidence else {
        return None;
    };
    if verdict.results.pairs() == 0 {
        return None;
    }
    let hypotheses = rule.test.hypotheses();
    let model = match hypotheses.model {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "normalized Elo",
    };
    Some(Sequential {
        hypotheses: format!(
            "a difference of {} against one of {} {model}",
            hypotheses.elo0, hypotheses.elo1
        ),
        llr,
        lower: bounds.0,
        upper: bounds.1,
        verdict: match verdict.end {
            Some(End::Accepted) => Verdict::Accepted,
            Some(End::Rejected) => Verdict::Rejected,
            Some(End::AllPlayed) => Verdict::Undecided,
            Some(End::Precise | End::Dropped(_)) | None => Verdict::Open,
        },
    })
}

/// A match with its test, and with figures that allow for the test's stopping in place of the plain ones.
pub(super) fn in_place(
    plain: MatchFindings,
    verdict: &ArmVerdict,
    test: Sequential,
) -> MatchFindings {
    let sequential = Some(test);
    match staged(verdict) {
        Some((elo, superiority)) => MatchFindings {
            elo,
            superiority: Some(superiority),
            sequential,
            ..plain
        },
        None => MatchFindings {
            sequential,
            ..plain
        },
    }
}

/// Elo by the stage at which the test could have stopped, and a likelihood of superiority that goes with it: the plain
/// ones are too large on average when a test stops as soon as results look good. `None` without a test or a pair, and where
/// all pairs brought the same points, which tells nothing of how far results spread.
fn staged(verdict: &ArmVerdict) -> Option<(Told, f64)> {
    let Some(Evidence::Sprt { rule, .. }) = verdict.evidence else {
        return None;
    };
    NormalizedElo::of(verdict.results)?;
    let estimate = SequentialEstimate::after(&rule.test, verdict.results, Confidence::P95)?;
    let end = |end: f64| if end.abs() < FARTHEST { end } else { f64::NAN };
    let elo = Estimate::new(
        Unit::Elo,
        end(estimate.elo.0),
        end(estimate.low.0),
        end(estimate.high.0),
    );
    let elo = elo.map_or_else(
        || Told::Untold("undefined: beyond 1,000 Elo".to_owned()),
        Told::Value,
    );
    Some((elo, Probability::value(estimate.superiority)))
}

#[cfg(test)]
mod tests {
    use assay_stats::{Hypotheses, Pentanomial, Score, Sprt};
    use assay_study::SprtRule;

    use super::*;

    fn verdict(results: [u64; 5], end: Option<End>) -> ArmVerdict {
        let hypotheses = Hypotheses {
            elo0: 0.0,
            elo1: 10.0,
            model: EloModel::Logistic,
        };
        let test = Sprt::new(hypotheses, 0.05, 0.05).unwrap();
        let results = Pentanomial(results);
        let pairs = results.pairs() as u32;
        ArmVerdict {
            pairs: 0..pairs,
            counted: pairs,
            left_out: 0,
            limit: pairs,
            end,
            results,
            evidence: Some(Evidence::Sprt {
                rule: SprtRule {
                    test,
                    alpha: 0.05,
                    beta: 0.05,
                },
                llr: test.llr(results),
                bounds: test.bounds(),
            }),
        }
    }

    #[test]
    fn after_a_stop_the_estimate_is_drawn_in() {
        let stopped = verdict([30, 150, 260, 230, 60], Some(End::Accepted));
        let found = of(&stopped).unwrap();
        assert_eq!(found.verdict, Verdict::Accepted);
        let naive = stopped.results.score().and_then(Score::elo).unwrap().0;
        let (elo, superiority) = staged(&stopped).unwrap();
        let told = elo.estimate().unwrap();
        assert!(
            told.value() < naive && told.value() > 0.0,
            "{} {naive}",
            told.text()
        );
        assert!(superiority > 0.9);
        assert_eq!(found.hypotheses, "a difference of 0 against one of 10 Elo");
    }

    #[test]
    fn degenerate_pairs_end() {
        assert_eq!(of(&verdict([0; 5], None)), None);
        for pairs in [
            [0, 0, 1, 0, 0],
            [0, 0, 500, 0, 0],
            [0, 0, 0, 0, 500],
            [500, 0, 0, 0, 0],
        ] {
            let found = of(&verdict(pairs, None)).unwrap();
            assert!(found.llr.is_finite(), "{pairs:?}");
            // Nothing spreads, so nothing is told but what the score alone tells.
            assert_eq!(staged(&verdict(pairs, None)), None, "{pairs:?}");
        }
        let all = of(&verdict([1, 2, 3, 2, 1], Some(End::AllPlayed))).unwrap();
        assert_eq!(all.verdict, Verdict::Undecided);
    }
}
