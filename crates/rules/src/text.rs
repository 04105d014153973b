//! Position texts: reading (everything wrong is listed) and writing. The format is told in
//! `configs/README.md`.

use std::fmt::Write as _;

use assay_faults::{Fault, Faults, Place};

use crate::forms::{FormState, Forms};
use crate::game::Goal;
use crate::position::Passant;
use crate::rules::Class;
use crate::zobrist::HAND_MAX;
use crate::{Cell, Kind, Position, Rules, Side, Width, bits};

impl<W: Width> Rules<W> {
    /// The text of a position.
    pub fn position_text(&self, pos: &Position<W>) -> String {
        let mut text = String::new();
        for (i, row) in self.board.text_rows.iter().enumerate() {
            if i > 0 {
                text.push('/');
            }
            let mut empty = 0;
            let flush = |text: &mut String, empty: &mut u32| {
                if *empty > 0 {
                    let _ = write!(text, "{empty}");
                    *empty = 0;
                }
            };
            for site in row {
                let piece = site.map(|cell| pos.piece(cell));
                if piece == Some(None) {
                    empty += 1;
                    continue;
                }
                flush(&mut text, &mut empty);
                text.push(
                    piece
                        .flatten()
                        .map_or('*', |(side, kind)| self.letter(side, kind)),
                );
            }
            flush(&mut text, &mut empty);
        }
        if self.hands {
            text.push('[');
            for side in Side::BOTH {
                let mut held: Vec<char> = Vec::new();
                for kind in (0..self.kinds.len()).map(Kind::new) {
                    let count = usize::from(pos.hand(side, kind));
                    held.extend(std::iter::repeat_n(self.letter(side, kind), count));
                }
                held.sort_unstable();
                text.extend(held);
            }
            text.push(']');
        }
        let side = if pos.side == Side::White { 'w' } else { 'b' };
        let castling: String = ['K', 'Q', 'k', 'q']
            .into_iter()
            .enumerate()
            .filter(|(i, _)| pos.castling >> i & 1 == 1)
            .map(|r| r.1)
            .collect();
        let mut passant: Vec<&str> = bits(pos.passant.cells)
            .map(|c| self.board.name(c))
            .collect();
        passant.sort_unstable();
        let dash = |s: String| if s.is_empty() { "-".to_owned() } else { s };
        let _ = write!(
            text,
            " {side} {} {}",
            dash(castling),
            dash(passant.concat())
        );
        if !self.forms.is_empty() {
            let [white, black] = Side::BOTH.map(|s| self.forms_text(pos.forms(s)));
            let _ = write!(text, " {white}:{black}");
        }
        let _ = write!(text, " {} {}", pos.halfmoves, pos.fullmoves);
        text
    }

    /// A piece's letter, small for Black.
    pub fn letter(&self, side: Side, kind: Kind) -> char {
        let letter = self.kinds[kind.index()].letter;
        if side == Side::White {
            letter
        } else {
            letter.to_ascii_lowercase()
        }
    }

    fn forms_text(&self, forms: Forms) -> String {
        let mark = match forms.state() {
            FormState::In(form) => self.forms[usize::from(form)],
            FormState::MustChoose => '?',
            FormState::MustChooseLast => '!',
            FormState::Taken | FormState::Lost => return "-".to_owned(),
        };
        let rest = (0..self.forms.len())
            .filter(|&i| forms.left() >> i & 1 == 1 && forms.current() != Some(i as u8))
            .map(|i| self.forms[i].to_ascii_lowercase());
        std::iter::once(mark).chain(rest).collect()
    }

