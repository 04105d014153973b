//! Position texts: reading (everything wrong is listed) and writing. The format is told in
//! `configs/README.md`.

mod board;
mod forms;
mod passant;
mod write;

use assay_faults::{Fault, Faults, Place};

use crate::game::Goal;
use crate::position::Passant;
use crate::{Position, Rules, Side, Width};

impl<W: Width> Rules<W> {
    /// Reads a position text. Everything wrong with it is listed, with the column where it is wrong.
    pub fn parse_position(&self, text: &str) -> Result<Position<W>, Faults> {
        let mut faults = Faults::new("position");
        let wanted = if self.forms.is_empty() { 6 } else { 7 };
        let forms = if self.forms.is_empty() { "" } else { " forms" };
        let order = format!("write: board side castling passant{forms} halfmoves fullmoves");
        if text.trim().is_empty() {
            let fault = Fault::new("it is empty").hint(order);
            return Err(Faults::one("position", fault));
        }
        let mut column = 1;
        let fields: Vec<(u32, &str)> = text
            .split(' ')
            .map(|field| {
                let at = column;
                column += field.chars().count() as u32 + 1;
                (at, field)
            })
            .collect();
        if fields.len() != wanted {
            let what = format!("it has {} fields instead of {wanted}", fields.len());
            faults.push(Fault::new(what).hint(order));
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
            if !self.at_home(pos, castle) {
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
