//! Which arms stopped early and why, in sentences.

use assay_study::words::listed;
use assay_study::{ArmVerdict, End, Evidence, HalvingMeasure, Judge, Study};

use crate::estimate::Unit;
use crate::format::{counted, digits, number};
use crate::words::append;

/// More arms than this are not told one by one.
const MOST: usize = 8;

/// A sentence for the race of many arms, and one for each arm that a precision stopped. What a sequential test decided is
/// told with its match.
pub(super) fn stops(study: &Study, judge: &Judge, verdicts: &[ArmVerdict]) -> Vec<String> {
    let mut told: Vec<String> = race(study, judge, verdicts).into_iter().collect();
    let precise: Vec<String> = study
        .arms
        .iter()
        .zip(verdicts)
        .filter_map(|(arm, verdict)| precise(&arm.name, verdict))
        .collect();
    if precise.len() > MOST {
        told.push(format!(
            "{} stopped when their scores were known well enough.",
            counted(precise.len() as u64, "arm", "arms")
        ));
    } else {
        told.extend(precise);
    }
    told
}

fn precise(name: &str, verdict: &ArmVerdict) -> Option<String> {
    let (Some(End::Precise), Some(Evidence::Precision { wanted, interval })) =
        (verdict.end, &verdict.evidence)
    else {
        return None;
    };
    let interval = (*interval)?;
    Some(format!(
        "{name} stopped after {}, its score known to within {} points: {} to {}, an interval that holds however often it is looked at.",
        counted(u64::from(verdict.counted), "pair", "pairs"),
        digits(Unit::Points, wanted.0),
        number(Unit::Share, interval.low),
        number(Unit::Share, interval.high),
    ))
}

/// Who was kept, who was dropped when, and by how much that may be wrong.
fn race(study: &Study, judge: &Judge, verdicts: &[ArmVerdict]) -> Option<String> {
    let race = judge.race()?;
    let best = match race.rule.measure {
        HalvingMeasure::Decisive => "most decisive",
        HalvingMeasure::Fair => "fairest",
    };
    let left: Vec<&str> = race
        .left
        .iter()
        .map(|&arm| study.arm(arm).name.as_str())
        .collect();
    let left = if left.len() > MOST {
        counted(left.len() as u64, "arm", "arms")
    } else {
        listed(&left)
    };
    let mut text = if race.is_decided {
        format!(
            "Of {} the {best} kept: {left}.",
            counted(study.arms.len() as u64, "arm", "arms")
        )
    } else {
        format!("Still in the race for the {best}: {left}.")
    };
    let dropped: Vec<String> = study
        .arms
        .iter()
        .zip(verdicts)
        .filter_map(|(arm, verdict)| match verdict.end {
            Some(End::Dropped(round)) => Some(format!("{} after round {round}", arm.name)),
            _ => None,
        })
        .collect();
    if !dropped.is_empty() && dropped.len() <= MOST {
        append!(text, " Dropped: {}.", dropped.join(", "));
    }
    if let Some(most) = race.missed_at_most {
        append!(
            text,
            " With 95% confidence none that was dropped is better than one that was kept by more than {} points.",
            digits(Unit::Points, most)
        );
    }
    Some(text)
}
