use super::Sheet;
use super::rows::Rows;
use crate::findings::{Findings, Told};
use crate::format::digits;

/// Values round by round, in pawns; without a row in studies of one round.
pub(super) fn rounds(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["round", "arm", "piece", "name", "played_with"]);
    rows.head_estimate("fitted");
    for round in &findings.rounds {
        for arm in &round.arms {
            for value in &arm.values {
                rows.cell(&round.round.to_string())
                    .cell(&arm.arm)
                    .cell(&value.symbol)
                    .cell(&value.name)
                    .cell(
                        &value
                            .used
                            .as_ref()
                            .map_or_else(String::new, |used| digits(used.unit(), used.value())),
                    );
                rows.estimate(match &value.fitted {
                    Told::Value(fitted) => Some(fitted),
                    Told::Untold(_) => None,
                });
                rows.end();
            }
        }
    }
    rows.sheet("values-by-round")
}
