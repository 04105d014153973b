//! Piece kinds: which mechanic moves each, and its tables.

use assay_faults::{Fault, Faults};

use crate::board::Board;
use crate::game::{PieceSpec, Spec};
use crate::line::{FAR, Line, Mode};
use crate::rules::{Advance, Class, ContactLines, KindInfo, PawnTable};
use crate::track::MoverTable;
use crate::{Kind, Side, Width};

use super::array::array;
use super::movers::{advance, mover_tables};
use super::pawns::pawn_table;
use super::{seen_by, set};

/// The kinds of a game with their tables.
pub(super) struct Pieces<W: Width> {
    pub(super) kinds: Vec<KindInfo<W>>,
    /// One mover a kind, then one a form of the king; each as White and as Black moves.
    pub(super) movers: Vec<[MoverTable<W>; 2]>,
    pub(super) pawns: Vec<PawnTable<W>>,
}

pub(super) fn compile<W: Width>(spec: &Spec, faults: &mut Faults) -> Pieces<W> {
    let board = &spec.board;
    let mut pieces = Pieces {
        kinds: Vec::new(),
        movers: Vec::new(),
        pawns: Vec::new(),
    };
    let array = array(board, &spec.start);
    let homes = |letter: char| {
        [letter, letter.to_ascii_lowercase()].map(|letter| {
            let here = array.iter().filter(|(l, _)| *l == letter);
            here.map(|&(_, cell)| cell).collect::<Vec<_>>()
        })
    };
    for piece in &spec.pieces {
        let (class, lines) = classify(piece, &spec.pieces, board, &mut pieces.pawns, faults);
        if piece.bounces && spec.bounce.is_none() {
            let what = format!("{} bounces, but the game has no [bounce]", piece.name);
            faults.push(Fault::new(what).at(piece.place));
        }
        if piece.within.is_some() && !matches!(class, Class::Plain) {
            let what = format!("{} cannot be held within cells", piece.name);
            let hint = "only pieces that neither bounce, fly nor repulse and are no pawns can";
            faults.push(Fault::new(what).at(piece.place).hint(hint));
        }
        let within = piece.within.as_deref();
        let tables = mover_tables(&lines, within, &homes(piece.letter), board);
        pieces.movers.push(tables);
        pieces.kinds.push(kind(piece, class));
    }
    for (index, piece) in spec.pieces.iter().enumerate() {
        change(&mut pieces, index, piece, spec, faults);
    }
    let king = spec.pieces.iter().find(|p| p.royal).map(|p| p.letter);
    for (_, lines) in &spec.forms {
        let tables = mover_tables(lines, None, &homes(king.unwrap_or_default()), board);
        pieces.movers.push(tables);
    }
    pieces
}

/// A kind that turns into no other yet.
fn kind<W: Width>(piece: &PieceSpec, class: Class) -> KindInfo<W> {
    KindInfo {
        letter: piece.letter,
        name: piece.name.clone(),
        notation: piece.notation.clone(),
        royal: piece.royal,
        pawn: piece.pawn.is_some(),
        bounces: piece.bounces,
        flies: piece.flies,
        forward_only: piece.forward_only,
        returns: None,
        advance: [Advance::none(), Advance::none()],
        drops: [W::EMPTY; 2],
        class,
    }
}

/// Fills in what a kind turns into: by promotion of a forward-only piece, and in its captor's hand.
fn change<W: Width>(
    pieces: &mut Pieces<W>,
    index: usize,
    piece: &PieceSpec,
    spec: &Spec,
    faults: &mut Faults,
) {
    let mut becomes = |letter: char| {
        let fits = |p: &PieceSpec| p.letter == letter && !p.royal;
        let found = spec.pieces.iter().position(fits).map(Kind::new);
        if found.is_none() {
            let what = format!(
                "{} turns into {letter:?}, which is no piece of the game",
                piece.name
            );
            faults.push(Fault::new(what).at(piece.place));
        }
        found
    };
    let returns = piece.returns.and_then(&mut becomes);
    let promotes: Vec<Kind> = piece.promotes.iter().copied().filter_map(becomes).collect();
    let kind = &mut pieces.kinds[index];
    kind.returns = returns;
    for side in Side::BOTH {
        let table = &pieces.movers[index][side.index()];
        let can_move = |&c: &crate::Cell| !table.reach(c).is_empty();
        kind.drops[side.index()] = set(spec.board.cells().filter(can_move));
        if !promotes.is_empty() {
            kind.advance[side.index()] = advance(table, &promotes, &spec.board);
        }
    }
}

/// Which mechanic moves a piece, and the lines that are left for the mover table.
fn classify<W: Width>(
    piece: &PieceSpec,
    pieces: &[PieceSpec],
    board: &Board,
    pawns: &mut Vec<PawnTable<W>>,
    faults: &mut Faults,
) -> (Class, Vec<Line>) {
    if let Some(pawn) = &piece.pawn {
        pawns.push(pawn_table(pawn, piece, pieces, board, faults));
        return (Class::Pawn(pawns.len() - 1), piece.lines.clone());
    }
    if piece.repulses {
        let steps = |l: &Line| *l == Line::straight(l.cycle[0], 1, Mode::Quiet);
        if !piece.lines.iter().all(steps) {
            let what = format!(
                "{} repulses, so it must step without capturing, such as mK",
                piece.name
            );
            faults.push(Fault::new(what).at(piece.place));
        }
        let headings = Side::BOTH.map(|side| {
            let steps = piece.lines.iter().filter_map(|l| {
                let step = seen_by(side, *l.cycle.first()?, board);
                board.lattice.directions().iter().position(|d| d.1 == step)
            });
            steps.map(|d| d as u8).collect()
        });
        return (Class::Repulse(headings), Vec::new());
    }
    if !piece.bounces && !piece.flies {
        return (Class::Plain, piece.lines.clone());
    }
    let mut lines = [ContactLines::default(), ContactLines::default()];
    let mut rest = Vec::new();
    for line in &piece.lines {
        let direction = |side: Side| {
            let step = seen_by(side, line.cycle[0], board);
            board.lattice.directions().iter().position(|d| d.1 == step)
        };
        let straight = line.straight_step().is_some();
        if piece.bounces && straight && line.range == FAR && direction(Side::White).is_some() {
            for side in Side::BOTH {
                lines[side.index()]
                    .directions
                    .extend(direction(side).map(|d| d as u8));
            }
        } else if piece.flies && straight && line.range == 1 {
            for side in Side::BOTH {
                let step = seen_by(side, line.cycle[0], board);
                lines[side.index()]
                    .leaps
                    .push(board.cells().map(|c| board.step(c, step)).collect());
            }
        } else {
            rest.push(line.clone());
        }
    }
    if piece.bounces && lines[0].directions.is_empty() {
        let what = format!(
            "{} bounces but has no unlimited slide along a rook or bishop line",
            piece.name
        );
        faults.push(Fault::new(what).at(piece.place));
    }
    if piece.flies && lines[0].leaps.is_empty() {
        faults.push(Fault::new(format!("{} flies but has no leap", piece.name)).at(piece.place));
    }
    (Class::Contact(lines), rest)
}
