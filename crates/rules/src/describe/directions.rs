//! Sets of steps in words.

use std::collections::BTreeSet;

use crate::board::{Lattice, Point};

use super::wording::{list, number};

/// Steps of one shape: how far they go along a line and aside of it, without regard to direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    /// So many orthogonal steps.
    Orthogonal(i16),
    /// So many diagonal steps.
    Diagonal(i16),
    /// The first number of orthogonal steps and the second beside.
    Oblique(i16, i16),
}

/// The shape of a step.
pub(super) fn shape(lattice: Lattice, step: Point) -> Shape {
    let (orthogonals, diagonals) = lattice.kinds_of_direction();
    for n in 1..=26 {
        if orthogonals.iter().any(|o| o.times(n) == step) {
            return Shape::Orthogonal(n);
        }
        if diagonals.iter().any(|d| d.times(n) == step) {
            return Shape::Diagonal(n);
        }
    }
    let (a, b, ..) = parts(lattice, step);
    Shape::Oblique(a, b)
}

/// A step as so many steps one way along a line and fewer another way: numbers and names of the directions.
fn parts(lattice: Lattice, step: Point) -> (i16, i16, &'static str, &'static str) {
    let (orthogonals, _) = lattice.kinds_of_direction();
    let count = orthogonals.len();
    let name = |p: Point| {
        let all = lattice.directions().iter();
        all.clone().find(|d| d.1 == p).map_or("?", |d| d.0)
    };
    for (i, &u) in orthogonals.iter().enumerate() {
        for v in [
            orthogonals[(i + 1) % count],
            orthogonals[(i + count - 1) % count],
        ] {
            for a in 1..=26 {
                for b in 1..a {
                    if u.times(a).plus(v.times(b)) == step {
                        return (a, b, name(u), name(v));
                    }
                }
            }
        }
    }
    (
        step.x.abs().max(step.y.abs()),
        step.x.abs().min(step.y.abs()),
        "?",
        "?",
    )
}

/// Whether a set holds every image of its shape.
pub(super) fn is_full(lattice: Lattice, shape: Shape, steps: &BTreeSet<Point>) -> bool {
    let (orthogonals, _) = lattice.kinds_of_direction();
    steps.len()
        == match shape {
            Shape::Orthogonal(_) | Shape::Diagonal(_) => orthogonals.len(),
            Shape::Oblique(..) => 2 * orthogonals.len(),
        }
}

/// The directions of some steps, such as `forward and to the left`; `joined` is `and` or `or`.
pub(super) fn names(lattice: Lattice, steps: &BTreeSet<Point>, joined: &str) -> String {
    let all = lattice.directions();
    let mut known: Vec<&Point> = steps.iter().collect();
    let place = |p: &Point| {
        let n = (1..=26).find_map(|n| all.iter().position(|d| d.1.times(n) == *p));
        n.unwrap_or(usize::MAX)
    };
    known.sort_by_key(|p| place(p));
    let told: Vec<String> = known.into_iter().map(|&p| name(lattice, p)).collect();
    list(&told, joined)
}

fn name(lattice: Lattice, step: Point) -> String {
    let direction = (1..=26).find_map(|n| {
        let all = lattice.directions().iter();
        all.clone().find(|d| d.1.times(n) == step).map(|d| d.0)
    });
    if let Some(name) = direction {
        return relative(lattice, name).to_owned();
    }
    let (a, b, u, v) = parts(lattice, step);
    let words = |n: i16, name| {
        let way = relative(lattice, name);
        format!(
            "{} {}",
            number(n as usize),
            way.trim_start_matches("to the ")
        )
    };
    format!("{} and {}", words(a, u), words(b, v))
}

/// A direction as the mover sees it on squares; on hexes its name, which holds for White.
fn relative(lattice: Lattice, name: &'static str) -> &'static str {
    if lattice != Lattice::Square {
        return name;
    }
    match name {
        "N" => "forward",
        "NE" => "forward right",
        "E" => "to the right",
        "SE" => "backward right",
        "S" => "backward",
        "SW" => "backward left",
        "W" => "to the left",
        "NW" => "forward left",
        other => other,
    }
}
