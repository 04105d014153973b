//! White's score against the draw rate: "fairer" is up and down, "more decisive" is left and right.

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas, WIDTH};
use super::font::{width, wrap};
use super::frame::{self, MARGIN, TEXT, line_height};
use super::palette::{BLUE, INK, MARK, MIDDLE, SOFT};
use super::score::reach;
use crate::estimate::{Estimate, Unit};
use crate::findings::Findings;
use crate::words::append;

const LEFT: f64 = 66.0;
const HIGH: f64 = 340.0;
const DOT: f64 = 4.5;

pub(super) fn draw(findings: &Findings) -> Chart {
    let title = "White's score against draws";
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let top = frame::note(&mut canvas, top, "White's score; nearer to 50% is fairer");
    let points: Vec<(usize, &Estimate, &Estimate)> = findings
        .balance()
        .iter()
        .enumerate()
        .filter_map(|(i, arm)| Some((i, arm.draw_rate.as_ref()?, arm.score.as_ref()?)))
        .collect();
    let bottom = top + HIGH;
    let draws = Axis::around(
        Unit::Share,
        points.iter().flat_map(|(_, draws, _)| reach(draws)),
        6,
        (LEFT, WIDTH - MARGIN - 8.0),
    );
    let score = Axis::around(
        Unit::Share,
        points
            .iter()
            .flat_map(|(_, _, score)| reach(score))
            .chain([0.5]),
        6,
        (bottom, top),
    );
    draws.draw_lying(&mut canvas, top, bottom);
    let right = WIDTH - MARGIN - 8.0;
    score.draw_standing(&mut canvas, LEFT, right);
    canvas.line(&[(LEFT, score.at(0.5)), (right, score.at(0.5))], MARK, 1.5);
    for (_, x, y) in &points {
        cross(&mut canvas, (&draws, x), (&score, y));
    }
    let spots: Vec<(f64, f64)> = points
        .iter()
        .map(|(_, x, y)| (draws.at(x.value()), score.at(y.value())))
        .collect();
    for spot in &spots {
        canvas.dot(*spot, DOT, BLUE);
    }
    let numbers: Vec<usize> = points.iter().map(|(i, _, _)| i + 1).collect();
    let (labels, spots) = together(&numbers, &spots);
    for (label, at) in labels
        .iter()
        .zip(place(&labels, &spots, (LEFT, right, top, bottom)))
    {
        canvas.text(label, at, TEXT, INK, Anchor::Middle);
    }
    let y = bottom + 28.0;
    let middle = f64::midpoint(LEFT, right);
    canvas.text(
        "drawn games; further left is more decisive",
        (middle, y),
        TEXT,
        SOFT,
        Anchor::Middle,
    );
    let y = key(&mut canvas, y + 24.0, findings);
    let told = "Dots: an arm each, by its number; vertical lines: 95% intervals of White's score clustered by pair; \
                horizontal lines: 95% Wilson intervals of the draw rate.";
    frame::close(canvas, y, findings, ("score-against-draws", title, told))
}

/// Both intervals of a point, in a quiet colour under the dots.
fn cross(canvas: &mut Canvas, (xs, x): (&Axis, &Estimate), (ys, y): (&Axis, &Estimate)) {
    let (across, up) = (xs.at(x.value()), ys.at(y.value()));
    if let (Some(low), Some(high)) = (x.low(), x.high()) {
        canvas.line(&[(xs.at(low), up), (xs.at(high), up)], MIDDLE, 1.5);
    }
    if let (Some(low), Some(high)) = (y.low(), y.high()) {
        canvas.line(&[(across, ys.at(low)), (across, ys.at(high))], MIDDLE, 1.5);
    }
}

/// Dots that all but cover each other share one label, such as `4, 7`.
fn together(numbers: &[usize], spots: &[(f64, f64)]) -> (Vec<String>, Vec<(f64, f64)>) {
    let mut labels: Vec<String> = Vec::new();
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for (number, (x, y)) in numbers.iter().zip(spots) {
        let near = kept
            .iter()
            .position(|(kx, ky)| (kx - x).hypot(ky - y) < DOT);
        if let Some(index) = near {
            append!(labels[index], ", {number}");
        } else {
            labels.push(number.to_string());
            kept.push((*x, *y));
        }
    }
    (labels, kept)
}

