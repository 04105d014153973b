//! `[pieces]`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use assay_faults::{Fault, Faults, Place, Table, Value};

use crate::board::{Board, Lattice};
use crate::line::{Gait, Line};
use crate::{Kind, betza};

use super::super::check_name;
use super::PieceSpec;
use super::pawn::read_pawn;
use super::words::{MOVE_EXAMPLE, cells, letter, lines, one_of};

const PIECE_KEYS: [&str; 15] = [
    "name",
    "absent",
    "move",
    "panda",
    "reflect",
    "mirror",
    "royal",
    "bounce",
    "flight",
    "repulse",
    "pawn",
    "within",
    "forward-only",
    "promotes-to",
    "returns-as",
];

pub(super) fn read_pieces(root: &Table, board: &Board, faults: &mut Faults) -> Vec<PieceSpec> {
    let Some(table) = root.table("pieces", faults) else {
        if root.get("pieces").is_none() {
            root.missing("[pieces]", "the game", faults);
        }
        return Vec::new();
    };
    let mut pieces = Vec::new();
    let mut named = BTreeMap::new();
    for (key, place, _) in table.iter() {
        let (Some(letter), Some(piece)) = (letter(key, place, faults), table.table(key, faults))
        else {
            continue;
        };
        let room = format!("[pieces.{key}]");
        piece.only(&room, &PIECE_KEYS, faults);
        check_name(piece, "name", &room, faults);
        if piece.bool("absent", faults) == Some(true) {
            continue;
        }
        let flag = |name: &str, faults: &mut Faults| piece.bool(name, faults).unwrap_or(false);
        let pawn = piece
            .table("pawn", faults)
            .map(|p| read_pawn(p, &room, board, faults));
        let royal = flag("royal", faults);
        let moves = ["move", "panda", "reflect"]
            .iter()
            .any(|k| piece.get(k).is_some());
        if moves && pawn.is_some() {
            let what = format!("{room} is a pawn and has another movement besides");
            let hint = "say it all in [pieces.X.pawn], or make two pieces of it";
            faults.push(Fault::new(what).at(place).hint(hint));
        }
        if !moves && pawn.is_none() && !(royal && root.get("forms").is_some()) {
            piece.missing("move", &room, faults);
        }
        let name = piece.text("name", faults).unwrap_or(key);
        let name_place = piece.get("name").map_or(place, |item| item.place);
        one_piece_a_name(&mut named, (name, key, name_place), faults);
        pieces.push(PieceSpec {
            letter,
            name: name.to_owned(),
            notation: ["move", "panda", "reflect"]
                .iter()
                .filter_map(|&k| Some((k, piece.get(k)?.plain()?)))
                .map(|(k, text)| {
                    if k == "move" {
                        text
                    } else {
                        format!("{k} {text}")
                    }
                })
                .collect::<Vec<_>>()
                .join(", "),
            place,
            royal,
            lines: piece_lines(piece, board, faults),
            bounces: flag("bounce", faults),
            flies: flag("flight", faults),
            repulses: flag("repulse", faults),
            promotes_place: piece
                .get("promotes-to")
                .or_else(|| match piece.get("pawn").map(|i| &i.value) {
                    Some(Value::Table(pawn)) => pawn.get("promotes-to"),
                    _ => None,
                })
                .map_or(place, |item| item.place),
            pawn,
            within: piece
                .get("within")
                .map(|_| cells(piece, "within", board, faults)),
            forward_only: flag("forward-only", faults),
            promotes: piece
                .text("promotes-to", faults)
                .unwrap_or_default()
                .chars()
                .collect(),
            returns: piece
                .text("returns-as", faults)
                .and_then(|t| t.chars().next()),
        });
    }
    if pieces.len() > Kind::MAX {
        let what = format!(
            "{} piece kinds; at most {} are supported",
            pieces.len(),
            Kind::MAX
        );
        faults.push(Fault::new(what).at(table.place));
    }
    let royals = pieces.iter().filter(|p| p.royal).count();
    if royals != 1 {
        let what = format!("{royals} royal piece kinds; a game has exactly one");
        faults.push(
            Fault::new(what)
                .at(table.place)
                .hint("write royal = true in one of them"),
        );
    }
    pieces
}

/// Notes the name of a piece (with its letter and place) among those `named` before; a fault if one of them has it already:
/// nobody could tell the two apart in a table.
fn one_piece_a_name<'a>(
    named: &mut BTreeMap<String, (&'a str, Place)>,
    (name, letter, place): (&str, &'a str, Place),
    faults: &mut Faults,
) {
    match named.entry(name.trim().to_lowercase()) {
        Entry::Vacant(free) => {
            free.insert((letter, place));
        }
        Entry::Occupied(taken) => {
            let (other, at) = taken.get();
            let what = format!(
                "[pieces.{letter}] is called {name:?}, as [pieces.{other}] is in line {}",
                at.line
            );
            let hint = "give each piece a name of its own";
            faults.push(Fault::new(what).at(place).hint(hint));
        }
    }
}

/// The lines of a piece: its `move`, and those of other gaits.
fn piece_lines(piece: &Table, board: &Board, faults: &mut Faults) -> Vec<Line> {
    let mut all = Vec::new();
    let mirror = one_of(
        piece,
        "mirror",
        &[
            ("centre", Gait::ReflectCentre),
            ("border", Gait::ReflectBorder),
        ],
        faults,
    );
    for (key, gait) in [
        ("move", None),
        ("panda", Some(Gait::Panda)),
        ("reflect", Some(mirror)),
    ] {
        let Some(item) = piece.get(key) else { continue };
        let example = match gait {
            None => MOVE_EXAMPLE,
            Some(_) => "write \"R\" for rook lines, \"B\" for bishop lines, \"Q\" for both",
        };
        let found = lines(item, board, example, faults);
        match gait {
            None => all.extend(found),
            Some(gait) if board.lattice == Lattice::Square && found.iter().all(is_plain) => {
                all.extend(betza::with_gait(found, gait));
            }
            Some(_) => {
                let what = format!("{key} takes plain rook or bishop lines of a square board");
                let fault = Fault::new(what).at(item.place);
                faults.push(match board.lattice {
                    Lattice::Square => fault.hint(example),
                    Lattice::HexUpright | Lattice::HexLevel => fault,
                });
            }
        }
    }
    all
}

/// Whether a line is a rook's or a bishop's, moving and capturing alike.
fn is_plain(line: &Line) -> bool {
    line.straight_step()
        .is_some_and(|step| step.x.abs() <= 1 && step.y.abs() <= 1)
}
