//! `[forms]`, `[castling]`, `[bounce]`, `[springs]`.

use assay_faults::{Fault, Faults, Table};

use crate::Forms;
use crate::board::Board;
use crate::line::Line;

use super::words::{MOVE_EXAMPLE, cell, letter, lines, one_of};
use super::{BounceSpec, CastleSpec};

pub(super) fn read_forms(
    root: &Table,
    board: &Board,
    faults: &mut Faults,
) -> Vec<(char, Vec<Line>)> {
    let Some(table) = root.table("forms", faults) else {
        return Vec::new();
    };
    let forms: Vec<_> = table
        .iter()
        .filter_map(|(key, place, item)| {
            Some((
                letter(key, place, faults)?,
                lines(item, board, MOVE_EXAMPLE, faults),
            ))
        })
        .collect();
    if forms.is_empty() || forms.len() > Forms::MAX {
        let what = format!(
            "{} forms; a transforming king has 1 to {}",
            forms.len(),
            Forms::MAX
        );
        faults.push(Fault::new(what).at(table.place));
    }
    forms
}

pub(super) fn read_castles(root: &Table, board: &Board, faults: &mut Faults) -> Vec<CastleSpec> {
    let Some(table) = root.table("castling", faults) else {
        return Vec::new();
    };
    table.only("[castling]", &["moves"], faults);
    let mut castles = Vec::new();
    for entry in table.tables("moves", faults) {
        entry.only(
            "castling",
            &["right", "king", "rook", "king-to", "rook-to"],
            faults,
        );
        let right = one_of(entry, "right", &[("K", 'K'), ("Q", 'Q')], faults);
        let mut at = |key: &str| {
            let place = entry.get(key).map_or(entry.place, |i| i.place);
            if let Some(name) = entry.text(key, faults) {
                cell(name, place, board, faults)
            } else {
                entry.missing(key, "a castling move", faults);
                None
            }
        };
        let four = [at("king"), at("rook"), at("king-to"), at("rook-to")];
        if let [Some(king), Some(rook), Some(king_to), Some(rook_to)] = four {
            castles.push(CastleSpec {
                right,
                king,
                rook,
                king_to,
                rook_to,
                place: entry.place,
            });
        }
    }
    castles
}

pub(super) fn read_bounce(root: &Table, board: &Board, faults: &mut Faults) -> Option<BounceSpec> {
    let table = root.table("bounce", faults)?;
    table.only("[bounce]", &["angle", "turning"], faults);
    let directions = board.lattice.directions().len() as i64;
    let unit = 2 * 360 / directions;
    let angle = table.integer("angle", unit, 180, faults)?;
    if angle % unit != 0 {
        let place = table.get("angle").map_or(table.place, |i| i.place);
        faults.push(Fault::new(format!("angle {angle} is no multiple of {unit}")).at(place));
    }
    let crooked = one_of(
        table,
        "turning",
        &[("curved", false), ("crooked", true)],
        faults,
    );
    Some(BounceSpec {
        angle: angle as u16,
        crooked,
    })
}
