//! Ways over the board as lines side by side.

use std::collections::BTreeMap;

use assay_rules::{Board, Cell};

use super::layout::Layout;
use super::palette::WAYS;
use super::svg::{Paint, Spot, Svg};

/// Distance between lines that share a stretch.
const SPACING: f64 = 6.0;
const THICK: f64 = 3.5;
const ARROW: f64 = 13.0;

/// A point of the board's lattice.
type Point = (i16, i16);

/// A stretch between two neighbouring points, the smaller first: the same whichever way it is gone.
type Stretch = (Point, Point);

/// One way, with the place of its line beside others.
pub(super) struct Strand {
    points: Vec<Point>,
    lane: usize,
    lanes: usize,
    pub(super) line: Line,
    /// Whether small arrows on the way say which way it goes.
    arrows: bool,
}

/// What a strand looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    colour: &'static str,
    dash: Option<(f64, f64)>,
}

impl Line {
    fn numbered(index: usize) -> Line {
        // Neighbours differ in pattern too.
        let dash = match index % 3 {
            0 => None,
            1 => Some((13.0, 7.0)),
            _ => Some((1.0, 7.0)),
        };
        Line {
            colour: WAYS[index % WAYS.len()],
            dash,
        }
    }

    pub(super) fn paint(self) -> Paint {
        let paint = Paint::stroke(self.colour, THICK);
        match self.dash {
            Some((dash, gap)) => paint.dashed(dash, gap),
            None => paint,
        }
    }
}

/// Strands for the tracks of a piece: of one colour where their lines stay apart, each of its own where they
/// would lie on each other.
pub(super) fn tracks(board: &Board, from: Cell, tracks: &[Vec<Cell>]) -> Vec<Strand> {
    let whole = tracks.iter().map(|track| {
        let cells: Vec<Cell> = std::iter::once(from).chain(track.iter().copied()).collect();
        expand(board, &cells)
    });
    let mut strands = side_by_side(whole.collect());
    if strands.iter().all(|s| s.lanes == 1) {
        for strand in &mut strands {
            strand.line = Line::numbered(0);
            strand.arrows = false;
        }
    }
    strands
}

/// Strands for moves that turn, each of its own colour.
pub(super) fn courses<'a>(
    board: &Board,
    stops: impl IntoIterator<Item = &'a Vec<Cell>>,
) -> Vec<Strand> {
    side_by_side(stops.into_iter().map(|s| expand(board, s)).collect())
}

/// The points between stops, so that ways which share a part of a leg are seen to share it.
fn expand(board: &Board, stops: &[Cell]) -> Vec<Point> {
    let mut points: Vec<Point> = stops
        .first()
        .map(|&c| board.coordinates(c))
        .into_iter()
        .collect();
    for pair in stops.windows(2) {
        let (a, b) = (board.coordinates(pair[0]), board.coordinates(pair[1]));
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let steps = common_divisor(dx.unsigned_abs(), dy.unsigned_abs()).max(1) as i16;
        points.extend((1..=steps).map(|i| (a.0 + dx / steps * i, a.1 + dy / steps * i)));
    }
    points
}

fn common_divisor(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

fn stretches(points: &[Point]) -> impl Iterator<Item = Stretch> + '_ {
    points.windows(2).map(|p| (p[0].min(p[1]), p[0].max(p[1])))
}

/// Gives ways that share a stretch, other than their common beginning, lanes of their own.
fn side_by_side(ways: Vec<Vec<Point>>) -> Vec<Strand> {
    let mut lanes: Vec<usize> = Vec::new();
    for (i, way) in ways.iter().enumerate() {
        let taken: Vec<usize> = (0..i)
            .filter(|&j| overlap(way, &ways[j]))
            .map(|j| lanes[j])
            .collect();
        // With as many lanes as ways at least one is free.
        let free = (0..=i).find(|lane| !taken.contains(lane)).unwrap_or(i);
        lanes.push(free);
    }
    let count = lanes.iter().max().map_or(1, |m| m + 1);
    ways.into_iter()
        .zip(lanes)
        .enumerate()
        .map(|(index, (points, lane))| Strand {
            points,
            lane,
            lanes: count,
            line: Line::numbered(index),
            arrows: true,
        })
        .collect()
}

