//! Move texts.

use std::fmt;

use assay_faults::nearest;

use crate::moves::{Tag, Turn};
use crate::{Move, MoveList, Position, Rules, Width};

/// A move text that is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFault {
    /// The text given.
    pub given: String,
    /// The legal move that may have been meant.
    pub nearest: Option<String>,
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a legal move here", self.given)?;
        match &self.nearest {
            Some(near) => write!(f, "; did you mean {near}?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for MoveFault {}

impl<W: Width> Rules<W> {
    /// The text of a legal move.
    pub fn move_text(&self, pos: &Position<W>, mv: Move) -> String {
        let mut text = String::new();
        if let Some(form) = mv.choice() {
            text.push(self.forms[usize::from(form)]);
            text.push(':');
        }
        let (from, to) = (self.cell_name(mv.from()), self.cell_name(mv.to()));
        match mv.tag() {
            Some(Tag::Castle) if !self.forms.is_empty() => {
                let high = self
                    .castle_of(pos.side, mv)
                    .is_some_and(|i| self.castles[i].high);
                text.push_str(if high { "O-O" } else { "O-O-O" });
            }
            Some(Tag::Chain | Tag::ChainStep) => {
                text.push_str(from);
                let chain = self.chain_of(pos, mv);
                for &cell in chain.iter().flat_map(crate::chain::Chain::visited) {
                    text.push_str(self.cell_name(cell));
                }
            }
            Some(Tag::Drop) => {
                let letter = mv.kind().map_or('?', |k| self.kinds[k.index()].letter);
                text.push(letter);
                text.push('@');
                text.push_str(to);
                return text;
            }
            _ => {
                text.push_str(from);
                text.push_str(to);
            }
        }
        match mv.turn() {
            Turn::Only => {}
            Turn::Clockwise => text.push('+'),
            Turn::Anticlockwise => text.push('-'),
        }
        if let Some(kind) = mv.kind() {
            text.push('=');
            text.push(self.kinds[kind.index()].letter);
        }
        if let Some(form) = mv.form() {
            text.push('~');
            text.push(self.forms[usize::from(form)]);
        }
        text
    }

    /// The legal move of a text.
    pub fn parse_move(&self, pos: &Position<W>, text: &str) -> Result<Move, MoveFault> {
        let mut list = MoveList::default();
        self.legal_moves(pos, &mut list);
        if let Some(&mv) = list.iter().find(|&&mv| self.move_text(pos, mv) == text) {
            return Ok(mv);
        }
        let texts: Vec<String> = list.iter().map(|&mv| self.move_text(pos, mv)).collect();
        let near = nearest(text, texts.iter().map(String::as_str)).map(str::to_owned);
        Err(MoveFault {
            given: text.to_owned(),
            nearest: near,
        })
    }
}
