use assay_faults::{Fault, Faults, Item, Place, Table, Value};

use crate::board::{Board, Lattice, Point};
use crate::line::{Gait, Line};
use crate::{Cell, Forms, Kind, betza, directions, shape};

/// A game file with its options decided, read but not yet compiled to tables.
pub(crate) struct Spec {
    pub(crate) board: Board,
    pub(crate) start: String,
    pub(crate) start_place: Place,
    pub(crate) goal: Goal,
    pub(crate) stalemate_wins: bool,
    pub(crate) repetition: u8,
    pub(crate) move_count: u16,
    pub(crate) dead: DeadRule,
    pub(crate) pieces: Vec<PieceSpec>,
    pub(crate) forms: Vec<(char, Vec<Line>)>,
    pub(crate) castles: Vec<CastleSpec>,
    pub(crate) bounce: Option<BounceSpec>,
    pub(crate) springs: Vec<Cell>,
    /// Whether the kings may not stand on one file with nothing between them.
    pub(crate) facing: bool,
}

/// What wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Checkmate; a move must leave the own king safe.
    Checkmate,
    /// Taking the king or its last form; kings may stay in check.
    King,
}

/// Which positions are drawn for want of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeadRule {
    /// None.
    Never,
    /// Bare kings.
    Bare,
    /// Bare kings; king and one knight or bishop; bishops all on one colour.
    Fide,
}

/// One piece kind.
pub(crate) struct PieceSpec {
    pub(crate) letter: char,
    pub(crate) name: String,
    pub(crate) notation: String,
    pub(crate) place: Place,
    pub(crate) royal: bool,
    pub(crate) lines: Vec<Line>,
    pub(crate) bounces: bool,
    pub(crate) flies: bool,
    pub(crate) repulses: bool,
    pub(crate) pawn: Option<PawnSpec>,
    /// White's cells that it may not leave.
    pub(crate) within: Option<Vec<Cell>>,
    /// Whether it can only go forward, so that its moves reset the move count.
    pub(crate) forward_only: bool,
    /// What a forward-only piece becomes.
    pub(crate) promotes: Vec<char>,
    /// What it is in its captor's hand.
    pub(crate) returns: Option<char>,
}

/// How a pawn moves.
pub(crate) struct PawnSpec {
    pub(crate) forward: Point,
    pub(crate) takes: Vec<Point>,
    /// White's start cells and how many steps a pawn may make from each.
    pub(crate) multiple: Vec<(Cell, u8)>,
    pub(crate) promotes: Vec<char>,
    pub(crate) chain: bool,
    /// Whether it may step sideways to an empty cell.
    pub(crate) sideways: Vec<Point>,
    /// Whether it may leap over a pawn of its own directly ahead.
    pub(crate) jumps: bool,
}

/// One castling move of White's; Black's is its mirror image.
pub(crate) struct CastleSpec {
    pub(crate) right: char,
    pub(crate) king: Cell,
    pub(crate) rook: Cell,
    pub(crate) king_to: Cell,
    pub(crate) rook_to: Cell,
}

/// How bouncing pieces turn.
#[derive(Clone, Copy)]
pub(crate) struct BounceSpec {
    pub(crate) angle: u16,
    pub(crate) crooked: bool,
}

impl Spec {
    pub(super) fn read(origin: &str, root: &Table) -> Result<Spec, Faults> {
        let mut faults = Faults::new(origin);
        let f = &mut faults;
        let Some(board) = shape::read(root, f) else {
            return Err(faults);
        };
        let rules = root
            .table("rules", f)
            .cloned()
            .unwrap_or(Table::empty(root.place));
        rules.only(
            "[rules]",
            &[
                "goal",
                "stalemate",
                "repetition",
                "move-count",
                "dead-position",
                "facing-kings",
            ],
            f,
        );
        let goal = one_of(
            &rules,
            "goal",
            &[("checkmate", Goal::Checkmate), ("king", Goal::King)],
            f,
        );
        let stalemate_wins = one_of(&rules, "stalemate", &[("draw", false), ("win", true)], f);
        let dead = one_of(
            &rules,
            "dead-position",
            &[
                ("never", DeadRule::Never),
                ("bare", DeadRule::Bare),
                ("fide", DeadRule::Fide),
            ],
            f,
        );
        let facing = one_of(
            &rules,
            "facing-kings",
            &[("allowed", false), ("forbidden", true)],
            f,
        );
        let repetition = rules.integer("repetition", 2, 9, f).unwrap_or(3) as u8;
        let move_count = rules.integer("move-count", 1, 10_000, f).unwrap_or(100) as u16;
        let pieces = read_pieces(root, &board, f);
        let forms = read_forms(root, &board, f);
        let start = root.text("start", f).unwrap_or_default().to_owned();
        let start_place = root.get("start").map_or(root.place, |i| i.place);
        if root.get("start").is_none() {
            root.missing("start", "the game", f);
        }
        let spec = Spec {
            start,
            start_place,
            goal,
            stalemate_wins,
            repetition,
            move_count,
            dead,
            pieces,
            forms,
            castles: read_castles(root, &board, f),
            bounce: read_bounce(root, &board, f),
            springs: root
                .table("springs", f)
                .map(|t| {
                    t.only("[springs]", &["cells"], f);
                    cells(t, "cells", &board, f)
                })
                .unwrap_or_default(),
            facing,
            board,
        };
        faults.or(spec)
    }
}

