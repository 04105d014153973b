use assay_rules::{FormState, Kind, Position, Side, Width, bits};

use crate::attacks::Attacks;
use crate::evaluation::{Evaluator, Pair, Sums};

impl<W: Width> Evaluator<W> {
    /// How freely a side's pieces move.
    pub(crate) fn activity(&self, ours: &Attacks<W>) -> Pair {
        let t = &self.tunables;
        let lines = t.open_eg * ours.open + t.half_open_eg * ours.half_open;
        Pair {
            mg: t.mobility_mg * ours.free / 1000,
            eg: t.mobility_eg * ours.free / 1000 + lines,
        }
    }

    /// Empty cells that both sides take on and the enemy does not hold.
    pub(crate) fn disputed(
        &self,
        position: &Position<W>,
        ours: &Attacks<W>,
        theirs: &Attacks<W>,
    ) -> Pair {
        let held = theirs.pawns | (theirs.twice & !ours.twice) | position.occupied();
        let disputed = (ours.all & theirs.all & !held).count() as i32;
        let t = &self.tunables;
        let each = Pair {
            mg: t.disputed_mg,
            eg: t.disputed_eg,
        };
        each.times(disputed)
    }

    /// Enemy pieces that a pawn's next step would attack.
    pub(crate) fn push_threats(
        &self,
        position: &Position<W>,
        side: Side,
        ours: &Attacks<W>,
    ) -> Pair {
        let enemy = side.other();
        let spared = self.pawns_of(position, enemy) | position.pieces(enemy, self.geometry.king);
        let prey = position.occupied_by(enemy) & !spared;
        let threats = (ours.pushed & !ours.pawns & prey).count() as i32;
        let t = &self.tunables;
        let each = Pair {
            mg: t.push_threat_mg,
            eg: t.push_threat_eg,
        };
        each.times(threats)
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

    /// Cheap pieces under a pawn's guard where no enemy pawn will ever reach them.
    pub(crate) fn outposts(
        &self,
        position: &Position<W>,
        side: Side,
        ours: &Attacks<W>,
        theirs: &Attacks<W>,
    ) -> i32 {
        let safe = ours.pawns & !theirs.reached & position.occupied_by(side);
        if safe.is_empty() {
            return 0;
        }
        let light = self.geometry.pieces.iter().filter(|&&k| self.is_light(k));
        let held = light.map(|&k| (position.pieces(side, k) & safe).count());
        self.tunables.outpost_mg * held.sum::<u32>() as i32
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
        t.hunt_corner * cornered / 1000 - t.hunt_distance * self.spans.distance(hunter, prey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chessboard;

    #[test]
    fn cells_that_both_take_on_are_disputed_unless_held() {
        let rules = chessboard::rules();
        let evaluator = chessboard::evaluator(&rules, &[("disputed_mg", 1), ("disputed_eg", 10)]);
        // Both knights look at d5 and e4; in the second a pawn holds d5, in the third a rook takes on e4 too, and on e7, where the king does.
        for (text, white, black) in [
            ("4k3/8/5n2/8/8/2N5/8/4K3 w - - 0 1", 2, 2),
            ("4k3/8/4pn2/8/8/2N5/8/4K3 w - - 0 1", 1, 2),
            ("4k3/8/5n2/8/8/2N1R3/8/4K3 b - - 0 1", 3, 2),
        ] {
            let position = rules.parse_position(text).expect("a position");
            let [ours, theirs] = chessboard::attacks(&evaluator, &rules, &position);
            let pair = evaluator.disputed(&position, &ours, &theirs);
            assert_eq!((pair.mg, pair.eg), (white, 10 * white), "{text}");
            let pair = evaluator.disputed(&position, &theirs, &ours);
            assert_eq!(pair.mg, black, "{text}");
        }
    }

    #[test]
    fn a_pawn_threatens_what_its_next_step_would_attack() {
        let rules = chessboard::rules();
        let evaluator = chessboard::evaluator(&rules, &[("push_threat_mg", 1)]);
        for (text, count) in [
            ("4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1", 1),
            ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", 0),
            ("4k3/8/8/3p1r2/8/4P3/8/4K3 w - - 0 1", 1),
        ] {
            let position = rules.parse_position(text).expect("a position");
            let [ours, _] = chessboard::attacks(&evaluator, &rules, &position);
            let pair = evaluator.push_threats(&position, Side::White, &ours);
            assert_eq!(pair.mg, count, "{text}");
        }
    }

    #[test]
    fn a_rook_without_own_pawns_before_it_is_on_an_open_way() {
        let rules = chessboard::rules();
        let evaluator = chessboard::evaluator(&rules, &[]);
        for (text, open, half_open) in [
            ("4k3/p7/8/8/8/8/1P6/RR2K3 w - - 0 1", 0, 1),
            ("4k3/8/8/8/8/8/1P6/RR2K3 w - - 0 1", 1, 0),
            ("4k3/8/8/8/8/8/PP6/NB2K3 w - - 0 1", 0, 0),
        ] {
            let position = rules.parse_position(text).expect("a position");
            let [ours, _] = chessboard::attacks(&evaluator, &rules, &position);
            assert_eq!((ours.open, ours.half_open), (open, half_open), "{text}");
        }
    }
}
