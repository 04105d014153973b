use std::collections::BTreeMap;

use assay_rules::{Cell, Kind, Move, Position, Rules, Side, Width, bits};

use crate::evaluation::Evaluator;
use crate::geometry::Point;

/// Tables that tell who takes on a cell, lines opened by pieces that have gone included.
#[derive(Clone, Debug)]
pub(crate) struct Takers<W: Width> {
    cells: usize,
    kinds: usize,
    /// Where a piece stands that takes on a cell of an otherwise empty board, by side, kind, cell.
    sources: Vec<W>,
    /// The same of any kind of a side, by side, cell.
    any: Vec<W>,
    /// The cells on the straight line between two, by both.
    between: Vec<W>,
    /// The kinds, the cheapest first, kings last.
    pub(crate) order: Vec<Kind>,
}

impl<W: Width> Takers<W> {
    pub(crate) fn new(
        rules: &Rules<W>,
        takes: impl Fn(Side, Kind, Cell) -> W,
        worth: impl Fn(Kind) -> i32,
    ) -> Takers<W> {
        let cells = rules.cells();
        let kinds = rules.kinds().len();
        let mut order: Vec<Kind> = (0..kinds).map(Kind::new).collect();
        order.sort_by_key(|&k| (k == rules.royal(), worth(k)));
        let mut takers = Takers {
            cells,
            kinds,
            sources: vec![W::EMPTY; 2 * kinds * cells],
            any: vec![W::EMPTY; 2 * cells],
            between: between(rules),
            order,
        };
        for side in Side::BOTH {
            for kind in (0..kinds).map(Kind::new) {
                for from in (0..cells).map(Cell::new) {
                    for to in bits(takes(side, kind, from)) {
                        let index = takers.index(side, kind, to);
                        takers.sources[index] |= W::bit(from);
                        takers.any[side.index() * cells + to.index()] |= W::bit(from);
                    }
                }
            }
        }
        takers
    }

    fn index(&self, side: Side, kind: Kind, cell: Cell) -> usize {
        (side.index() * self.kinds + kind.index()) * self.cells + cell.index()
    }
}

/// For each two cells those on the straight line between them.
fn between<W: Width>(rules: &Rules<W>) -> Vec<W> {
    let cells = rules.cells();
    let points: Vec<Point> = (0..cells).map(|c| Point::of(rules, Cell::new(c))).collect();
    let at: BTreeMap<Point, Cell> = points
        .iter()
        .enumerate()
        .map(|(c, &p)| (p, Cell::new(c)))
        .collect();
    let mut between = vec![W::EMPTY; cells * cells];
    for (a, &p) in points.iter().enumerate() {
        for (b, &q) in points.iter().enumerate() {
            let (step, count) = p.steps_to(q);
            for i in 1..count {
                if let Some(&cell) = at.get(&p.plus(step, i)) {
                    between[a * cells + b] |= W::bit(cell);
                }
            }
        }
    }
    between
}

impl<W: Width> Evaluator<W> {
    /// What a capture comes to when both sides go on taking on its cell, the cheapest piece first, as long
    /// as it pays: the static exchange evaluation, in centipawns. `gain` is what the first capture gains.
    /// Right where a piece that takes stays where it took.
    pub(crate) fn exchange(&self, position: &Position<W>, mv: Move, mover: Kind, gain: i32) -> i32 {
        const LONGEST: usize = 32;
        let target = mv.to();
        let mut gains = [0; LONGEST];
        gains[0] = gain;
        let mut occupied = position.occupied() & !W::bit(mv.from());
        let mut side = position.side().other();
        let mut standing = self.spoils(mv.kind().unwrap_or(mover));
        let mut count = 1;
        while count < LONGEST {
            let Some((kind, from)) = self.cheapest_taker(position, side, target, occupied) else {
                break;
            };
            if kind == self.geometry.king
                && self
                    .cheapest_taker(position, side.other(), target, occupied)
                    .is_some()
            {
                break;
            }
            gains[count] = standing - gains[count - 1];
            standing = self.spoils(kind);
            occupied &= !W::bit(from);
            side = side.other();
            count += 1;
        }
        for i in (1..count).rev() {
            gains[i - 1] = -gains[i].max(-gains[i - 1]);
        }
        gains[0]
    }

    /// The cheapest piece of a side that could take on a cell, only `occupied` being in the way.
    pub(crate) fn cheapest_taker(
        &self,
        position: &Position<W>,
        side: Side,
        target: Cell,
        occupied: W,
    ) -> Option<(Kind, Cell)> {
        let x = &self.takers;
        let any = x.any[side.index() * x.cells + target.index()];
        let near = position.occupied_by(side) & occupied & any;
        if near.is_empty() {
            return None;
        }
        x.order.iter().find_map(|&kind| {
            let near = near & position.pieces(side, kind) & x.sources[x.index(side, kind, target)];
            let free = |from: &Cell| {
                let way = x.between[from.index() * x.cells + target.index()];
                (way & self.geometry.takes(side, kind, *from) & occupied).is_empty()
            };
            bits(near).find(free).map(|from| (kind, from))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use assay_rules::{AnyRules, Game};

    use super::*;
    use crate::Settings;

    fn fide() -> Arc<Rules<u64>> {
        let game = Game::builtin("fide").expect("a built-in game");
        let choice = game.choose([]).expect("the defaults");
        match game.compile(&choice, None).expect("a game that compiles") {
            AnyRules::Narrow(rules) => rules,
            AnyRules::Wide(_) => unreachable!("a board of 64 cells is narrow"),
        }
    }

    #[test]
    fn exchanges_come_to_what_both_sides_take_as_long_as_it_pays() {
        let rules = fide();
        let evaluator = Evaluator::new(&rules, &Settings::default());
        let worth = |letter| evaluator.worth(rules.kind_of(letter).expect("a kind"));
        let [p, n, r, q] = ['P', 'N', 'R', 'Q'].map(worth);
        for (position, text, wanted) in [
            // Undefended, and defended by a pawn.
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", p),
            ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", p - r),
            // A second rook behind the first joins in when the first has gone.
            ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", p),
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", p - r),
            // The queen takes last: the knight goes first.
            ("4k3/8/8/3r4/8/4N3/8/3QK3 w - - 0 1", "e3d5", r),
            ("3qk3/8/8/3r4/8/4N3/8/3QK3 w - - 0 1", "e3d5", r),
            ("3qk3/8/2p5/3r4/8/4N3/8/3QK3 w - - 0 1", "e3d5", r - n),
            // The king may not take what is defended.
            ("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", p - r),
            ("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", p),
            ("4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1", "d1d5", q),
        ] {
            let position = rules.parse_position(position).expect("a position");
            let mv = rules.parse_move(&position, text).expect("a legal move");
            let victim = position.piece(mv.to()).expect("a victim").1;
            let mover = position.piece(mv.from()).expect("a mover").1;
            let gain = evaluator.worth(victim);
            let came = evaluator.exchange(&position, mv, mover, gain);
            assert_eq!(came, wanted, "{} {text}", rules.position_text(&position));
        }
    }
}
