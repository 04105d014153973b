//! Whether a side attacks the other's king: traced from the attacker, since a bent track's blockers differ
//! by direction.

use crate::chain::ChainScene;
use crate::contact::Scene;
use crate::repulse::RepulseScene;
use crate::rules::Class;
use crate::{Cell, Kind, Position, Rules, Side, Width, bits};

/// Pieces as an attack test sees them.
#[derive(Clone, Copy)]
pub(crate) struct Attackers<'a, W> {
    pub(crate) side: Side,
    pub(crate) kinds: &'a [W; Kind::MAX],
    /// The attackers' pieces.
    pub(crate) own: W,
    /// The defender's pieces, the king on the tested cell included.
    pub(crate) other: W,
    /// How the attackers' own king moves.
    pub(crate) royal_mover: usize,
    /// How many hits the defending king can take.
    pub(crate) lives: u8,
    /// Which of the pieces whose ways depend on what they meet are asked.
    pub(crate) suspects: W,
}

impl<W: Width> Rules<W> {
    /// Whether the side to move is in check: whether the other side, were it to move on this board, could
    /// capture or hit the king.
    pub fn in_check(&self, pos: &Position<W>) -> bool {
        self.attacks_king(pos, pos.side.other())
    }

    /// Whether a side, were it to move, could capture or hit the other side's king.
    pub(crate) fn attacks_king(&self, pos: &Position<W>, by: Side) -> bool {
        self.attacks_king_from(pos, by, !W::EMPTY)
    }

    /// The same where of the pieces whose ways depend on what they meet only some are asked.
    pub(crate) fn attacks_king_from(&self, pos: &Position<W>, by: Side, suspects: W) -> bool {
        let Some(king) = self.king(pos, by.other()) else {
            return false;
        };
        let attackers = Attackers {
            side: by,
            kinds: &pos.kinds,
            own: pos.occupied_by(by),
            other: pos.occupied_by(by.other()),
            royal_mover: self.royal_mover(pos.forms(by)),
            lives: self.lives(pos, by.other()),
            suspects,
        };
        self.attacked(&attackers, king)
    }

    /// Whether any attacker could capture or hit a king on `target`.
    pub(crate) fn attacked(&self, by: &Attackers<'_, W>, target: Cell) -> bool {
        let occupied = by.own | by.other;
        let threats = self.threats(by.side, target);
        let (mut near, mut far) = (W::EMPTY, W::EMPTY);
        let mover = |kind: usize| {
            if kind == self.royal.index() {
                by.royal_mover
            } else {
                kind
            }
        };
        for kind in 0..self.kinds.len() {
            let threat = &threats[mover(kind)];
            near |= by.kinds[kind] & threat.near;
            far |= by.kinds[kind] & threat.far;
        }
        if !(near & by.own).is_empty() {
            return true;
        }
        if !(far & by.own).is_empty() {
            for kind in 0..self.kinds.len() {
                let mover = mover(kind);
                for from in bits(by.kinds[kind] & by.own & threats[mover].far) {
                    let table = &self.movers[mover][by.side.index()];
                    if table.reaches(from, target, occupied) {
                        return true;
                    }
                }
            }
        }
        if self.plain {
            return false;
        }
        self.kinds.iter().enumerate().any(|(index, info)| {
            let set = by.kinds[index] & by.own & by.suspects;
            match &info.class {
                Class::Plain => false,
                Class::Repulse(headings) => {
                    self.repulse_attack(by, &headings[by.side.index()], set, target)
                }
                Class::Pawn(pawn) => {
                    self.pawns[*pawn].chain && self.chain_attack(by, *pawn, set, target)
                }
                Class::Contact(lines) => {
                    let lines = &lines[by.side.index()];
                    bits(set).any(|from| {
                        let scene = Scene {
                            own: by.own & !W::bit(from),
                            enemies: by.other,
                            king: Some(target),
                            lives: by.lives,
                        };
                        let mut hit = false;
                        self.contacts(lines, scene, from, &mut |_| {}, &mut |_, ride| {
                            hit |= ride.hits > 0;
                        });
                        hit
                    })
                }
            }
        })
    }

    /// Whether a repulsing piece would throw something onto the king.
    fn repulse_attack(&self, by: &Attackers<'_, W>, headings: &[u8], set: W, target: Cell) -> bool {
        let pawns = self.pawns_of(by.kinds);
        bits(set).any(|from| {
            headings.iter().any(|&direction| {
                let direction = usize::from(direction);
                let Some(to) = self.ray(direction, from).next else {
                    return false;
                };
                if (by.own | by.other).has(to) || !self.ray(direction, to).path.has(target) {
                    return false;
                }
                let scene = RepulseScene {
                    side: by.side,
                    own: by.own & !W::bit(from) | W::bit(to),
                    other: by.other,
                    pawns,
                };
                self.repulsion(&scene, to, direction)
                    .is_some_and(|thrown| thrown.to == target)
            })
        })
    }

    /// Whether a crooked pawn takes its way to the king.
    fn chain_attack(&self, by: &Attackers<'_, W>, pawn: usize, set: W, target: Cell) -> bool {
        bits(set).any(|from| {
            let scene = ChainScene {
                side: by.side,
                occupied: (by.own | by.other) & !W::bit(from),
                enemies: by.other,
                king: Some(target),
                // In passing counts only for the side really to move.
                passant: None,
            };
            let mut taken = false;
            self.pawns[pawn].chains(&scene, from, &mut |chain| taken |= chain.king_taken);
            taken
        })
    }
}
