use assay_rules::{Kind, Position, Rules, Side, Width, bits};

use crate::evaluation::Evaluator;
use crate::pawns::PawnSide;

/// Which cells a side takes on as the board stands, its own pieces' cells included.
#[derive(Clone, Debug)]
pub(crate) struct Attacks<W: Width> {
    /// By kind.
    pub(crate) by: [W; Kind::MAX],
    /// By anything.
    pub(crate) all: W,
    /// By anything but the king.
    pub(crate) guarded: W,
    /// By pawns.
    pub(crate) pawns: W,
    /// Cells that pieces can go to or take on, pawns' guard heeded, beyond the mean of their kinds, in
    /// thousandths.
    pub(crate) free: i32,
    /// By pawns, now or further on their ways.
    pub(crate) reached: W,
    /// By pawns after a step each, whatever stands there.
    pub(crate) pushed: W,
    /// By two pieces or more, pawns as one.
    pub(crate) twice: W,
    /// Pieces that look at the enemy king's surroundings.
    pub(crate) besiegers: i32,
    /// Cells within two steps of the enemy king that pieces take on, counted for each piece.
    pub(crate) pressure: i32,
    /// Pieces that would look at the enemy king's surroundings if nothing stood between.
    pub(crate) aimed: i32,
    /// Pieces that take along all of a pawn's way from their cells, no pawn being on it.
    pub(crate) open: i32,
    /// The same with enemy pawns only on it.
    pub(crate) half_open: i32,
}

impl<W: Width> Evaluator<W> {
    /// The attacks of both sides.
    pub(crate) fn attacks(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        pawns: &[PawnSide<W>; 2],
    ) -> [Attacks<W>; 2] {
        Side::BOTH.map(|side| {
            let shut = pawns[side.other().index()].takes;
            let mut attacks = self.pawn_attacks(position, side, &pawns[side.index()]);
            self.add_pieces(rules, position, side, shut, &mut attacks);
            attacks
        })
    }

    /// The attacks of a side's pawns.
    fn pawn_attacks(&self, position: &Position<W>, side: Side, pawns: &PawnSide<W>) -> Attacks<W> {
        let g = &self.geometry;
        let mut attacks = Attacks {
            by: [W::EMPTY; Kind::MAX],
            all: W::EMPTY,
            guarded: W::EMPTY,
            pawns: pawns.takes,
            reached: pawns.reached,
            pushed: pawns.pushed,
            free: 0,
            twice: W::EMPTY,
            besiegers: 0,
            pressure: 0,
            aimed: 0,
            open: 0,
            half_open: 0,
        };
        match g.pawns[..] {
            [kind] => attacks.by[kind.index()] = pawns.takes,
            _ => {
                for &kind in &g.pawns {
                    let cells = bits(position.pieces(side, kind));
                    attacks.by[kind.index()] =
                        cells.fold(W::EMPTY, |set, cell| set | g.takes(side, kind, cell));
                }
            }
        }
        attacks
    }

    /// Adds the attacks of a side's king and pieces, to which the cells of `shut` are no good.
    fn add_pieces(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        side: Side,
        shut: W,
        attacks: &mut Attacks<W>,
    ) {
        let g = &self.geometry;
        let occupied = position.occupied();
        let shut = position.occupied_by(side) | shut;
        let prey = position.pieces(side.other(), g.king);
        let (zone, near) = if prey.is_empty() {
            (prey, prey)
        } else {
            let cell = prey.lowest();
            (g.around(cell) | prey, self.surroundings.near(cell))
        };
        attacks.guarded = attacks.pawns;
        let king = position.pieces(side, g.king);
        let [own, enemy] = [side, side.other()].map(|s| self.pawns_of(position, s));
        for &kind in &g.pieces {
            let mut takes = W::EMPTY;
            for cell in bits(position.pieces(side, kind)) {
                let one = rules.attacks(side, kind, cell, occupied);
                attacks.free += (one & !shut).count() as i32 * 1000 - g.mean_mobility(kind);
                attacks.besiegers += i32::from(!(one & zone).is_empty());
                attacks.pressure += (one & near).count() as i32;
                let reach = g.takes(side, kind, cell);
                attacks.aimed += i32::from(!(reach & zone).is_empty());
                let way = g.way(side, cell);
                if !way.is_empty() && (way & (own | !reach)).is_empty() {
                    if (way & enemy).is_empty() {
                        attacks.open += 1;
                    } else {
                        attacks.half_open += 1;
                    }
                }
                attacks.twice |= attacks.guarded & one;
                attacks.guarded |= one;
                takes |= one;
            }
            attacks.by[kind.index()] = takes;
        }
        attacks.all = attacks.guarded;
        if !king.is_empty() {
            attacks.by[g.king.index()] = g.around(king.lowest());
            attacks.all |= g.around(king.lowest());
        }
    }
}
