//! What a tuning came to, in sentences.

use crate::estimate::Unit;
use crate::findings::{Findings, TuningFindings, Verdict};
use crate::format::{count, counted, number};
use crate::words::append;

/// Parameters told one by one before the rest is only counted.
const AT_MOST: usize = 12;

/// Where the parameters have come to, and whether the match with them proved anything.
pub(super) fn told(findings: &Findings) -> Vec<String> {
    let Some(tuning) = &findings.tuning else {
        return Vec::new();
    };
    let mut lines = vec![course(tuning)];
    if tuning.is_finished() {
        lines.push(verified(findings, tuning));
    }
    lines
}

fn course(tuning: &TuningFindings) -> String {
    let done = tuning.history.len() as u64;
    let games = counted(tuning.games(), "game", "games");
    let mut text = if tuning.is_finished() {
        format!(
            "In {}, {games} in all, {} tuned: ",
            counted(done, "iteration", "iterations"),
            counted(tuning.parameters.len() as u64, "number was", "numbers were")
        )
    } else {
        format!(
            "The tuning is at iteration {} of {}, after {games}: ",
            count(done),
            count(tuning.iterations.into())
        )
    };
    let moved = tuning.parameters.iter().take(AT_MOST).map(|given| {
        let value = number(Unit::Setting, given.value);
        format!("{} {} → {value}", given.name, given.start)
    });
    text.push_str(&moved.collect::<Vec<_>>().join(", "));
    if tuning.parameters.len() > AT_MOST {
        append!(
            text,
            " and {} more in the table",
            tuning.parameters.len() - AT_MOST
        );
    }
    text + "."
}

/// What the match of the tuned against the untuned player says, arm by arm.
fn verified(findings: &Findings, tuning: &TuningFindings) -> String {
    let written = &tuning.written;
    let tests: Vec<(usize, Option<Verdict>)> = findings
        .matches
        .iter()
        .map(|found| (found.arm, found.sequential.as_ref().map(|s| s.verdict)))
        .collect();
    let verdict = |verdict: Option<Verdict>| match verdict {
        Some(Verdict::Accepted) => {
            "Verified: the tuned engine has passed the test against the untuned one"
        }
        Some(Verdict::Rejected) => {
            "Not verified: the test decided that the tuned engine is no stronger than the untuned one, or hardly"
        }
        Some(Verdict::Undecided) => {
            "Not verified: the test of the tuned engine against the untuned one did not decide by its last pair"
        }
        Some(Verdict::Open) => {
            "Not verified yet: the test of the tuned engine against the untuned one has not decided"
        }
        None => "The tuned engine has met the untuned one without a test",
    };
    match tests[..] {
        [] if tuning.parameters.iter().all(|given| given.tuned == given.start) => {
            "Rounded to whole numbers the values are those it began with, so there is nothing to verify.".to_owned()
        }
        [] => format!("Not verified: no match of the tuned against the untuned engine is played. For a player: {written}"),
        [(_, only)] => format!("{}. For a player: {written}", verdict(only)),
        _ => {
            let each = tests.iter().map(|(arm, found)| {
                format!("{}: {}", findings.arms[*arm].name, verdict(*found))
            });
            format!("{}. For a player: {written}", each.collect::<Vec<_>>().join("; "))
        }
    }
}
