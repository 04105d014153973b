//! Pieces that come to nothing.

use assay_faults::Fault;

use crate::game::Spec;
use crate::rules::Class;
use crate::{Kind, Rules, Side, Width, bits};

use super::chance::{Chance, reach};

pub(super) fn check<W: Width>(spec: &Spec, rules: &Rules<W>, chance: &Chance<W>) -> Vec<Fault> {
    let mut list = Vec::new();
    for (index, piece) in spec.pieces.iter().enumerate() {
        let kind = Kind::new(index);
        let name = &piece.name;
        let mut add = |what: String, place, hint: &str| {
            list.push(Fault::new(what).at(place).hint(hint));
        };
        let comes = Side::BOTH.map(|side| chance.comes(side, kind));
        match comes {
            [false, false] => {
                add(
                    format!(
                        "{name} can never be on the board: it is not in the array, and nothing that may come on the board becomes it"
                    ),
                    piece.place,
                    "put it in the array, let something be promoted to it, or write absent = true",
                );
                continue;
            }
            [true, true] => {}
            _ => {
                let side = sides(comes.map(|c| !c));
                add(
                    format!(
                        "{side} can never have a {name}: none stands in its array, and none of its pieces becomes one"
                    ),
                    piece.place,
                    "put it in the array of both sides",
                );
            }
        }
        let moves = |side: Side| {
            bits(chance.of_kind(side, kind)).any(|from| {
                let (quiet, take) = reach(rules, side, kind, from);
                !(quiet | take).is_empty()
            })
        };
        let stuck = Side::BOTH.map(|side| comes[side.index()] && !moves(side));
        if stuck.contains(&true) {
            let whose = whose(stuck, comes);
            add(
                format!(
                    "{whose}{name} can never move: it reaches no other cell from any on which it can stand"
                ),
                piece.place,
                "give it another move or another place",
            );
        }
        let ends = |side: Side| {
            let at = chance.of_kind(side, kind);
            match rules.kinds[index].class {
                Class::Pawn(pawn) => Some(at & rules.pawns[pawn].sides[side.index()].last),
                _ if piece.promotes.is_empty() => None,
                _ => Some(at & rules.kinds[index].advance[side.index()].may),
            }
        };
        let never =
            Side::BOTH.map(|side| comes[side.index()] && ends(side).is_some_and(Width::is_empty));
        if never.contains(&true) && !stuck.contains(&true) {
            let whose = whose(never, comes);
            add(
                format!(
                    "{whose}{name} can never be promoted: it comes to no cell on which it could be"
                ),
                piece.promotes_place,
                if piece.pawn.is_some() {
                    "a pawn is promoted where no cell lies straight ahead"
                } else {
                    "a piece is promoted where its own moves all leave the inner board behind"
                },
            );
        }
        if let Some(back) = rules.kinds[index].returns {
            let drops = &rules.kinds[back.index()].drops;
            if drops.iter().all(|cells| cells.is_empty()) {
                let why = if rules.kinds()[back.index()].pawn {
                    "pieces with a [pawn] table cannot be"
                } else {
                    "it has no move from any cell"
                };
                let back = &rules.kinds()[back.index()].name;
                add(
                    format!("{name} returns as {back}, which can never be dropped: {why}"),
                    piece.place,
                    "let it return as a piece that moves",
                );
            }
        }
    }
    list
}

/// Whose pieces: nothing where it is true of every side that has them.
fn whose(true_of: [bool; 2], there: [bool; 2]) -> String {
    if true_of == there {
        String::new()
    } else {
        format!("{}'s ", sides(true_of))
    }
}

fn sides(which: [bool; 2]) -> &'static str {
    match which {
        [true, false] => "White",
        _ => "Black",
    }
}