    /// Reads a position text. Everything wrong with it is listed, with the column where it is wrong.
    pub fn parse_position(&self, text: &str) -> Result<Position<W>, Faults> {
        let mut faults = Faults::new("position");
        let mut column = 1;
        let fields: Vec<(u32, &str)> = text
            .split(' ')
            .map(|field| {
                let at = column;
                column += field.chars().count() as u32 + 1;
                (at, field)
            })
            .collect();
        let wanted = if self.forms.is_empty() { 6 } else { 7 };
        if fields.len() != wanted {
            let forms = if self.forms.is_empty() { "" } else { " forms" };
            let what = format!("it has {} fields instead of {wanted}", fields.len());
            let hint = format!("write: board side castling passant{forms} halfmoves fullmoves");
            faults.push(Fault::new(what).hint(hint));
        }
        let mut pos = Position::empty();
        let mut next = fields.into_iter();
        if let Some((at, board)) = next.next() {
            self.read_board(board, at, &mut pos, &mut faults);
            self.check_pieces(&pos, &mut faults);
        }
        if let Some((at, side)) = next.next() {
            match side {
                "w" => {}
                "b" => pos.set_side(Side::Black),
                _ => faults.push(fault(
                    at,
                    format!("the side to move is {side:?}, not w or b"),
                )),
            }
        }
        if let Some((at, castling)) = next.next() {
            self.read_castling(castling, at, &mut pos, &mut faults);
        }
        if let Some((at, passant)) = next.next() {
            self.read_passant(passant, at, &mut pos, &mut faults);
        }
        if !self.forms.is_empty()
            && let Some((at, forms)) = next.next()
        {
            self.read_forms(forms, at, &mut pos, &mut faults);
        }
        if let Some((at, count)) = next.next() {
            pos.halfmoves = number(count, at, "halfmoves", 0, &mut faults);
        }
        if let Some((at, count)) = next.next() {
            pos.fullmoves = number(count, at, "fullmoves", 1, &mut faults);
        }
        if faults.is_empty() && self.goal == Goal::Checkmate && self.attacks_king(&pos, pos.side) {
            let what = "the side to move could take the enemy king at once";
            faults.push(Fault::new(what).hint("is the other side to move?"));
        }
        if faults.is_empty() && self.passant_is_effective(&pos) {
            pos.set_passant(Passant {
                effective: true,
                ..pos.passant
            });
        }
        faults.or(pos)
    }

    fn read_board(&self, text: &str, at: u32, pos: &mut Position<W>, faults: &mut Faults) {
        let (text, hand) = match text.split_once('[') {
            Some((board, hand)) => (board, Some(hand)),
            None => (text, None),
        };
        let column = at + text.chars().count() as u32;
        match (hand, self.hands) {
            (None, false) => {}
            (None, true) => {
                faults.push(fault(
                    column,
                    "the hands are missing; write [] behind the board".to_owned(),
                ));
            }
            (Some(_), false) => faults.push(fault(column, "this game has no hands".to_owned())),
            (Some(hand), true) => self.read_hands(hand, column + 1, pos, faults),
        }
        let rows = &self.board.text_rows;
        let given: Vec<&str> = text.split('/').collect();
        if given.len() != rows.len() {
            let what = format!(
                "the board has {} rows, {} are given",
                rows.len(),
                given.len()
            );
            faults.push(fault(at, what));
        }
        let mut column = at;
        for (number, (row, sites)) in given.iter().zip(rows).enumerate() {
            self.read_row(row, column, number + 1, sites, pos, faults);
            column += row.chars().count() as u32 + 1;
        }
    }

    fn read_hands(&self, text: &str, at: u32, pos: &mut Position<W>, faults: &mut Faults) {
        let Some(letters) = text.strip_suffix(']') else {
            faults.push(fault(at, "the hands do not end with ]".to_owned()));
            return;
        };
        for (i, c) in letters.chars().enumerate() {
            let held = |k: &Kind| self.kinds.iter().any(|info| info.returns == Some(*k));
            let Some(kind) = self.kind_of(c).filter(held) else {
                faults.push(fault(
                    at + i as u32,
                    format!("{c:?} is no piece that can be in hand"),
                ));
                continue;
            };
            let side = if c.is_ascii_uppercase() {
                Side::White
            } else {
                Side::Black
            };
            let count = pos.hand(side, kind) + 1;
            if usize::from(count) >= HAND_MAX {
                faults.push(fault(
                    at + i as u32,
                    format!("more than {} of {c:?} in hand", HAND_MAX - 1),
                ));
                return;
            }
            pos.set_hand(side, kind, count);
        }
    }

