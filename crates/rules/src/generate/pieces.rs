//! The moves of one piece, castling and drops apart.

use crate::contact::{Ride, Scene};
use crate::game::Goal;
use crate::moves::Tag;
use crate::rules::{Advance, Class, ContactLines};
use crate::{Cell, Kind, Move, Position, Rules, Side, Width, bits};

use super::Wanted;
use super::sink::Sink;

impl<W: Width> Rules<W> {
    /// The moves of one piece, castling apart.
    #[inline]
    pub(super) fn piece_moves<S: Sink<W>>(
        &self,
        pos: &Position<W>,
        kind: Kind,
        from: Cell,
        royal_mover: usize,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let us = pos.side;
        let own = pos.occupied_by(us);
        let enemies = pos.occupied_by(us.other());
        let takeable = match self.goal {
            Goal::Checkmate => enemies & !pos.kinds[self.royal.index()],
            Goal::King => enemies,
        };
        let free = !(own | enemies);
        let info = &self.kinds[kind.index()];
        match &info.class {
            Class::Plain => {
                let mover = if info.royal {
                    royal_mover
                } else {
                    kind.index()
                };
                let to = self.targets(mover, us, from, free, takeable, wanted);
                let advance = &info.advance[us.index()];
                if advance.to.is_empty() {
                    sink.spread(from, to);
                } else {
                    advancing_moves(advance, from, to, sink);
                    if wanted == Wanted::Tactical {
                        let all = self.targets(mover, us, from, free, takeable, Wanted::All);
                        promoting_moves(advance, from, all & free & advance.may, sink);
                    }
                }
            }
            Class::Repulse(headings) => {
                self.repulse_moves(pos, &headings[us.index()], from, wanted, sink);
            }
            Class::Pawn(pawn) => self.pawn_moves(pos, *pawn, from, takeable, wanted, sink),
            Class::Contact(lines) => {
                let mut to = self.targets(kind.index(), us, from, free, takeable, wanted);
                if wanted == Wanted::All {
                    to |= self.contactless(&lines[us.index()], own | enemies, from);
                }
                sink.spread(from, to);
                self.contact_moves(pos, &lines[us.index()], from, wanted, sink);
            }
        }
    }

    /// Where a piece may go by its mover table.
    #[inline(always)]
    fn targets(
        &self,
        mover: usize,
        side: Side,
        from: Cell,
        free: W,
        takeable: W,
        wanted: Wanted,
    ) -> W {
        let table = &self.movers[mover][side.index()];
        if wanted == Wanted::Tactical && (table.prey(from) & takeable).is_empty() {
            return W::EMPTY;
        }
        let pairs = table.pairs(from).iter();
        let both = pairs.fold(W::EMPTY, |set, pair| set | pair.reach(!free));
        let mut quiet = table.step_quiet[from.index()] | both;
        let mut take = (table.step_take[from.index()] | both) & takeable;
        for track in &table.bent[from.index()] {
            let (run, met) = track.run(!free);
            quiet |= run & track.quiet;
            if let Some(met) = met {
                take |= W::bit(met) & track.take & takeable;
            }
        }
        match wanted {
            Wanted::All => quiet & free | take,
            Wanted::Tactical => take,
        }
    }

    pub(crate) fn scene(&self, pos: &Position<W>, from: Cell) -> Scene<W> {
        let us = pos.side;
        Scene {
            own: pos.occupied_by(us) & !W::bit(from),
            enemies: pos.occupied_by(us.other()),
            king: self.king(pos, us.other()),
            lives: self.lives(pos, us.other()),
        }
    }

    fn contact_moves<S: Sink<W>>(
        &self,
        pos: &Position<W>,
        lines: &ContactLines,
        from: Cell,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let scene = self.scene(pos, from);
        self.contacts(lines, scene, from, &mut |_| {}, &mut |mv, ride: Ride<W>| {
            // In a checkmate game a line of play that would reach the enemy king is no move.
            let reaches = self.goal == Goal::Checkmate && ride.hits > 0;
            let takes = !ride.captured.is_empty() || ride.hits > 0;
            if !reaches && (wanted == Wanted::All || takes) {
                sink.ride(mv, &ride);
            }
        });
    }

    fn repulse_moves<S: Sink<W>>(
        &self,
        pos: &Position<W>,
        headings: &[u8],
        from: Cell,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let us = pos.side;
        let occupied = pos.occupied();
        for direction in headings.iter().map(|&d| usize::from(d)) {
            let Some(to) = self.ray(direction, from).next.filter(|&c| !occupied.has(c)) else {
                continue;
            };
            let scene = self.repulse_scene(pos, from, to);
            let Some(thrown) = self.repulsion(&scene, to, direction) else {
                if wanted == Wanted::All {
                    sink.push(Move::plain(from, to));
                }
                continue;
            };
            // The enemy king on the landing cell would be taken, which no legal position allows.
            if pos.kinds[self.royal.index()].has(thrown.to) {
                continue;
            }
            let mv = Move::new(Tag::Repulse, from, to);
            match pos.piece(thrown.from) {
                Some((side, kind)) if side == us && self.is_last_for(us, kind, thrown.to) => {
                    for &kind in self.promotions(kind) {
                        sink.push(mv.with_kind(kind));
                    }
                }
                _ if wanted == Wanted::All || occupied.has(thrown.to) => sink.push(mv),
                _ => {}
            }
        }
    }
}

/// Moves of a forward-only piece, promoted where it may or must be.
fn advancing_moves<W: Width, S: Sink<W>>(advance: &Advance<W>, from: Cell, to: W, sink: &mut S) {
    for to in bits(to) {
        promoting_moves(advance, from, W::bit(to) & advance.may, sink);
        if !advance.must.has(to) {
            sink.push(Move::plain(from, to));
        }
    }
}

fn promoting_moves<W: Width, S: Sink<W>>(advance: &Advance<W>, from: Cell, to: W, sink: &mut S) {
    for to in bits(to) {
        for &kind in &advance.to {
            sink.push(Move::plain(from, to).with_kind(kind));
        }
    }
}
