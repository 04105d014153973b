use std::sync::Arc;

use assay_rules::{Cell, Kind, Position, Rules, Side, Width, bits};

use crate::drawish::may_be_drawn;
use crate::exchange::Takers;
use crate::geometry::Geometry;
use crate::node::Window;
use crate::pawns::PawnScenes;
use crate::spans::Spans;
use crate::surroundings::Surroundings;
use crate::{Score, Settings, Tunables, Values};

/// Tells what a quiet position is worth, from values of pieces and the game's geometry.
#[derive(Clone, Debug)]
pub(crate) struct Evaluator<W: Width> {
    pub(crate) geometry: Geometry<W>,
    pub(crate) takers: Takers<W>,
    pub(crate) spans: Spans<W>,
    pub(crate) surroundings: Surroundings<W>,
    /// Whether a piece that takes stays where it took.
    pub(crate) settles: bool,
    hands: bool,
    pub(crate) may_be_drawn: bool,
    pub(crate) tunables: Tunables,
    /// What a piece of each kind is worth, wherever it stands.
    pub(crate) worth: [i32; Kind::MAX],
    /// What the dearest piece is worth.
    pub(crate) dearest: i32,
    /// What taking a piece of each kind brings: its worth, and that of what it becomes in the hand.
    spoils: [i32; Kind::MAX],
    /// What promotion adds to a piece's worth.
    rise: [i32; Kind::MAX],
    /// What a piece of each kind makes each pawn beside it worth more.
    beside: [i32; Kind::MAX],
    /// What losing each form costs.
    pub(crate) forms: [i32; 3],
    /// Worth and placement by side, kind, cell.
    placed: Vec<Pair>,
    /// Half of the pawns that a side has at the start, the one with more of them.
    half_pawns: i32,
    /// The worth of both armies at the start, without what promotes.
    full: i32,
}

/// A worth with many pieces on the board, and with few.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) mg: i32,
    pub(crate) eg: i32,
}

impl Pair {
    /// So many of it.
    pub(crate) fn times(self, count: i32) -> Pair {
        Pair {
            mg: self.mg * count,
            eg: self.eg * count,
        }
    }
}