    fn read_row(
        &self,
        row: &str,
        start: u32,
        number: usize,
        sites: &[Option<Cell>],
        pos: &mut Position<W>,
        faults: &mut Faults,
    ) {
        let chars: Vec<char> = row.chars().collect();
        let mut i = 0;
        let mut file = 0;
        while i < chars.len() {
            let column = start + i as u32;
            let c = chars[i];
            if c.is_ascii_digit() {
                let digits: String = chars[i..]
                    .iter()
                    .take_while(|c| c.is_ascii_digit())
                    .collect();
                i += digits.len();
                let run: usize = digits.parse().unwrap_or(usize::MAX);
                if run == 0 || run > sites.len() {
                    faults.push(fault(
                        column,
                        format!("{digits} is no number of empty cells here"),
                    ));
                    return;
                }
                if sites.iter().skip(file).take(run).any(Option::is_none) {
                    let what =
                        "empty cells are counted where the board has none; write * for those";
                    faults.push(fault(column, what.to_owned()));
                }
                file += run;
                continue;
            }
            i += 1;
            match (sites.get(file), c) {
                (None, _) | (Some(None), '*') => {}
                (Some(None), _) => {
                    faults.push(fault(
                        column,
                        format!("{c:?} stands where the board has no cell"),
                    ));
                }
                (Some(Some(cell)), '*') => {
                    let what = format!(
                        "* stands for no cell, but {} exists",
                        self.board.name(*cell)
                    );
                    faults.push(fault(column, what));
                }
                (Some(Some(cell)), _) => {
                    if let Some(kind) = self.kind_of(c).filter(|_| c.is_ascii_alphabetic()) {
                        let side = if c.is_ascii_uppercase() {
                            Side::White
                        } else {
                            Side::Black
                        };
                        pos.put(*cell, side, kind);
                    } else {
                        let letters: String = self.kinds.iter().map(|k| k.letter).collect();
                        let what =
                            format!("{c:?} is no piece of this game; its pieces are {letters}");
                        faults.push(fault(column, what));
                    }
                }
            }
            file += 1;
        }
        if file != sites.len() {
            let what = format!("row {number} has {} cells, {file} are given", sites.len());
            faults.push(fault(start, what));
        }
    }

    fn check_pieces(&self, pos: &Position<W>, faults: &mut Faults) {
        let royal = &self.kinds[self.royal.index()].name;
        for side in Side::BOTH {
            let count = pos.count(side, self.royal);
            // A finished king game may lack a king; its forms say so, and are checked there.
            if count > 1 || (count == 0 && self.goal == Goal::Checkmate) {
                faults.push(Fault::new(format!(
                    "{side:?} has {count} {royal}s instead of one"
                )));
            }
            for table in self.kinds.iter().zip(0..) {
                let (info, index) = table;
                let Class::Pawn(pawn) = info.class else {
                    continue;
                };
                let last = self.pawns[pawn].sides[side.index()].last;
                for cell in bits(pos.pieces(side, Kind::new(index)) & last) {
                    let cell = self.board.name(cell);
                    faults.push(Fault::new(format!(
                        "a {} of {side:?} stands on its last cell {cell}",
                        info.name
                    )));
                }
            }
        }
    }

    fn read_castling(&self, text: &str, at: u32, pos: &mut Position<W>, faults: &mut Faults) {
        if text == "-" {
            return;
        }
        let mut rights = 0;
        for (i, c) in text.chars().enumerate() {
            let column = at + i as u32;
            let Some(bit) = "KQkq".find(c).map(|b| 1u8 << b) else {
                faults.push(fault(
                    column,
                    format!("{c:?} is no castling right; the rights are KQkq"),
                ));
                continue;
            };
            let Some(castle) = self.castles.iter().find(|k| k.right == bit) else {
                faults.push(fault(
                    column,
                    format!("this game has no castling right {c:?}"),
                ));
                continue;
            };
            let home = |cell: Cell, royal: bool| {
                pos.piece(cell)
                    .is_some_and(|(s, k)| s == castle.side && (k == self.royal) == royal)
            };
            let rook = self.kind_of('R');
            let rook_home = home(castle.rook, false)
                && (rook.is_none() || pos.piece(castle.rook).map(|p| p.1) == rook);
            if !home(castle.king, true) || !rook_home {
                let (k, r) = (self.board.name(castle.king), self.board.name(castle.rook));
                faults.push(fault(
                    column,
                    format!("castling right {c} needs the king on {k} and its rook on {r}"),
                ));
                continue;
            }
            rights |= bit;
        }
        pos.set_castling(rights);
    }

    fn read_passant(&self, text: &str, at: u32, pos: &mut Position<W>, faults: &mut Faults) {
        if text == "-" {
            return;
        }
        let mut cells = W::EMPTY;
        let mut rest = text;
        while !rest.is_empty() {
            let letter = rest.chars().next().map_or(0, char::len_utf8);
            let digits = rest[letter..]
                .find(|c: char| !c.is_ascii_digit())
                .map_or(rest.len(), |n| letter + n);
            if let Some(cell) = self.board.named(&rest[..digits]) {
                cells |= W::bit(cell);
            } else {
                faults.push(fault(
                    at,
                    format!("{:?} is no cell to take in passing on", &rest[..digits]),
                ));
                return;
            }
            rest = &rest[digits..];
        }
        match self.passer_of(pos, cells) {
            Some(pawn) => pos.set_passant(Passant {
                cells,
                pawn,
                effective: false,
            }),
            None => faults.push(fault(at, format!("no pawn can just have crossed {text}"))),
        }
    }

