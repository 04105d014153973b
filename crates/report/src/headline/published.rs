//! What others found, beside what this study's games say, in sentences.

use assay_study::words::listed;

use super::amount;
use crate::findings::{BesideChange, BesideValue, Findings, PublishedFindings};
use crate::words::append;

/// A sentence or two a source.
pub(super) fn told(findings: &Findings) -> Vec<String> {
    findings
        .published
        .iter()
        .flat_map(|source| [games(findings, source), values(source)])
        .flatten()
        .collect()
}

fn games(findings: &Findings, source: &PublishedFindings) -> Option<String> {
    let each: Vec<String> = source
        .changes
        .iter()
        .filter_map(|change| one(findings, change))
        .collect();
    (!each.is_empty()).then(|| {
        format!(
            "Beside {}: {}. Strength and conditions of play differ, so sizes need not agree.",
            source.source,
            each.join("; ")
        )
    })
}

fn one(findings: &Findings, change: &BesideChange) -> Option<String> {
    let here = change.here.as_ref()?;
    let [arm, against] = [change.arm, change.against].map(|index| &findings.arms[index].name);
    Some(format!(
        "{} from {against} to {arm}: {} there and {} here, {}",
        change.measure.label(),
        amount(change.measure, &change.published),
        amount(change.measure, here),
        change.verdict.words()
    ))
}

/// Which published values lie within the intervals of this study's.
fn values(source: &PublishedFindings) -> Option<String> {
    let excluded = |value: &&BesideValue| {
        let here = value.here();
        here.is_some_and(|e| e.excludes(value.published.value()))
    };
    let comparable = source.values.iter().filter(|v| v.here().is_some());
    let (outside, within): (Vec<&BesideValue>, Vec<&BesideValue>) = comparable.partition(excluded);
    if outside.is_empty() && within.is_empty() {
        return None;
    }
    let name = |value: &&BesideValue| format!("{} {}", value.name, value.published.number());
    let list = |values: &[&BesideValue]| listed(&values.iter().map(name).collect::<Vec<_>>());
    let lie = |values: &[&BesideValue]| if values.len() == 1 { "lies" } else { "lie" };
    let mut text = format!("Of the values of {}: ", source.source);
    if !within.is_empty() {
        append!(
            text,
            "{} {} inside the 95% interval found here",
            list(&within),
            lie(&within)
        );
    }
    if !outside.is_empty() {
        let also = if within.is_empty() { "" } else { "; " };
        append!(
            text,
            "{also}{} {} outside the 95% interval found here",
            list(&outside),
            lie(&outside)
        );
    }
    Some(text + ".")
}
