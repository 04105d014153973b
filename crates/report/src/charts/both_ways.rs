//! What the pieces are worth, told two ways: for each piece a line by the matches and one by the positions.

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use super::font::width;
use super::frame;
use super::palette::{BLUE, INK, MARK, ORANGE};
use super::rows::Rows;
use super::score::{reference, stripes, whisker};
use super::values::reached;
use crate::estimate::Estimate;
use crate::findings::{BothWays, Findings};

/// Half the distance between the lines of a piece.
const APART: f64 = 9.0;

pub(super) fn draw(findings: &Findings) -> Option<Chart> {
    let imbalance = findings.imbalance.as_ref()?;
    let told = imbalance.both.iter().filter(|both| both.is_told());
    let shown: Vec<&BothWays> = told.collect();
    // Where no piece is told both ways there is nothing to put together.
    let together = shown.iter().any(|both| both.together.is_some());
    let lines = |both: &BothWays| {
        let mut lines = vec![
            (both.matches.estimate().copied(), BLUE),
            (both.positions.estimate().copied(), ORANGE),
        ];
        lines.extend(together.then_some((both.together, INK)));
        lines
    };
    let all: Vec<Estimate> = shown
        .iter()
        .flat_map(|both| lines(both))
        .filter_map(|(told, _)| told)
        .collect();
    let reached = reached(all.iter())?;
    let title = "What the pieces are worth, two ways";
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let unit = findings.values.as_ref().and_then(|v| v.unit.as_ref());
    let note = format!(
        "in units of the {}",
        unit.map_or("pawn", |unit| unit.name.as_str())
    );
    let top = frame::note(&mut canvas, top, &note);
    let mut legend = vec![
        (BLUE, "by the matches"),
        (ORANGE, "by the positions of the games"),
    ];
    legend.extend(together.then_some((INK, "together")));
    let top = frame::legend(&mut canvas, top, &legend);
    let height = 2.0 * APART * (legend.len() as f64) + 8.0;
    let rows = Rows::new(shown.iter().map(|both| both.name.as_str()), top, height);
    let text = |told: &Option<Estimate>| {
        told.as_ref()
            .map_or_else(|| "not told".to_owned(), Estimate::text)
    };
    let widest = all
        .iter()
        .map(|told| width(&told.text(), 11.0))
        .fold(0.0, f64::max);
    let pixels = (rows.left(), Rows::right(widest + 14.0));
    let axis = Axis::around(all.first()?.unit(), reached, 6, pixels);
    stripes(&mut canvas, &rows, shown.len(), pixels);
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    reference(&mut canvas, &axis, 0.0, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, both) in shown.iter().enumerate() {
        let mut y = rows.row(index).1 - APART * (legend.len() - 1) as f64;
        for (told, colour) in lines(both) {
            if let Some(estimate) = &told {
                whisker(&mut canvas, &axis, y, estimate, colour);
            }
            let ink = if told.is_some() { INK } else { MARK };
            let place = (pixels.1 + 10.0, y);
            canvas.text(&text(&told), place, 11.0, ink, Anchor::Start);
            y += 2.0 * APART;
        }
    }
    let told = "Dots: worth by logistic regression of the results, on the difference of the start arrays and on what happened to the material within \
                each match; lines: 95% intervals, arrows where they run on.";
    Some(frame::close(
        canvas,
        rows.bottom() + 20.0,
        findings,
        ("piece-values-two-ways", title, told),
    ))
}
