//! Tables of published figures.

use super::Sheet;
use super::rows::Rows;
use crate::estimate::Unit;
use crate::findings::{Findings, Told};
use crate::format::unit_name;

/// Figures, changes and values in one table, empty where the study file gives none.
pub(super) fn published(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["source", "what", "of", "against", "unit"]);
    for name in ["there", "here", "here_by_matches", "here_together"] {
        rows.head_estimate(name);
    }
    let arm = |index: usize| findings.arms[index].name.as_str();
    for source in &findings.published {
        for figure in &source.figures {
            rows.cell(&source.source)
                .cell(figure.measure.name())
                .cell(arm(figure.arm))
                .cell("")
                .cell(unit_name(figure.published.unit()));
            rows.estimate(Some(&figure.published));
            rows.estimate(figure.here.as_ref());
            rows.empty(6);
            rows.end();
        }
        for change in &source.changes {
            rows.cell(&source.source)
                .cell(change.measure.name())
                .cell(arm(change.arm))
                .cell(arm(change.against))
                .cell(unit_name(change.published.unit()));
            rows.estimate(Some(&change.published));
            rows.estimate(change.here.as_ref());
            rows.empty(6);
            rows.end();
        }
        for value in &source.values {
            rows.cell(&source.source)
                .cell("worth")
                .cell(&value.symbol)
                .cell("")
                .cell(unit_name(Unit::Pawns));
            rows.estimate(Some(&value.published));
            rows.estimate(value.positions.estimate());
            rows.estimate(value.matches.as_ref().and_then(Told::estimate));
            rows.estimate(value.together.as_ref());
            rows.end();
        }
    }
    rows.sheet("published")
}
