//! Lists and numbers as English has them.

use crate::Cell;
use crate::board::{Board, Lattice};

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list<T: AsRef<str>>(items: &[T], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}

/// `one` ... `twelve`, then digits.
pub(super) fn number(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(n)
        .map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// `second`, `third` ...
pub(super) fn ordinal(n: u8) -> String {
    const WORDS: [&str; 10] = [
        "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        "ninth",
    ];
    WORDS
        .get(usize::from(n))
        .map_or_else(|| format!("{n}th"), |w| (*w).to_owned())
}

/// With a capital.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

/// `a rook`, `an archbishop`.
pub(super) fn a(name: &str) -> String {
    // A unicorn begins as you does.
    let lower = name.to_lowercase();
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !lower.starts_with("uni");
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// `rooks`.
pub(super) fn plural(name: &str) -> String {
    format!("{name}s")
}

/// Cells by name, rectangles of a square board as `d4-g7`, the rest in order.
pub(super) fn cells(board: &Board, cells: &[Cell]) -> String {
    let names: Vec<&str> = cells.iter().map(|&c| board.name(c)).collect();
    if board.lattice != Lattice::Square || cells.len() < 3 {
        return list(&names, "and");
    }
    let points: Vec<(i16, i16)> = cells.iter().map(|&c| board.coordinates(c)).collect();
    rectangles(&points, |at| {
        names[points.iter().position(|p| *p == at).unwrap_or(0)].to_owned()
    })
}

/// Points of a square board grouped: runs along files, then files side by side with equal runs.
pub(super) fn rectangles(points: &[(i16, i16)], name: impl Fn((i16, i16)) -> String) -> String {
    let mut sorted = points.to_vec();
    sorted.sort_unstable();
    // First and last file, first and last rank.
    let mut boxes: Vec<(i16, i16, i16, i16)> = Vec::new();
    for (x, y) in sorted {
        match boxes.last_mut() {
            Some(run) if run.1 == x && run.0 == x && run.3 + 1 == y => run.3 = y,
            _ => boxes.push((x, x, y, y)),
        }
    }
    let mut merged: Vec<(i16, i16, i16, i16)> = Vec::new();
    for run in boxes {
        let beside = merged
            .iter_mut()
            .find(|b| b.1 + 1 == run.0 && (b.2, b.3) == (run.2, run.3));
        match beside {
            Some(left) => left.1 = run.1,
            None => merged.push(run),
        }
    }
    let told: Vec<String> = merged
        .into_iter()
        .map(|(x0, x1, y0, y1)| {
            let (first, last) = (name((x0, y0)), name((x1, y1)));
            if first == last {
                first
            } else {
                format!("{first}-{last}")
            }
        })
        .collect();
    list(&told, "and")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_articles() {
        assert_eq!(list(&["a"], "or"), "a");
        assert_eq!(list(&["a", "b"], "or"), "a or b");
        assert_eq!(list(&["a", "b", "c"], "and"), "a, b and c");
        assert_eq!(a("archbishop"), "an archbishop");
        assert_eq!(a("Lia pawn"), "a Lia pawn");
        assert_eq!(a("unicorn"), "a unicorn");
        assert_eq!(
            (ordinal(3), number(14)),
            ("third".to_owned(), "14".to_owned())
        );
    }

    #[test]
    fn points_are_told_as_rectangles() {
        let name = |(x, y): (i16, i16)| format!("{}{}", (b'a' + x as u8) as char, y + 1);
        for (points, told) in [
            (&[(0, 1), (0, 2), (1, 1), (1, 2)][..], "a2-b3"),
            (&[(0, 1), (0, 2), (3, 1), (3, 2)], "a2-a3 and d2-d3"),
            (&[(0, 0), (1, 1)], "a1 and b2"),
        ] {
            assert_eq!(rectangles(points, name), told);
        }
    }
}
