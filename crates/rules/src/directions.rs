use std::ops::Range;

use crate::board::{Lattice, Point};
use crate::line::{FAR, Line, Mode};
use crate::notation_fault::NotationFault;

/// Reads movement by named directions, as hex pieces are written: clauses separated by commas, each `step` or
/// `slide`, then directions, then `moving` or `capturing` if it does not do both. A direction is a name (`NNE`),
/// a sum (`N+N+NE`), or a group: `orthogonals`, `diagonals`, `knights`.
///
/// `slide N NNE NNW`, `step orthogonals moving, step diagonals capturing`.
pub(crate) fn parse(text: &str, lattice: Lattice) -> Result<Vec<Line>, NotationFault> {
    let mut lines = Vec::new();
    let mut start = 0;
    for clause in text.split(',') {
        clause_lines(clause, start, lattice, &mut lines)?;
        start += clause.len() + 1;
    }
    Ok(lines)
}

/// Whether a text is meant as named directions rather than Betza's notation: it begins with one of the verbs, or with some
/// other word and goes on after it. Betza's notation has no word without a capital.
pub(crate) fn is_named(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let is_verb = ["step", "slide"]
        .iter()
        .any(|verb| first.eq_ignore_ascii_case(verb));
    let is_word = first.len() > 2 && first.chars().all(|c| c.is_ascii_lowercase());
    is_verb || (is_word && words.next().is_some())
}

fn clause_lines(
    clause: &str,
    start: usize,
    lattice: Lattice,
    lines: &mut Vec<Line>,
) -> Result<(), NotationFault> {
    let mut words = Vec::new();
    let mut at = start;
    for word in clause.split(' ') {
        if !word.is_empty() {
            words.push((at..at + word.len(), word));
        }
        at += word.len() + 1;
    }
    let Some(((verb_at, verb), mut rest)) = words.split_first().map(|(v, r)| (v.clone(), r)) else {
        let what = "an empty clause; write step or slide and directions".to_owned();
        return Err(NotationFault::new(start..start + clause.len(), what));
    };
    let range = match verb {
        "step" => 1,
        "slide" => FAR,
        _ => {
            let what = format!("{verb:?} is neither step nor slide");
            return Err(NotationFault::new(verb_at, what));
        }
    };
    let mut mode = Mode::Both;
    if let Some((last, before)) = rest.split_last() {
        match last.1 {
            "moving" => (mode, rest) = (Mode::Quiet, before),
            "capturing" => (mode, rest) = (Mode::Take, before),
            _ => {}
        }
    }
    if rest.is_empty() {
        return Err(NotationFault::new(
            verb_at,
            format!("{verb} says no direction"),
        ));
    }
    for (at, word) in rest {
        for step in direction(word, at, lattice)? {
            lines.push(Line::straight(step, range, mode));
        }
    }
    Ok(())
}

fn direction(word: &str, at: &Range<usize>, lattice: Lattice) -> Result<Vec<Point>, NotationFault> {
    let (orthogonals, diagonals) = lattice.kinds_of_direction();
    match word {
        "orthogonals" => return Ok(orthogonals),
        "diagonals" => return Ok(diagonals),
        "knights" => {
            let n = orthogonals.len();
            let leap = |i: usize, j: usize| orthogonals[i].times(2).plus(orthogonals[j % n]);
            return Ok((0..n)
                .flat_map(|i| [leap(i, i + 1), leap(i, i + n - 1)])
                .collect());
        }
        _ => {}
    }
    let names = lattice.directions();
    let mut sum = Point::new(0, 0);
    for part in word.split('+') {
        let Some(&(_, step)) = names.iter().find(|(name, _)| *name == part) else {
            let known: Vec<&str> = names.iter().map(|n| n.0).collect();
            let fault = NotationFault::new(at.clone(), format!("{part:?} is no direction"));
            return Err(fault.hint(format!(
                "they are {}, orthogonals, diagonals, knights, and sums such as N+NE",
                known.join(", ")
            )));
        };
        sum = sum.plus(step);
    }
    if sum == Point::new(0, 0) {
        let what = format!("{word:?} leads nowhere");
        return Err(NotationFault::new(at.clone(), what));
    }
    Ok(vec![sum])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_clauses() {
        for (text, count) in [
            ("slide orthogonals", 6),
            ("step knights", 12),
            ("step N moving, step NNE NNW capturing", 3),
            ("step N+N+NE N+N+NW", 2),
        ] {
            assert_eq!(
                parse(text, Lattice::HexUpright).unwrap().len(),
                count,
                "{text}"
            );
        }
    }

    #[test]
    fn faults_point_at_the_word() {
        for (text, at) in [
            ("slide N, hop N", 9..12),
            ("step N XX", 7..9),
            ("step", 0..4),
            ("step N+S", 5..8),
        ] {
            assert_eq!(
                parse(text, Lattice::HexUpright).unwrap_err().at,
                at,
                "{text}"
            );
        }
    }

    #[test]
    fn words_are_no_betza() {
        for (text, named) in [
            ("step N", true),
            ("Step N", true),
            ("slide", true),
            ("jump N", true),
            ("moving step N", true),
            ("fmWfcF", false),
            ("N", false),
            ("t[FR]", false),
        ] {
            assert_eq!(is_named(text), named, "{text}");
        }
        let fault = parse("jump N", Lattice::Square).unwrap_err();
        assert_eq!(fault.what, "\"jump\" is neither step nor slide");
    }
}