fn overlap(a: &[Point], b: &[Point]) -> bool {
    let shared = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let own = |way: &[Point]| -> Vec<Stretch> {
        stretches(&way[shared.saturating_sub(1).min(way.len())..]).collect()
    };
    let (a, b) = (own(a), own(b));
    a.iter().any(|s| b.contains(s))
}

impl Strand {
    /// Draws it with an arrow that ends `gap` before the middle of the last cell.
    pub(super) fn draw(&self, svg: &mut Svg, board: &Board, layout: &Layout, gap: f64) {
        let mut line: Vec<Spot> = Vec::new();
        let mut legs: Vec<usize> = Vec::new();
        let mut gone: BTreeMap<Stretch, u8> = BTreeMap::new();
        let aside = (self.lane as f64 - (self.lanes as f64 - 1.0) / 2.0) * SPACING;
        for (i, stretch) in stretches(&self.points).enumerate() {
            let [a, b] = [self.points[i], self.points[i + 1]].map(|p| layout.point(board, p));
            // A way that comes along once more lies beside itself.
            let times = gone.entry(stretch).or_insert(0);
            let aside = aside + f64::from(*times) * SPACING;
            *times += 1;
            let forward = if self.points[i] == stretch.0 {
                1.0
            } else {
                -1.0
            };
            let long = a.distance(b).max(f64::EPSILON);
            let normal = (-(b.y - a.y) / long * forward, (b.x - a.x) / long * forward);
            if i == 0 || self.turns_at(i) {
                legs.push(line.len());
            }
            line.extend([a, b].map(|s| s.plus(normal.0 * aside, normal.1 * aside)));
        }
        let mut arrows: Vec<(Spot, Spot)> = Vec::new();
        if self.arrows {
            for leg in legs.windows(2) {
                // Between two cells, where no mark covers it.
                let middle = leg[0] + (leg[1] - leg[0]) / 4 * 2;
                let (a, b) = (line[middle], line[middle + 1]);
                arrows.push((a, a.towards(b, f64::midpoint(a.distance(b), ARROW))));
            }
        }
        if let [.., before, end] = line[..] {
            let tip = end.towards(before, gap);
            arrows.push((before, tip));
            let last = line.len() - 1;
            line[last] = tip.towards(before, ARROW / 2.0);
        }
        svg.line(&line, self.line.paint());
        for (from, tip) in arrows {
            svg.polygon(&head(from, tip), Paint::fill(self.line.colour), None);
        }
    }

    fn turns_at(&self, i: usize) -> bool {
        let step = |a: Point, b: Point| (b.0 - a.0, b.1 - a.1);
        step(self.points[i - 1], self.points[i]) != step(self.points[i], self.points[i + 1])
    }
}

/// An arrow's head.
pub(super) fn head(from: Spot, tip: Spot) -> [Spot; 3] {
    let back = tip.towards(from, ARROW);
    let (dx, dy) = ((tip.x - back.x) * 0.45, (tip.y - back.y) * 0.45);
    [tip, back.plus(-dy, dx), back.plus(dy, -dx)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ways_that_share_more_than_their_beginning_lie_side_by_side() {
        let lanes = |ways: &[&[Point]]| -> Vec<usize> {
            let strands = side_by_side(ways.iter().map(|w| w.to_vec()).collect());
            strands.iter().map(|s| s.lane).collect()
        };
        assert_eq!(
            lanes(&[&[(0, 0), (0, 1), (1, 2)], &[(0, 0), (0, 1), (-1, 2)]]),
            [0, 0],
            "a common first step"
        );
        assert_eq!(
            lanes(&[
                &[(0, 0), (1, 1), (0, 2)],
                &[(0, 0), (-1, 1), (0, 2), (1, 1)]
            ]),
            [0, 1],
            "the same stretch the other way round"
        );
        assert_eq!(
            lanes(&[&[(0, 0), (1, 1)], &[(0, 0), (1, 0)]]),
            [0, 0],
            "apart"
        );
    }
}
