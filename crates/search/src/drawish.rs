use assay_rules::{Kind, Position, Rules, Side, Width};

use crate::evaluation::{Evaluator, Pair, Sums};

/// Whether an advantage in a game may be too little to win: where kings must be mated and only pawns become
/// more. Kings that may be taken are caught by less, pieces that bounce mate in more ways, and other pieces
/// that promote, or stalemate as a win, leave nothing drawn.
pub(crate) fn may_be_drawn<W: Width>(rules: &Rules<W>) -> bool {
    let kinds = rules.kinds().iter().enumerate();
    let mut others = kinds
        .filter(|(_, k)| !k.pawn && !k.royal)
        .map(|(i, _)| Kind::new(i));
    rules.is_checkmate_game()
        && !rules.stalemate_wins()
        && rules.kinds().iter().any(|k| k.pawn)
        && rules.kinds().iter().all(|k| !k.bounces && !k.flies)
        && others.all(|k| rules.promotes_to(k).is_empty())
}

impl<W: Width> Evaluator<W> {
    /// The worths with less of them where the side ahead has little to win with: no pawns and hardly more
    /// pieces, or one piece each that never meet.
    pub(crate) fn drawn(&self, position: &Position<W>, sums: &Sums, pair: Pair) -> Pair {
        if !self.may_be_drawn || pair.eg == 0 {
            return pair;
        }
        let ahead = if pair.eg > 0 {
            Side::White
        } else {
            Side::Black
        };
        let g = &self.geometry;
        let t = &self.tunables;
        let kinds = g.pawns.iter();
        let count = kinds.map(|&k| position.count(ahead, k)).sum::<u32>() as i32;
        let surplus = sums.heavy[ahead.index()] - sums.heavy[ahead.other().index()];
        let mut pair = pair;
        let scale = if count == 0 && 2 * surplus <= self.dearest {
            pair.mg = pair.mg * t.pawnless / 1000;
            t.pawnless
        } else if self.never_meet(position) {
            t.never_meet
        } else {
            (t.pawn_poor + (1000 - t.pawn_poor) * count / 4).min(1000)
        };
        pair.eg = pair.eg * scale / 1000;
        pair
    }

    /// Whether each side has one piece only, of a kind that sees a part of the board, and not the same part.
    fn never_meet(&self, position: &Position<W>) -> bool {
        let g = &self.geometry;
        let mut parted = false;
        for &kind in &g.pieces {
            let both = Side::BOTH.map(|side| position.pieces(side, kind));
            match both.map(W::count) {
                [0, 0] => {}
                [1, 1] if !parted => {
                    let parts = g.parts(kind).iter();
                    let mut shared = parts.filter(|&&p| both.iter().all(|&b| !(b & p).is_empty()));
                    if g.parts(kind).is_empty() || shared.next().is_some() {
                        return false;
                    }
                    parted = true;
                }
                _ => return false,
            }
        }
        parted
    }
}
