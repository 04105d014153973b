//! Values fitted again and again, round by round.

use super::table::{Cell, Table};
use super::tables::{estimate, told};
use crate::findings::Findings;
use crate::words::{append, escape};

/// What each round was played with and what its games say, an arm a table; a value outside the noise stands out.
pub(super) fn rounds(findings: &Findings) -> String {
    let Some(last) = findings.rounds.last() else {
        return String::new();
    };
    let (outside, of) = last.unsettled();
    let mut text = format!(
        "<p>Each arm's engine was given the piece values fitted to its own games, and the study was played again with fresh openings. Everything else \
         on this page is of the last round, in which {} of {of} values that were played with lie outside the 95% interval of the value fitted; \
         one in twenty does by chance alone.</p>\n",
        if outside == 0 {
            "none".to_owned()
        } else {
            outside.to_string()
        }
    );
    for (index, arm) in last.arms.iter().enumerate() {
        let heads = findings.rounds.iter().flat_map(|round| {
            let number = round.round;
            [
                format!("{number}: played with"),
                format!("{number}: fitted"),
            ]
        });
        let heads: Vec<String> = std::iter::once("piece".to_owned()).chain(heads).collect();
        let mut table = Table::new(heads.iter().map(String::as_str));
        for (row, value) in arm.values.iter().enumerate() {
            let cells = findings.rounds.iter().flat_map(|round| {
                let value = round.arms.get(index).and_then(|arm| arm.values.get(row));
                [
                    estimate(value.and_then(|value| value.used.as_ref())),
                    value.map_or_else(|| Cell::new("–"), |value| told(&value.fitted)),
                ]
            });
            let cells = std::iter::once(Cell::new(&value.name)).chain(cells);
            if value.is_settled() {
                table.row(cells);
            } else {
                table.told_row(cells);
            }
        }
        append!(
            text,
            "<h3>{}, in pawns</h3>\n{}",
            escape(&arm.arm),
            table.html()
        );
    }
    text
}
