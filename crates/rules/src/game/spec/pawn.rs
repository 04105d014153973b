//! `[pieces.X.pawn]`.

use assay_faults::{Fault, Faults, Table};

use crate::board::{Board, Lattice, Point};

use super::PawnSpec;
use super::words::cells;

pub(super) fn read_pawn(table: &Table, room: &str, board: &Board, faults: &mut Faults) -> PawnSpec {
    let room = format!("{}.pawn]", room.trim_end_matches(']'));
    let keys = [
        "multiple-steps",
        "promotes-to",
        "chain",
        "captures",
        "sideways",
        "jump",
    ];
    table.only(&room, &keys, faults);
    let mut multiple = Vec::new();
    for entry in table.tables("multiple-steps", faults) {
        entry.only("multiple-steps", &["steps", "rank", "cells"], faults);
        let steps = entry.integer("steps", 2, 8, faults).unwrap_or(2) as u8;
        let mut from = cells(entry, "cells", board, faults);
        if let Some(rank) = entry.integer("rank", 1, 99, faults) {
            from.extend(board.cells().filter(|&c| i64::from(board.rank(c)) == rank));
        }
        multiple.extend(from.into_iter().map(|c| (c, steps)));
    }
    let promotes = table
        .text("promotes-to", faults)
        .unwrap_or_default()
        .chars()
        .collect();
    let names = board.lattice.directions();
    let forward = Point::new(0, 1);
    let mut takes: Vec<Point> = Vec::new();
    for (place, name) in table.texts("captures", faults).unwrap_or_default() {
        match names.iter().find(|n| n.0 == name) {
            Some(&(_, step)) => takes.push(step),
            None => {
                faults
                    .push(Fault::new(format!("{name:?} is no direction of this board")).at(place));
            }
        }
    }
    if table.get("captures").is_none() {
        match board.lattice {
            Lattice::Square => takes = vec![Point::new(-1, 1), Point::new(1, 1)],
            Lattice::HexUpright | Lattice::HexLevel => table.missing("captures", &room, faults),
        }
    }
    let chain = table.bool("chain", faults).unwrap_or(false);
    if chain && takes.len() != 2 {
        let what = "chain needs a pawn that captures in two directions";
        faults.push(Fault::new(what).at(table.place));
    }
    let sideways = match table.bool("sideways", faults) {
        Some(true) => vec![Point::new(-1, 0), Point::new(1, 0)],
        _ => Vec::new(),
    };
    let jumps = table.bool("jump", faults).unwrap_or(false);
    PawnSpec {
        forward,
        takes,
        multiple,
        promotes,
        chain,
        sideways,
        jumps,
    }
}
