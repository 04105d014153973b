//! Whether a move leaves the own king safe, in checkmate games, by trying it.

use crate::attack::Attackers;
use crate::moves::Tag;
use crate::{Move, Position, Rules, Width};

impl<W: Width> Rules<W> {
    /// Whether a move leaves the own king out of check.
    pub(crate) fn is_safe(&self, pos: &Position<W>, mv: Move) -> bool {
        self.is_safe_from(pos, mv, !W::EMPTY)
    }

    /// Whether a move leaves the own king out of check, where of the enemies whose ways depend on what they meet only
    /// some can give check.
    pub(crate) fn is_safe_from(&self, pos: &Position<W>, mv: Move, suspects: W) -> bool {
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
                return !self.attacks_king_from(&after, us.other(), suspects);
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
                return !self.attacks_king_from(&after, us.other(), suspects);
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
            suspects,
        };
        !self.attacked(&attackers, king)
    }
}
