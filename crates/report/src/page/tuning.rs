//! What was tuned, from where to where.

use super::table::{Cell, Table};
use crate::estimate::Unit;
use crate::findings::Findings;
use crate::format::{count, counted, digits, number};
use crate::words::{append, escape};

/// The parameters of a tuning, and the line to paste.
pub(super) fn tuning(findings: &Findings) -> String {
    let Some(tuning) = &findings.tuning else {
        return String::new();
    };
    let mut text = format!(
        "<p>{} of {} iterations, {} of games each, up to {} under way at a time.</p>\n",
        count(tuning.history.len() as u64),
        count(tuning.iterations.into()),
        counted(tuning.pairs.into(), "pair", "pairs"),
        count(tuning.lag.into()),
    );
    let mut table = Table::new([
        "number",
        "start",
        "limits",
        "step",
        "value",
        "tuned",
        "what it is",
    ]);
    for given in &tuning.parameters {
        table.row([
            Cell::new(&given.name),
            Cell::new(given.start.to_string()),
            Cell::new(format!("{} to {}", given.low, given.high)),
            Cell::new(digits(Unit::Setting, given.step)),
            Cell::new(number(Unit::Setting, given.value)),
            Cell::new(given.tuned.to_string()),
            Cell::words(&given.about),
        ]);
    }
    text.push_str(&table.html());
    append!(
        text,
        "<p>For a player of a study:</p>\n<pre>{}</pre>\n\
         <p>Every iteration is in <a href=\"numbers/tuning-history.csv\">tuning-history.csv</a>.</p>\n",
        escape(&tuning.written)
    );
    text
}

/// How a tuning goes, for the methods.
pub(super) fn method(findings: &Findings) -> Option<String> {
    findings.tuning.as_ref()?;
    Some(
        "Tuning is by simultaneous perturbation (Spall 1992) with gains stated by their last values as fishtest does: in each iteration every number is moved up or down by its perturbation, as a seeded draw says, the engine so \
         changed plays the engine changed the other way, and every number moves towards its side of the winner, by its rate times its perturbation for each game won more than lost. Perturbations and rates shrink as the \
         exponents 0.101 and 0.602 say unless the study has others. Values are rounded to whole numbers by chance, so that the mean is kept. An iteration uses the results of all iterations but the last few that may still be under way, always the \
         same ones, so the path depends on the study's seed alone and not on who finishes first. The match afterwards has fresh openings and plays no part in the tuning."
            .to_owned(),
    )
}
