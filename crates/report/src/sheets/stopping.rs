//! How arms came to stop.

use super::Sheet;
use super::rows::Rows;
use crate::findings::{Findings, StoppingRule};

/// The evidence after each pair that was noted, empty where nothing could stop an arm.
pub(super) fn stopping(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["arm", "pairs", "what"]);
    rows.head_estimate("value");
    if let Some(stopping) = &findings.stopping {
        let what = match &stopping.rule {
            StoppingRule::Sprt => "log-likelihood ratio and bounds",
            StoppingRule::Precision { .. } => "score in percent",
            StoppingRule::Halving { measure, .. } => measure.name(),
        };
        for path in &stopping.paths {
            for point in &path.points {
                rows.cell(&findings.arms[path.arm].name)
                    .cell(&point.pairs.to_string())
                    .cell(what);
                rows.estimate(stopping.rule.estimate(*point).as_ref());
                rows.end();
            }
        }
    }
    rows.sheet("stopping")
}
