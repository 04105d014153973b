use std::sync::Arc;

use assay_rules::{Cell, Facts, FormState, Kind, KingFate, Position, Rules, Side, Width, bits};

use crate::geometry::Geometry;
use crate::{Score, Settings, Tunables, Values};

/// Tells what a quiet position is worth, from values of pieces and the game's geometry.
#[derive(Clone, Debug)]
pub(crate) struct Evaluator<W: Width> {
    pub(crate) geometry: Geometry<W>,
    tunables: Tunables,
    /// What a piece of each kind is worth, wherever it stands.
    worth: [i32; Kind::MAX],
    /// What losing each form costs.
    forms: [i32; 3],
    /// Worth and placement by side, kind, cell.
    placed: Vec<Pair>,
    /// The worth of both armies at the start, without what promotes.
    full: i32,
}

/// A worth with many pieces on the board, and with few.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pair {
    mg: i32,
    eg: i32,
}

/// The sums over all pieces, kept up move by move; as White sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    placed: Pair,
    /// Worth of both armies without kings and what promotes: how far the game is from its end.
    heavy: [i32; 2],
}

impl<W: Width> Evaluator<W> {
    pub(crate) fn new(rules: &Arc<Rules<W>>, settings: &Settings) -> Evaluator<W> {
        let geometry = Geometry::new(rules);
        let given = match &settings.values {
            Some(values) => values.clone(),
            None => Values::builtin(rules.game().id()).unwrap_or_else(|| Values::estimate(rules)),
        };
        let mut worth = [0; Kind::MAX];
        for (i, info) in rules
            .kinds()
            .iter()
            .enumerate()
            .filter(|(_, info)| !info.royal)
        {
            let value = given.pieces.get(&info.letter).copied();
            worth[i] = value.unwrap_or_else(|| geometry.estimate(Kind::new(i)));
        }
        let mut forms = [0; 3];
        for (slot, letter) in forms.iter_mut().zip(rules.form_letters()) {
            *slot = given
                .forms
                .get(letter)
                .copied()
                .unwrap_or(crate::values::FORM_ESTIMATE);
        }
        let mut evaluator = Evaluator {
            tunables: settings.tunables.clone(),
            worth,
            forms,
            placed: Vec::new(),
            full: 1,
            geometry,
        };
        evaluator.place();
        evaluator.full = evaluator
            .sums(rules.start())
            .heavy
            .iter()
            .sum::<i32>()
            .max(1);
        evaluator
    }

    /// What a piece of a kind is worth, in centipawns.
    #[inline]
    pub(crate) fn worth(&self, kind: Kind) -> i32 {
        self.worth[kind.index()]
    }

    fn place(&mut self) {
        let g = &self.geometry;
        let t = &self.tunables;
        let mut placed = Vec::with_capacity(2 * g.kinds * g.cells);
        for side in Side::BOTH {
            for kind in g.all_kinds() {
                let mean = g.mean_mobility(kind);
                for cell in (0..g.cells).map(Cell::new) {
                    let worth = self.worth(kind);
                    let mut pair = Pair {
                        mg: worth,
                        eg: worth,
                    };
                    // What it reaches from there, and how much passes there.
                    let free = g.mobility(side, kind, cell) - mean;
                    let busy = g.traffic(cell) - 1000;
                    if kind == g.king {
                        pair.mg -= t.exposure * busy / 1000;
                        pair.eg += (t.placement_eg * free + t.centre_eg * busy) / 1000;
                    } else {
                        pair.mg += (t.placement_mg * free + t.centre_mg * busy) / 1000;
                        pair.eg += (t.placement_eg * free + t.centre_eg * busy) / 1000;
                    }
                    if g.pawn[kind.index()] {
                        let far = g.progress(side, cell);
                        pair.mg += t.advance_mg * far * far / (256 * 256);
                        pair.eg += t.advance_eg * far * far / (256 * 256);
                    }
                    placed.push(pair);
                }
            }
        }
        self.placed = placed;
    }

    #[inline]
    fn add(&self, sums: &mut Sums, side: Side, kind: Kind, cell: Cell, sign: i32) {
        let g = &self.geometry;
        let Pair { mg, eg } = self.placed[g.index(side, kind, cell)];
        let colour = if side == Side::White { sign } else { -sign };
        sums.placed.mg += colour * mg;
        sums.placed.eg += colour * eg;
        if !g.pawn[kind.index()] {
            sums.heavy[side.index()] += sign * self.worth(kind);
        }
    }