/// The value of a key that names one of a few things; the first of them where the key is absent.
fn one_of<T: Copy>(table: &Table, key: &str, known: &[(&str, T)], faults: &mut Faults) -> T {
    let Some(text) = table.text(key, faults) else {
        return known[0].1;
    };
    if let Some(&(_, value)) = known.iter().find(|(name, _)| *name == text) {
        return value;
    }
    let names: Vec<&str> = known.iter().map(|k| k.0).collect();
    let place = table.get(key).map_or(table.place, |i| i.place);
    faults.push(
        Fault::new(format!(
            "{key} is {text:?}; it is one of {}",
            names.join(", ")
        ))
        .at(place),
    );
    known[0].1
}

fn cells(table: &Table, key: &str, board: &Board, faults: &mut Faults) -> Vec<Cell> {
    let list = table.texts(key, faults).unwrap_or_default();
    list.into_iter()
        .filter_map(|(place, name)| cell(name, place, board, faults))
        .collect()
}

fn cell(name: &str, place: Place, board: &Board, faults: &mut Faults) -> Option<Cell> {
    let found = board.named(name);
    if found.is_none() {
        faults.push(Fault::new(format!("the board has no cell {name:?}")).at(place));
    }
    found
}

/// The single letter that a key is.
fn letter(key: &str, place: Place, faults: &mut Faults) -> Option<char> {
    let mut chars = key.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if c.is_ascii_uppercase() => Some(c),
        _ => {
            let what = format!("{key:?} is not one capital letter, as a piece or form must be");
            faults.push(Fault::new(what).at(place));
            None
        }
    }
}

/// The lines of a movement notation: Betza's, or named directions.
fn lines(item: &Item, board: &Board, faults: &mut Faults) -> Vec<Line> {
    let Value::Text(text) = &item.value else {
        let what = format!("a movement must be a string, not {}", item.value.kind());
        faults.push(Fault::new(what).at(item.place));
        return Vec::new();
    };
    let read = if directions::is_named(text) {
        directions::parse(text, board.lattice)
    } else if board.lattice == Lattice::Square {
        betza::parse(text)
    } else {
        let what =
            "hex pieces move by named directions: \"slide orthogonals\", \"step N capturing\"";
        faults.push(Fault::new(what).at(item.place));
        return Vec::new();
    };
    read.unwrap_or_else(|fault| {
        // One more for the opening quote.
        let column = item.place.column + 1 + text[..fault.at.start].chars().count() as u32;
        faults.push(Fault::new(fault.what).at(Place {
            column,
            ..item.place
        }));
        Vec::new()
    })
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
        let found = lines(item, board, faults);
        match gait {
            None => all.extend(found),
            Some(gait)
                if board.lattice == Lattice::Square
                    && found.iter().all(|l| l.straight_step().is_some()) =>
            {
                all.extend(betza::with_gait(found, gait));
            }
            Some(_) => {
                let what = format!("{key} takes plain rook or bishop lines of a square board");
                faults.push(Fault::new(what).at(item.place));
            }
        }
    }
    all
}

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

