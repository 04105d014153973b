//! From a game file whose options are decided to tables.

mod array;
mod castles;
mod movers;
mod pawns;
mod pieces;
mod rays;

use std::sync::Arc;

use assay_faults::{Fault, Faults, Place};

use crate::board::{Board, Point};
use crate::game::{Goal, Spec};
use crate::rules::{Castle, Class, KindInfo, PawnTable, TurnRule};
use crate::track::{MoverTable, Threat};
use crate::{AnyRules, Cell, Choice, Game, Kind, Position, Rules, Side, Width};

use self::pieces::Pieces;

/// Compiles a game whose options are decided to tables.
pub(crate) fn compile(
    game: &Game,
    choice: Choice,
    spec: Spec,
    start: Option<&str>,
) -> Result<AnyRules, Faults> {
    if spec.board.len() <= <u64 as Width>::CELLS {
        Ok(AnyRules::Narrow(Arc::new(build(
            game, choice, spec, start,
        )?)))
    } else {
        Ok(AnyRules::Wide(Arc::new(build(game, choice, spec, start)?)))
    }
}

fn build<W: Width>(
    game: &Game,
    choice: Choice,
    spec: Spec,
    start: Option<&str>,
) -> Result<Rules<W>, Faults> {
    let mut faults = Faults::new(game.origin());
    let pieces = pieces::compile(&spec, &mut faults);
    let castles = castles::compile(&spec, &mut faults);
    faults.or(())?;
    let array = (spec.start.clone(), spec.start_place);
    let mut rules = assemble(game, choice, spec, pieces, castles);
    match (start, rules.parse_position(start.unwrap_or(&array.0))) {
        (_, Ok(position)) => {
            rules.start = position;
            Ok(rules)
        }
        (Some(_), Err(wrong)) => Err(wrong),
        (None, Err(wrong)) => {
            // One more for the opening quote.
            let start = array.1;
            let inside = |place: Place| Place {
                column: start.column + place.column,
                ..start
            };
            let in_file = |fault: Fault| Fault {
                what: format!("the start position is wrong: {}", fault.what),
                place: Some(fault.place.map_or(start, inside)),
                hint: fault.hint,
            };
            Err(Faults {
                origin: game.origin().to_owned(),
                list: wrong.list.into_iter().map(in_file).collect(),
            })
        }
    }
}

/// Rules without a start position.
fn assemble<W: Width>(
    game: &Game,
    choice: Choice,
    spec: Spec,
    pieces: Pieces<W>,
    castles: Vec<Castle<W>>,
) -> Rules<W> {
    let board = spec.board;
    let directions = board.lattice.directions().len();
    let Pieces {
        kinds,
        movers,
        pawns,
    } = pieces;
    let special = kinds.iter().any(|k| match k.class {
        Class::Plain => false,
        Class::Pawn(pawn) => pawns[pawn].chain,
        Class::Contact(_) | Class::Repulse(_) => true,
    });
    let jumps = movers.iter().flatten().any(MoverTable::has_jumps);
    let mut rights_of = vec![0; board.len()];
    for castle in &castles {
        rights_of[castle.king.index()] |= castle.right;
        rights_of[castle.rook.index()] |= castle.right;
    }
    let angle = spec.bounce.map_or(0, |b| b.angle);
    let royal = spec.pieces.iter().position(|p| p.royal);
    Rules {
        royal: royal.map_or(Kind(0), Kind::new),
        threats: Side::BOTH.map(|side| threats(side, &board, &kinds, &movers, &pawns)),
        movers,
        rays: rays::rays(&board, directions),
        directions,
        pawns,
        castles,
        rights_of,
        turn: TurnRule {
            clockwise: usize::from(angle) * directions / 360,
            crooked: spec.bounce.is_some_and(|b| b.crooked),
        },
        springs: set(spec.springs.iter().copied()),
        forms: spec.forms.iter().map(|f| f.0).collect(),
        goal: spec.goal,
        stalemate_wins: spec.stalemate_wins,
        repetition: spec.repetition,
        move_count: spec.move_count,
        dead: spec.dead,
        plain: spec.goal == Goal::Checkmate && !special && !jumps,
        facing: spec.facing.then(|| rays::files(&board)),
        first_ranks: Side::BOTH.map(|side| rays::first_rank(side, &board)),
        hands: kinds.iter().any(|k| k.returns.is_some()),
        repulsive: kinds.iter().any(|k| matches!(k.class, Class::Repulse(_))),
        kinds,
        start: Position::empty(),
        board,
        game: game.clone(),
        choice,
    }
}

/// For each cell, from where each mover of a side attacks it.
fn threats<W: Width>(
    side: Side,
    board: &Board,
    kinds: &[KindInfo<W>],
    movers: &[[MoverTable<W>; 2]],
    pawns: &[PawnTable<W>],
) -> Vec<Threat<W>> {
    let by_mover = movers.iter().enumerate().map(|(mover, tables)| {
        let mut threats = tables[side.index()].threats();
        if let Some(Class::Pawn(pawn)) = kinds.get(mover).map(|k| &k.class) {
            let takes = &pawns[*pawn].sides[side.index()].takes_from;
            for (threat, &from) in threats.iter_mut().zip(takes) {
                threat.near |= from;
            }
        }
        threats
    });
    let by_mover: Vec<Vec<Threat<W>>> = by_mover.collect();
    let cells = board.cells();
    cells
        .flat_map(|c| by_mover.iter().map(move |threats| threats[c.index()]))
        .collect()
}

/// A step as a side makes it.
fn seen_by(side: Side, step: Point, board: &Board) -> Point {
    match side {
        Side::White => step,
        Side::Black => board.lattice.mirrored(step),
    }
}

/// A set of cells.
pub(crate) fn set<W: Width>(cells: impl IntoIterator<Item = Cell>) -> W {
    cells.into_iter().fold(W::EMPTY, |set, c| set | W::bit(c))
}
