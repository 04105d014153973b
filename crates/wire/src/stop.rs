use assay_study::{ArmVerdict, EarlyStop, End, Evidence, Judge, RaceVerdict, Tuner};

use crate::v1::{self, arm_stop};

impl v1::EarlyStop {
    /// How far a study has come.
    pub fn of(judge: &Judge) -> v1::EarlyStop {
        let to_come = judge.pairs_to_come();
        v1::EarlyStop {
            passed_pairs: to_come.passed,
            most_pairs: to_come.most,
            race: judge.race().as_ref().map(v1::Race::from),
        }
    }
}

impl v1::TuningStatus {
    /// How far a tuning has come.
    pub fn of(tuner: &Tuner) -> v1::TuningStatus {
        let parameters = tuner.tune().parameters.iter().zip(tuner.values());
        v1::TuningStatus {
            iterations: tuner.tune().iterations,
            learned: tuner.learned().len() as u32,
            parameters: parameters
                .map(|(given, &value)| v1::TunedParameter {
                    name: given.name.to_owned(),
                    start: given.start,
                    value,
                })
                .collect(),
        }
    }
}

impl From<&RaceVerdict> for v1::Race {
    fn from(race: &RaceVerdict) -> v1::Race {
        v1::Race {
            left: race.left.iter().map(|arm| arm.0.into()).collect(),
            decided: race.is_decided,
            missed_at_most: race.missed_at_most,
        }
    }
}

impl v1::ArmStop {
    /// How an arm stands with a rule.
    pub fn of(verdict: &ArmVerdict, rule: EarlyStop) -> v1::ArmStop {
        v1::ArmStop {
            counted_pairs: verdict.counted,
            left_out_pairs: verdict.left_out,
            limit: verdict.limit,
            end: v1::ArmEnd::from(verdict.end).into(),
            words: verdict
                .end
                .map_or(String::new(), |end| end.words(Some(rule))),
            score: verdict.score(),
            evidence: verdict.evidence.map(arm_stop::Evidence::from),
        }
    }
}

impl From<Option<End>> for v1::ArmEnd {
    fn from(end: Option<End>) -> v1::ArmEnd {
        match end {
            None => v1::ArmEnd::Unspecified,
            Some(End::AllPlayed) => v1::ArmEnd::AllPlayed,
            Some(End::Accepted) => v1::ArmEnd::Accepted,
            Some(End::Rejected) => v1::ArmEnd::Rejected,
            Some(End::Precise) => v1::ArmEnd::Precise,
            Some(End::Dropped(_)) => v1::ArmEnd::Dropped,
        }
    }
}

impl From<Evidence> for arm_stop::Evidence {
    fn from(evidence: Evidence) -> arm_stop::Evidence {
        match evidence {
            Evidence::Sprt { llr, bounds, .. } => arm_stop::Evidence::Sprt(v1::SprtEvidence {
                llr,
                lower: bounds.0,
                upper: bounds.1,
            }),
            Evidence::Precision { wanted, interval } => {
                arm_stop::Evidence::Precision(v1::PrecisionEvidence {
                    wanted: wanted.0,
                    low: interval.map(|interval| interval.low),
                    high: interval.map(|interval| interval.high),
                })
            }
            Evidence::Halving {
                rounds,
                raced,
                measured,
                interval,
            } => arm_stop::Evidence::Halving(v1::HalvingEvidence {
                rounds,
                raced_pairs: raced,
                measured,
                low: interval.map(|interval| interval.low),
                high: interval.map(|interval| interval.high),
            }),
        }
    }
}
