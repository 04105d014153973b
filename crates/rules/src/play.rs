//! Playing moves.

use crate::contact::Ride;
use crate::forms::{FormState, Forms};
use crate::moves::Tag;
use crate::position::Passant;
use crate::repulse::Repulsion;
use crate::rules::Class;
use crate::{Cell, Kind, Move, Position, Rules, Side, Width, bits};

impl<W: Width> Rules<W> {
    /// The position after a legal move.
    pub fn play(&self, pos: &Position<W>, mv: Move) -> Position<W> {
        let mut after = *pos;
        self.play_on(pos, mv, &mut after);
        after
    }

    /// Makes of a copy of a position the one after a legal move; spares one who has a place for it already the
    /// moving of what is not small.
    pub fn play_on(&self, pos: &Position<W>, mv: Move, after: &mut Position<W>) {
        self.apply_on(pos, mv, after);
        if !after.passant.cells.is_empty() && self.passant_is_effective(after) {
            after.set_passant(Passant {
                effective: true,
                ..after.passant
            });
        }
    }

    /// The position after passing: the other side to move, nothing to take in passing. For searches that
    /// try a null move; no game allows it.
    #[must_use]
    pub fn pass(&self, pos: &Position<W>) -> Position<W> {
        let mut after = *pos;
        after.set_passant(Passant::none());
        after.set_side(pos.side.other());
        after.halfmoves = pos.halfmoves.saturating_add(1);
        after
    }

    /// Plays a move without asking whether what it leaves can be taken in passing.
    #[inline]
    pub(crate) fn apply(&self, pos: &Position<W>, mv: Move) -> Position<W> {
        let mut after = *pos;
        self.apply_on(pos, mv, &mut after);
        after
    }

    fn apply_on(&self, pos: &Position<W>, mv: Move, after: &mut Position<W>) {
        let us = pos.side;
        after.set_passant(Passant::none());
        after.halfmoves = pos.halfmoves.saturating_add(1);
        if let Some(form) = mv.choice() {
            after.set_forms(us, pos.forms(us).chosen(form));
        }
        let (from, to) = (mv.from(), mv.to());
        match mv.tag() {
            Some(Tag::Plain) => {
                if pos.piece(to).is_some() {
                    self.capture(after, to);
                }
                self.shift(after, from, to, mv.kind());
            }
            Some(Tag::MultiStep) => {
                self.shift(after, from, to, mv.kind());
                let (_, kind) = pos.piece(from).expect("a pawn to move");
                let cells = self.passed(us, kind, from, to);
                after.set_passant(Passant {
                    cells,
                    pawn: to,
                    effective: false,
                });
            }
            Some(Tag::EnPassant) => {
                self.capture(after, pos.passant.pawn);
                if pos.piece(to).is_some() {
                    self.capture(after, to);
                }
                self.shift(after, from, to, mv.kind());
            }
            Some(Tag::Castle) => {
                let castle = &self.castles[self.castle_of(us, mv).expect("a castling move")];
                let (_, king) = after.remove(castle.king);
                let (_, rook) = after.remove(castle.rook);
                after.put(castle.king_to, us, king);
                after.put(castle.rook_to, us, rook);
                self.lose_rights(after, castle.king);
            }
            Some(Tag::Contact) => {
                let (_, ride) = self.ride_of(pos, mv).expect("a legal bounce or flight");
                self.apply_ride(after, from, &ride);
            }
            Some(Tag::Chain | Tag::ChainStep) => {
                let chain = self.chain_of(pos, mv).expect("a legal pawn chain");
                for cell in bits(chain.captured) {
                    self.capture(after, cell);
                }
                self.shift(after, from, chain.end(), mv.kind());
            }
            Some(Tag::Jump) => {
                let (_, kind) = pos.piece(from).expect("a pawn to jump");
                self.shift(after, from, to, None);
                let cells = self.passed(us, kind, from, to);
                after.set_passant(Passant {
                    cells,
                    pawn: to,
                    effective: false,
                });
            }
            Some(Tag::Drop) => {
                let kind = mv.kind().expect("a kind to drop");
                after.set_hand(us, kind, pos.hand(us, kind) - 1);
                after.put(to, us, kind);
                after.halfmoves = 0;
            }
            Some(Tag::Repulse) => {
                let thrown = self.repulsion_of(pos, from, to).expect("a legal repulsion");
                self.shift(after, from, to, None);
                self.throw(after, thrown, mv.kind());
            }
            None => unreachable!("{mv:?} is no move"),
        }
        if let Some(form) = mv.form() {
            let forms = after.forms(us);
            after.set_forms(us, forms.changed(form));
        }
        if us == Side::Black {
            after.fullmoves = pos.fullmoves.saturating_add(1);
        }
        after.set_side(us.other());
    }

