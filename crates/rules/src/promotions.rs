//! Where pieces are promoted, and to what.

use crate::rules::Class;
use crate::{Kind, Rules, Side, Width};

impl<W: Width> Rules<W> {
    /// The cells on whose arrival a piece may be promoted; none for a kind that never is.
    pub fn promotion_cells(&self, side: Side, kind: Kind) -> W {
        let info = &self.kinds[kind.index()];
        match info.class {
            Class::Pawn(table) => self.pawns[table].sides[side.index()].last,
            _ => info.advance[side.index()].may,
        }
    }

    /// The kinds a piece may be promoted to, a pawn or one of those that go forward only.
    pub fn promotes_to(&self, kind: Kind) -> &[Kind] {
        let info = &self.kinds[kind.index()];
        match info.class {
            Class::Pawn(table) => &self.pawns[table].promotes,
            _ => &info.advance[Side::White.index()].to,
        }
    }
}
