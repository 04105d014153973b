//! What pieces are worth phase by phase.

use super::table::{Cell, Mark, Table};
use super::tables::{estimate, fit_table, told};
use crate::findings::{Findings, Phase, PieceValue, ValueFit};
use crate::words::{append, escape};

/// A row a piece, a column a phase, and what changes from the first to the last; then each phase in full, folded.
pub(super) fn phases(findings: &Findings) -> String {
    let Some(values) = &findings.values else {
        return String::new();
    };
    let fits: Vec<&ValueFit> = values
        .fits
        .iter()
        .filter(|fit| fit.of.phase().is_some())
        .collect();
    if fits.is_empty() {
        return String::new();
    }
    let name = |fit: &ValueFit| fit.of.name(&findings.arms);
    let unit = values.unit.as_ref().map(|unit| unit.plural.as_str());
    // Where there is no piece to count in there are still the log-odds.
    let figure = |value: &PieceValue| match unit {
        Some(_) => told(&value.worth),
        None => told(&value.log_odds),
    };
    let changes = (!values.by_phase.is_empty()).then(|| "last less first".to_owned());
    let heads: Vec<String> = std::iter::once(format!("{} by phase", unit.unwrap_or("log-odds")))
        .chain(fits.iter().map(|fit| name(fit)))
        .chain(changes.clone())
        .collect();
    let mut table = Table::new(heads.iter().map(String::as_str));
    for piece in values.fits.first().iter().flat_map(|all| &all.values) {
        let told_in = fits.iter().map(|fit| {
            let mut pieces = fit.values.iter();
            let found = pieces.find(|value| value.symbol == piece.symbol);
            found.map_or_else(|| Cell::why("no fit of this phase"), figure)
        });
        let change = values.by_phase.iter().find(|c| c.symbol == piece.symbol);
        let cells = std::iter::once(Cell::new(piece.label()))
            .chain(told_in)
            .chain(
                changes
                    .as_ref()
                    .map(|_| change.map_or_else(|| Cell::new("–"), |c| estimate(&c.change))),
            );
        table.marked_row(
            Mark::told_if(change.is_some_and(|c| c.change.excludes(0.0))),
            cells,
        );
    }
    let mut text = format!(
        "<h3>Phase by phase</h3>\n<p class=\"soft\">{}{}</p>\n{}",
        escape(Phase::MEANING),
        unit.map_or_else(String::new, |unit| format!(
            " Each phase counts in its own {unit}."
        )),
        table.html()
    );
    for fit in fits {
        append!(
            text,
            "<details><summary>{} in full</summary>\n{}</details>\n",
            escape(&name(fit)),
            fit_table(fit, unit.unwrap_or("worth"))
        );
    }
    text
}
