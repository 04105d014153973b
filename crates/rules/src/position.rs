use crate::zobrist::KEYS;
use crate::{Cell, Forms, Kind, Move, Side, Width, bits};

/// A valid position of a game: small, copied rather than unmade. Two positions are equal when they are the
/// same for the repetition rule: cells, hands, side, castling, effective en passant, forms.
#[derive(Clone, Copy, Debug)]
pub struct Position<W: Width> {
    pub(crate) codes: W::Bytes,
    pub(crate) colour: [W; 2],
    pub(crate) kinds: [W; Kind::MAX],
    pub(crate) hash: u64,
    pub(crate) passant: Passant<W>,
    pub(crate) forms: [Forms; 2],
    pub(crate) hands: [[u8; Kind::MAX]; 2],
    pub(crate) fullmoves: u32,
    pub(crate) halfmoves: u16,
    pub(crate) castling: u8,
    pub(crate) side: Side,
}

/// What may be taken in passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passant<W> {
    /// The cells on which it may be taken.
    pub(crate) cells: W,
    /// Where the pawn stands that passed them.
    pub(crate) pawn: Cell,
    /// Whether a legal move takes it so; only then does it count for repetition.
    pub(crate) effective: bool,
}

impl<W: Width> Passant<W> {
    pub(crate) fn none() -> Passant<W> {
        Passant {
            cells: W::EMPTY,
            pawn: Cell(0),
            effective: false,
        }
    }
}

impl<W: Width> PartialEq for Position<W> {
    fn eq(&self, other: &Self) -> bool {
        let passant = |p: &Self| {
            if p.passant.effective {
                p.passant.cells
            } else {
                W::EMPTY
            }
        };
        self.codes.as_ref() == other.codes.as_ref()
            && self.side == other.side
            && self.castling == other.castling
            && self.forms == other.forms
            && self.hands == other.hands
            && passant(self) == passant(other)
    }
}

impl<W: Width> Eq for Position<W> {}

impl<W: Width> Position<W> {
    pub(crate) fn empty() -> Position<W> {
        Position {
            codes: W::ZEROED,
            colour: [W::EMPTY; 2],
            kinds: [W::EMPTY; Kind::MAX],
            hash: 0,
            passant: Passant::none(),
            forms: [Forms::default(); 2],
            hands: [[0; Kind::MAX]; 2],
            fullmoves: 1,
            halfmoves: 0,
            castling: 0,
            side: Side::White,
        }
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The hash for repetition and tables; equal positions have equal hashes.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash after a move, as far as the two cells it names tell it: most moves change nothing else. To
    /// look a position up before the move is played.
    #[inline]
    pub fn hash_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let mut hash = self.hash ^ self.passant_key() ^ KEYS.black_to_move;
        if let Some((side, kind)) = self.piece(from) {
            let arrived = mv.kind().unwrap_or(kind);
            hash ^= KEYS.piece(side, kind, from) ^ KEYS.piece(side, arrived, to);
        }
        if let Some((side, kind)) = self.piece(to) {
            hash ^= KEYS.piece(side, kind, to);
        }
        hash
    }

    /// The piece on a cell.
    #[inline]
    pub fn piece(&self, cell: Cell) -> Option<(Side, Kind)> {
        let code = self.codes.as_ref()[cell.index()].checked_sub(1)?;
        let side = if code & 1 == 0 {
            Side::White
        } else {
            Side::Black
        };
        Some((side, Kind(code >> 1)))
    }

    /// The piece on a cell of any board; nothing on a cell this one does not have.
    #[inline]
    pub(crate) fn piece_on(&self, cell: Cell) -> Option<(Side, Kind)> {
        if cell.index() < W::CELLS {
            self.piece(cell)
        } else {
            None
        }
    }