/// Puts every label near its dot where it covers neither a dot nor an earlier label.
fn place(
    labels: &[String],
    spots: &[(f64, f64)],
    (left, right, top, bottom): (f64, f64, f64, f64),
) -> Vec<(f64, f64)> {
    let mut placed: Vec<(f64, f64, f64)> = Vec::new();
    for (label, (x, y)) in labels.iter().zip(spots) {
        let half = width(label, TEXT) / 2.0 + 1.0;
        let mut best = (f64::INFINITY, (*x, *y));
        for ring in 0..4 {
            let away = DOT + 7.0 + 9.0 * f64::from(ring);
            // The diagonals first: there no interval line runs.
            for turn in [1, 3, 5, 7, 0, 2, 4, 6] {
                let angle = f64::from(turn) * std::f64::consts::FRAC_PI_4;
                let (cx, cy) = (
                    x + angle.cos() * (away + half - 4.0),
                    y - angle.sin() * away,
                );
                let outside =
                    cx - half < left || cx + half > right || cy - 6.0 < top || cy + 6.0 > bottom;
                let dots = spots
                    .iter()
                    .filter(|(dx, dy)| (dx - cx).abs() < half + DOT && (dy - cy).abs() < 6.0 + DOT)
                    .count();
                let words = placed
                    .iter()
                    .filter(|(px, py, ph)| (px - cx).abs() < half + ph && (py - cy).abs() < 12.0)
                    .count();
                let cost = f64::from(ring) * 0.5
                    + dots as f64 * 3.0
                    + words as f64 * 4.0
                    + if outside { 10.0 } else { 0.0 };
                if cost < best.0 {
                    best = (cost, (cx, cy));
                }
            }
        }
        placed.push((best.1.0, best.1.1, half));
    }
    placed.into_iter().map(|(x, y, _)| (x, y)).collect()
}

/// Which number is which arm, in as many columns as the names allow.
fn key(canvas: &mut Canvas, y: f64, findings: &Findings) -> f64 {
    const NUMBER: f64 = 24.0;
    let entries: Vec<(usize, &str)> = findings
        .balance()
        .iter()
        .enumerate()
        .map(|(i, arm)| (i + 1, arm.name.as_str()))
        .collect();
    let room = WIDTH - 2.0 * MARGIN;
    let widest = entries
        .iter()
        .map(|(_, name)| width(name, TEXT))
        .fold(0.0, f64::max);
    let columns = ((room / (widest + NUMBER + 16.0)).floor() as usize).clamp(1, 3);
    let per_column = entries.len().div_ceil(columns);
    let step = line_height(TEXT) + 2.0;
    let mut lowest = y;
    for (column, chunk) in entries.chunks(per_column.max(1)).enumerate() {
        let x = MARGIN + column as f64 * room / columns as f64;
        let mut y = y;
        for (number, name) in chunk {
            canvas.text(
                &number.to_string(),
                (x + NUMBER - 8.0, y),
                TEXT,
                SOFT,
                Anchor::End,
            );
            for line in wrap(name, TEXT, room / columns as f64 - NUMBER - 12.0) {
                canvas.text(&line, (x + NUMBER, y), TEXT, INK, Anchor::Start);
                y += step;
            }
        }
        lowest = lowest.max(y);
    }
    lowest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_sixteen_crowded_dots_do_not_cover_each_other() {
        let labels: Vec<String> = (1..=16).map(|i| i.to_string()).collect();
        let spots: Vec<(f64, f64)> = (0..16)
            .map(|i| {
                (
                    300.0 + f64::from(i % 4) * 22.0,
                    200.0 + f64::from(i / 4) * 22.0,
                )
            })
            .collect();
        let placed = place(&labels, &spots, (60.0, 700.0, 40.0, 400.0));
        for (i, a) in placed.iter().enumerate() {
            for b in &placed[..i] {
                assert!(
                    (a.0 - b.0).abs() > 10.0 || (a.1 - b.1).abs() > 10.0,
                    "{a:?} {b:?}"
                );
            }
        }
    }
}
