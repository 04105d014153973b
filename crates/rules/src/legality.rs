//! Which moves leave the own king safe, in checkmate games.

use crate::attack::Attackers;
use crate::moves::Tag;
use crate::rules::Class;
use crate::{Cell, Move, MoveList, Position, Rules, Width, bits};

/// What threatens the king of the side to move.
struct Guard<W> {
    check: bool,
    /// Pieces that alone stand between the king and an attacker.
    shields: W,
}

impl<W: Width> Rules<W> {
    /// Strikes the moves that leave the own king in check.
    pub(crate) fn keep_legal(&self, pos: &Position<W>, list: &mut MoveList) {
        let Some(king) = self.king(pos, pos.side) else {
            list.clear();
            return;
        };
        if !self.plain {
            list.retain(|&mv| self.is_safe(pos, mv));
            return;
        }
        let guard = self.guard(pos, king);
        list.retain(|&mv| {
            let free = !guard.check
                && mv.from() != king
                && !guard.shields.has(mv.from())
                && matches!(
                    mv.tag(),
                    Some(Tag::Plain | Tag::MultiStep | Tag::Jump | Tag::Drop)
                );
            free || self.is_safe(pos, mv)
        });
    }

    /// The checks and shields of the king, where every attack is a plain track.
    fn guard(&self, pos: &Position<W>, king: Cell) -> Guard<W> {
        let them = pos.side.other();
        let enemies = pos.occupied_by(them);
        let occupied = pos.occupied();
        let mut guard = Guard {
            check: false,
            shields: W::EMPTY,
        };
        for (index, info) in self.kinds.iter().enumerate() {
            let set = pos.kinds[index] & enemies;
            if set.is_empty() {
                continue;
            }
            if let Class::Pawn(pawn) = info.class {
                let from = self.pawns[pawn].sides[them.index()].takes_from[king.index()];
                guard.check |= !(from & set).is_empty();
            }
            let table = &self.movers[index][them.index()];
            guard.check |= !(table.step_from[king.index()] & set).is_empty();
            for from in bits(table.track_from[king.index()] & set) {
                for track in table.tracks[from.index()]
                    .iter()
                    .filter(|t| t.take.has(king))
                {
                    let between = track.before(king) & occupied;
                    if between.is_empty() {
                        guard.check = true;
                    } else if !between.is_several() {
                        guard.shields |= between;
                    }
                }
            }
        }
        if let Some(between) = self.between_kings(pos.kinds[self.royal.index()], occupied)
            && !between.is_several()
        {
            guard.shields |= between;
        }
        guard
    }

    /// Where kings may not face each other: what stands between them, if they are on one file.
    fn between_kings(&self, kings: W, occupied: W) -> Option<W> {
        let files = self.facing.as_ref()?;
        if !kings.is_several() {
            return None;
        }
        let (low, high) = (kings.lowest(), kings.highest());
        let file = files[low.index()];
        file.has(high)
            .then(|| file & occupied & W::below(high) & !W::below(low) & !W::bit(low))
    }

    /// Whether the kings face each other where they may not.
    pub(crate) fn kings_face(&self, kings: W, occupied: W) -> bool {
        self.between_kings(kings, occupied).is_some_and(W::is_empty)
    }

    /// Whether a move leaves the own king out of check.
    pub(crate) fn is_safe(&self, pos: &Position<W>, mv: Move) -> bool {
        let us = pos.side;
        let Some(king) = self.king(pos, us) else {
            return false;
        };
        let from = W::bit(mv.from());
        let to = W::bit(mv.to());
        let (own, enemies) = (pos.occupied_by(us), pos.occupied_by(us.other()));
        let (own, enemies) = match mv.tag() {
            // Repulsion asks what is a pawn, so only the whole position will do.
            _ if self.repulsive => {
                let after = self.apply(pos, mv);
                return !self.attacks_king(&after, us.other());
            }
            Some(Tag::Plain | Tag::MultiStep | Tag::Jump | Tag::Drop) => {
                (own & !from | to, enemies & !to)
            }
            Some(Tag::EnPassant) => (own & !from | to, enemies & !W::bit(pos.passant.pawn) & !to),
            Some(Tag::Contact) => {
                let Some((_, ride)) = self.ride_of(pos, mv) else {
                    return false;
                };
                (own & !from | W::bit(ride.end), enemies & !ride.captured)
            }
            _ => {
                let after = self.apply(pos, mv);
                return !self.attacks_king(&after, us.other());
            }
        };
        let king = if mv.from() == king { mv.to() } else { king };
        let enemy_king = pos.kinds[self.royal.index()] & enemies;
        if self.kings_face(enemy_king | W::bit(king), own | enemies) {
            return false;
        }
        let attackers = Attackers {
            side: us.other(),
            kinds: &pos.kinds,
            own: enemies,
            other: own,
            royal_mover: self.royal_mover(pos.forms(us.other())),
            lives: self.lives(pos, us),
        };
        !self.attacked(&attackers, king)
    }
}
