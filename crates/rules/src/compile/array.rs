//! Where pieces stand in a game's array, as far as its text can be read; what is wrong with it is said when
//! the start position is read.

use crate::Cell;
use crate::board::Board;

/// The pieces of a start text: letters, capitals for White, and their cells.
pub(super) fn array(board: &Board, text: &str) -> Vec<(char, Cell)> {
    let text = text.split([' ', '[']).next().unwrap_or_default();
    let rows = text.split('/').zip(board.rows());
    rows.flat_map(|(row, sites)| row_pieces(row, sites))
        .collect()
}

fn row_pieces(row: &str, sites: &[Option<Cell>]) -> Vec<(char, Cell)> {
    let mut pieces = Vec::new();
    let (mut file, mut run) = (0, 0);
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = (run * 10 + digit as usize).min(sites.len());
            continue;
        }
        file += run;
        run = 0;
        if let Some(&Some(cell)) = sites.get(file)
            && c.is_ascii_alphabetic()
        {
            pieces.push((c, cell));
        }
        file += 1;
    }
    pieces
}