    /// Moves the piece from one cell to another that is free by now; a pawn or a piece that only goes forward
    /// resets the move count, and so does a promotion.
    fn shift(&self, after: &mut Position<W>, from: Cell, to: Cell, promotion: Option<Kind>) {
        let (side, kind) = after.remove(from);
        let info = &self.kinds[kind.index()];
        if info.pawn || info.forward_only || promotion.is_some() {
            after.halfmoves = 0;
        }
        self.lose_rights(after, from);
        after.put(to, side, promotion.unwrap_or(kind));
    }

    /// Throws a piece; a pawn of the mover's becomes what the mover chose, one of the other side's the first
    /// thing it may become.
    fn throw(&self, after: &mut Position<W>, thrown: Repulsion, chosen: Option<Kind>) {
        if after.piece(thrown.to).is_some() {
            self.capture(after, thrown.to);
        }
        let (side, kind) = after.piece(thrown.from).expect("a piece to throw");
        let last = self.is_last_for(side, kind, thrown.to);
        let promotion = chosen.or_else(|| self.promotions(kind).first().copied().filter(|_| last));
        self.shift(after, thrown.from, thrown.to, promotion);
    }

    fn apply_ride(&self, after: &mut Position<W>, from: Cell, ride: &Ride<W>) {
        let (us, kind) = after.remove(from);
        let them = us.other();
        self.lose_rights(after, from);
        for cell in bits(ride.captured) {
            self.capture(after, cell);
        }
        if ride.king_lost {
            let king = self.king(after, them).expect("a king to lose");
            after.remove(king);
            self.king_gone(after, them, FormState::Lost);
        } else if ride.hits > 0 {
            let forms = after.forms(them);
            after.set_forms(them, forms.hit(ride.hits));
        }
        if ride.hits > 0 {
            after.halfmoves = 0;
        }
        if !ride.mover_lost {
            after.put(ride.end, us, kind);
        }
    }

    /// Takes a piece off the board.
    fn capture(&self, after: &mut Position<W>, cell: Cell) {
        let (side, kind) = after.remove(cell);
        after.halfmoves = 0;
        self.lose_rights(after, cell);
        if kind == self.royal {
            self.king_gone(after, side, FormState::Taken);
        }
        if let Some(kind) = self.kinds[kind.index()].returns {
            let captor = side.other();
            after.set_hand(captor, kind, after.hand(captor, kind) + 1);
        }
    }

    fn king_gone(&self, after: &mut Position<W>, side: Side, how: FormState) {
        after.set_forms(side, Forms::gone(how));
        let rights = self
            .castles
            .iter()
            .filter(|c| c.side == side)
            .fold(0, |r, c| r | c.right);
        after.set_castling(after.castling & !rights);
    }

    #[inline]
    fn lose_rights(&self, after: &mut Position<W>, cell: Cell) {
        let lost = self.rights_of[cell.index()] & after.castling;
        if lost != 0 {
            after.set_castling(after.castling & !lost);
        }
    }

    /// The cells a pawn passes on its multiple step.
    fn passed(&self, side: Side, kind: Kind, from: Cell, to: Cell) -> W {
        let Class::Pawn(table) = self.kinds[kind.index()].class else {
            return W::EMPTY;
        };
        let ahead = &self.pawns[table].sides[side.index()].ahead;
        std::iter::successors(ahead[from.index()], |c| ahead[c.index()])
            .take_while(|&c| c != to)
            .fold(W::EMPTY, |set, c| set | W::bit(c))
    }

    /// The kind that makes a contact move, and what the move comes to.
    pub(crate) fn ride_of(&self, pos: &Position<W>, mv: Move) -> Option<(Kind, Ride<W>)> {
        let (side, kind) = pos.piece(mv.from())?;
        let Class::Contact(lines) = &self.kinds[kind.index()].class else {
            return None;
        };
        let ride = self.ride(&lines[side.index()], self.scene(pos, mv.from()), mv)?;
        Some((kind, ride))
    }

    /// The pawn chain that a packed move implies.
    pub(crate) fn chain_of(&self, pos: &Position<W>, mv: Move) -> Option<crate::chain::Chain<W>> {
        let (_, kind) = pos.piece(mv.from())?;
        let Class::Pawn(table) = self.kinds[kind.index()].class else {
            return None;
        };
        let step = mv.tag() == Some(Tag::ChainStep);
        let mut found = None;
        self.pawns[table].chains(&self.chain_scene(pos, mv.from()), mv.from(), &mut |chain| {
            if chain.cells[0] == mv.to() && chain.links == mv.links() && chain.step == step {
                found = Some(*chain);
            }
        });
        found
    }
}
