use crate::board::{Board, Lattice};

use super::wording::{list, number, rectangles};

/// The board in sentences.
pub(super) fn sentences(board: &Board) -> Vec<String> {
    match board.lattice {
        Lattice::Square => square(board),
        Lattice::HexUpright => hexes(board, "upright files", &files(board)),
        Lattice::HexLevel => hexes(board, "level rows from the bottom", &ranks(board)),
    }
}

/// How many cells each file has, from the left.
fn files(board: &Board) -> Vec<usize> {
    board.text_rows.iter().map(Vec::len).collect()
}

/// How many cells each row has, from the bottom.
fn ranks(board: &Board) -> Vec<usize> {
    board.text_rows.iter().rev().map(Vec::len).collect()
}

fn square(board: &Board) -> Vec<String> {
    let height = board.text_rows.len();
    let width = board.text_rows.first().map_or(0, Vec::len);
    let letters = letters(board);
    let whole = width * height;
    let first = if board.len() == whole {
        format!("{width} by {height} squares.")
    } else {
        format!(
            "{width} by {height} squares without {}, which {} not exist: {} cells.",
            missing(board, width, height, &letters),
            if whole - board.len() == 1 {
                "does"
            } else {
                "do"
            },
            board.len()
        )
    };
    let mut all = vec![first];
    let usual: String = ('a'..='z').take(width).collect();
    if letters.iter().collect::<String>() != usual {
        let names: Vec<String> = letters.iter().map(char::to_string).collect();
        all.push(format!(
            "From left to right the files are {}.",
            names.join(" ")
        ));
    }
    all
}

/// The file letters from left to right, as far as the cells tell them.
fn letters(board: &Board) -> Vec<char> {
    let mut seen: Vec<(i16, char)> = board
        .cells()
        .map(|c| (board.coordinates(c).0, board.file(c)))
        .collect();
    seen.sort_unstable();
    seen.dedup();
    seen.into_iter().map(|(_, letter)| letter).collect()
}

fn missing(board: &Board, width: usize, height: usize, letters: &[char]) -> String {
    let exists: Vec<(i16, i16)> = board.cells().map(|c| board.coordinates(c)).collect();
    let all = (0..width as i16).flat_map(|x| (0..height as i16).map(move |y| (x, y)));
    let gone: Vec<(i16, i16)> = all.filter(|p| !exists.contains(p)).collect();
    rectangles(&gone, |(x, y)| {
        let letter = letters.get(x as usize).copied().unwrap_or('?');
        format!("{letter}{}", y + 1)
    })
}

fn hexes(board: &Board, rows: &str, lengths: &[usize]) -> Vec<String> {
    let told: Vec<String> = lengths.iter().map(usize::to_string).collect();
    let side = lengths.first().copied().unwrap_or(0);
    let regular = lengths.len() == 2 * side - 1
        && (0..lengths.len()).all(|i| lengths[i] == side + i.min(lengths.len() - 1 - i));
    let first = if regular {
        format!(
            "A regular hexagon of {} hexes, {} along each side, in {} {rows}.",
            board.len(),
            number(side),
            number(lengths.len())
        )
    } else {
        let count = number(lengths.len());
        let told = list(&told, "and");
        format!("{} hexes in {count} {rows} of {told} cells.", board.len())
    };
    let (orthogonals, diagonals) = board.lattice.kinds_of_direction();
    let name = |steps: &[crate::board::Point]| {
        let all = board.lattice.directions().iter();
        let names: Vec<&str> = all.filter(|d| steps.contains(&d.1)).map(|d| d.0).collect();
        list(&names, "and")
    };
    vec![
        first,
        format!(
            "Orthogonal steps go through the sides of a hex: {}. Diagonal steps go along the lines between hexes: {}. N is away from White; what is said of directions holds for White, and Black's are the mirror image, top to bottom.",
            name(&orthogonals),
            name(&diagonals)
        ),
    ]
}
