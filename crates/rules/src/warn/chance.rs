use crate::rules::Class;
use crate::{Cell, Kind, Rules, Side, Width, bits};

/// Where each kind of each side may come to stand in the course of a game: rather more cells than it can, never fewer.
///
/// Pieces begin in the array, go where they reach on an empty board (first contacts included, from which bounces and
/// flights go on), castle, are promoted, return by drops, and are thrown anywhere at all in games with repulsion.
pub(super) struct Chance<W> {
    cells: [Vec<W>; 2],
    throws: Throws,
}

/// Whether pieces can be thrown about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Throws {
    None,
    Anywhere,
}

impl<W: Width> Chance<W> {
    pub(super) fn of(rules: &Rules<W>) -> Chance<W> {
        let kinds = || (0..rules.kinds.len()).map(Kind::new);
        let array = |side| kinds().map(|k| rules.start.pieces(side, k)).collect();
        let mut chance = Chance {
            cells: Side::BOTH.map(array),
            throws: Throws::None,
        };
        for side in Side::BOTH {
            for kind in kinds().filter(|&k| rules.start.hand(side, k) > 0) {
                chance.add(side, kind, rules.kinds[kind.index()].drops[side.index()]);
            }
            for castle in rules.castles.iter().filter(|c| c.side == side) {
                chance.add(side, rules.royal, W::bit(castle.king_to));
                if let Some((_, rook)) = rules.start.piece(castle.rook) {
                    chance.add(side, rook, W::bit(castle.rook_to));
                }
            }
        }
        while chance.grow(rules) {}
        chance
    }

    /// The cells on which a kind may come to stand.
    pub(super) fn of_kind(&self, side: Side, kind: Kind) -> W {
        self.cells[side.index()][kind.index()]
    }

    /// Whether a kind may come on the board.
    pub(super) fn comes(&self, side: Side, kind: Kind) -> bool {
        !self.of_kind(side, kind).is_empty()
    }

    /// Whether a piece may be thrown onto any cell.
    pub(super) fn throws(&self) -> bool {
        self.throws == Throws::Anywhere
    }

    /// Every cell that a side may capture on, or hit a king on.
    pub(super) fn takes(&self, rules: &Rules<W>, side: Side) -> W {
        if self.throws() {
            return every(rules);
        }
        let kinds = (0..rules.kinds.len()).map(Kind::new);
        kinds.fold(W::EMPTY, |set, kind| {
            let from = bits(self.of_kind(side, kind));
            from.fold(set, |set, cell| set | reach(rules, side, kind, cell).1)
        })
    }

    fn add(&mut self, side: Side, kind: Kind, cells: W) -> bool {
        let known = &mut self.cells[side.index()][kind.index()];
        let grown = !(cells & !*known).is_empty();
        *known |= cells;
        grown
    }

    /// Goes on by one move of every kind; whether anything came of it.
    fn grow(&mut self, rules: &Rules<W>) -> bool {
        let mut grown = false;
        for side in Side::BOTH {
            for (index, info) in rules.kinds.iter().enumerate() {
                let kind = Kind::new(index);
                let mut at = self.of_kind(side, kind);
                if at.is_empty() {
                    continue;
                }
                if matches!(info.class, Class::Repulse(_)) {
                    self.throws = Throws::Anywhere;
                }
                let mut reached = W::EMPTY;
                for cell in bits(at) {
                    let (quiet, take) = reach(rules, side, kind, cell);
                    reached |= quiet | take;
                }
                if self.throws() {
                    reached |= every(rules);
                }
                grown |= self.add(side, kind, reached);
                at |= reached;
                let (ends, becomes): (W, &[Kind]) = if let Class::Pawn(pawn) = info.class {
                    let table = &rules.pawns[pawn];
                    (at & table.sides[side.index()].last, &table.promotes)
                } else {
                    let advance = &info.advance[side.index()];
                    (reached & (advance.may | advance.must), &advance.to)
                };
                for &to in becomes {
                    grown |= self.add(side, to, ends);
                }
                if let Some(back) = info.returns.filter(|_| !info.royal) {
                    let captor = side.other();
                    let drops = rules.kinds[back.index()].drops[captor.index()];
                    grown |= self.add(captor, back, drops);
                }
            }
        }
        grown
    }
}

/// The cells a piece reaches to move to, and to capture on; of a transforming king, in any form.
pub(super) fn reach<W: Width>(rules: &Rules<W>, side: Side, kind: Kind, from: Cell) -> (W, W) {
    let own = rules.reach(side, kind, from);
    let mut both = (own.quiet, own.take);
    if kind == rules.royal {
        for form in 0..rules.form_count() {
            let more = rules.form_reach(side, form, from);
            both = (both.0 | more.quiet, both.1 | more.take);
        }
    }
    both
}

fn every<W: Width>(rules: &Rules<W>) -> W {
    rules.board.cells().fold(W::EMPTY, |set, c| set | W::bit(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, MoveList, with_rules};

    /// In random games of every choice of options nothing ever stands where it is said not to come.
    #[test]
    fn nothing_stands_where_it_cannot_come() {
        let mut state = 7_u64;
        let mut below = |n: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        for &id in Game::builtin_ids() {
            let game = Game::builtin(id).expect("a built-in game");
            for choice in game.choices() {
                let rules = game.compile(&choice, None).expect("rules");
                with_rules!(&rules, r => walk(r, &mut below));
            }
        }
    }

    fn walk<W: Width>(rules: &Rules<W>, below: &mut impl FnMut(usize) -> usize) {
        let chance = Chance::of(rules);
        let mut pos = *rules.start();
        let mut list = MoveList::default();
        for _ in 0..200 {
            for cell in bits(pos.occupied()) {
                let (side, kind) = pos.piece(cell).expect("a piece");
                let said = chance.of_kind(side, kind).has(cell);
                assert!(said, "{:?} {}", rules.game(), rules.position_text(&pos));
            }
            if rules.verdict_with(&pos, &mut list).is_some() {
                break;
            }
            pos = rules.play(&pos, list[below(list.len())]);
        }
    }
}
