//! Whether two choices of options come to the same rules.

use super::{CastleSpec, PieceSpec, Spec};

impl Spec {
    /// Whether nothing but names and places differs.
    pub(crate) fn plays_as(&self, other: &Spec) -> bool {
        let pieces = self.pieces.iter().zip(&other.pieces);
        rules(self) == rules(other)
            && self.board.is_same(&other.board)
            && (self.castles.iter().map(castle)).eq(other.castles.iter().map(castle))
            && self.pieces.len() == other.pieces.len()
            && pieces.into_iter().all(|(a, b)| piece(a) == piece(b))
    }
}

fn rules(s: &Spec) -> impl PartialEq + '_ {
    (
        (&s.start, &s.springs),
        (
            s.goal,
            s.stalemate_wins,
            s.repetition,
            s.move_count,
            s.dead,
            s.facing,
        ),
        (&s.forms, s.bounce.map(|b| (b.angle, b.crooked))),
    )
}

fn castle(c: &CastleSpec) -> impl PartialEq + use<> {
    (c.right, c.king, c.rook, c.king_to, c.rook_to)
}

fn piece(p: &PieceSpec) -> impl PartialEq + '_ {
    (
        (
            p.letter,
            p.royal,
            p.bounces,
            p.flies,
            p.repulses,
            p.forward_only,
        ),
        (&p.lines, &p.pawn, &p.within),
        (&p.promotes, p.returns),
    )
}
