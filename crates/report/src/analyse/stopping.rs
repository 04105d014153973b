//! How arms came to stop: the judge's evidence after every pair.

use std::collections::{BTreeMap, BTreeSet};

use assay_arena::GameResult;
use assay_study::{
    ArmIndex, ArmVerdict, EarlyStop, End, Evidence, HalvingMeasure, Judge, PairKey, PairNumber,
    PairResult, Precision, Study,
};

use super::for_white;
use crate::findings::{Measure, StoppingFindings, StoppingPath, StoppingPoint, StoppingRule};

/// Points that a path has at most, more or less.
const POINTS: u64 = 160;

/// Judges the results once more, pair by pair, and notes what the judge goes by. `None` where nothing can stop an arm.
pub(super) fn stopping(
    study: &Study,
    results: &BTreeMap<PairKey, [Option<GameResult>; 2]>,
    set_aside: &BTreeSet<PairKey>,
    verdicts: &[ArmVerdict],
) -> Option<StoppingFindings> {
    let early = study.stop.early?;
    let most = verdicts.iter().filter_map(point).map(|p| p.pairs).max();
    let step = most.unwrap_or(0).div_ceil(POINTS).max(1);
    let mut judge = Judge::of(study);
    let mut points: Vec<Vec<StoppingPoint>> = vec![Vec::new(); study.arms.len()];
    for pair in 0..study.pairs_per_arm() {
        for (arm, _) in study.arms() {
            let key = PairKey {
                arm,
                pair: PairNumber(pair),
            };
            if set_aside.contains(&key) {
                judge.set_aside(key);
            } else if let Some([Some(first), Some(second)]) = results.get(&key) {
                judge.record(key, PairResult([*first, *second].map(for_white)));
            } else {
                continue;
            }
            let seen = &mut points[usize::from(arm.0)];
            let now = judge.verdict(arm).as_ref().and_then(point);
            let news = |now: &StoppingPoint| seen.last().is_none_or(|p| p.pairs < now.pairs);
            if let Some(now) = now.filter(|now| now.pairs % step == 0).filter(news) {
                seen.push(now);
            }
        }
    }
    let paths = (0..)
        .map(ArmIndex)
        .zip(points)
        .filter_map(|(arm, mut seen)| {
            let verdict = judge.verdict(arm)?;
            let last = point(&verdict)?;
            if seen.last().is_none_or(|p| p.pairs < last.pairs) {
                seen.push(last);
            }
            Some(StoppingPath {
                arm: usize::from(arm.0),
                end: match (verdict.end, early) {
                    // A kept arm plays on for its own figures.
                    (Some(End::AllPlayed), EarlyStop::Halving(_)) => Some("kept".to_owned()),
                    (end, _) => end.map(|end| end.words(Some(early))),
                },
                dropped: match verdict.end {
                    Some(End::Dropped(round)) => Some(round),
                    _ => None,
                },
                points: seen,
            })
        });
    Some(StoppingFindings {
        rule: rule(study, early),
        paths: paths.collect(),
    })
}

fn rule(study: &Study, early: EarlyStop) -> StoppingRule {
    match early {
        EarlyStop::Sprt(_) => StoppingRule::Sprt,
        EarlyStop::Precision(Precision(wanted)) => StoppingRule::Precision { wanted },
        EarlyStop::Halving(rule) => StoppingRule::Halving {
            measure: match rule.measure {
                HalvingMeasure::Decisive => Measure::DecisiveRate,
                HalvingMeasure::Fair => Measure::WhiteScore,
            },
            goals: (0..)
                .zip(rule.rounds(study.arm_count()))
                .map(|(round, _)| rule.pairs_after(round).min(study.pairs_per_arm().into()))
                .collect(),
        },
    }
}

/// What the rule goes by; `None` before the first pair.
fn point(verdict: &ArmVerdict) -> Option<StoppingPoint> {
    let counted = u64::from(verdict.counted);
    let (pairs, value, low, high) = match verdict.evidence? {
        Evidence::Sprt { llr, bounds, .. } => (counted, llr, bounds.0, bounds.1),
        Evidence::Precision { interval, .. } => {
            let interval = interval?;
            (counted, verdict.score()?, interval.low, interval.high)
        }
        Evidence::Halving {
            raced,
            measured,
            interval,
            ..
        } => {
            let interval = interval?;
            (u64::from(raced), measured?, interval.low, interval.high)
        }
    };
    (pairs > 0).then_some(StoppingPoint {
        pairs,
        value,
        low,
        high,
    })
}
