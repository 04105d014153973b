use std::sync::Arc;

use assay_faults::{Fault, Faults};

use crate::board::{Board, Point};
use crate::game::{CastleSpec, Goal, PawnSpec, PieceSpec, Spec};
use crate::line::{FAR, Line, Mode};
use crate::rules::{Advance, Castle, Class, ContactLines, KindInfo, PawnSide, PawnTable, TurnRule};
use crate::track::{MoverTable, Ray, Track};
use crate::{AnyRules, Cell, Choice, Game, Kind, Position, Rules, Side, Width};

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
    let board = spec.board;
    let directions = board.lattice.directions().len();
    let mut pawns = Vec::new();
    let mut kinds: Vec<KindInfo<W>> = Vec::new();
    let mut movers = Vec::new();
    for piece in &spec.pieces {
        let (class, lines) = classify(piece, &spec.pieces, &board, &mut pawns, &mut faults);
        if matches!(class, Class::Contact(_)) && spec.bounce.is_none() && piece.bounces {
            let fault = Fault::new(format!(
                "{} bounces, but the game has no [bounce]",
                piece.name
            ));
            faults.push(fault.at(piece.place));
        }
        movers.push(mover_tables(&lines, piece.within.as_deref(), &board));
        kinds.push(KindInfo {
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
        });
    }
    for (index, piece) in spec.pieces.iter().enumerate() {
        let becomes = |letter: char, faults: &mut Faults| {
            let found = spec
                .pieces
                .iter()
                .position(|p| p.letter == letter && !p.royal)
                .map(Kind::new);
            if found.is_none() {
                let what = format!(
                    "{} turns into {letter:?}, which is no piece of the game",
                    piece.name
                );
                faults.push(Fault::new(what).at(piece.place));
            }
            found
        };
        kinds[index].returns = piece.returns.and_then(|l| becomes(l, &mut faults));
        let promotes: Vec<Kind> = piece
            .promotes
            .iter()
            .filter_map(|&l| becomes(l, &mut faults))
            .collect();
        for side in Side::BOTH {
            let table: &MoverTable<W> = &movers[index][side.index()];
            kinds[index].drops[side.index()] =
                set(board.cells().filter(|&c| !table.reach(c).is_empty()));
            if !promotes.is_empty() {
                kinds[index].advance[side.index()] = advance(table, &promotes, &board);
            }
        }
    }
    for (_, lines) in &spec.forms {
        movers.push(mover_tables(lines, None, &board));
    }
    let castles: Vec<Castle<W>> = Side::BOTH
        .into_iter()
        .flat_map(|side| spec.castles.iter().map(move |c| (side, c)))
        .filter_map(|(side, c)| castle(c, side, &board, &mut faults, spec.start_place))
        .collect();
    let mut rights_of = vec![0; board.len()];
    for c in &castles {
        rights_of[c.king.index()] |= c.right;
        rights_of[c.rook.index()] |= c.right;
    }
    let angle = spec.bounce.map_or(0, |b| b.angle);
    let special = kinds.iter().any(|k| match k.class {
        Class::Plain => false,
        Class::Pawn(pawn) => pawns[pawn].chain,
        Class::Contact(_) | Class::Repulse(_) => true,
    });
    let repulsive = kinds.iter().any(|k| matches!(k.class, Class::Repulse(_)));
    let hands = kinds.iter().any(|k| k.returns.is_some());
    let royal = spec
        .pieces
        .iter()
        .position(|p| p.royal)
        .map_or(Kind(0), Kind::new);
    let mut rules = Rules {
        kinds,
        royal,
        movers,
        rays: rays(&board, directions),
        directions,
        pawns,
        castles,
        rights_of,
        turn: TurnRule {
            clockwise: usize::from(angle) * directions / 360,
            crooked: spec.bounce.is_some_and(|b| b.crooked),
        },
        springs: spec
            .springs
            .iter()
            .fold(W::EMPTY, |set, &c| set | W::bit(c)),
        forms: spec.forms.iter().map(|f| f.0).collect(),
        goal: spec.goal,
        stalemate_wins: spec.stalemate_wins,
        repetition: spec.repetition,
        move_count: spec.move_count,
        dead: spec.dead,
        plain: spec.goal == Goal::Checkmate && !special,
        facing: spec.facing.then(|| files(&board)),
        first_ranks: Side::BOTH.map(|side| first_rank(side, &board)),
        hands,
        repulsive,
        start: Position::empty(),
        board,
        game: game.clone(),
        choice,
    };
    faults = match faults.or(()) {
        Ok(()) => Faults::new(game.origin()),
        Err(faults) => return Err(faults),
    };
    match rules.parse_position(start.unwrap_or(&spec.start)) {
        Ok(position) => rules.start = position,
        Err(wrong) if start.is_some() => return Err(wrong),
        Err(wrong) => {
            for fault in wrong.list {
                let what = format!("the start position is wrong: {}", fault.what);
                faults.push(Fault {
                    what,
                    place: Some(spec.start_place),
                    hint: fault.hint,
                });
            }
        }
    }
    faults.or(rules)
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
        if !piece
            .lines
            .iter()
            .all(|l| l.range == 1 && l.mode == Mode::Quiet)
        {
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

/// A step as a side makes it.
fn seen_by(side: Side, step: Point, board: &Board) -> Point {
    match side {
        Side::White => step,
        Side::Black => board.lattice.mirrored(step),
    }
}

fn mover_tables<W: Width>(
    lines: &[Line],
    within: Option<&[Cell]>,
    board: &Board,
) -> [MoverTable<W>; 2] {
    Side::BOTH.map(|side| {
        let mut table = MoverTable::empty(board.len());
        for line in lines {
            let line = line.map(|step| seen_by(side, step, board));
            for from in board.cells() {
                add(&mut table, from, &line, board);
            }
        }
        if let Some(within) = within {
            let mine = |&c: &Cell| {
                if side == Side::White {
                    c
                } else {
                    board.mirror(c)
                }
            };
            table.confine(set(within.iter().map(mine)));
        }
        table.index(board.cells());
        table
    })
}

/// A set of cells.
pub(crate) fn set<W: Width>(cells: impl IntoIterator<Item = Cell>) -> W {
    cells.into_iter().fold(W::EMPTY, |set, c| set | W::bit(c))
}

fn add<W: Width>(table: &mut MoverTable<W>, from: Cell, line: &Line, board: &Board) {
    let cells = line.walk(board, from);
    let all: W = set(cells.iter().copied());
    let quiet = if line.mode == Mode::Take {
        W::EMPTY
    } else {
        all
    };
    let take = if line.mode == Mode::Quiet {
        W::EMPTY
    } else {
        all
    };
    let lame = line.lame_cells(board, from);
    match (cells.len(), lame.as_deref()) {
        (0, _) | (_, None) => {}
        (1, Some([])) => {
            table.step_quiet[from.index()] |= quiet;
            table.step_take[from.index()] |= take;
        }
        (_, Some(lame)) => {
            let cells: Vec<Cell> = lame.iter().copied().chain(cells).collect();
            table.tracks[from.index()].push(Track::new(&cells, quiet, take));
        }
    }
}

/// Where a forward-only piece may and must be promoted: geometry alone decides, by the moves its unpromoted
/// type would have from there on an empty board.
fn advance<W: Width>(table: &MoverTable<W>, promotes: &[Kind], board: &Board) -> Advance<W> {
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

/// The cells at a side's own edge: of those on their file, the first as that side sees it.
fn first_rank<W: Width>(side: Side, board: &Board) -> W {
    let back = seen_by(side, Point::new(0, -1), board);
    let last = |c: &Cell| (1..=Cell::MAX as i16).all(|n| board.step(*c, back.times(n)).is_none());
    set(board.cells().filter(last))
}

/// For each cell, the cells of its file.
fn files<W: Width>(board: &Board) -> Vec<W> {
    board
        .cells()
        .map(|c| set(board.cells().filter(|&d| board.file(c) == board.file(d))))
        .collect()
}

fn rays<W: Width>(board: &Board, directions: usize) -> Vec<Ray<W>> {
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

fn pawn_table<W: Width>(
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
        table
    });
    PawnTable {
        sides,
        promotes,
        chain: pawn.chain,
        jumps: pawn.jumps,
    }
}

fn castle<W: Width>(
    spec: &CastleSpec,
    side: Side,
    board: &Board,
    faults: &mut Faults,
    place: assay_faults::Place,
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
        None => {
            let what = format!(
                "castling: {} does not lie on a line from {} to {}",
                board.name(king_to),
                board.name(king),
                board.name(rook)
            );
            faults.push(Fault::new(what).at(place));
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
                between: cells.iter().fold(W::EMPTY, |set, &c| set | W::bit(c)),
                path: cells[..crossed].to_vec(),
            })
        }
    }
}
