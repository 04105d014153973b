//! What threatens the king of the side to move, found once for a position: most moves then need no trying.

use crate::contact::{Ride, Scene};
use crate::repulse::RepulseScene;
use crate::rules::Class;
use crate::{Cell, Position, Rules, Width, bits};

/// What a move of another piece than the king must not touch, or must do.
pub(crate) struct Guard<W> {
    pub(crate) king: Cell,
    /// The cells on which an arriving piece meets every check at once, by taking or by standing between; every cell
    /// where there is no check.
    answer: W,
    /// The cells that must not be left empty untried: pieces between the king and an attacker, and whatever decides
    /// the way of a piece that bounces, flies or repulses.
    leave: W,
    /// The cells that must not be entered untried.
    enter: W,
    check: bool,
    /// The pieces whose ways depend on what they meet, each with the cells that decide about its ways.
    odd: Vec<(Cell, W)>,
    /// Those of them that give check.
    hitting: W,
}

/// Whether a move leaves the own king safe.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ruling<W> {
    Legal,
    Illegal,
    /// Only trying tells. Of the pieces whose ways depend on what they meet, those of this set alone may have other
    /// ways than before.
    Try(W),
}

impl<W: Width> Guard<W> {
    /// On a move of a piece to a cell, where it takes what stands there.
    #[inline]
    pub(crate) fn rule(&self, from: Cell, to: Cell) -> Ruling<W> {
        if from == self.king || self.leave.has(from) || self.enter.has(to) {
            self.try_with(from, W::bit(from) | W::bit(to))
        } else if self.answer.has(to) {
            Ruling::Legal
        } else {
            Ruling::Illegal
        }
    }

    /// The cells to which a piece may go for certain, and those that must be tried.
    #[inline]
    pub(crate) fn sort(&self, from: Cell, to: W) -> (W, W) {
        if from == self.king || self.leave.has(from) {
            (W::EMPTY, to)
        } else {
            (to & self.answer & !self.enter, to & self.enter)
        }
    }

    /// On a bounce or flight.
    #[inline]
    pub(crate) fn rule_ride(&self, from: Cell, ride: &Ride<W>) -> Ruling<W> {
        let emptied = W::bit(from) | ride.captured;
        let touched = emptied & self.leave | W::bit(ride.end) & self.enter;
        if self.check || from == self.king || !touched.is_empty() {
            self.try_with(from, emptied | W::bit(ride.end))
        } else {
            Ruling::Legal
        }
    }

    /// A move that changes what is on some cells has to be tried.
    #[inline]
    pub(crate) fn try_with(&self, from: Cell, changed: W) -> Ruling<W> {
        if from == self.king {
            return Ruling::Try(!W::EMPTY);
        }
        let touched = self
            .odd
            .iter()
            .filter(|(_, seen)| !(changed & *seen).is_empty());
        Ruling::Try(touched.fold(self.hitting, |set, &(piece, _)| set | W::bit(piece)))
    }

    /// A check along a track.
    fn meet(&mut self, attacker: Cell, between: W) {
        self.check = true;
        self.answer &= between | W::bit(attacker);
    }

    /// A piece whose way to the king depends on what it meets, and the cells that decide about it: whatever changes
    /// them must be tried.
    fn beware(&mut self, piece: Cell, seen: W, hit: bool) {
        self.leave |= seen;
        self.enter |= seen;
        self.odd.push((piece, seen));
        if hit {
            self.check = true;
            self.answer = W::EMPTY;
            self.enter |= W::bit(piece);
            self.hitting |= W::bit(piece);
        }
    }
}

