//! How arms came to stop: the evidence against the pairs, or who was left of a race.

use plotters::style::RGBColor;

use super::Chart;
use super::axis::{Axis, TICK_SIZE};
use super::canvas::{Anchor, Canvas, WIDTH};
use super::font::{width, wrap};
use super::frame::{self, MARGIN, TEXT, line_height};
use super::palette::{BLUE, GRID, INK, MARK, SKY, SOFT, VERMILLION};
use super::rows::Rows;
use crate::estimate::{Estimate, Unit};
use crate::findings::{Findings, StoppingFindings, StoppingPath, StoppingPoint, StoppingRule};
use crate::format::{count, counted, digits};

/// More arms than this are left to the table and the sheet.
const MOST: usize = 8;

const LEFT: f64 = 62.0;
const HIGH: f64 = 150.0;

pub(super) fn draw(findings: &Findings) -> Option<Chart> {
    let stopping = findings.stopping.as_ref()?;
    if stopping.paths.is_empty() {
        return None;
    }
    match &stopping.rule {
        StoppingRule::Halving { goals, .. } => Some(race(findings, stopping, goals)),
        StoppingRule::Sprt | StoppingRule::Precision { .. } => Some(paths(findings, stopping)),
    }
}

/// A panel an arm: the evidence after every pair, and the bounds or ends about it.
fn paths(findings: &Findings, stopping: &StoppingFindings) -> Chart {
    let (title, note, told) = words(stopping);
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let mut top = frame::note(&mut canvas, top, &note);
    for path in stopping.paths.iter().take(MOST) {
        let name = &findings.arms[path.arm].name;
        top = panel(&mut canvas, stopping, path, name, top) + 12.0;
    }
    let more = stopping.paths.len().saturating_sub(MOST);
    if more > 0 {
        let text = format!(
            "and {} in the table",
            counted(more as u64, "more arm", "more arms")
        );
        top = frame::note(&mut canvas, top, &text);
    }
    frame::close(canvas, top, findings, ("stopping", title, told))
}

fn words(stopping: &StoppingFindings) -> (&'static str, String, &'static str) {
    match stopping.rule {
        StoppingRule::Precision { wanted } => (
            "How the score came to be known",
            format!(
                "score against pairs; it stops when the interval reaches no further than {} points from it",
                digits(Unit::Points, wanted)
            ),
            "Line: the score so far; band: its 95% interval that holds at all times together; orange-red: as near as it had to be, about the last score.",
        ),
        _ => (
            "How the sequential test went",
            "log-likelihood ratio against pairs; above the upper bound for the second hypothesis, below the lower for the first".to_owned(),
            "Line: log-likelihood ratio; orange-red: the test's bounds, drawn in by the expected overshoot; error rates instead of a 95% interval.",
        ),
    }
}

fn panel(
    canvas: &mut Canvas,
    stopping: &StoppingFindings,
    path: &StoppingPath,
    name: &str,
    top: f64,
) -> f64 {
    let mut y = top + 8.0;
    for line in wrap(name, 13.0, WIDTH - 2.0 * MARGIN) {
        canvas.text(&line, (MARGIN, y), 13.0, INK, Anchor::Start);
        y += line_height(13.0);
    }
    let (from, to) = (y + 2.0, y + 2.0 + HIGH);
    let last = path.last();
    let label = end(stopping, path);
    let lines = wrap(&label, 11.0, 150.0);
    let widest = lines.iter().map(|l| width(l, 11.0)).fold(0.0, f64::max);
    let (left, right) = (LEFT, WIDTH - MARGIN - widest - 16.0);
    let numbers = path.points.iter().flat_map(|p| [p.value, p.low, p.high]);
    let numbers: Vec<f64> = match stopping.rule {
        // Early intervals reach everywhere; the axis need not.
        StoppingRule::Precision { wanted } => about(last, wanted).to_vec(),
        _ => numbers.chain([0.0]).collect(),
    };
    let axis = Axis::around(stopping.rule.unit(), numbers, 5, (to, from));
    // Ticks of a unit without a mark: pairs are plain numbers.
    let pairs = Axis::around(Unit::Plies, [0.0, last.pairs as f64], 6, (left, right));
    axis.draw_standing(canvas, left, right);
    pairs.draw_lying(canvas, from, to);
    let at = |p: &StoppingPoint, x: f64| (pairs.at(p.pairs as f64), axis.at_most(x));
    let line = |of: fn(&StoppingPoint) -> f64| -> Vec<(f64, f64)> {
        path.points.iter().map(|p| at(p, of(p))).collect()
    };
    if let StoppingRule::Precision { wanted } = stopping.rule {
        let mut band = line(|p| p.low);
        band.extend(line(|p| p.high).into_iter().rev());
        canvas.patch(&band, GRID);
        for x in [last.value - wanted, last.value + wanted] {
            let y = axis.at_most(x);
            canvas.line(&[(left, y), (right, y)], VERMILLION, 1.0);
        }
    } else {
        let y = axis.at(0.0);
        canvas.line(&[(left, y), (right, y)], MARK, 1.0);
        for bound in [line(|p| p.low), line(|p| p.high)] {
            draw_line(canvas, &bound, VERMILLION);
        }
    }
    let values = line(|p| p.value);
    draw_line(canvas, &values, BLUE);
    if let Some(end) = values.last() {
        canvas.dot(*end, 4.0, BLUE);
    }
    for (nth, text) in lines.iter().enumerate() {
        let y = f64::midpoint(from, to) + nth as f64 * line_height(11.0);
        canvas.text(text, (right + 10.0, y), 11.0, INK, Anchor::Start);
    }
    let middle = f64::midpoint(left, right);
    canvas.text(
        "pairs",
        (middle, to + 28.0),
        TICK_SIZE,
        SOFT,
        Anchor::Middle,
    );
    to + 36.0
}

