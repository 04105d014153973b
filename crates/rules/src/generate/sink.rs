//! Where generated moves go.

use crate::contact::Ride;
use crate::guard::{Guard, Ruling};
use crate::moves::Tag;
use crate::{Cell, Move, MoveList, Position, Rules, Width, bits};

/// Takes moves by the pieces' ways of moving.
pub(super) trait Sink<W: Width> {
    /// Plain moves of one piece to each of some cells.
    fn spread(&mut self, from: Cell, to: W);

    /// A bounce or flight and what it comes to.
    fn ride(&mut self, mv: Move, ride: &Ride<W>);

    /// Any other move.
    fn push(&mut self, mv: Move);
}

/// Takes legal moves.
pub(super) trait Legal {
    fn one(&mut self, mv: Move);

    fn many<W: Width>(&mut self, from: Cell, to: W);
}

/// Keeps the moves that leave the own king safe.
pub(super) struct Lawful<'a, W: Width, L> {
    pub(super) rules: &'a Rules<W>,
    pub(super) pos: &'a Position<W>,
    pub(super) guard: Guard<W>,
    pub(super) legal: L,
}

impl<W: Width> Sink<W> for MoveList {
    #[inline]
    fn spread(&mut self, from: Cell, to: W) {
        for to in bits(to) {
            self.push(Move::plain(from, to));
        }
    }

    #[inline]
    fn ride(&mut self, mv: Move, _: &Ride<W>) {
        self.push(mv);
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        MoveList::push(self, mv);
    }
}

impl Legal for &mut MoveList {
    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }

    #[inline]
    fn many<W: Width>(&mut self, from: Cell, to: W) {
        self.spread(from, to);
    }
}

/// How many moves there are.
impl Legal for u64 {
    #[inline]
    fn one(&mut self, _: Move) {
        *self += 1;
    }

    #[inline]
    fn many<W: Width>(&mut self, _: Cell, to: W) {
        *self += u64::from(to.count());
    }
}

impl<W: Width, L: Legal> Lawful<'_, W, L> {
    #[inline]
    fn keep(&mut self, mv: Move, ruling: Ruling<W>) {
        let legal = match ruling {
            Ruling::Legal => true,
            Ruling::Illegal => false,
            Ruling::Try(suspects) => self.rules.is_safe_from(self.pos, mv, suspects),
        };
        debug_assert_eq!(legal, self.rules.is_safe(self.pos, mv), "{mv:?}");
        if legal {
            self.legal.one(mv);
        }
    }
}

impl<W: Width, L: Legal> Sink<W> for Lawful<'_, W, L> {
    #[inline(always)]
    fn spread(&mut self, from: Cell, to: W) {
        let (legal, tried) = self.guard.sort(from, to);
        debug_assert!(
            bits(to & !tried)
                .all(|to| { self.rules.is_safe(self.pos, Move::plain(from, to)) == legal.has(to) })
        );
        self.legal.many(from, legal);
        for to in bits(tried) {
            let changed = W::bit(from) | W::bit(to);
            self.keep(Move::plain(from, to), self.guard.try_with(from, changed));
        }
    }

    #[inline]
    fn ride(&mut self, mv: Move, ride: &Ride<W>) {
        self.keep(mv, self.guard.rule_ride(mv.from(), ride));
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        let ruling = match mv.tag() {
            Some(Tag::Plain | Tag::MultiStep | Tag::Jump | Tag::Drop) => {
                self.guard.rule(mv.from(), mv.to())
            }
            _ => Ruling::Try(!W::EMPTY),
        };
        self.keep(mv, ruling);
    }
}
