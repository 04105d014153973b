//! Pawn tables.

use assay_faults::{Fault, Faults};

use crate::board::{Board, Point};
use crate::game::{PawnSpec, PieceSpec};
use crate::rules::{PawnSide, PawnTable};
use crate::{Cell, Kind, Side, Width};

use super::{seen_by, set};

pub(super) fn pawn_table<W: Width>(
    pawn: &PawnSpec,
    piece: &PieceSpec,
    pieces: &[PieceSpec],
    board: &Board,
    faults: &mut Faults,
) -> PawnTable<W> {
    let mut promotes = Vec::new();
    for letter in &pawn.promotes {
        match pieces
            .iter()
            .position(|p| p.letter == *letter && !p.royal && p.pawn.is_none())
        {
            Some(i) => promotes.push(Kind::new(i)),
            None => faults.push(
                Fault::new(format!(
                    "{} promotes to {letter:?}, which is no piece it may become",
                    piece.name
                ))
                .at(piece.place),
            ),
        }
    }
    if promotes.is_empty() {
        faults.push(Fault::new(format!("{} promotes to nothing", piece.name)).at(piece.place));
    }
    let sides = Side::BOTH.map(|side| {
        let forward = seen_by(side, pawn.forward, board);
        let takes: Vec<Point> = pawn
            .takes
            .iter()
            .map(|&t| seen_by(side, t, board))
            .collect();
        let mut table = PawnSide {
            ahead: board.cells().map(|c| board.step(c, forward)).collect(),
            takes: vec![W::EMPTY; board.len()],
            take_steps: takes
                .iter()
                .map(|&t| board.cells().map(|c| board.step(c, t)).collect())
                .collect(),
            takes_from: vec![W::EMPTY; board.len()],
            reach: vec![1; board.len()],
            sideways: board
                .cells()
                .map(|c| set(pawn.sideways.iter().filter_map(|&s| board.step(c, s))))
                .collect(),
            last: W::EMPTY,
            nearly: W::EMPTY,
        };
        for from in board.cells() {
            for to in takes.iter().filter_map(|&t| board.step(from, t)) {
                table.takes[from.index()] |= W::bit(to);
                table.takes_from[to.index()] |= W::bit(from);
            }
            // A gap in the board is not its end: the last cell is one beyond which there is none at all.
            if (1..=Cell::MAX as i16).all(|n| board.step(from, forward.times(n)).is_none()) {
                table.last |= W::bit(from);
            }
        }
        for &(cell, steps) in &pawn.multiple {
            let cell = if side == Side::White {
                cell
            } else {
                board.mirror(cell)
            };
            table.reach[cell.index()] = steps;
        }
        for from in board.cells() {
            let steps = board.line(from, forward);
            let mut ends = steps.take(usize::from(table.reach[from.index()]));
            if ends.any(|end| table.last.has(end)) {
                table.nearly |= W::bit(from);
            }
        }
        table
    });
    PawnTable {
        sides,
        promotes,
        chain: pawn.chain,
        jumps: pawn.jumps,
    }
}
