//! How arms came to stop.

use super::table::{Cell, Table};
use super::tables::{NO_GAME, estimate_or};
use crate::estimate::Unit;
use crate::findings::{
    Findings, MatchFindings, Measure, Sequential, StoppingFindings, StoppingRule, Verdict,
};
use crate::format::{count, digits, number};

/// The evidence of each arm at its last pair; empty where nothing could stop an arm early.
pub(super) fn stopping(findings: &Findings) -> String {
    let Some(stopping) = &findings.stopping else {
        return String::new();
    };
    match &stopping.rule {
        StoppingRule::Sprt => sequential(findings),
        StoppingRule::Precision { wanted } => precision(findings, stopping, *wanted),
        StoppingRule::Halving { measure, .. } => race(findings, stopping, *measure),
    }
}

/// What sequential tests say; empty before the first pair.
fn sequential(findings: &Findings) -> String {
    let tested: Vec<(&MatchFindings, &Sequential)> = findings
        .matches
        .iter()
        .filter_map(|found| Some((found, found.sequential.as_ref()?)))
        .collect();
    if tested.is_empty() {
        return String::new();
    }
    let mut table = Table::new([
        "arm",
        "tested",
        "pairs",
        "log-likelihood ratio",
        "bounds",
        "verdict",
    ]);
    for (found, test) in tested {
        let two = |x: f64| number(Unit::LogOdds, x);
        table.row([
            Cell::new(&findings.arms[found.arm].name),
            Cell::words(&test.hypotheses),
            Cell::new(count(findings.arms[found.arm].pairs)),
            Cell::new(two(test.llr)),
            Cell::new(format!("{}, {}", two(test.lower), two(test.upper))),
            Cell::new(verdict(test.verdict)),
        ]);
    }
    format!(
        "<p class=\"soft\">Elo and likelihood of superiority of the match are those of the test: they allow for its stopping when results \
         look good. The interval of the score and normalized Elo do not.</p>\n{}",
        table.html()
    )
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "for the second",
        Verdict::Rejected => "for the first",
        Verdict::Open => "open",
        Verdict::Undecided => "not decided by the last pair",
    }
}

/// Where arms came to a figure or went on.
fn figures(
    findings: &Findings,
    stopping: &StoppingFindings,
    heads: [&str; 4],
    going_on: &str,
) -> String {
    let mut table = Table::new(heads);
    for path in &stopping.paths {
        let last = path.last();
        table.row([
            Cell::new(&findings.arms[path.arm].name),
            Cell::new(count(last.pairs)),
            estimate_or(stopping.rule.estimate(last).as_ref(), NO_GAME),
            Cell::words(path.end.as_deref().unwrap_or(going_on)),
        ]);
    }
    table.html()
}

fn precision(findings: &Findings, stopping: &StoppingFindings, wanted: f64) -> String {
    let heads = ["arm", "pairs", "score, at all times", "so far"];
    format!(
        "<p class=\"soft\">An arm stops when its score is known to within {} points by an interval that holds with 95% however often it is \
         looked at, and is therefore wider than that of the balance.</p>\n{}",
        digits(Unit::Points, wanted),
        figures(findings, stopping, heads, "not known well enough yet")
    )
}

fn race(findings: &Findings, stopping: &StoppingFindings, measure: Measure) -> String {
    let heads = [
        "arm",
        "pairs in the race",
        measure.label(),
        "what became of it",
    ];
    format!(
        "<p class=\"soft\">Figures of the race alone, with intervals that hold for all arms at all times together. Those of a kept arm elsewhere on \
         this page are of its fresh games.</p>\n{}",
        figures(findings, stopping, heads, "still in it")
    )
}
