//! Values fitted again and again, round by round.

use super::table::{Cell, Mark, Table};
use super::tables::{estimate_or, told};
use crate::findings::Findings;
use crate::headline::rounds::course;
use crate::rounds::Round;
use crate::words::{append, escape};

/// What each round was played with and what its games say, an arm a table; a value outside the noise stands out.
pub(super) fn rounds(findings: &Findings) -> String {
    let Some(last) = findings.rounds.last() else {
        return String::new();
    };
    let mut text = course(findings).map_or_else(String::new, |course| {
        format!("<p>{} {}</p>\n", escape(&course), noise(last))
    });
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
                    estimate_or(value.and_then(|value| value.used.as_ref()), "–"),
                    value.map_or_else(|| Cell::new("–"), |value| told(&value.fitted)),
                ]
            });
            let cells = std::iter::once(Cell::new(&value.name)).chain(cells);
            table.marked_row(Mark::told_if(!value.is_settled()), cells);
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

/// How many values of the last round lie outside, and how many would without anything to it.
fn noise(last: &Round) -> String {
    let (outside, of) = last.unsettled();
    if of == 0 {
        return "No value was fitted beside which to put those played with.".to_owned();
    }
    let outside = match outside {
        0 => "None".to_owned(),
        n => n.to_string(),
    };
    // The difference of two estimates of like errors is beyond 1.96 of one error with a chance of 0.166.
    let chance = match last.round {
        0 => "A value that is right lies outside by chance once in twenty times.",
        _ => {
            "Values that were fitted themselves, to as many games, lie outside by chance about once in six times: both figures have their error."
        }
    };
    format!(
        "{outside} of {of} values that were played with lie outside the 95% interval of the value fitted. {chance}"
    )
}
