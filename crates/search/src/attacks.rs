use assay_rules::{Kind, Position, Rules, Side, Width, bits};

use crate::evaluation::Evaluator;

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
    /// Pieces that look at the enemy king's surroundings.
    pub(crate) besiegers: i32,
}

impl<W: Width> Evaluator<W> {
    /// The attacks of a side.
    pub(crate) fn attacks(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        side: Side,
    ) -> Attacks<W> {
        let g = &self.geometry;
        let occupied = position.occupied();
        let enemy = side.other();
        let shut = position.occupied_by(side) | self.pawn_takes(position, enemy);
        let prey = position.pieces(enemy, g.king);
        let zone = if prey.is_empty() {
            prey
        } else {
            g.around(prey.lowest()) | prey
        };
        let mut attacks = Attacks {
            by: [W::EMPTY; Kind::MAX],
            all: W::EMPTY,
            guarded: W::EMPTY,
            pawns: W::EMPTY,
            free: 0,
            besiegers: 0,
        };
        for &kind in &g.pawns {
            let takes = bits(position.pieces(side, kind))
                .fold(W::EMPTY, |set, cell| set | g.takes(side, kind, cell));
            attacks.by[kind.index()] = takes;
            attacks.pawns |= takes;
        }
        attacks.guarded = attacks.pawns;
        for &kind in &g.pieces {
            let mut takes = W::EMPTY;
            for cell in bits(position.pieces(side, kind)) {
                let one = rules.attacks(side, kind, cell, occupied);
                attacks.free += (one & !shut).count() as i32 * 1000 - g.mean_mobility(kind);
                attacks.besiegers += i32::from(!(one & zone).is_empty());
                takes |= one;
            }
            attacks.by[kind.index()] = takes;
            attacks.guarded |= takes;
        }
        let king = position.pieces(side, g.king);
        attacks.all = attacks.guarded;
        if !king.is_empty() {
            attacks.by[g.king.index()] = g.around(king.lowest());
            attacks.all |= g.around(king.lowest());
        }
        attacks
    }
}
