//! Tables of imbalance matches.

use super::Sheet;
use super::rows::Rows;
use crate::estimate::{Estimate, Unit};
use crate::findings::{Findings, Told};

/// Every table of a study of values, without a row in others.
pub(super) fn all(findings: &Findings) -> [Sheet; 2] {
    [matches(findings), both_ways(findings)]
}

fn matches(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["arm", "side", "other"]);
    rows.head_estimate("score_percent");
    rows.head(&["by_the_values_percent"]);
    rows.head_estimate("residual_points");
    rows.head(&["p_holm", "note"]);
    for m in findings.imbalance.iter().flat_map(|i| &i.matches) {
        rows.cell(&findings.arms[m.arm].name)
            .cell(&m.side)
            .cell(&m.other);
        rows.estimate(Some(&m.observed));
        rows.number(Unit::Share, m.predicted.as_ref().map(Estimate::value));
        rows.estimate(m.residual.estimate());
        rows.p(m.holm);
        rows.cell(match (&m.residual, m.holm) {
            (Told::Untold(why), _) => why,
            (Told::Value(_), None) => "too few pairs for a p-value",
            (Told::Value(_), Some(_)) => "",
        })
        .end();
    }
    rows.sheet("imbalance-matches")
}

fn both_ways(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["piece", "name"]);
    for way in [
        "by_matches",
        "by_positions",
        "together",
        "difference",
        "by_opening",
        "opening_difference",
    ] {
        rows.head_estimate(way);
    }
    for both in findings.imbalance.iter().flat_map(|i| &i.both) {
        rows.cell(&both.symbol).cell(&both.name);
        rows.estimate(both.matches.estimate());
        rows.estimate(both.positions.estimate());
        rows.estimate(both.together.as_ref());
        rows.estimate(both.difference.as_ref());
        let opening = both.opening.as_ref();
        rows.estimate(opening.and_then(|stage| stage.positions.estimate()));
        rows.estimate(opening.and_then(|stage| stage.difference.as_ref()));
        rows.end();
    }
    rows.sheet("piece-values-two-ways")
}
