use assay_rules::{FormState, Position, Rules, Side, Width, bits};

use crate::evaluation::{Evaluator, Pair, Sums};

impl<W: Width> Evaluator<W> {
    /// How freely a side's pieces move, and how many of them look at the enemy king's surroundings.
    pub(crate) fn activity(&self, rules: &Rules<W>, position: &Position<W>, side: Side) -> Pair {
        let g = &self.geometry;
        let t = &self.tunables;
        let enemy = side.other();
        let occupied = position.occupied();
        let own = position.occupied_by(side);
        let king = position.pieces(enemy, g.king);
        let zone = if king.is_empty() {
            W::EMPTY
        } else {
            g.around(king.lowest()) | king
        };
        let (mut free, mut attackers) = (0, 0);
        for &kind in &g.pieces {
            for cell in bits(position.pieces(side, kind)) {
                let attacks = rules.attacks(side, kind, cell, occupied);
                free += (attacks & !own).count() as i32 * 1000 - g.mean_mobility(kind);
                attackers += i32::from(!(attacks & zone).is_empty());
            }
        }
        let siege = t.siege * attackers * attackers / 2;
        Pair {
            mg: t.mobility_mg * free / 1000 + siege,
            eg: t.mobility_eg * free / 1000,
        }
    }

    /// Own pieces beside the king.
    pub(crate) fn shelter(&self, position: &Position<W>, side: Side) -> i32 {
        let king = position.pieces(side, self.geometry.king);
        if king.is_empty() {
            return 0;
        }
        let around = self.geometry.around(king.lowest());
        let guards = (around & position.occupied_by(side)).count() as i32;
        self.tunables.shelter * guards.min(4)
    }

    pub(crate) fn passed(&self, position: &Position<W>, side: Side) -> Pair {
        let g = &self.geometry;
        let t = &self.tunables;
        let mut pair = Pair::default();
        for &kind in &g.pawns {
            let enemies = position.pieces(side.other(), kind);
            for cell in bits(position.pieces(side, kind)) {
                if (g.stoppers(side, cell) & enemies).is_empty() {
                    let far = g.progress(side, cell);
                    pair.mg += t.passed_mg * far / 256;
                    pair.eg += t.passed_eg * far / 256;
                }
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
