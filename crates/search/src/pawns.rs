use assay_rules::{Cell, Position, Side, Width, bits};

use crate::attacks::Attacks;
use crate::evaluation::{Evaluator, Pair};

/// Steps from which on a king is too far away to matter.
const FAR: i32 = 5;

impl<W: Width> Evaluator<W> {
    /// Pawns that own pawns guard, obstruct or cannot come to guard, and those that no enemy pawn can stop.
    pub(crate) fn pawns(
        &self,
        position: &Position<W>,
        side: Side,
        ours: &Attacks<W>,
        theirs: &Attacks<W>,
    ) -> Pair {
        let g = &self.geometry;
        let t = &self.tunables;
        let mut pair = Pair::default();
        for &kind in &g.pawns {
            let own = position.pieces(side, kind);
            let enemies = position.pieces(side.other(), kind);
            let supported = (own & ours.pawns).count() as i32;
            pair.mg += t.supported_mg * supported;
            pair.eg += t.supported_eg * supported;
            for cell in bits(own) {
                let way = g.way(side, cell);
                let next = self.spans.next(side, cell);
                if !(way & own).is_empty() {
                    pair.mg -= t.obstructed_mg;
                    pair.eg -= t.obstructed_eg;
                }
                if (self.spans.helpers(side, cell) & own).is_empty() {
                    pair.mg -= t.isolated_mg;
                    pair.eg -= t.isolated_eg;
                } else if !(next & theirs.pawns & !ours.pawns).is_empty() {
                    pair.mg -= t.backward_mg;
                }
                if !(next & ours.pawns).is_empty() {
                    pair.mg += t.escorted_mg;
                    pair.eg += t.escorted_eg;
                }
                if (g.stoppers(side, cell) & enemies).is_empty() {
                    let passed = self.passed(position, side, cell, ours, theirs);
                    pair.mg += passed.mg;
                    pair.eg += passed.eg;
                }
            }
        }
        pair
    }

    /// The worth of a pawn that no enemy pawn can stop, beyond that of others.
    fn passed(
        &self,
        position: &Position<W>,
        side: Side,
        cell: Cell,
        ours: &Attacks<W>,
        theirs: &Attacks<W>,
    ) -> Pair {
        let g = &self.geometry;
        let t = &self.tunables;
        let way = g.way(side, cell);
        let next = self.spans.next(side, cell);
        let far = g.progress(side, cell);
        let mut mg = t.passed_mg;
        let mut eg = t.passed_eg;
        if (way & (position.occupied() | theirs.all)).is_empty() {
            mg += t.passed_open_mg;
            eg += t.passed_open_eg;
        }
        if !(next & position.occupied_by(side.other())).is_empty() {
            mg -= t.passed_blocked_mg;
            eg -= t.passed_blocked_eg;
        } else if (next & theirs.all).is_empty() {
            eg += t.passed_free_eg;
        }
        if !(next & ours.all).is_empty() {
            eg += t.passed_led_eg;
        }
        if !next.is_empty() {
            let steps = |side: Side| {
                let king = position.pieces(side, g.king);
                if king.is_empty() {
                    return FAR;
                }
                let steps = bits(next).map(|c| self.spans.distance(king.lowest(), c));
                steps.fold(FAR, i32::min)
            };
            eg += t.passed_far_eg * steps(side.other()) - t.passed_near_eg * steps(side);
        }
        Pair {
            mg: mg * far / 256,
            eg: eg * far / 256,
        }
    }
}
