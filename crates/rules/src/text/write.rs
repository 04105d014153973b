//! Writing position texts.

use std::fmt::Write as _;

use crate::forms::{FormState, Forms};
use crate::{Kind, Position, Rules, Side, Width, bits};

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
}