/// The sums over all pieces, kept up move by move; as White sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    placed: Pair,
    /// Worth of both armies without kings and what promotes: how far the game is from its end.
    pub(crate) heavy: [i32; 2],
    /// How many pieces of each side promote like pawns.
    pawns: [i32; 2],
    /// What each of these is worth more for the other pieces beside it.
    beside: [i32; 2],
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
        let mut spoils = worth;
        for (slot, info) in spoils.iter_mut().zip(rules.kinds()) {
            *slot += info.returns.map_or(0, |kind| worth[kind.index()]);
        }
        let mut rise = [0; Kind::MAX];
        for (i, rise) in rise.iter_mut().enumerate().take(rules.kinds().len()) {
            let kinds = rules.promotes_to(Kind::new(i)).iter();
            let best = kinds.map(|k| worth[k.index()]).max();
            *rise = best.map_or(0, |best| (best - worth[i]).max(0));
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
            dearest: worth.iter().copied().max().unwrap_or(0),
            beside: [0; Kind::MAX],
            spoils,
            rise,
            forms,
            placed: Vec::new(),
            half_pawns: 0,
            full: 1,
            takers: Takers::new(
                rules,
                |s, k, c| geometry.takes(s, k, c),
                |k| worth[k.index()],
            ),
            hands: rules.has_hands(),
            may_be_drawn: may_be_drawn(rules),
            settles: rules.kinds().iter().all(|k| !k.bounces && !k.flies),
            spans: Spans::new(&geometry),
            surroundings: Surroundings::new(&geometry),
            geometry,
        };
        for &kind in &evaluator.geometry.pieces {
            evaluator.beside[kind.index()] = if evaluator.is_light(kind) {
                evaluator.tunables.beside_light
            } else {
                -evaluator.tunables.beside_heavy
            };
        }
        evaluator.place();
        let start = evaluator.sums(rules.start());
        evaluator.full = start.heavy.iter().sum::<i32>().max(1);
        evaluator.half_pawns = start.pawns[0].max(start.pawns[1]) / 2;
        evaluator
    }

    /// What a piece of a kind is worth, in centipawns.
    #[inline]
    pub(crate) fn worth(&self, kind: Kind) -> i32 {
        self.worth[kind.index()]
    }

    /// Whether a piece of a kind is worth half of the dearest or less.
    #[inline]
    pub(crate) fn is_light(&self, kind: Kind) -> bool {
        2 * self.worth(kind) <= self.dearest
    }

    /// What taking a piece of a kind brings, in centipawns: it is gone, and may be in the hand.
    #[inline]
    pub(crate) fn spoils(&self, kind: Kind) -> i32 {
        self.spoils[kind.index()]
    }

    /// How much better a piece stands on one cell than on another with many pieces left, in centipawns.
    #[inline]
    pub(crate) fn step(&self, side: Side, kind: Kind, from: Cell, to: Cell) -> i32 {
        let g = &self.geometry;
        self.placed[g.index(side, kind, to)].mg - self.placed[g.index(side, kind, from)].mg
    }

    /// How well a piece stands on a cell with many pieces left, in centipawns.
    #[inline]
    pub(crate) fn landing(&self, side: Side, kind: Kind, to: Cell) -> i32 {
        self.placed[self.geometry.index(side, kind, to)].mg - self.anywhere(kind).mg
    }

    /// The cells that a side's pawns take on.
    pub(crate) fn pawn_takes(&self, position: &Position<W>, side: Side) -> W {
        let g = &self.geometry;
        g.pawns.iter().fold(W::EMPTY, |set, &kind| {
            bits(position.pieces(side, kind)).fold(set, |set, cell| set | g.takes(side, kind, cell))
        })
    }

    /// What a piece of a kind is worth wherever it stands, with many pieces left and with few.
    fn anywhere(&self, kind: Kind) -> Pair {
        let worth = self.worth(kind);
        let t = &self.tunables;
        let (less, more) = if self.geometry.pawn[kind.index()] {
            (t.pawn_mg, 0)
        } else {
            (0, t.piece_eg)
        };
        Pair {
            mg: worth - worth * less / 1000,
            eg: worth + worth * more / 1000,
        }
    }

    fn place(&mut self) {
        let g = &self.geometry;
        let t = &self.tunables;
        let mut placed = Vec::with_capacity(2 * g.kinds * g.cells);
        for side in Side::BOTH {
            for &kind in &g.all {
                let mean = g.mean_mobility(kind);
                for cell in (0..g.cells).map(Cell::new) {
                    let mut pair = self.anywhere(kind);
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
                    let gains = g.promise(side, kind, cell) * self.rise[kind.index()] / 256;
                    pair.mg += t.promise * gains / 1000;
                    pair.eg += t.promise * gains / 1000;
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
        self.count(sums, side, kind, sign);
    }

    #[inline]
    fn count(&self, sums: &mut Sums, side: Side, kind: Kind, count: i32) {
        if self.geometry.pawn[kind.index()] {
            sums.pawns[side.index()] += count;
        } else {
            sums.heavy[side.index()] += count * self.worth(kind);
            sums.beside[side.index()] += count * self.beside[kind.index()];
        }
    }

    /// A piece in hand is worth as much as on the board.
    fn hold(&self, sums: &mut Sums, side: Side, kind: Kind, count: i32) {
        let worth = count * self.worth(kind);
        let colour = if side == Side::White { worth } else { -worth };
        sums.placed.mg += colour;
        sums.placed.eg += colour;
        self.count(sums, side, kind, count);
    }

    /// The sums of a position.
    pub(crate) fn sums(&self, position: &Position<W>) -> Sums {
        let mut sums = Sums::default();
        for side in Side::BOTH {
            for &kind in &self.geometry.all {
                for cell in bits(position.pieces(side, kind)) {
                    self.add(&mut sums, side, kind, cell, 1);
                }
                self.hold(&mut sums, side, kind, i32::from(position.hand(side, kind)));
            }
        }
        sums
    }

    /// Makes the sums before a move those after it.
    #[inline]
    pub(crate) fn update(&self, sums: &mut Sums, before: &Position<W>, after: &Position<W>) {
        for cell in bits(before.changed(after)) {
            if let Some((side, kind)) = before.piece(cell) {
                self.add(sums, side, kind, cell, -1);
            }
            if let Some((side, kind)) = after.piece(cell) {
                self.add(sums, side, kind, cell, 1);
            }
        }
        if self.hands {
            for (side, &kind) in Side::BOTH
                .into_iter()
                .flat_map(|s| self.geometry.all.iter().map(move |k| (s, k)))
            {
                let more = i32::from(after.hand(side, kind)) - i32::from(before.hand(side, kind));
                if more != 0 {
                    self.hold(sums, side, kind, more);
                }
            }
        }
        debug_assert_eq!(*sums, self.sums(after));
    }

    /// The position's worth by material and placement alone as the side to move sees it, if that is far
    /// outside the window: then the rest does not matter.
    #[inline]
    pub(crate) fn rough(
        &self,
        position: &Position<W>,
        sums: &Sums,
        window: Window,
    ) -> Option<Score> {
        let lazy = self.tunables.lazy;
        let rough = self.blend(position, sums, sums.placed);
        (rough - lazy >= window.beta || rough + lazy <= window.alpha).then_some(rough)
    }

    /// The position's worth as the side to move sees it, as if nothing were about to be taken.
    pub(crate) fn evaluate(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        sums: &Sums,
        scenes: &mut PawnScenes<W>,
    ) -> Score {
        let mut pair = sums.placed;
        let scene = scenes.of(self, position);
        let attacks = self.attacks(rules, position, scene);
        for (side, sign) in [(Side::White, 1), (Side::Black, -1)] {
            let [ours, theirs] = [side, side.other()].map(|s| &attacks[s.index()]);
            let active = self.activity(ours);
            let pawns = self.pawns(position, side, &scene[side.index()], ours, theirs);
            let threats = self.threatened(position, side, ours, theirs);
            let king = self.king(rules, position, side, ours, theirs);
            let variety = self.variety(position, side);
            let outposts = self.outposts(position, side, ours, theirs);
            let disputed = self.disputed(position, ours, theirs);
            let pushes = self.push_threats(position, side, ours);
            let hunt = self.hunt(position, sums, side);
            for term in [active, pawns, king, variety, disputed, pushes] {
                pair.mg += sign * term.mg;
                pair.eg += sign * term.eg;
            }
            pair.mg += sign * (outposts - threats);
            pair.eg += sign * (hunt - threats);
        }
        self.blend(position, sums, self.drawn(position, sums, pair))
    }

    /// The worths with many and with few pieces as one, the kings' forms and the move added, as the side to
    /// move sees it.
    #[inline]
    fn blend(&self, position: &Position<W>, sums: &Sums, pair: Pair) -> Score {
        let phase = ((sums.heavy[0] + sums.heavy[1]) * 256 / self.full).min(256);
        let lives = self.lives(position, Side::White) - self.lives(position, Side::Black);
        let [ours, theirs] = [0, 1].map(|s| (sums.pawns[s] - self.half_pawns) * sums.beside[s]);
        let together = lives + ours - theirs;
        let white = (pair.mg * phase + pair.eg * (256 - phase)) / 256 + together;
        let mine = if position.side() == Side::White {
            white
        } else {
            -white
        };
        Score::cp(mine + self.tunables.tempo)
    }
}

impl Sums {
    /// Whether a side has more than kings and what promotes.
    #[inline]
    pub(crate) fn has_pieces(&self, side: Side) -> bool {
        self.heavy[side.index()] > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chessboard;

    #[test]
    fn pawns_beyond_half_are_worth_less_beside_heavy_pieces_and_more_beside_light_ones() {
        let rules = chessboard::rules();
        // White has three pawns beyond half and a queen, or a knight; Black has two and nothing, or a rook and a bishop.
        for (text, heavy, light) in [
            ("4k3/pppppp2/8/8/8/8/PPPPPPP1/3QK3 w - - 0 1", -3, 0),
            ("4k3/pppppp2/8/8/8/8/PPPPPPP1/1N2K3 w - - 0 1", 0, 3),
            ("r1b1k3/pppppp2/8/8/8/8/PPPPPPP1/3QK3 w - - 0 1", -3 + 2, -2),
        ] {
            let position = rules.parse_position(text).expect("a position");
            let worth = |heavy: i32, light: i32| {
                let set = [("beside_heavy", heavy), ("beside_light", light)];
                let evaluator = chessboard::evaluator(&rules, &set);
                let sums = evaluator.sums(&position);
                let scenes = &mut PawnScenes::new();
                let score = evaluator.evaluate(&rules, &position, &sums, scenes);
                score.number()
            };
            assert_eq!(worth(10, 0) - worth(0, 0), 10 * heavy, "{text}");
            assert_eq!(worth(0, 10) - worth(0, 0), 10 * light, "{text}");
        }
    }
}