    /// The sums of a position.
    pub(crate) fn sums(&self, position: &Position<W>) -> Sums {
        let mut sums = Sums::default();
        for side in Side::BOTH {
            for kind in self.geometry.all_kinds() {
                for cell in bits(position.pieces(side, kind)) {
                    self.add(&mut sums, side, kind, cell, 1);
                }
                let held = i32::from(position.hand(side, kind)) * self.worth(kind);
                let colour = if side == Side::White { held } else { -held };
                sums.placed.mg += colour;
                sums.placed.eg += colour;
            }
        }
        sums
    }

    /// The sums after a move, from those before it.
    #[inline]
    pub(crate) fn updated(&self, sums: &Sums, before: &Position<W>, after: &Position<W>) -> Sums {
        let mut sums = *sums;
        for side in Side::BOTH {
            for kind in self.geometry.all_kinds() {
                let (old, new) = (before.pieces(side, kind), after.pieces(side, kind));
                if old == new {
                    continue;
                }
                for cell in bits(old & !new) {
                    self.add(&mut sums, side, kind, cell, -1);
                }
                for cell in bits(new & !old) {
                    self.add(&mut sums, side, kind, cell, 1);
                }
            }
        }
        debug_assert_eq!(sums, self.sums(after));
        sums
    }

    /// The position's worth as the side to move sees it, as if nothing were about to be taken.
    pub(crate) fn evaluate(&self, position: &Position<W>, sums: &Sums) -> Score {
        let t = &self.tunables;
        let mut pair = sums.placed;
        let mut rest = 0;
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            let safety = self.king(position, side);
            let passed = self.passed(position, side);
            pair.mg += sign * (safety + passed.mg);
            pair.eg += sign * passed.eg;
            rest += sign * self.lives(position, side);
        }
        let phase = ((sums.heavy[0] + sums.heavy[1]) * 256 / self.full).min(256);
        let white = (pair.mg * phase + pair.eg * (256 - phase)) / 256 + rest;
        let mine = if position.side() == Side::White {
            white
        } else {
            -white
        };
        Score::cp(mine + t.tempo)
    }

    /// What a tactical move gains at once, in centipawns.
    pub(crate) fn gain(&self, position: &Position<W>, facts: &Facts) -> i32 {
        const KING: i32 = 20_000;
        let mut gain: i32 = facts.captured.iter().map(|&kind| self.worth(kind)).sum();
        if let Some(kind) = facts.promotion {
            gain += self.worth(kind) - self.worth(facts.mover);
        }
        if facts.mover_lost {
            gain -= self.worth(facts.mover);
        }
        match facts.king {
            KingFate::Safe => gain,
            KingFate::Hit => gain + self.hit(position, facts.hits),
            KingFate::Taken | KingFate::LastFormLost => gain + KING,
        }
    }

    /// What the side not to move loses by so many hits, fewer than its king has forms left.
    fn hit(&self, position: &Position<W>, hits: u8) -> i32 {
        let forms = position.forms(position.side().other());
        let mean = self.forms.iter().sum::<i32>() / 3;
        let current = forms.current().map_or(mean, |f| self.forms[usize::from(f)]);
        let last = if forms.count() <= hits + 1 {
            self.tunables.last_form
        } else {
            0
        };
        current + mean * (i32::from(hits) - 1) + last
    }

    /// Own pieces beside the king, less the enemy pieces that look at it.
    fn king(&self, position: &Position<W>, side: Side) -> i32 {
        let g = &self.geometry;
        let kings = position.pieces(side, g.king);
        if kings.is_empty() {
            return 0;
        }
        let king = kings.lowest();
        let zone = g.around(king);
        let guards = (zone & position.occupied_by(side)).count() as i32;
        let enemy = side.other();
        let mut attackers = 0;
        let near = zone | W::bit(king);
        for kind in g.all_kinds().filter(|&k| g.is_piece(k)) {
            for cell in bits(position.pieces(enemy, kind)) {
                attackers += i32::from(!(g.takes(enemy, kind, cell) & near).is_empty());
            }
        }
        let t = &self.tunables;
        t.shelter * guards.min(4) - t.siege * attackers * attackers / 2
    }

    fn passed(&self, position: &Position<W>, side: Side) -> Pair {
        let g = &self.geometry;
        let t = &self.tunables;
        let mut pair = Pair::default();
        for kind in g.all_kinds().filter(|k| g.pawn[k.index()]) {
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
    fn lives(&self, position: &Position<W>, side: Side) -> i32 {
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
}

impl Sums {
    /// Whether a side has more than kings and what promotes.
    #[inline]
    pub(crate) fn has_pieces(&self, side: Side) -> bool {
        self.heavy[side.index()] > 0
    }
}