/// A line, where there are two points for one.
fn draw_line(canvas: &mut Canvas, points: &[(f64, f64)], colour: RGBColor) {
    if points.len() > 1 {
        canvas.line(points, colour, 1.5);
    }
}

/// The stretch of scores to show: a few times as far as wanted.
fn about(last: StoppingPoint, wanted: f64) -> [f64; 4] {
    let room = (4.0 * wanted).min(0.5);
    [
        last.low,
        last.high,
        (last.value - room).max(0.0),
        (last.value + room).min(1.0),
    ]
}

/// What is written at the end of a path.
fn end(stopping: &StoppingFindings, path: &StoppingPath) -> String {
    let last = path.last();
    let value = stopping
        .rule
        .estimate(last)
        .map_or_else(String::new, |e| match stopping.rule {
            StoppingRule::Sprt => e.number(),
            _ => e.text(),
        });
    let state = path.end.as_deref().unwrap_or("goes on");
    format!(
        "{value} after {}: {state}",
        counted(last.pairs, "pair", "pairs")
    )
}

/// A bar an arm, as long as it was in the race.
fn race(findings: &Findings, stopping: &StoppingFindings, goals: &[u64]) -> Chart {
    let title = "Who was left of the race";
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let note =
        "pairs played in the race; after each round, at a dark line, the worse half was dropped";
    let top = frame::note(&mut canvas, top, note);
    let legend = [(BLUE, "kept, or still in it"), (SKY, "dropped")];
    let top = frame::legend(&mut canvas, top, &legend);
    let names = stopping
        .paths
        .iter()
        .map(|p| findings.arms[p.arm].name.as_str());
    let rows = Rows::new(names, top, 24.0);
    let texts: Vec<String> = stopping
        .paths
        .iter()
        .map(|path| {
            let estimate = stopping.rule.estimate(path.last());
            estimate.as_ref().map_or_else(String::new, Estimate::text)
        })
        .collect();
    let widest = texts.iter().map(|t| width(t, 11.0)).fold(0.0, f64::max);
    let (left, right) = (rows.left(), Rows::right(widest + 14.0));
    let most = goals.iter().copied().max().unwrap_or(1);
    let axis = Axis::around(Unit::Plies, [0.0, most as f64], 6, (left, right));
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, path) in stopping.paths.iter().enumerate() {
        let middle = rows.row(index).1;
        let colour = if path.dropped.is_some() { SKY } else { BLUE };
        let until = axis.at(path.last().pairs.min(most) as f64);
        canvas.fill((left, middle - 7.0), (until, middle + 7.0), colour);
        canvas.text(
            &texts[index],
            (right + 10.0, middle),
            11.0,
            INK,
            Anchor::Start,
        );
    }
    for goal in goals {
        let x = axis.at(*goal as f64);
        canvas.line(&[(x, rows.top()), (x, rows.bottom())], MARK, 1.5);
    }
    let measure = match &stopping.rule {
        StoppingRule::Halving { measure, .. } => measure.label(),
        _ => "",
    };
    let rounds: Vec<String> = goals.iter().copied().map(count).collect();
    let told = format!(
        "Bars: pairs in the race, whose rounds ended at {}; at the right {measure} in the race, with 95% intervals that hold for all arms at all times together.",
        rounds.join(", ")
    );
    let place = (f64::midpoint(left, right), rows.bottom() + 28.0);
    canvas.text("pairs", place, TEXT, SOFT, Anchor::Middle);
    frame::close(
        canvas,
        rows.bottom() + 38.0,
        findings,
        ("stopping", title, told.as_str()),
    )
}
