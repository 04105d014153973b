use assay_rules::{Cell, Rules, Width};

use super::caption::{Icon, LegendItem};
use super::layout::Layout;
use super::palette::{INK, MOVE, PAPER, TAKE};
use super::scene::{Scene, Ways};
use super::strand::{self, Strand};
use super::svg::{Paint, Spot, Svg};

/// Draws what lies under the pieces: the ways that turn as lines, and rings around the pieces that are taken.
pub(super) fn draw_under<W: Width>(
    svg: &mut Svg,
    rules: &Rules<W>,
    layout: &Layout,
    scene: &Scene<'_, W>,
    ways: &Ways,
) {
    let (board, size) = (rules.board(), layout.inner_radius());
    let Some(from) = scene.origin() else { return };
    let stands =
        |cell: Cell| cell == from || scene.position().is_some_and(|p| p.piece(cell).is_some());
    let gap = |cell: Cell| if stands(cell) { 0.9 * size } else { 0.4 * size };
    let bent = ways
        .tracks
        .iter()
        .any(|track| !is_straight(layout, from, track));
    if bent {
        for (strand, track) in strand::tracks(board, from, &ways.tracks)
            .iter()
            .zip(&ways.tracks)
        {
            strand.draw(svg, board, layout, gap(track[track.len() - 1]));
        }
    }
    for (strand, course) in course_strands(rules, ways).iter().zip(&ways.courses) {
        let end = course.end();
        // Whatever stood there is gone when a way ends on a cell passed before.
        let met = end == from || course.takes.contains(&end) || course.hit == Some(end);
        let gap = if met { gap(end) } else { 0.4 * size };
        strand.draw(svg, board, layout, gap);
    }
    for (from, to) in ways.courses.iter().filter_map(|c| c.thrown) {
        throw(svg, layout.centre(from), layout.centre(to), size);
    }
    if scene.position().is_some() {
        for cell in ways.taken() {
            ring(svg, layout.centre(cell), 0.87 * size);
        }
    }
}

/// The lines of the moves that turn, in their order.
pub(super) fn course_strands<W: Width>(rules: &Rules<W>, ways: &Ways) -> Vec<Strand> {
    strand::courses(rules.board(), ways.courses.iter().map(|c| &c.stops))
}

/// Draws a mark on every cell the piece may go to, and says what the marks mean.
pub(super) fn draw<W: Width>(
    svg: &mut Svg,
    rules: &Rules<W>,
    layout: &Layout,
    scene: &Scene<'_, W>,
    ways: &Ways,
) -> Vec<LegendItem> {
    let size = layout.inner_radius();
    let taken = ways.taken();
    if matches!(scene, Scene::Alone(_)) {
        for &cell in &taken {
            // A spring shows inside the ring.
            let (fill, radius) = if rules.is_spring(cell) {
                (None, 0.7 * size)
            } else {
                (Some(PAPER), 0.38 * size)
            };
            target(svg, layout.centre(cell), radius, fill);
        }
    }
    // A way may end where it began; the piece says so itself.
    for &cell in ways.quiet.iter().filter(|&&c| scene.origin() != Some(c)) {
        dot(svg, layout.centre(cell), size);
    }
    let hits = ways.courses.iter().any(|c| c.hit.is_some());
    let both = |c: &Cell| ways.quiet.contains(c) && taken.contains(c);
    let meanings = match scene {
        Scene::Position(_) => Vec::new(),
        Scene::Moves(..) => vec![
            (Icon::Move, "moves there", !ways.quiet.is_empty()),
            (
                Icon::Take,
                if hits { "is taken or hit" } else { "is taken" },
                !taken.is_empty(),
            ),
        ],
        Scene::Alone(_) => vec![
            (Icon::Both, "moves or captures", ways.quiet.iter().any(both)),
            (Icon::Move, "moves only", !ways.quiet.iter().all(both)),
            (Icon::Take, "captures only", !taken.iter().all(both)),
        ],
    };
    let mut legend: Vec<LegendItem> = meanings
        .into_iter()
        .filter(|meaning| meaning.2)
        .map(|(icon, text, _)| LegendItem::new(icon, text))
        .collect();
    if scene.subject().is_some() && legend.is_empty() {
        legend.push(LegendItem::words("It has no move."));
    }
    legend
}

/// A cell to move to.
pub(super) fn dot(svg: &mut Svg, at: Spot, size: f64) {
    svg.circle(at, 0.2 * size, Paint::fill(MOVE).with_stroke(PAPER, 1.5));
}

/// A cell to capture on.
pub(super) fn target(svg: &mut Svg, at: Spot, radius: f64, fill: Option<&'static str>) {
    let ground = Paint {
        fill,
        ..Paint::stroke(PAPER, 6.5)
    };
    svg.circle(at, radius, ground);
    svg.circle(at, radius, Paint::stroke(TAKE, 4.0));
}

/// A piece that is taken.
fn ring(svg: &mut Svg, at: Spot, radius: f64) {
    svg.circle(at, radius, Paint::stroke(PAPER, 6.5));
    svg.circle(at, radius, Paint::stroke(TAKE, 4.0));
}

/// A piece thrown over the board.
pub(super) fn throw(svg: &mut Svg, from: Spot, to: Spot, size: f64) {
    let tip = to.towards(from, 0.3 * size);
    svg.line(&[from, tip], Paint::stroke(INK, 3.0).dashed(7.0, 7.0));
    svg.polygon(&strand::head(from, tip), Paint::fill(INK), None);
}

/// Whether a track runs straight along a rank, a file, a diagonal or a line of hexes.
fn is_straight(layout: &Layout, from: Cell, track: &[Cell]) -> bool {
    let start = layout.centre(from);
    let Some(&first) = track.first() else {
        return true;
    };
    let first = layout.centre(first);
    let heading = (first.y - start.y).atan2(first.x - start.x);
    layout.is_line(start, first)
        && track.iter().all(|&cell| {
            let at = layout.centre(cell);
            let angle = (at.y - start.y).atan2(at.x - start.x);
            (angle - heading).abs() < 1e-6
        })
}
