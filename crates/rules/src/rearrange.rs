//! Start arrays with other pieces.

use assay_faults::Faults;

use crate::rules::Castle;
use crate::{Cell, Kind, Position, Rules, Side, Width};

impl<W: Width> Rules<W> {
    /// The start position with other pieces, or none, on some cells. A castling right whose king or rook is not on its
    /// cell any more is gone.
    ///
    /// # Errors
    /// What makes it no position of the game, such as a king too few.
    pub fn rearranged(
        &self,
        pieces: impl IntoIterator<Item = (Cell, Option<(Side, Kind)>)>,
    ) -> Result<Position<W>, Faults> {
        let mut array = self.start;
        for (cell, piece) in pieces {
            if array.piece(cell).is_some() {
                array.remove(cell);
            }
            if let Some((side, kind)) = piece {
                array.put(cell, side, kind);
            }
        }
        let kept = self.castles.iter().filter(|k| self.at_home(&array, k));
        let rights = kept.fold(0, |rights, castle| rights | castle.right);
        array.set_castling(array.castling & rights);
        self.parse_position(&self.position_text(&array))
    }

    /// Whether king and rook of a castling move stand where it begins.
    pub(crate) fn at_home(&self, pos: &Position<W>, castle: &Castle<W>) -> bool {
        let on = |cell: Cell| pos.piece(cell).filter(|(side, _)| *side == castle.side);
        let king = on(castle.king).is_some_and(|(_, kind)| kind == self.royal);
        let rook = on(castle.rook).is_some_and(|(_, kind)| match self.kind_of('R') {
            Some(rook) => kind == rook,
            None => kind != self.royal,
        });
        king && rook
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, with_rules};

    #[test]
    fn rights_go_with_their_rooks_and_faults_are_told() {
        let game = Game::builtin("fide").unwrap();
        let rules = game.compile(&game.choose([]).unwrap(), None).unwrap();
        with_rules!(&rules, r => {
            let cell = |name: &str| r.board().named(name).unwrap();
            let text = |changes: &[(&str, Option<(Side, char)>)]| {
                let pieces = changes.iter().map(|(name, piece)| {
                    (cell(name), piece.map(|(side, letter)| (side, r.kind_of(letter).unwrap())))
                });
                r.rearranged(pieces).map(|p| r.position_text(&p)).map_err(|f| f.to_string())
            };
            let table = [
                (vec![], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
                (vec![("h1", None)], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1"),
                (
                    vec![("a8", Some((Side::Black, 'N'))), ("b8", Some((Side::Black, 'R')))],
                    "nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
                ),
            ];
            for (changes, wanted) in table {
                assert_eq!(text(&changes), Ok(wanted.to_owned()));
            }
            assert!(text(&[("e1", None)]).unwrap_err().contains("0 kings"));
        });
    }
}
