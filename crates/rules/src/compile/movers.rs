//! Mover tables: what a piece reaches from each cell by steps and tracks.

use crate::board::Board;
use crate::line::{Line, Mode, When};
use crate::rules::Advance;
use crate::track::{MoverTable, Track};
use crate::{Cell, Kind, Side, Width};

use super::{seen_by, set};

/// The tables of a piece that stands in the array on these cells, White's and Black's.
pub(super) fn mover_tables<W: Width>(
    lines: &[Line],
    within: Option<&[Cell]>,
    homes: &[Vec<Cell>; 2],
    board: &Board,
) -> [MoverTable<W>; 2] {
    Side::BOTH.map(|side| {
        let mut table = MoverTable::empty(board.len());
        for line in lines {
            let line = line.map(|step| seen_by(side, step, board));
            for from in board.cells() {
                if line.when == When::Always || homes[side.index()].contains(&from) {
                    add(&mut table, from, &line, board);
                }
            }
        }
        if let Some(within) = within {
            let mine = |&c: &Cell| match side {
                Side::White => c,
                Side::Black => board.mirror(c),
            };
            table.confine(set(within.iter().map(mine)));
        }
        table.pair_up();
        table
    })
}

fn add<W: Width>(table: &mut MoverTable<W>, from: Cell, line: &Line, board: &Board) {
    let cells = line.walk(board, from);
    let Some(lame) = line.lame_cells(board, from) else {
        return;
    };
    let all: W = set(cells.iter().copied());
    let quiet = match line.mode {
        Mode::Take => W::EMPTY,
        Mode::Quiet | Mode::Both => all,
    };
    let take = match line.mode {
        Mode::Quiet => W::EMPTY,
        Mode::Take | Mode::Both => all,
    };
    match cells[..] {
        [] => {}
        [to] if !line.jumped.is_empty() => {
            let over = set(line.jumped_cells(board, from));
            table.tracks[from.index()].push(Track::jump(from, over, to, quiet, take));
        }
        [_] if lame.is_empty() => {
            table.step_quiet[from.index()] |= quiet;
            table.step_take[from.index()] |= take;
        }
        _ => {
            let cells: Vec<Cell> = lame.into_iter().chain(cells).collect();
            table.tracks[from.index()].push(Track::new(&cells, quiet, take));
        }
    }
}

/// Where a forward-only piece may and must be promoted: geometry alone decides, by the moves its unpromoted
/// type would have from there on an empty board.
pub(super) fn advance<W: Width>(
    table: &MoverTable<W>,
    promotes: &[Kind],
    board: &Board,
) -> Advance<W> {
    let (orthogonals, _) = board.lattice.kinds_of_direction();
    let inner: W = set(board
        .cells()
        .filter(|&c| orthogonals.iter().all(|&o| board.step(c, o).is_some())));
    Advance {
        may: set(board
            .cells()
            .filter(|&c| (table.reach(c) & inner).is_empty())),
        must: set(board.cells().filter(|&c| table.reach(c).is_empty())),
        to: promotes.to_vec(),
    }
}
