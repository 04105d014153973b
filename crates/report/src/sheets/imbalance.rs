//! Tables of imbalance matches.

use super::Sheet;
use super::rows::Rows;
use crate::findings::Findings;
use crate::format::probability;

/// Every table of a study of values, without a row in others.
pub(super) fn all(findings: &Findings) -> [Sheet; 2] {
    [matches(findings), both_ways(findings)]
}

fn matches(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["arm", "side", "other"]);
    rows.head_estimate("score_percent");
    rows.head_estimate("by_the_values_percent");
    rows.head_estimate("residual_points");
    rows.head(&["p_holm"]);
    for m in findings.imbalance.iter().flat_map(|i| &i.matches) {
        rows.cell(&findings.arms[m.arm].name)
            .cell(&m.side)
            .cell(&m.other);
        rows.estimate(Some(&m.observed));
        rows.estimate(Some(&m.predicted));
        rows.estimate(m.residual.as_ref());
        rows.cell(&m.holm.map_or_else(String::new, probability))
            .end();
    }
    rows.sheet("imbalance-matches")
}

fn both_ways(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["piece", "name"]);
    for way in ["by_matches", "by_positions", "difference"] {
        rows.head_estimate(way);
    }
    for both in findings.imbalance.iter().flat_map(|i| &i.both) {
        rows.cell(&both.symbol).cell(&both.name);
        rows.estimate(both.matches.estimate());
        rows.estimate(both.positions.estimate());
        rows.estimate(both.difference.as_ref());
        rows.end();
    }
    rows.sheet("piece-values-two-ways")
}