fn read_pieces(root: &Table, board: &Board, faults: &mut Faults) -> Vec<PieceSpec> {
    let Some(table) = root.table("pieces", faults) else {
        if root.get("pieces").is_none() {
            root.missing("[pieces]", "the game", faults);
        }
        return Vec::new();
    };
    let mut pieces = Vec::new();
    for (key, place, _) in table.iter() {
        let (Some(letter), Some(piece)) = (letter(key, place, faults), table.table(key, faults))
        else {
            continue;
        };
        let room = format!("[pieces.{key}]");
        piece.only(&room, &PIECE_KEYS, faults);
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
        if !moves && pawn.is_none() && !(royal && root.get("forms").is_some()) {
            piece.missing("move", &room, faults);
        }
        pieces.push(PieceSpec {
            letter,
            name: piece.text("name", faults).unwrap_or(key).to_owned(),
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

fn read_pawn(table: &Table, room: &str, board: &Board, faults: &mut Faults) -> PawnSpec {
    let room = format!("{}.pawn]", room.trim_end_matches(']'));
    let keys = [
        "multiple-steps",
        "promotes-to",
        "chain",
        "captures",
        "sideways",
        "jump",
    ];
    table.only(&room, &keys, faults);
    let mut multiple = Vec::new();
    for entry in table.tables("multiple-steps", faults) {
        entry.only("multiple-steps", &["steps", "rank", "cells"], faults);
        let steps = entry.integer("steps", 2, 8, faults).unwrap_or(2) as u8;
        let mut from = cells(entry, "cells", board, faults);
        if let Some(rank) = entry.integer("rank", 1, 99, faults) {
            from.extend(board.cells().filter(|&c| i64::from(board.rank(c)) == rank));
        }
        multiple.extend(from.into_iter().map(|c| (c, steps)));
    }
    let promotes = table
        .text("promotes-to", faults)
        .unwrap_or_default()
        .chars()
        .collect();
    let names = board.lattice.directions();
    let forward = Point::new(0, 1);
    let mut takes: Vec<Point> = Vec::new();
    for (place, name) in table.texts("captures", faults).unwrap_or_default() {
        match names.iter().find(|n| n.0 == name) {
            Some(&(_, step)) => takes.push(step),
            None => {
                faults.push(Fault::new(format!("{name:?} is no direction of this board")).at(place))
            }
        }
    }
    if table.get("captures").is_none() {
        match board.lattice {
            Lattice::Square => takes = vec![Point::new(-1, 1), Point::new(1, 1)],
            Lattice::HexUpright | Lattice::HexLevel => table.missing("captures", &room, faults),
        }
    }
    let chain = table.bool("chain", faults).unwrap_or(false);
    if chain && takes.len() != 2 {
        let what = "chain needs a pawn that captures in two directions";
        faults.push(Fault::new(what).at(table.place));
    }
    let sideways = match table.bool("sideways", faults) {
        Some(true) => vec![Point::new(-1, 0), Point::new(1, 0)],
        _ => Vec::new(),
    };
    let jumps = table.bool("jump", faults).unwrap_or(false);
    PawnSpec {
        forward,
        takes,
        multiple,
        promotes,
        chain,
        sideways,
        jumps,
    }
}

fn read_forms(root: &Table, board: &Board, faults: &mut Faults) -> Vec<(char, Vec<Line>)> {
    let Some(table) = root.table("forms", faults) else {
        return Vec::new();
    };
    let forms: Vec<_> = table
        .iter()
        .filter_map(|(key, place, item)| {
            Some((letter(key, place, faults)?, lines(item, board, faults)))
        })
        .collect();
    if forms.is_empty() || forms.len() > Forms::MAX {
        let what = format!(
            "{} forms; a transforming king has 1 to {}",
            forms.len(),
            Forms::MAX
        );
        faults.push(Fault::new(what).at(table.place));
    }
    forms
}

fn read_castles(root: &Table, board: &Board, faults: &mut Faults) -> Vec<CastleSpec> {
    let Some(table) = root.table("castling", faults) else {
        return Vec::new();
    };
    table.only("[castling]", &["moves"], faults);
    let mut castles = Vec::new();
    for entry in table.tables("moves", faults) {
        entry.only(
            "castling",
            &["right", "king", "rook", "king-to", "rook-to"],
            faults,
        );
        let right = one_of(entry, "right", &[("K", 'K'), ("Q", 'Q')], faults);
        let mut at = |key: &str| {
            let place = entry.get(key).map_or(entry.place, |i| i.place);
            if let Some(name) = entry.text(key, faults) {
                cell(name, place, board, faults)
            } else {
                entry.missing(key, "a castling move", faults);
                None
            }
        };
        let four = [at("king"), at("rook"), at("king-to"), at("rook-to")];
        if let [Some(king), Some(rook), Some(king_to), Some(rook_to)] = four {
            castles.push(CastleSpec {
                right,
                king,
                rook,
                king_to,
                rook_to,
            });
        }
    }
    castles
}

fn read_bounce(root: &Table, board: &Board, faults: &mut Faults) -> Option<BounceSpec> {
    let table = root.table("bounce", faults)?;
    table.only("[bounce]", &["angle", "turning"], faults);
    let directions = board.lattice.directions().len() as i64;
    let unit = 2 * 360 / directions;
    let angle = table.integer("angle", unit, 180, faults)?;
    if angle % unit != 0 {
        let place = table.get("angle").map_or(table.place, |i| i.place);
        faults.push(Fault::new(format!("angle {angle} is no multiple of {unit}")).at(place));
    }
    let crooked = one_of(
        table,
        "turning",
        &[("curved", false), ("crooked", true)],
        faults,
    );
    Some(BounceSpec {
        angle: angle as u16,
        crooked,
    })
}
