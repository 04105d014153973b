use assay_rules::{Position, Rules, Side, Width};

use crate::attacks::Attacks;
use crate::evaluation::{Evaluator, Pair};

impl<W: Width> Evaluator<W> {
    /// How safe a side's king is: own pieces beside it, enemy ones that look at its
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
        let occupied = position.occupied();
        let around = g.around(cell);
        let guards = (around & own).count() as i32;
        let breaches = (around & theirs.guarded & !ours.guarded).count() as i32;
        let flights = (around & !own & !theirs.all).count() as i32;
        let siege = theirs.besiegers * theirs.besiegers / 2;
        let flight = t.flight * flights.min(3);

        let mut checks = 0;
        // A piece checks from where it would be attacked by one of its kind in the king's place.
        let bad = ours.all | position.occupied_by(side.other());
        for &kind in &g.pieces {
            let from = theirs.by[kind.index()] & !bad;
            if (from & g.takes(side, kind, cell)).is_empty() {
                continue;
            }
            let lines = rules.attacks(side, kind, cell, occupied);
            checks += i32::from(!(from & lines).is_empty());
        }
        let danger = t.siege * siege + t.breach * breaches + t.check * checks;
        Pair {
            mg: t.shelter * guards.min(4) - danger + flight,
            eg: flight,
        }
    }
}
