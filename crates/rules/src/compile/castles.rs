//! Castling moves.

use assay_faults::{Fault, Faults};

use crate::board::Board;
use crate::game::{CastleSpec, Spec};
use crate::rules::Castle;
use crate::{Cell, Side, Width};

use super::set;

/// Every castling move of both sides.
pub(super) fn compile<W: Width>(spec: &Spec, faults: &mut Faults) -> Vec<Castle<W>> {
    Side::BOTH
        .into_iter()
        .flat_map(|side| spec.castles.iter().map(move |c| (side, c)))
        .filter_map(|(side, c)| castle(c, side, &spec.board, faults))
        .collect()
}

fn castle<W: Width>(
    spec: &CastleSpec,
    side: Side,
    board: &Board,
    faults: &mut Faults,
) -> Option<Castle<W>> {
    let seen = |c: Cell| {
        if side == Side::White {
            c
        } else {
            board.mirror(c)
        }
    };
    let (king, rook) = (seen(spec.king), seen(spec.rook));
    let (king_to, rook_to) = (seen(spec.king_to), seen(spec.rook_to));
    let line = board.lattice.directions().iter().find_map(|&(_, step)| {
        let cells: Vec<Cell> = board.line(king, step).collect();
        cells.contains(&rook).then_some(cells)
    });
    let to_rook: Option<Vec<Cell>> =
        line.map(|cells| cells.into_iter().take_while(|&c| c != rook).collect());
    match to_rook.filter(|cells| cells.contains(&king_to)) {
        // Black's is its mirror image, and wrong with it.
        None if side == Side::Black => None,
        None => {
            let what = format!(
                "castling: {} does not lie on a line from {} to {}",
                board.name(king_to),
                board.name(king),
                board.name(rook)
            );
            faults.push(Fault::new(what).at(spec.place));
            None
        }
        Some(cells) => {
            let crossed = cells
                .iter()
                .position(|&c| c == king_to)
                .map_or(0, |i| i + 1);
            let which = usize::from(spec.right != 'K');
            Some(Castle {
                side,
                right: 1 << (2 * side.index() + which),
                high: spec.right == 'K',
                king,
                rook,
                king_to,
                rook_to,
                between: set(cells.iter().copied()),
                path: cells[..crossed].to_vec(),
            })
        }
    }
}
