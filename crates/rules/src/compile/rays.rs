//! Straight lines and edges of a board.

use crate::board::{Board, Point};
use crate::track::Ray;
use crate::{Cell, Side, Width};

use super::{seen_by, set};

pub(super) fn rays<W: Width>(board: &Board, directions: usize) -> Vec<Ray<W>> {
    let mut rays = Vec::with_capacity(directions * board.len());
    for &(_, step) in board.lattice.directions() {
        for from in board.cells() {
            let cells: Vec<Cell> = board.line(from, step).collect();
            rays.push(Ray {
                path: cells.iter().fold(W::EMPTY, |set, &c| set | W::bit(c)),
                up: step > Point::new(0, 0),
                next: cells.first().copied(),
                last: cells.last().copied().unwrap_or(from),
            });
        }
    }
    rays
}

/// The cells at a side's own edge: of those on their file, the first as that side sees it.
pub(super) fn first_rank<W: Width>(side: Side, board: &Board) -> W {
    let back = seen_by(side, Point::new(0, -1), board);
    let last = |c: &Cell| (1..=Cell::MAX as i16).all(|n| board.step(*c, back.times(n)).is_none());
    set(board.cells().filter(last))
}

/// For each cell, the cells of its file.
pub(super) fn files<W: Width>(board: &Board) -> Vec<W> {
    board
        .cells()
        .map(|c| set(board.cells().filter(|&d| board.file(c) == board.file(d))))
        .collect()
}
