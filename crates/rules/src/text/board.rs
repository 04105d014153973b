//! Reading the board and the hands of a position text.

use assay_faults::{Fault, Faults};

use crate::game::Goal;
use crate::rules::Class;
use crate::zobrist::HAND_MAX;
use crate::{Cell, Kind, Position, Rules, Side, Width, bits};

use super::fault;

impl<W: Width> Rules<W> {
    pub(super) fn read_board(
        &self,
        text: &str,
        at: u32,
        pos: &mut Position<W>,
        faults: &mut Faults,
    ) {
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
                if digits.starts_with('0') || run > sites.len() {
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

    pub(super) fn check_pieces(&self, pos: &Position<W>, faults: &mut Faults) {
        let royal = &self.kinds[self.royal.index()].name;
        if self.hands {
            // Any of them may be captured and come to one hand, whatever it has become by then.
            let held: u32 = pos.hands.as_flattened().iter().map(|&n| u32::from(n)).sum();
            let others = (pos.occupied() & !pos.kinds[self.royal.index()]).count();
            let most = HAND_MAX as u32 - 1;
            if held + others > most {
                faults.push(Fault::new(format!(
                    "{} pieces besides the {royal}s, on the board and in hand, are more than the {most} that a hand can hold",
                    held + others
                )));
            }
        }
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
}
