//! Arrays whose sides are not each other's image, and castling that the array does not allow.

use assay_faults::Fault;

use crate::board::Point;
use crate::game::Spec;
use crate::{Cell, Rules, Side, Width};

pub(super) fn check<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<Fault> {
    let mut list: Vec<Fault> = castling(spec, rules);
    let odd = unmatched(rules, |c| Some(rules.board.mirror(c)));
    if !odd.is_empty() && !unmatched(rules, |c| turned(rules, c)).is_empty() {
        let told = |&(cell, opposite): &(Cell, Cell)| {
            let here = stands(rules, cell);
            // What stands in the middle row has no counterpart.
            if cell == opposite {
                return here;
            }
            format!("{here} but {}", stands(rules, opposite))
        };
        let shown: Vec<String> = odd.iter().take(3).map(told).collect();
        let more = match odd.len() - shown.len() {
            0 => String::new(),
            n => format!(", and {n} more"),
        };
        let what = format!(
            "the array is not the same for both sides, neither mirrored top to bottom nor turned round: {}{more}",
            shown.join(", ")
        );
        let fault = Fault::new(what).at(spec.start_place);
        list.push(fault.hint("mirror one side's pieces, unless it is meant so"));
    }
    list
}

/// White's cells first in the file's order, each pair of cells once, that do not hold the same of either side.
fn unmatched<W: Width>(
    rules: &Rules<W>,
    opposite: impl Fn(Cell) -> Option<Cell>,
) -> Vec<(Cell, Cell)> {
    let start = rules.start();
    let swapped = |cell| start.piece(cell).map(|(side, kind)| (side.other(), kind));
    let pairs = rules.board.cells().map(|c| (c, opposite(c).unwrap_or(c)));
    pairs
        .filter(|&(cell, to)| cell.index() <= to.index() && start.piece(cell) != swapped(to))
        .collect()
}

/// The cell opposite through the board's middle.
fn turned<W: Width>(rules: &Rules<W>, cell: Cell) -> Option<Cell> {
    let board = &rules.board;
    let (first, last) = (
        board.point(Cell::new(0)),
        board.point(Cell::new(board.len() - 1)),
    );
    let at = board.point(cell);
    let step = Point::new(first.x + last.x - 2 * at.x, first.y + last.y - 2 * at.y);
    board.step(cell, step)
}

fn stands<W: Width>(rules: &Rules<W>, cell: Cell) -> String {
    let name = rules.board.name(cell);
    match rules.start().piece(cell) {
        None => format!("nothing on {name}"),
        Some((side, kind)) => format!("{} on {name}", rules.letter(side, kind)),
    }
}

fn castling<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<Fault> {
    let mut list: Vec<Fault> = Vec::new();
    let home = |cell: Cell, side: Side, king: bool| {
        let piece = rules.start().piece(cell);
        piece.is_some_and(|(s, kind)| s == side && (kind == rules.royal) == king)
    };
    for (index, castle) in rules.castles.iter().enumerate() {
        if rules.start().castling >> castle.right.trailing_zeros() & 1 == 1 {
            continue;
        }
        let place = spec.castles[index % spec.castles.len()].place;
        let (king, rook) = (rules.cell_name(castle.king), rules.cell_name(castle.rook));
        let letter = if castle.high { "K" } else { "Q" };
        let side = castle.side;
        let letter = if side == Side::White {
            letter.to_owned()
        } else {
            letter.to_lowercase()
        };
        let royal = &rules.kinds[rules.royal.index()].name;
        let (what, hint) = if !home(castle.king, side, true) {
            (
                format!(
                    "{side:?} can never castle from {king}: its {royal} does not stand there in the array"
                ),
                "name the cells of the array, for White".to_owned(),
            )
        } else if !home(castle.rook, side, false) {
            (
                format!(
                    "{side:?} can never castle with {rook}: no piece of its own stands there in the array"
                ),
                "name the cells of the array, for White".to_owned(),
            )
        } else {
            (
                format!(
                    "{side:?} can never castle with {rook}: the start position gives no right to it"
                ),
                format!("write {letter} in the start's third field"),
            )
        };
        let fault = Fault::new(what).at(place).hint(hint);
        if !list.contains(&fault) {
            list.push(fault);
        }
    }
    list
}
