//! Move generation.

mod castling;
mod drops;
mod forms;
mod pawns;
mod pieces;
mod sink;

use crate::game::Goal;
use crate::moves::Tag;
use crate::{Kind, Move, MoveList, Position, Rules, Side, Width, bits};

use self::sink::{Lawful, Legal, Sink};

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Every move.
    All,
    /// Captures, hits and promotions.
    Tactical,
}

/// Whether moves that change the king's form are listed beside those that do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Changes {
    Listed,
    Omitted,
}

impl<W: Width> Rules<W> {
    /// Lists every legal move; none in a finished game. What the list held before is gone.
    pub fn legal_moves(&self, pos: &Position<W>, list: &mut MoveList) {
        list.clear();
        match self.goal {
            Goal::Checkmate => {
                self.lawful(pos, Wanted::All, list);
            }
            Goal::King => self.king_game_moves(pos, Wanted::All, Changes::Listed, list),
        }
    }

    /// Lists the legal moves without those that also change the king's form; each of those is one of
    /// these and a change. For searches: telling which changes are allowed costs far more than the moves.
    pub fn unchanged_moves(&self, pos: &Position<W>, list: &mut MoveList) {
        if self.forms.is_empty() {
            self.legal_moves(pos, list);
        } else {
            list.clear();
            self.king_game_moves(pos, Wanted::All, Changes::Omitted, list);
        }
    }

    /// Lists the legal moves that capture, hit a king or promote, none of them with a change of form.
    pub fn tactical_moves(&self, pos: &Position<W>, list: &mut MoveList) {
        list.clear();
        match self.goal {
            Goal::Checkmate => {
                self.lawful(pos, Wanted::Tactical, list);
            }
            Goal::King => self.king_game_moves(pos, Wanted::Tactical, Changes::Omitted, list),
        }
    }

    /// How many legal moves there are.
    pub(crate) fn count_legal(&self, pos: &Position<W>, list: &mut MoveList) -> u64 {
        match self.goal {
            Goal::Checkmate => self.lawful(pos, Wanted::All, 0),
            Goal::King => {
                self.legal_moves(pos, list);
                list.len() as u64
            }
        }
    }

    /// Gives away the moves of a checkmate game that leave the own king safe.
    fn lawful<L: Legal>(&self, pos: &Position<W>, wanted: Wanted, legal: L) -> L {
        let Some(guard) = self.guard(pos) else {
            return legal;
        };
        let mut sink = Lawful {
            rules: self,
            pos,
            guard,
            legal,
        };
        self.pseudo(pos, self.royal.index(), wanted, &mut sink);
        sink.legal
    }

    /// Whether a move, from any packed word, is legal: looks at the moves of one piece only.
    pub fn is_legal(&self, pos: &Position<W>, mv: Move) -> bool {
        let us = pos.side;
        if mv.tag() == Some(Tag::Drop) {
            let mut list = MoveList::default();
            self.drop_moves(pos, &mut list);
            return list.contains(&mv) && self.is_safe(pos, mv);
        }
        let Some((side, kind)) = pos.piece_on(mv.from()) else {
            return false;
        };
        if side != us || Side::BOTH.into_iter().any(|s| self.king(pos, s).is_none()) {
            return false;
        }
        let forms = pos.forms(us);
        let royal_mover = match (self.forms.is_empty(), forms.current(), mv.choice()) {
            (true, _, None) if mv.form().is_none() => self.royal.index(),
            (false, Some(form), None) => self.kinds.len() + usize::from(form),
            (false, None, Some(form)) if forms.open() >> form & 1 == 1 => {
                self.kinds.len() + usize::from(form)
            }
            _ => return false,
        };
        let bare = mv.bare();
        let mut list = MoveList::default();
        if mv.tag() == Some(Tag::Castle) {
            self.castling_moves(pos, &mut list);
        } else {
            self.piece_moves(pos, kind, mv.from(), royal_mover, Wanted::All, &mut list);
        }
        if !list.contains(&bare) {
            return false;
        }
        if self.goal == Goal::Checkmate {
            return self.is_safe(pos, mv);
        }
        let Some(form) = mv.form() else { return true };
        let chosen = mv.choice().map_or(forms, |f| forms.chosen(f));
        let others = chosen.left() & !chosen.open();
        others >> form & 1 == 1
            && self.may_change_form(pos, mv.without_form(), self.attacks_king(pos, us.other()))
    }

    fn king_game_moves(
        &self,
        pos: &Position<W>,
        wanted: Wanted,
        changes: Changes,
        list: &mut MoveList,
    ) {
        let us = pos.side;
        if self.king(pos, Side::White).is_none() || self.king(pos, Side::Black).is_none() {
            return;
        }
        if self.forms.is_empty() {
            self.pseudo(pos, self.royal.index(), wanted, list);
            return;
        }
        let forms = pos.forms(us);
        let forced = forms.current().is_none();
        for form in (0..self.forms.len() as u8).filter(|f| forms.open() >> f & 1 == 1) {
            let first = list.len();
            self.pseudo(pos, self.kinds.len() + usize::from(form), wanted, list);
            if forced {
                for i in first..list.len() {
                    list.set(i, list[i].with_choice(form));
                }
            }
            if changes == Changes::Listed {
                self.add_form_changes(pos, first, list);
            }
        }
    }

    /// Every move by the pieces' ways of moving, whether or not it leaves the own king in check.
    fn pseudo<S: Sink<W>>(
        &self,
        pos: &Position<W>,
        royal_mover: usize,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let own = pos.occupied_by(pos.side);
        for index in 0..self.kinds.len() {
            for from in bits(pos.kinds[index] & own) {
                self.piece_moves(pos, Kind::new(index), from, royal_mover, wanted, sink);
            }
        }
        if wanted == Wanted::All {
            if pos.castling != 0 {
                self.castling_moves(pos, sink);
            }
            if self.hands {
                self.drop_moves(pos, sink);
            }
        }
    }
}
