//! The rules of a game in plain English, from its file alone.

mod board;
mod directions;
mod mechanics;
mod movement;
mod pieces;
mod results;
mod wording;

use assay_faults::Faults;

use crate::{Choice, Game, Kind, Rules, Side, Width, bits, with_rules};

/// What a game with its options decided is, in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The board: its cells, its shape, its names.
    pub board: Vec<String>,
    /// How a game ends.
    pub results: Vec<String>,
    /// What several pieces or all of them do: castling, bounces, flights, springs, forms, drops.
    pub mechanics: Vec<String>,
    /// The pieces in the file's order.
    pub pieces: Vec<PieceWords>,
}

/// A piece kind, or a form of the king, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceWords {
    /// Its letter, a capital.
    pub letter: char,
    /// Its name.
    pub name: String,
    /// Whether it is a form of the king rather than a piece of its own.
    pub is_form: bool,
    /// How it moves, as the game file has it; empty for pawns.
    pub notation: String,
    /// How it moves.
    pub moves: String,
    /// What else there is to it, a sentence each.
    pub more: Vec<String>,
    /// How many White and Black have in the array.
    pub count: [u32; 2],
    /// The mean number of cells it can move to alone on the board, in thousandths, over the board's
    /// cells; over its own if it is confined to some, and without the last ones for a pawn.
    pub mobility: u32,
}

impl Game {
    /// The rules in words for a choice of options. Everything is derived from the game file; nothing is known of any game.
    pub fn describe(&self, choice: &Choice) -> Result<Description, Faults> {
        let spec = self.spec(choice)?;
        let rules = self.compile(choice, None)?;
        Ok(with_rules!(&rules, r => Description {
            board: board::sentences(&spec.board),
            results: results::sentences(&spec, r),
            mechanics: mechanics::sentences(&spec, r),
            pieces: pieces::all(&spec, r),
        }))
    }
}

/// Mean of the cells reached to move to, in thousandths, over some cells.
fn mean_reach<W: Width>(over: W, reach: impl Fn(crate::Cell) -> W) -> u32 {
    let cells = over.count();
    let total: u32 = bits(over).map(|c| reach(c).count()).sum();
    (1000 * total + cells / 2).checked_div(cells).unwrap_or(0)
}

fn count<W: Width>(rules: &Rules<W>, kind: Kind) -> [u32; 2] {
    Side::BOTH.map(|side| rules.start().count(side, kind))
}

#[cfg(test)]
mod tests {
    use crate::Game;

    /// All that is told of the piece of a letter.
    fn piece(id: &str, letter: char) -> String {
        let game = Game::builtin(id).unwrap();
        let words = game.describe(&game.choose([]).unwrap()).unwrap();
        let piece = words.pieces.into_iter().find(|p| p.letter == letter);
        let piece = piece.unwrap_or_else(|| panic!("no {letter} in {id}"));
        format!("{}. {}", piece.moves, piece.more.join(" "))
    }

    #[test]
    fn what_a_piece_may_not_do_is_told() {
        for (id, letter, words) in [
            (
                "seenschach",
                'R',
                "it may pass over the cell it set out from, but not end there",
            ),
            ("echidna", 'E', "A thrown pawn cannot be taken in passing."),
        ] {
            let told = piece(id, letter);
            assert!(told.contains(words), "{id}: {told}");
        }
        assert!(!piece("fide", 'R').contains("set out from"));
    }
}
