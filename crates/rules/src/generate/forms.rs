//! Changes of the own king's form after a move.

use crate::moves::Tag;
use crate::{Move, MoveList, Position, Rules, Width};

impl<W: Width> Rules<W> {
    /// Adds the moves of `list` from `first` on again with each change of the own king's form that is allowed.
    pub(super) fn add_form_changes(&self, pos: &Position<W>, first: usize, list: &mut MoveList) {
        let Some(&sample) = list.get(first) else {
            return;
        };
        let us = pos.side;
        let forms = match sample.choice() {
            Some(form) => pos.forms(us).chosen(form),
            None => pos.forms(us),
        };
        let others = forms.left() & !forms.open();
        if others == 0 {
            return;
        }
        let was_in_check = self.attacks_king(pos, us.other());
        for i in first..list.len() {
            let mv = list[i];
            if mv.tag() == Some(Tag::Castle)
                || pos.piece(mv.from()).is_some_and(|p| p.1 == self.royal)
            {
                continue;
            }
            let after = self.apply(pos, mv);
            let enemy = after.forms(us.other());
            let hit = enemy != pos.forms(us.other());
            if hit
                || self.attacks_king(&after, us)
                || (was_in_check && !self.attacks_king(&after, us.other()))
            {
                continue;
            }
            for form in (0..self.forms.len() as u8).filter(|f| others >> f & 1 == 1) {
                list.push(mv.with_form(form));
            }
        }
    }

    /// Whether the own king may change form after a move: not after a move of its own, a hit, an escape from
    /// check or giving check.
    pub(super) fn may_change_form(&self, pos: &Position<W>, mv: Move, was_in_check: bool) -> bool {
        let us = pos.side;
        if mv.tag() == Some(Tag::Castle) || pos.piece(mv.from()).is_some_and(|p| p.1 == self.royal)
        {
            return false;
        }
        let after = self.apply(pos, mv);
        after.forms(us.other()) == pos.forms(us.other())
            && !self.attacks_king(&after, us)
            && (!was_in_check || self.attacks_king(&after, us.other()))
    }
}