    /// The cells of a side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> W {
        self.colour[side.index()] & self.kinds[kind.index()]
    }

    /// The cells that hold a piece.
    #[inline]
    pub fn occupied(&self) -> W {
        self.colour[0] | self.colour[1]
    }

    /// The cells that hold a piece of a side.
    #[inline]
    pub fn occupied_by(&self, side: Side) -> W {
        self.colour[side.index()]
    }

    /// The cells on which two positions differ.
    #[inline]
    #[must_use]
    pub fn changed(&self, other: &Position<W>) -> W {
        let colours = self.colour.iter().zip(&other.colour);
        let kinds = self.kinds.iter().zip(&other.kinds);
        colours
            .chain(kinds)
            .fold(W::EMPTY, |set, (&a, &b)| set | (a ^ b))
    }

    /// How many pieces of a kind a side has on the board.
    pub fn count(&self, side: Side, kind: Kind) -> u32 {
        self.pieces(side, kind).count()
    }

    /// How many pieces of a kind a side has in hand.
    pub fn hand(&self, side: Side, kind: Kind) -> u8 {
        self.hands[side.index()][kind.index()]
    }

    /// The forms of a side's king, in games where kings transform.
    #[inline]
    pub fn forms(&self, side: Side) -> Forms {
        self.forms[side.index()]
    }

    /// Plies since the last move that resets the move-count draw.
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, as in FEN.
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    #[inline]
    pub(crate) fn put(&mut self, cell: Cell, side: Side, kind: Kind) {
        debug_assert!(self.piece(cell).is_none(), "{cell:?} is taken");
        let bit = W::bit(cell);
        self.codes.as_mut()[cell.index()] = 1 + (kind.0 << 1 | side as u8);
        self.colour[side.index()] |= bit;
        self.kinds[kind.index()] |= bit;
        self.hash ^= KEYS.piece(side, kind, cell);
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) -> (Side, Kind) {
        let (side, kind) = self.piece(cell).expect("a piece to remove");
        let bit = W::bit(cell);
        self.codes.as_mut()[cell.index()] = 0;
        self.colour[side.index()] &= !bit;
        self.kinds[kind.index()] &= !bit;
        self.hash ^= KEYS.piece(side, kind, cell);
        (side, kind)
    }

    #[inline]
    pub(crate) fn set_castling(&mut self, rights: u8) {
        self.hash ^= KEYS.castling(self.castling ^ rights);
        self.castling = rights;
    }

    #[inline]
    pub(crate) fn set_forms(&mut self, side: Side, forms: Forms) {
        let old = self.forms[side.index()];
        self.hash ^= KEYS.forms(side, old.code()) ^ KEYS.forms(side, forms.code());
        self.forms[side.index()] = forms;
    }

    #[inline]
    pub(crate) fn set_passant(&mut self, passant: Passant<W>) {
        self.hash ^= self.passant_key();
        self.passant = passant;
        self.hash ^= self.passant_key();
    }

    fn passant_key(&self) -> u64 {
        if !self.passant.effective {
            return 0;
        }
        bits(self.passant.cells).fold(0, |key, cell| key ^ KEYS.passant(cell))
    }

    #[inline]
    pub(crate) fn set_side(&mut self, side: Side) {
        if side != self.side {
            self.hash ^= KEYS.black_to_move;
            self.side = side;
        }
    }

    pub(crate) fn set_hand(&mut self, side: Side, kind: Kind, count: u8) {
        let held = &mut self.hands[side.index()][kind.index()];
        self.hash ^= KEYS.hand(side, kind, *held) ^ KEYS.hand(side, kind, count);
        *held = count;
    }

    /// The hash computed afresh; the incremental one must always equal it.
    pub fn fresh_hash(&self) -> u64 {
        let mut fresh = Position::<W>::empty();
        for cell in bits(self.occupied()) {
            let (side, kind) = self.piece(cell).expect("an occupied cell holds a piece");
            fresh.put(cell, side, kind);
        }
        fresh.set_castling(self.castling);
        fresh.set_passant(self.passant);
        for side in Side::BOTH {
            fresh.set_forms(side, self.forms(side));
            for kind in (0..Kind::MAX).map(Kind::new) {
                fresh.set_hand(side, kind, self.hand(side, kind));
            }
        }
        fresh.set_side(self.side);
        fresh.hash
    }
}

#[cfg(test)]
mod tests {
    use crate::{Game, with_rules};

    #[test]
    fn the_hash_after_a_move_of_two_cells_is_known_before_it() {
        let game = Game::builtin("fide").expect("a built-in game");
        let choice = game.choose([]).expect("the defaults");
        let any = game.compile(&choice, None).expect("it compiles");
        with_rules!(&any, rules => {
            for (position, text, told) in [
                ("4k3/8/8/3p4/8/8/4P3/3RK3 w - - 0 1", "e2e3", true),
                ("4k3/8/8/3p4/8/8/4P3/3RK3 w - - 0 1", "e2e4", true),
                ("4k3/8/8/3p4/8/8/4P3/3RK3 w - - 0 1", "d1d5", true),
                ("3nk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8=Q", true),
                ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e8e7", true),
                // What is taken in passing, the castling rook and a lost right stand elsewhere.
                ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", false),
                ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", false),
                ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1e2", false),
            ] {
                let position = rules.parse_position(position).expect("a position");
                let mv = rules.parse_move(&position, text).expect("a legal move");
                let after = rules.play(&position, mv).hash();
                assert_eq!(position.hash_after(mv) == after, told, "{text}");
            }
        });
    }
}
