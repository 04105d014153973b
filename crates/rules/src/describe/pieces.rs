//! The pieces in words.

use crate::game::{PawnSpec, PieceSpec, Spec};
use crate::rules::Class;
use crate::{Cell, Kind, Rules, Side, Width};

use super::directions::names;
use super::wording::{a, cells, list, number};
use super::{PieceWords, count, mean_reach, movement};

pub(super) fn all<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<PieceWords> {
    let mut words = Vec::new();
    for (index, piece) in spec.pieces.iter().enumerate() {
        let kind = Kind::new(index);
        let transforms = piece.royal && !spec.forms.is_empty();
        let over = standing(spec, rules, piece);
        let mobility = mean_reach(over, |c| rules.reach(Side::White, kind, c).quiet);
        words.push(PieceWords {
            letter: piece.letter,
            name: piece.name.clone(),
            is_form: false,
            notation: piece.notation.clone(),
            moves: match &piece.pawn {
                Some(pawn) => pawn_moves(pawn, spec),
                None if transforms => "moves as its form does".to_owned(),
                None => movement::told(&piece.lines, spec.board.lattice),
            },
            more: more(spec, rules, piece),
            count: count(rules, kind),
            mobility,
        });
        if !transforms {
            continue;
        }
        for (form, (letter, lines)) in spec.forms.iter().enumerate() {
            words.push(PieceWords {
                letter: *letter,
                name: format!("{} in form {letter}", piece.name),
                is_form: true,
                notation: spec.form_notations.get(form).cloned().unwrap_or_default(),
                moves: movement::told(lines, spec.board.lattice),
                more: Vec::new(),
                count: [0, 0],
                mobility: mean_reach(over, |c| rules.form_reach(Side::White, form, c).quiet),
            });
        }
    }
    words
}

/// White's cells on which a piece may stand.
fn standing<W: Width>(spec: &Spec, rules: &Rules<W>, piece: &PieceSpec) -> W {
    let all = || rules.board.cells().fold(W::EMPTY, |set, c| set | W::bit(c));
    match &piece.within {
        Some(within) => within.iter().fold(W::EMPTY, |set, &c| set | W::bit(c)),
        None => match &rules.kinds[kind_index(spec, piece)].class {
            Class::Pawn(pawn) => all() & !rules.pawns[*pawn].sides[0].last,
            _ => all(),
        },
    }
}

fn kind_index(spec: &Spec, piece: &PieceSpec) -> usize {
    let at = spec.pieces.iter().position(|p| p.letter == piece.letter);
    at.unwrap_or(0)
}

fn pawn_moves(pawn: &PawnSpec, spec: &Spec) -> String {
    let lattice = spec.board.lattice;
    let step = |p: &crate::board::Point| names(lattice, &[*p].into(), "or");
    let forward = step(&pawn.forward);
    let aside = names(lattice, &pawn.sideways.iter().copied().collect(), "or");
    let steps = if aside.is_empty() {
        format!("steps one cell {forward} to an empty cell")
    } else {
        format!("steps one cell {forward}, {aside}, to an empty cell")
    };
    let takes = names(lattice, &pawn.takes.iter().copied().collect(), "or");
    if takes.is_empty() {
        format!("{steps}; it does not capture")
    } else {
        format!("{steps}; captures one cell {takes}")
    }
}

fn more<W: Width>(spec: &Spec, rules: &Rules<W>, piece: &PieceSpec) -> Vec<String> {
    let mut more = Vec::new();
    if piece.royal {
        more.push("It is the royal piece.".to_owned());
    }
    if let Some(within) = &piece.within {
        let mine = cells(&spec.board, within);
        let theirs: Vec<Cell> = within.iter().map(|&c| spec.board.mirror(c)).collect();
        more.push(format!(
            "White's may not leave {mine}, Black's not {}.",
            cells(&spec.board, &theirs)
        ));
    }
    match (piece.bounces, piece.flies) {
        (true, true) => more.push("Its slides bounce and its leaps fly on.".to_owned()),
        (true, false) => more.push("Its slides bounce.".to_owned()),
        (false, true) => more.push("Its leaps fly on.".to_owned()),
        (false, false) => {}
    }
    if piece.repulses {
        more.extend(repulsion(spec));
    }
    if let Some(pawn) = &piece.pawn {
        more.extend(pawn_more(pawn, spec));
    }
    more.extend(promotion(spec, piece));
    if rules.has_hands() && !piece.royal {
        more.push(match piece.returns {
            Some(letter) if letter == piece.letter => {
                "Captured, it goes to its captor's hand.".to_owned()
            }
            Some(letter) => format!(
                "Captured, it goes to its captor's hand as {}.",
                a(&name_of(spec, letter))
            ),
            None => "Captured, it is gone.".to_owned(),
        });
    }
    more
}

