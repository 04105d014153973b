//! How arms came to stop.

use super::Sheet;
use super::rows::Rows;
use crate::findings::{Findings, Measure, StoppingRule};
use crate::format::unit_name;

/// The evidence after each pair that was noted, empty where nothing could stop an arm. Of a sequential test `value_low` and
/// `value_high` are its bounds, otherwise the ends of an interval that holds at all times.
pub(super) fn stopping(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["arm", "pairs", "what", "unit"]);
    rows.head_estimate("value");
    if let Some(stopping) = &findings.stopping {
        let what = match &stopping.rule {
            StoppingRule::Sprt => "log-likelihood-ratio",
            StoppingRule::Precision { .. } => Measure::WhiteScore.name(),
            StoppingRule::Halving { measure, .. } => measure.name(),
        };
        let unit = match &stopping.rule {
            StoppingRule::Sprt => "natural logarithm",
            rule => unit_name(rule.unit()),
        };
        for path in &stopping.paths {
            for point in &path.points {
                rows.cell(&findings.arms[path.arm].name)
                    .cell(&point.pairs.to_string())
                    .cell(what)
                    .cell(unit);
                rows.estimate(stopping.rule.estimate(*point).as_ref());
                rows.end();
            }
        }
    }
    rows.sheet("stopping")
}
