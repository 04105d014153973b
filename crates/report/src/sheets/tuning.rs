use super::Sheet;
use super::rows::Rows;
use crate::estimate::Unit;
use crate::findings::Findings;
use crate::format::digits;

/// The history of a tuning, an iteration a row; and its parameters. Nothing in studies that tune nothing.
pub(super) fn all(findings: &Findings) -> Vec<Sheet> {
    let Some(tuning) = &findings.tuning else {
        return Vec::new();
    };
    let mut history = Rows::new(&[
        "iteration",
        "pairs",
        "wins",
        "draws",
        "losses",
        "score_percent",
    ]);
    for parameter in &tuning.parameters {
        history.head(&[&parameter.name]);
    }
    for step in &tuning.history {
        history
            .cell(&step.number.to_string())
            .cell(&step.pairs.to_string());
        let results = step.results;
        for games in [results.wins, results.draws, results.losses] {
            history.cell(&games.to_string());
        }
        history.number(Unit::Share, results.score());
        for value in &step.values {
            history.number(Unit::Setting, Some(*value));
        }
        history.end();
    }
    let mut parameters = Rows::new(&[
        "parameter",
        "start",
        "low",
        "high",
        "step",
        "rate",
        "value",
        "tuned",
        "about",
    ]);
    for given in &tuning.parameters {
        parameters.cell(&given.name);
        for bound in [given.start, given.low, given.high] {
            parameters.cell(&bound.to_string());
        }
        parameters
            .cell(&digits(Unit::Setting, given.step))
            .cell(&format!("{:.5}", given.rate))
            .cell(&digits(Unit::Setting, given.value))
            .cell(&given.tuned.to_string())
            .cell(&given.about);
        parameters.end();
    }
    vec![
        history.sheet("tuning-history"),
        parameters.sheet("tuning-parameters"),
    ]
}