    /// Where the pawn stands that has crossed just these cells with its last step.
    fn passer_of(&self, pos: &Position<W>, cells: W) -> Option<Cell> {
        let them = pos.side.other();
        for (index, info) in self.kinds.iter().enumerate() {
            let Class::Pawn(table) = info.class else {
                continue;
            };
            let side = &self.pawns[table].sides[them.index()];
            for start in self
                .board
                .cells()
                .filter(|c| side.reach[c.index()] > 1 && pos.piece(*c).is_none())
            {
                let mut crossed = W::EMPTY;
                let mut at = start;
                for _ in 0..side.reach[start.index()] {
                    let Some(next) = side.ahead[at.index()] else {
                        break;
                    };
                    at = next;
                    if crossed == cells && pos.piece(at) == Some((them, Kind::new(index))) {
                        return Some(at);
                    }
                    if pos.piece(at).is_some() {
                        break;
                    }
                    crossed |= W::bit(at);
                }
            }
            if self.pawns[table].jumps && cells.count() == 1 {
                let over = cells.lowest();
                let pawn = Some((them, Kind::new(index)));
                let landed = side.ahead[over.index()].filter(|&c| pos.piece(c) == pawn);
                let behind = |c: &Cell| side.ahead[c.index()] == Some(over);
                let start = self
                    .board
                    .cells()
                    .find(behind)
                    .filter(|&c| pos.piece(c).is_none());
                if pos.piece(over) == pawn && start.is_some() && landed.is_some() {
                    return landed;
                }
            }
        }
        None
    }

    fn read_forms(&self, text: &str, at: u32, pos: &mut Position<W>, faults: &mut Faults) {
        let Some((white, black)) = text.split_once(':') else {
            faults.push(fault(
                at,
                format!("forms {text:?} must be White's, a colon, Black's"),
            ));
            return;
        };
        for (side, text, at) in [
            (Side::White, white, at),
            (Side::Black, black, at + 1 + white.chars().count() as u32),
        ] {
            match self.read_side_forms(text) {
                None => {
                    let letters: String = self.forms.iter().collect();
                    let what = format!(
                        "{side:?}'s forms {text:?} must be the current one of {letters} and the others left in small letters, ? or ! and those to choose from, or -"
                    );
                    faults.push(fault(at, what));
                }
                Some(forms) => {
                    let kings = pos.count(side, self.royal);
                    if forms.is_gone() != (kings == 0) {
                        let what = format!(
                            "{side:?}'s forms are {text:?}, but it has {kings} kings on the board"
                        );
                        faults.push(fault(at, what));
                    }
                    if forms.current().is_none() && !forms.is_gone() && side != pos.side {
                        let what = format!("{side:?} must choose a form, but is not to move");
                        faults.push(fault(at, what));
                    }
                    pos.set_forms(side, forms);
                }
            }
        }
        if Side::BOTH.into_iter().all(|s| pos.forms(s).is_gone()) {
            faults.push(fault(at, "both kings are gone".to_owned()));
        }
    }

    fn read_side_forms(&self, text: &str) -> Option<Forms> {
        if text == "-" {
            return Some(Forms::gone(FormState::Taken));
        }
        let mut chars = text.chars();
        let first = chars.next()?;
        let mut left = 0;
        let mut last = None;
        for c in chars {
            let form = self
                .forms
                .iter()
                .position(|f| f.to_ascii_lowercase() == c)?;
            if last >= Some(form) {
                return None;
            }
            last = Some(form);
            left |= 1u8 << form;
        }
        let several = left.count_ones() >= 2;
        match first {
            '?' if left != 0 && usize::from(left.count_ones() as u8) < self.forms.len() => {
                Some(Forms::new(FormState::MustChoose, left))
            }
            '!' if several && usize::from(left.count_ones() as u8) < self.forms.len() => {
                Some(Forms::new(FormState::MustChooseLast, left))
            }
            _ => {
                let form = self.forms.iter().position(|&f| f == first)?;
                (left >> form & 1 == 0)
                    .then(|| Forms::new(FormState::In(form as u8), left | 1 << form))
            }
        }
    }
}

fn fault(column: u32, what: String) -> Fault {
    Fault::new(what).at(Place { line: 1, column })
}

fn number<N: std::str::FromStr + From<u8> + PartialOrd>(
    text: &str,
    at: u32,
    name: &str,
    least: u8,
    faults: &mut Faults,
) -> N {
    let least = N::from(least);
    if let Some(n) = text
        .parse::<N>()
        .ok()
        .filter(|n| *n >= least && text.chars().all(|c| c.is_ascii_digit()))
    {
        n
    } else {
        faults.push(fault(
            at,
            format!("{name} is {text:?}, which is no such number"),
        ));
        least
    }
}
