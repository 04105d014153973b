use assay_rules::{Position, Rules, Side, Width};

use crate::attacks::Attacks;
use crate::evaluation::{Evaluator, Pair};

impl<W: Width> Evaluator<W> {
    /// How safe a side's king is: own pieces beside it and pawns before it, enemy ones that look at its
    /// surroundings, where nothing guards them, from where it could be checked, and where it can flee to.
    pub(crate) fn king(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        side: Side,
        ours: &Attacks<W>,
        theirs: &Attacks<W>,
    ) -> Pair {
        let g = &self.geometry;
        let king = position.pieces(side, g.king);
        if king.is_empty() {
            return Pair::default();
        }
        let t = &self.tunables;
        let cell = king.lowest();
        let own = position.occupied_by(side);
        let around = g.around(cell);
        let guards = (around & own).count() as i32;
        let flights = (around & !own & !theirs.all).count() as i32;
        let flight = t.flight * flights.min(3);
        let front = self.surroundings.front(side, cell);
        let cover = (self.pawns_of(position, side) & front & around).count() as i32;
        let storm = (self.pawns_of(position, side.other()) & front).count() as i32;
        let walls = t.shelter * guards.min(4) + t.cover * cover - t.storm * storm;
        let danger = self.danger(rules, position, side, ours, theirs);
        Pair {
            mg: walls - danger * danger / 10_000 + flight,
            eg: flight - danger * t.danger_eg / 1000,
        }
    }

    /// Where a side's pawns stand.
    pub(crate) fn pawns_of(&self, position: &Position<W>, side: Side) -> W {
        let kinds = self.geometry.pawns.iter();
        kinds.fold(W::EMPTY, |set, &k| set | position.pieces(side, k))
    }

    /// How much a side's king is in danger: 0 where nothing looks at it. What it costs grows with its square,
    /// since attackers help each other.
    fn danger(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        side: Side,
        ours: &Attacks<W>,
        theirs: &Attacks<W>,
    ) -> i32 {
        // A king that has another form left is not lost yet.
        if theirs.besiegers == 0 || position.forms(side).count() > 1 {
            return 0;
        }
        let g = &self.geometry;
        let t = &self.tunables;
        let cell = position.pieces(side, g.king).lowest();
        let around = g.around(cell);
        let weak = around & theirs.guarded & !ours.guarded;
        let enemy = position.occupied_by(side.other());
        // A cell that the king alone guards is no guard against two.
        let bad = ours.all & !(weak & theirs.twice);
        let crowded = self.surroundings.near(cell) & theirs.twice & !ours.pawns;
        let mut checks = 0;
        let mut risky = 0;
        let mut best = 0;
        for &kind in &g.pieces {
            if !position.pieces(side.other(), kind).is_empty() {
                best = best.max(self.worth(kind));
            }
            // A piece checks from where it would be attacked by one of its kind in the king's place.
            let from = theirs.by[kind.index()] & !enemy & g.takes(side, kind, cell);
            if from.is_empty() {
                continue;
            }
            let from = from & rules.attacks(side, kind, cell, position.occupied());
            let safe = !(from & !bad).is_empty();
            checks += i32::from(safe);
            risky += i32::from(!safe && !from.is_empty());
        }
        let spared = t.calm * (self.dearest - best) / self.dearest.max(1);
        let danger = t.siege * theirs.besiegers * theirs.besiegers
            + t.breach * weak.count() as i32
            + t.check * checks
            + t.risky_check * risky
            + t.crowd * crowded.count() as i32
            + t.pressure * theirs.pressure
            + t.aimed * theirs.aimed
            - spared;
        // The more steps a king has, the more must be taken from it.
        (danger * ORTHODOX_STEPS / self.surroundings.steps).clamp(0, MOST)
    }
}

/// Beyond this a king is as good as lost, and the search must tell.
const MOST: i32 = 3000;

/// A king's steps where the numbers above were fitted.
const ORTHODOX_STEPS: i32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chessboard;

    #[test]
    fn a_check_from_a_guarded_cell_is_risky_and_a_crowd_is_two() {
        let rules = chessboard::rules();
        let others = [
            "shelter", "cover", "storm", "pressure", "aimed", "siege", "breach", "check", "calm",
        ];
        // The rook checks on a8, where the knight of b6 takes it, in the second position; in the third rook and
        // bishop together take on e7.
        for (text, risky, crowd, cost) in [
            ("6k1/R7/8/8/8/8/8/4K3 w - - 0 1", 500, 0, 0),
            ("6k1/R7/1n6/8/8/8/8/4K3 w - - 0 1", 500, 0, 25),
            ("6k1/R7/8/8/7B/8/8/4K3 w - - 0 1", 0, 400, 16),
        ] {
            let mut set = others.map(|name| (name, 0)).to_vec();
            set.extend([("risky_check", risky), ("crowd", crowd)]);
            let evaluator = chessboard::evaluator(&rules, &set);
            let position = rules.parse_position(text).expect("a position");
            let [white, black] = chessboard::attacks(&evaluator, &rules, &position);
            let pair = evaluator.king(&rules, &position, Side::Black, &black, &white);
            assert_eq!(pair.mg, -cost, "{text}");
        }
    }
}