fn name_of(spec: &Spec, letter: char) -> String {
    let piece = spec.pieces.iter().find(|p| p.letter == letter);
    piece.map_or_else(|| letter.to_string(), |p| p.name.clone())
}

fn repulsion(spec: &Spec) -> Vec<String> {
    let mut text = vec![
        "After its step the first piece further along the same line, friend or foe, jumps over the next piece beyond it to the cell right behind that. This must happen where it can: there must be two such pieces, that cell must exist, and no piece of the mover's side may stand on it; an enemy piece there is captured.".to_owned(),
        "It gives check to a king that stands where a piece would land.".to_owned(),
    ];
    if let Some(pawn) = spec.pieces.iter().find_map(|p| p.pawn.as_ref()) {
        let first = pawn.promotes.first().map(|&l| name_of(spec, l));
        text.push(format!(
            "A pawn is not thrown onto its own first rank; thrown onto its last cell it is promoted, the enemy's to {}.",
            a(&first.unwrap_or_default())
        ));
    }
    if spec
        .pieces
        .iter()
        .filter_map(|p| p.pawn.as_ref())
        .any(is_taken_in_passing)
    {
        text.push("A thrown pawn cannot be taken in passing.".to_owned());
    }
    text
}

/// Whether pawns of this kind can be captured on a cell that they passed over.
fn is_taken_in_passing(pawn: &PawnSpec) -> bool {
    !pawn.multiple.is_empty() && !pawn.takes.is_empty()
}

fn pawn_more(pawn: &PawnSpec, spec: &Spec) -> Vec<String> {
    let mut more = Vec::new();
    let mut by_steps: Vec<(u8, Vec<Cell>)> = Vec::new();
    for &(cell, steps) in &pawn.multiple {
        match by_steps.iter_mut().find(|(n, _)| *n == steps) {
            Some((_, cells)) => cells.push(cell),
            None => by_steps.push((steps, vec![cell])),
        }
    }
    for (steps, from) in by_steps {
        let theirs: Vec<Cell> = from.iter().map(|&c| spec.board.mirror(c)).collect();
        more.push(format!(
            "From {} (Black's from {}) it may go up to {} cells straight ahead over empty cells, however it came there.",
            cells(&spec.board, &from),
            cells(&spec.board, &theirs),
            number(steps.into())
        ));
    }
    if is_taken_in_passing(pawn) {
        more.push(
            "After such a step of several cells an enemy pawn may, in the next move only, capture on a cell passed over and take the pawn in passing.".to_owned(),
        );
    }
    if pawn.jumps {
        more.push("If a pawn of its own side stands straight ahead and the cell beyond is empty and not the last, it may leap there. An enemy pawn that captures the pawn jumped over in the next move takes the jumper as well.".to_owned());
    }
    if pawn.chain {
        more.push("Having captured it goes on: it captures again along the other diagonal than before, or makes one step straight ahead to an empty cell, which ends the move. It must do one of them if it can; if both, the player chooses. The last rank ends the move.".to_owned());
    }
    more
}

fn promotion(spec: &Spec, piece: &PieceSpec) -> Vec<String> {
    let mut more = Vec::new();
    let letters = piece.pawn.as_ref().map_or(&piece.promotes, |p| &p.promotes);
    let each: Vec<String> = letters.iter().map(|&l| a(&name_of(spec, l))).collect();
    let becomes = list(&each, "or");
    if piece.pawn.is_some() {
        more.push(format!(
            "On its last cell, beyond which there is none straight ahead, it becomes {becomes}."
        ));
    } else if !letters.is_empty() {
        more.push(format!(
            "Where it arrives by a move and none of its own moves from there would end on an inner cell (one with a neighbour on every side), it may become {becomes}; where it would have no move at all, it must."
        ));
    }
    if piece.forward_only {
        more.push("It only goes forward, and its moves reset the move count.".to_owned());
    }
    more
}
