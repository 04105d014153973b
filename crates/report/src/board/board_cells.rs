use assay_rules::{Cell, Rules, Side, Width};

use super::caption::{Icon, LegendItem};
use super::layout::{LABEL, Layout};
use super::palette::{CASTLE, CASTLE_CELLS, CELLS, GROUT, ORIGIN, SOFT, SPRING, WATER, WAVE};
use super::svg::{Paint, Spot, Svg};

/// Draws the cells with their coordinates, water, castles and springs.
pub(super) fn draw<W: Width>(
    svg: &mut Svg,
    rules: &Rules<W>,
    layout: &Layout,
    origin: Option<Cell>,
) {
    let board = rules.board();
    for &middle in &layout.water {
        let paint = Paint::fill(WATER).with_stroke(WATER, 1.0);
        svg.polygon(&layout.corners(middle), paint, None);
    }
    for &middle in &layout.water {
        let size = layout.inner_radius();
        for row in [-0.3, 0.3] {
            svg.line(
                &wave(middle.plus(0.0, row * size), size),
                Paint::stroke(WAVE, 2.0),
            );
        }
    }
    let castles: Vec<W> = Side::BOTH
        .into_iter()
        .filter_map(|side| rules.castle(side))
        .collect();
    for cell in board.cells() {
        let royal = castles.iter().any(|castle| castle.has(cell));
        let tones = if royal { CASTLE_CELLS } else { CELLS };
        let fill = if origin == Some(cell) {
            ORIGIN
        } else {
            tones[layout.tone(cell)]
        };
        let corners = layout.corners(layout.centre(cell));
        let paint = Paint::fill(fill).with_stroke(GROUT, 1.0);
        svg.polygon(&corners, paint, Some(board.name(cell)));
    }
    for castle in castles {
        outline(svg, layout, castle);
    }
    for cell in board.cells().filter(|&c| rules.is_spring(c)) {
        spring(svg, layout.centre(cell), layout.inner_radius());
    }
    for (text, at, anchor) in &layout.labels {
        svg.text(text, *at, LABEL, Paint::fill(SOFT), *anchor);
    }
}

/// What the board itself has to explain.
pub(super) fn legend<W: Width>(rules: &Rules<W>) -> Vec<LegendItem> {
    let mut items = Vec::new();
    if rules.board().cells().any(|c| rules.is_spring(c)) {
        items.push(LegendItem::new(Icon::Spring, "spring"));
    }
    if Side::BOTH.into_iter().any(|s| rules.castle(s).is_some()) {
        let name = &rules.kinds()[rules.royal().index()].name;
        items.push(LegendItem::new(
            Icon::Castle,
            &format!("castle: the {name} stays inside"),
        ));
    }
    items
}

/// A ring that shows around a piece, and coils inside it.
pub(super) fn spring(svg: &mut Svg, at: Spot, size: f64) {
    svg.circle(at, 0.9 * size, Paint::stroke(SPRING, 0.07 * size + 1.0));
    let step = 0.19 * size;
    let coil: Vec<Spot> = (-3..=3)
        .map(|i| {
            let x = if i % 2 == 0 { -0.32 } else { 0.32 };
            at.plus(x * size, f64::from(i) * step)
        })
        .collect();
    svg.line(&coil, Paint::stroke(SPRING, 0.08 * size + 1.0));
}

fn wave(middle: Spot, size: f64) -> Vec<Spot> {
    (0..=12)
        .map(|i| {
            let along = f64::from(i) / 12.0;
            let height = (along * std::f64::consts::TAU).sin();
            middle.plus((along - 0.5) * 1.1 * size, -0.1 * size * height)
        })
        .collect()
}

/// The edges between the cells of a set and others.
fn outline<W: Width>(svg: &mut Svg, layout: &Layout, set: W) {
    let inside: Vec<Spot> = assay_rules::bits(set).map(|c| layout.centre(c)).collect();
    for &middle in &inside {
        let corners = layout.corners(middle);
        for (i, &from) in corners.iter().enumerate() {
            let to = corners[(i + 1) % corners.len()];
            let edge = Spot::new(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
            let beyond = middle.towards(edge, 2.0 * middle.distance(edge));
            if inside.iter().all(|other| other.distance(beyond) > 1.0) {
                svg.line(&[from, to], Paint::stroke(CASTLE, 3.0));
            }
        }
    }
}
