//! White's score an arm, a dot with its interval, against the line of 50%.

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use super::font::width;
use super::frame::{self, TEXT};
use super::palette::{BLUE, GRID, INK, MARK, SOFT};
use super::rows::Rows;
use crate::estimate::{Estimate, Unit};
use crate::findings::Findings;

pub(super) fn draw(findings: &Findings) -> Chart {
    let title = "White's score";
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let top = frame::note(
        &mut canvas,
        top,
        "wins plus half the draws; 50% is an even game",
    );
    let rows = Rows::new(
        findings.balance().iter().map(|arm| arm.name.as_str()),
        top,
        26.0,
    );
    let texts: Vec<String> = findings
        .balance()
        .iter()
        .map(|arm| {
            arm.score
                .as_ref()
                .map_or_else(|| "no games yet".to_owned(), Estimate::text)
        })
        .collect();
    let widest = texts
        .iter()
        .map(|text| width(text, TEXT))
        .fold(0.0, f64::max);
    let scores = findings
        .balance()
        .iter()
        .filter_map(|arm| arm.score.as_ref());
    let numbers = scores.flat_map(reach).chain([0.5]);
    let pixels = (rows.left(), Rows::right(widest + 14.0));
    let axis = Axis::around(Unit::Share, numbers, 5, pixels);
    stripes(&mut canvas, &rows, findings.balance().len(), pixels);
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    reference(&mut canvas, &axis, 0.5, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, arm) in findings.balance().iter().enumerate() {
        let (_, middle, _) = rows.row(index);
        if let Some(score) = &arm.score {
            whisker(&mut canvas, &axis, middle, score, BLUE);
        }
        let x = pixels.1 + 10.0;
        let colour = if arm.score.is_some() { INK } else { SOFT };
        canvas.text(&texts[index], (x, middle), TEXT, colour, Anchor::Start);
    }
    let told = "Dots: mean score; lines: 95% intervals clustered by pair.";
    frame::close(
        canvas,
        rows.bottom() + 20.0,
        findings,
        ("white-score", title, told),
    )
}

/// Every number an estimate reaches to.
pub(super) fn reach(estimate: &Estimate) -> impl Iterator<Item = f64> + use<> {
    [estimate.low(), Some(estimate.value()), estimate.high()]
        .into_iter()
        .flatten()
}

/// A thin line between the rows, so that the eye keeps its row.
pub(super) fn stripes(canvas: &mut Canvas, rows: &Rows, count: usize, (left, right): (f64, f64)) {
    for index in 0..count {
        let (_, _, bottom) = rows.row(index);
        canvas.line(&[(left, bottom), (right, bottom)], GRID, 0.5);
    }
}

/// A stronger line at a number that matters.
pub(super) fn reference(canvas: &mut Canvas, axis: &Axis, number: f64, top: f64, bottom: f64) {
    if axis.holds(number) {
        let x = axis.at(number);
        canvas.line(&[(x, top), (x, bottom)], MARK, 1.5);
    }
}

/// A dot with its interval. Where the interval leaves the axis or is open, an arrow says so.
pub(super) fn whisker(
    canvas: &mut Canvas,
    axis: &Axis,
    y: f64,
    estimate: &Estimate,
    colour: plotters::style::RGBColor,
) {
    let dot = axis.at_most(estimate.value());
    let undefined = estimate.low().is_none() && estimate.high().is_none();
    if !undefined {
        let low = estimate.low().unwrap_or(f64::MIN);
        let high = estimate.high().unwrap_or(f64::MAX);
        let (from, to) = (axis.at_most(low), axis.at_most(high));
        canvas.line(&[(from, y), (to, y)], colour, 1.5);
        for (end, number, inward) in [(from, low, 5.0), (to, high, -5.0)] {
            if axis.holds(number) {
                canvas.line(&[(end, y - 3.5), (end, y + 3.5)], colour, 1.5);
            } else {
                let tip = [(end - inward, y), (end, y - 4.0), (end, y + 4.0)];
                canvas.patch(&tip, colour);
            }
        }
    }
    if axis.holds(estimate.value()) {
        canvas.dot((dot, y), 4.0, colour);
    }
}
