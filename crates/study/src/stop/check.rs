//! Whether an arm by itself has enough pairs.

use assay_stats::{BettingSequence, Confidence, Decision, Overshoot, Pentanomial};

use super::{EarlyStop, End, Evidence, Precision, SprtRule};

/// A rule that stops arms one by one, with what it remembers of an arm.
#[derive(Clone, Debug)]
pub(super) enum Check {
    Sprt {
        rule: SprtRule,
        llr: f64,
        overshoot: Overshoot,
    },
    Precision {
        wanted: Precision,
        sequence: Option<BettingSequence>,
    },
}

impl Check {
    /// The check that a rule asks for in every arm.
    pub(super) fn of(rule: EarlyStop) -> Option<Check> {
        match rule {
            EarlyStop::Sprt(rule) => Some(Check::Sprt {
                rule,
                llr: 0.0,
                overshoot: Overshoot::default(),
            }),
            EarlyStop::Precision(wanted) => Some(Check::Precision {
                wanted,
                sequence: BettingSequence::for_half_width(wanted.0, Confidence::P95),
            }),
            EarlyStop::Halving(_) => None,
        }
    }

    /// Looks at the results after one more pair.
    pub(super) fn look(&mut self, results: Pentanomial) -> Option<End> {
        match self {
            Check::Sprt {
                rule,
                llr,
                overshoot,
            } => {
                *llr = rule.test.llr(results);
                let decision = rule.test.decide_with(*llr, overshoot);
                if decision.is_none() {
                    overshoot.record(*llr);
                }
                decision.map(|decision| match decision {
                    Decision::Accepted => End::Accepted,
                    Decision::Rejected => End::Rejected,
                })
            }
            Check::Precision { wanted, sequence } => {
                let sequence = sequence.as_ref()?;
                sequence
                    .is_within(wanted.0, results)
                    .then_some(End::Precise)
            }
        }
    }

    pub(super) fn evidence(&self, results: Pentanomial) -> Evidence {
        match self {
            Check::Sprt {
                rule,
                llr,
                overshoot,
            } => {
                let (low, high) = rule.test.bounds();
                Evidence::Sprt {
                    rule: *rule,
                    llr: *llr,
                    bounds: (low + overshoot.below(), high - overshoot.above()),
                }
            }
            Check::Precision { wanted, sequence } => Evidence::Precision {
                wanted: *wanted,
                interval: sequence.as_ref().and_then(|s| s.interval(results)),
            },
        }
    }
}