impl<W: Width> Rules<W> {
    /// The guard of the side to move; `None` without a king.
    pub(crate) fn guard(&self, pos: &Position<W>) -> Option<Guard<W>> {
        let king = self.king(pos, pos.side)?;
        let them = pos.side.other();
        let enemies = pos.occupied_by(them);
        let occupied = pos.occupied();
        let mut guard = Guard {
            king,
            answer: !W::EMPTY,
            leave: W::EMPTY,
            enter: W::EMPTY,
            check: false,
            odd: Vec::new(),
            hitting: W::EMPTY,
        };
        let threats = self.threats(them, king);
        for (index, info) in self.kinds.iter().enumerate() {
            let set = pos.kinds[index] & enemies;
            if set.is_empty() {
                continue;
            }
            let mover = if info.royal {
                self.royal_mover(pos.forms(them))
            } else {
                index
            };
            for attacker in bits(threats[mover].near & set) {
                guard.meet(attacker, W::EMPTY);
            }
            for attacker in bits(threats[mover].far & set) {
                for before in self.movers[mover][them.index()].ways(attacker, king) {
                    let between = before & occupied;
                    if between.is_empty() {
                        guard.meet(attacker, before);
                    } else if !between.is_several() {
                        guard.leave |= between;
                    }
                }
                for over in self.movers[mover][them.index()].jumps(attacker, king) {
                    guard.beware(attacker, over, !(over & occupied).is_empty());
                }
            }
            if !self.plain {
                self.guard_ways(pos, &info.class, set, &mut guard);
            }
        }
        if let Some(between) = self.between_kings(pos.kinds[self.royal.index()], occupied)
            && !between.is_several()
        {
            guard.leave |= between;
        }
        Some(guard)
    }

    /// Adds what pieces of a kind may do to the king whose ways depend on what they meet.
    fn guard_ways(&self, pos: &Position<W>, class: &Class, set: W, guard: &mut Guard<W>) {
        let them = pos.side.other();
        match class {
            Class::Plain => {}
            Class::Pawn(pawn) => {
                if self.pawns[*pawn].chain {
                    guard.leave = !W::EMPTY;
                    guard.enter = !W::EMPTY;
                }
            }
            Class::Contact(lines) => {
                for from in bits(set) {
                    let scene = Scene {
                        own: pos.occupied_by(them) & !W::bit(from),
                        enemies: pos.occupied_by(pos.side),
                        king: Some(guard.king),
                        lives: self.lives(pos, pos.side),
                    };
                    let (mut seen, mut hit) = (W::EMPTY, false);
                    let lines = &lines[them.index()];
                    let see = &mut |cells| seen |= cells;
                    self.contacts(lines, scene, from, see, &mut |_, ride| hit |= ride.hits > 0);
                    guard.beware(from, seen, hit);
                }
            }
            Class::Repulse(headings) => {
                for from in bits(set) {
                    self.guard_throws(pos, &headings[them.index()], from, guard);
                }
            }
        }
    }

    /// Adds what a repulsing piece may throw onto the king.
    fn guard_throws(&self, pos: &Position<W>, headings: &[u8], from: Cell, guard: &mut Guard<W>) {
        let occupied = pos.occupied();
        let them = pos.side.other();
        let (mut seen, mut hit) = (W::EMPTY, false);
        for direction in headings.iter().map(|&d| usize::from(d)) {
            let Some(to) = self.ray(direction, from).next else {
                continue;
            };
            if !self.ray(direction, to).path.has(guard.king) {
                continue;
            }
            let scene = RepulseScene {
                side: them,
                own: pos.occupied_by(them) & !W::bit(from) | W::bit(to),
                other: pos.occupied_by(pos.side),
                pawns: self.pawns_of(&pos.kinds),
            };
            seen |= W::bit(to);
            if !occupied.has(to) {
                seen |= self.seen_by_throw(scene.own | scene.other, to, direction);
                let thrown = self.repulsion(&scene, to, direction);
                hit |= thrown.is_some_and(|t| t.to == guard.king);
            }
        }
        if !seen.is_empty() {
            guard.beware(from, seen, hit);
        }
    }

    /// The cells that decide what is thrown and where to.
    fn seen_by_throw(&self, occupied: W, at: Cell, direction: usize) -> W {
        let mut seen = W::EMPTY;
        let mut from = at;
        for _ in 0..2 {
            let ray = self.ray(direction, from);
            let Some(met) = ray.first(occupied) else {
                return seen | ray.path;
            };
            seen |= ray.before(met) | W::bit(met);
            from = met;
        }
        let landing = self.ray(direction, from).next;
        seen | landing.map_or(W::EMPTY, W::bit)
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
}
