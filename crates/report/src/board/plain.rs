//! Boards as text, for terminals: squares as a grid, hexes staggered as they lie.

use std::collections::BTreeMap;

use assay_rules::{Board, Cell, Lattice, Side};

/// The board as text, a line a row: what `content` says of each cell, one column wide when it is shown, and the
/// coordinates around it, as `below` sees the board from below. Lines end without spaces.
pub fn plain(board: &Board, below: Side, content: impl Fn(Cell) -> String) -> String {
    let mut canvas = Canvas::default();
    for cell in board.cells() {
        canvas.put(place(board, cell, below), content(cell));
    }
    for (at, label) in labels(board, below) {
        canvas.put(at, label);
    }
    canvas.text()
}

/// Where a cell lies, to the right and upwards, as a side sees it. Cells of a square board are two columns wide; level hexes as wide, each row
/// half a cell aside; upright hexes four columns wide and two rows high, each file half a cell higher or lower.
fn place(board: &Board, cell: Cell, below: Side) -> (i32, i32) {
    let (x, y) = board.coordinates(cell);
    let turn = match below {
        Side::White => 1,
        Side::Black => -1,
    };
    let (x, y) = (turn * i32::from(x), turn * i32::from(y));
    match board.lattice() {
        Lattice::Square => (2 * x, y),
        Lattice::HexUpright => (4 * x, 2 * y - x),
        Lattice::HexLevel => (2 * x + y, y),
    }
}

/// Coordinates with their places: files below, ranks to the left; where ranks lie level and files lean, ranks to the
/// right and files below to the left.
fn labels(board: &Board, below: Side) -> Vec<((i32, i32), String)> {
    let mut labels = Vec::new();
    let mut ranks: BTreeMap<u32, Vec<(i32, i32)>> = BTreeMap::new();
    let mut files: BTreeMap<char, Vec<(i32, i32)>> = BTreeMap::new();
    for cell in board.cells() {
        let at = place(board, cell, below);
        ranks.entry(board.rank(cell)).or_default().push(at);
        files.entry(board.file(cell)).or_default().push(at);
    }
    let all = ranks.values().flatten();
    let left = all.clone().map(|p| p.0).min().unwrap_or(0);
    let bottom = all.map(|p| p.1).min().unwrap_or(0);
    for (rank, places) in &ranks {
        let text = rank.to_string();
        let at = match board.lattice() {
            Lattice::Square => places.first().map(|p| (left - 3, p.1)),
            Lattice::HexUpright => places.iter().min().map(|p| (p.0 - 3, p.1)),
            Lattice::HexLevel => places.iter().max().map(|p| (p.0 + 3, p.1)),
        };
        labels.extend(at.map(|at| (at, text.clone())));
        // Where ranks bend at a file they are named on both sides.
        let level = |p: &(i32, i32)| places.iter().min().is_some_and(|q| q.1 == p.1);
        if board.lattice() == Lattice::HexUpright {
            let right = places.iter().max().filter(|p| places.len() > 1 && level(p));
            labels.extend(right.map(|p| ((p.0 + 3, p.1), text)));
        }
    }
    for (file, places) in &files {
        let lowest = places.iter().min_by_key(|p| p.1);
        let at = lowest.map(|p| match board.lattice() {
            Lattice::Square => (p.0, bottom - 1),
            Lattice::HexUpright => (p.0, p.1 - 2),
            Lattice::HexLevel => (p.0 - 1, p.1 - 1),
        });
        labels.extend(at.map(|at| (at, file.to_string())));
    }
    labels
}

/// Words by column and row, rows counted upwards.
#[derive(Default)]
struct Canvas(BTreeMap<(i32, i32), String>);

impl Canvas {
    fn put(&mut self, (column, row): (i32, i32), word: String) {
        self.0.insert((row, column), word);
    }

    /// The lines from the top. A label of two digits ends where one of one digit does.
    fn text(&self) -> String {
        let mut lines: BTreeMap<i32, BTreeMap<i32, &str>> = BTreeMap::new();
        for (&(row, column), word) in &self.0 {
            // From the top down.
            lines.entry(-row).or_default().insert(column, word);
        }
        let columns = lines.values().flat_map(BTreeMap::keys);
        let left = columns.min().copied().unwrap_or(0) - 2;
        let mut text = String::new();
        for words in lines.values() {
            let mut at = left;
            for (&column, word) in words {
                let digits = word.chars().filter(char::is_ascii_digit).count();
                let extra = if digits == word.len() {
                    digits as i32 - 1
                } else {
                    0
                };
                let from = column - extra;
                text.extend(std::iter::repeat_n(' ', (from - at).max(0) as usize));
                text.push_str(word);
                at = column + 1;
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_rules::{Game, with_rules};

    fn array(id: &str, below: Side) -> String {
        let game = Game::builtin(id).expect("a built-in game");
        let rules = game.compile(&game.choose([]).expect("defaults"), None);
        with_rules!(&rules.expect("rules"), r => plain(r.board(), below, |cell| {
            let piece = r.start().piece(cell);
            piece.map_or(".".to_owned(), |(side, kind)| r.letter(side, kind).to_string())
        }))
    }

    #[test]
    fn squares_are_a_grid_with_its_holes() {
        let text = array("seenschach", Side::White);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 10  g h b r k x r b h g", "{text}");
        assert_eq!(lines[4], "  6  . . .         . . .", "{text}");
        assert_eq!(lines[10], "     a b c d e f g h i j", "{text}");
        let text = array("echidna", Side::Black);
        assert_eq!(
            text.lines().next(),
            Some("  1  E R N B K Q B N R E"),
            "{text}"
        );
        assert_eq!(
            text.lines().nth(1),
            Some("  2    P P P P P P P P"),
            "{text}"
        );
    }

    /// Every cell and label of a hex board comes once, neighbours half a cell aside.
    #[test]
    fn hexes_are_staggered() {
        for id in [
            "glinski",
            "shafran",
            "horn-rimmed-wellisch",
            "horn-rimmed-mccooey",
        ] {
            for below in Side::BOTH {
                let text = array(id, below);
                let game = Game::builtin(id).expect("a built-in game");
                let rules = game
                    .compile(&game.choose([]).expect("defaults"), None)
                    .expect("rules");
                let cells = with_rules!(&rules, r => r.cells());
                let words: Vec<&str> = text.split_whitespace().collect();
                let files = if id == "shafran" { 9 } else { 11 };
                assert!(words.len() >= cells + 2 * files - 1, "{text}");
                let dots = words.iter().filter(|w| **w == ".").count();
                assert!(dots > cells / 3, "{text}");
                let widest = text.lines().map(str::len).max();
                assert!(widest < Some(60), "{text}");
                assert!(text.lines().all(|l| l == l.trim_end()), "{text}");
            }
        }
    }
}
