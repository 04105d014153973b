use assay_rules::{FormState, Kind, Position, Side, Width, bits};

use crate::attacks::Attacks;
use crate::evaluation::{Evaluator, Pair, Sums};

impl<W: Width> Evaluator<W> {
    /// How freely a side's pieces move.
    pub(crate) fn activity(&self, ours: &Attacks<W>) -> Pair {
        let t = &self.tunables;
        Pair {
            mg: t.mobility_mg * ours.free / 1000,
            eg: t.mobility_eg * ours.free / 1000,
        }
    }

    /// How safe a side's king is: own pieces beside it, enemy ones that look at its surroundings, where
    /// nothing guards them, and where it can flee to.
    pub(crate) fn king(
        &self,
        position: &Position<W>,
        side: Side,
        ours: &Attacks<W>,
        theirs: &Attacks<W>,
    ) -> Pair {
        let king = position.pieces(side, self.geometry.king);
        if king.is_empty() {
            return Pair::default();
        }
        let t = &self.tunables;
        let own = position.occupied_by(side);
        let around = self.geometry.around(king.lowest());
        let guards = (around & own).count() as i32;
        let breaches = (around & theirs.guarded & !ours.guarded).count() as i32;
        let flights = (around & !own & !theirs.all).count() as i32;
        let siege = theirs.besiegers * theirs.besiegers / 2;
        let flight = t.flight * flights.min(3);
        Pair {
            mg: t.shelter * guards.min(4) - t.siege * siege - t.breach * breaches + flight,
            eg: flight,
        }
    }

    /// What the enemy's threats against a side's pieces cost it.
    pub(crate) fn threatened(
        &self,
        position: &Position<W>,
        side: Side,
        ours: &Attacks<W>,
        theirs: &Attacks<W>,
    ) -> i32 {
        let (mut loose, mut traded, mut hit) = (0, 0, 0);
        for cell in bits(theirs.all & position.occupied_by(side)) {
            let Some((_, kind)) = position.piece(cell) else {
                continue;
            };
            if kind == self.geometry.king {
                hit += self.forms[0];
                continue;
            }
            let worth = self.spoils(kind);
            if ours.all.has(cell) && self.settles {
                let taker = |k: &&Kind| theirs.by[k.index()].has(cell);
                let cheapest = self.takers.order.iter().find(taker);
                traded += (worth - cheapest.map_or(worth, |&k| self.spoils(k))).max(0);
            } else {
                loose += worth;
            }
        }
        let t = &self.tunables;
        let cost = if position.side() == side {
            t.loose_mover * loose + t.traded_mover * traded + t.hit_mover * hit
        } else {
            // A hit that can be made now is the search's business.
            t.loose_waiter * loose + t.traded_waiter * traded
        };
        cost / 1000
    }

    /// Pawns that own pawns guard or obstruct, and those that no enemy pawn can stop.
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
        let occupied = position.occupied();
        for &kind in &g.pawns {
            let own = position.pieces(side, kind);
            let enemies = position.pieces(side.other(), kind);
            let supported = (own & ours.pawns).count() as i32;
            pair.mg += t.supported_mg * supported;
            pair.eg += t.supported_eg * supported;
            for cell in bits(own) {
                let way = g.way(side, cell);
                if !(way & own).is_empty() {
                    pair.mg -= t.obstructed_mg;
                    pair.eg -= t.obstructed_eg;
                }
                if !(g.stoppers(side, cell) & enemies).is_empty() {
                    continue;
                }
                let far = g.progress(side, cell);
                pair.mg += t.passed_mg * far / 256;
                pair.eg += t.passed_eg * far / 256;
                if (way & (occupied | theirs.all)).is_empty() {
                    pair.mg += t.passed_open_mg * far / 256;
                    pair.eg += t.passed_open_eg * far / 256;
                }
            }
        }
        pair
    }

    /// Pieces that each see a part of the board only, together more than one part.
    pub(crate) fn variety(&self, position: &Position<W>, side: Side) -> Pair {
        let g = &self.geometry;
        let t = &self.tunables;
        let mut pair = Pair::default();
        for &kind in &g.pieces {
            let own = position.pieces(side, kind);
            let seen = g.parts(kind).iter().filter(|&&p| !(p & own).is_empty());
            if seen.count() > 1 {
                pair.mg += t.variety_mg;
                pair.eg += t.variety_eg;
            }
        }
        pair
    }

    /// The worth of the forms a transforming king has left.
    pub(crate) fn lives(&self, position: &Position<W>, side: Side) -> i32 {
        let forms = position.forms(side);
        let left = forms.left();
        let mut worth: i32 = (0..3)
            .filter(|i| left >> i & 1 == 1)
            .map(|i| self.forms[i])
            .sum();
        let last = match forms.state() {
            FormState::MustChooseLast => {
                // The form not chosen goes with the choice.
                worth = worth * 2 / 3;
                true
            }
            _ => forms.count() == 1,
        };
        if last && self.forms[0] != 0 {
            worth - self.tunables.last_form
        } else {
            worth
        }
    }

    /// What drives a bare king to where it can be caught: being far from the middle, with the other king
    /// near.
    pub(crate) fn hunt(&self, position: &Position<W>, sums: &Sums, side: Side) -> i32 {
        let enemy = side.other();
        if sums.has_pieces(enemy) || !sums.has_pieces(side) {
            return 0;
        }
        let g = &self.geometry;
        let [ours, theirs] = [side, enemy].map(|s| position.pieces(s, g.king));
        if ours.is_empty() || theirs.is_empty() {
            return 0;
        }
        let (hunter, prey) = (ours.lowest(), theirs.lowest());
        let cornered = g.mean_mobility(g.king) - g.mobility(enemy, g.king, prey);
        let t = &self.tunables;
        t.hunt_corner * cornered / 1000 - t.hunt_distance * g.distance(hunter, prey)
    }
}
