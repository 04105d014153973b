//! A game with a board set up by naming pieces and cells, to look at the moves.

use std::collections::{BTreeMap, BTreeSet};

use assay_rules::{
    AnyRules, Facts, Game, MoveList, Position, Rules, Side, Verdict, Width, bits, with_rules,
};

use crate::setup::text_of;

/// A game with its options decided, ready to have positions set up.
pub(crate) struct Table(AnyRules);

impl Table {
    pub(crate) fn of(game: &str, options: &[(&str, &str)]) -> Table {
        let game = Game::builtin(game).unwrap();
        let choice = game.choose(options.iter().copied()).unwrap();
        Table(game.compile(&choice, None).unwrap())
    }

    pub(crate) fn of_text(text: &str) -> Table {
        let game = Game::parse("test", text).unwrap_or_else(|f| panic!("{f}"));
        Table(game.compile(&game.choose([]).unwrap(), None).unwrap())
    }

    /// The text of a position. `fields` are side, castling, passant and, in Sonic, forms; pieces in hand may
    /// follow the pieces in brackets.
    fn text(&self, pieces: &str, fields: &str) -> String {
        with_rules!(&self.0, r => text_of(r, pieces, &format!("{fields} 0 1")))
    }

    /// Runs `then` on a position of the board; the arguments are its rules and the position.
    fn with<T>(&self, pieces: &str, fields: &str, then: &impl Look<T>) -> T {
        let text = self.text(pieces, fields);
        with_rules!(&self.0, r => {
            let pos = r.parse_position(&text).unwrap_or_else(|f| panic!("{text}\n{f}"));
            then.look(r, &pos)
        })
    }

    /// The legal moves, each with the position after it.
    pub(crate) fn moves(&self, pieces: &str, fields: &str) -> BTreeMap<String, After> {
        self.with(pieces, fields, &Moves)
    }

    /// The texts of the legal moves from a cell.
    pub(crate) fn moves_from(&self, pieces: &str, fields: &str, cell: &str) -> BTreeSet<String> {
        let all = self.moves(pieces, fields).into_keys();
        all.filter(|text| text.starts_with(cell)).collect()
    }

    /// What a legal move leads to.
    pub(crate) fn after(&self, pieces: &str, fields: &str, mv: &str) -> After {
        let mut moves = self.moves(pieces, fields);
        let legal: Vec<String> = moves.keys().cloned().collect();
        moves
            .remove(mv)
            .unwrap_or_else(|| panic!("{mv} is not among {legal:?}"))
    }

    pub(crate) fn in_check(&self, pieces: &str, fields: &str) -> bool {
        self.with(pieces, fields, &InCheck)
    }

    pub(crate) fn verdict(&self, pieces: &str, fields: &str) -> Option<Verdict> {
        self.with(pieces, fields, &Judge)
    }

    /// How a piece moves that is alone on the board: cells to move to, cells to capture on, tracks.
    pub(crate) fn alone(&self, piece: char, form: Option<u8>, cell: &str) -> Alone {
        with_rules!(&self.0, r => {
            let side = if piece.is_ascii_uppercase() { Side::White } else { Side::Black };
            let from = r.board().named(cell).unwrap();
            let alone = r.alone(side, r.kind_of(piece).unwrap(), form, from);
            let name = |c| r.cell_name(c).to_owned();
            Alone {
                quiet: bits(alone.reach.quiet).map(name).collect(),
                take: bits(alone.reach.take).map(name).collect(),
                tracks: alone.tracks.iter().map(|t| t.iter().map(|&c| name(c)).collect()).collect(),
            }
        })
    }

    pub(crate) fn cells(&self) -> Vec<String> {
        with_rules!(&self.0, r => r.board().cells().map(|c| r.cell_name(c).to_owned()).collect())
    }

    /// The letter of the kind a captured piece is in hand.
    pub(crate) fn returns(&self, letter: char) -> Option<char> {
        with_rules!(&self.0, r => {
            let kind = r.kind_of(letter)?;
            r.kinds()[kind.index()].returns.map(|k| r.kinds()[k.index()].letter)
        })
    }
}

/// A position after a move.
pub(crate) struct After {
    /// Its pieces, sorted.
    pub(crate) pieces: Vec<String>,
    /// Its text.
    pub(crate) text: String,
    /// What the move did.
    pub(crate) facts: Facts,
}

impl After {
    /// Asserts which pieces are on the board.
    pub(crate) fn is(&self, pieces: &str) {
        let mut wanted: Vec<&str> = pieces.split_whitespace().collect();
        wanted.sort_unstable();
        assert_eq!(self.pieces, wanted, "{}", self.text);
    }
}

/// Reach and tracks by the cells' names.
pub(crate) struct Alone {
    pub(crate) quiet: BTreeSet<String>,
    pub(crate) take: BTreeSet<String>,
    pub(crate) tracks: Vec<Vec<String>>,
}

impl Alone {
    /// Whether some track begins with these cells.
    pub(crate) fn runs(&self, cells: &str) -> bool {
        let wanted: Vec<&str> = cells.split_whitespace().collect();
        self.tracks
            .iter()
            .any(|t| t.len() >= wanted.len() && t.iter().zip(&wanted).all(|(a, b)| a == b))
    }
}

/// A set of cells named in one text.
pub(crate) fn set(names: &str) -> BTreeSet<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

/// Something to find out of a position, for boards of either width.
trait Look<T> {
    fn look<W: Width>(&self, rules: &Rules<W>, pos: &Position<W>) -> T;
}

struct Moves;

impl Look<BTreeMap<String, After>> for Moves {
    fn look<W: Width>(&self, rules: &Rules<W>, pos: &Position<W>) -> BTreeMap<String, After> {
        let mut list = MoveList::default();
        rules.legal_moves(pos, &mut list);
        let after = |mv| {
            let next = rules.play(pos, mv);
            let mut pieces: Vec<String> = bits(next.occupied())
                .map(|c| {
                    let (side, kind) = next.piece(c).unwrap();
                    format!("{}{}", rules.letter(side, kind), rules.cell_name(c))
                })
                .collect();
            pieces.sort();
            After {
                pieces,
                text: rules.position_text(&next),
                facts: rules.facts(pos, mv),
            }
        };
        list.iter()
            .map(|&mv| (rules.move_text(pos, mv), after(mv)))
            .collect()
    }
}

struct InCheck;

impl Look<bool> for InCheck {
    fn look<W: Width>(&self, rules: &Rules<W>, pos: &Position<W>) -> bool {
        rules.in_check(pos)
    }
}

struct Judge;

impl Look<Option<Verdict>> for Judge {
    fn look<W: Width>(&self, rules: &Rules<W>, pos: &Position<W>) -> Option<Verdict> {
        rules.verdict(pos)
    }
}
