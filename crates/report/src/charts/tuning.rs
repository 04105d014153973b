//! The path of every tuned number: small panels with one scale, in steps of each from its start.

use super::Chart;
use super::axis::{Axis, TICK_SIZE};
use super::canvas::{Anchor, Canvas, WIDTH};
use super::font::width;
use super::frame::{self, MARGIN};
use super::palette::{BLUE, INK, MARK, SOFT};
use crate::estimate::Unit;
use crate::findings::{Findings, TunedParameter, TuningFindings};
use crate::format::{count, counted, number};

const COLUMNS: usize = 3;
const LEFT: f64 = 46.0;
const GAP: f64 = 16.0;
const HIGH: f64 = 104.0;
/// Space above a panel for its name and value.
const HEAD: f64 = 34.0;
/// Most points of a path: more could not be told apart.
const POINTS: usize = 300;
const NAME: f64 = 12.0;

pub(super) fn draw(findings: &Findings) -> Option<Chart> {
    let tuning = findings.tuning.as_ref()?;
    let last = tuning.history.last()?;
    let title = "Where tuning took each number";
    let mut canvas = Canvas::default();
    let mut top = frame::title(&mut canvas, title);
    let wide = (WIDTH - MARGIN - LEFT - GAP * (COLUMNS - 1) as f64) / COLUMNS as f64;
    for (row, parameters) in tuning.parameters.chunks(COLUMNS).enumerate() {
        let (from, to) = (top + HEAD, top + HEAD + HIGH);
        let axis = Axis::around(Unit::Setting, reached(tuning), 4, (to, from));
        for (column, given) in parameters.iter().enumerate() {
            let left = LEFT + column as f64 * (wide + GAP);
            let right = left + wide;
            head(&mut canvas, given, (left, right), top);
            if column == 0 {
                axis.draw_standing(&mut canvas, left, right);
            } else {
                axis.draw_lines(&mut canvas, left, right);
            }
            canvas.line(&[(left, axis.at(0.0)), (right, axis.at(0.0))], MARK, 1.5);
            let index = row * COLUMNS + column;
            let all = f64::from(tuning.iterations);
            let at = |iteration: f64| left + iteration / all * wide;
            let mut path = vec![(at(0.0), axis.at(0.0))];
            path.extend(kept(tuning).map(|step| {
                let steps = given.steps(step.values[index]);
                (at(f64::from(step.number)), axis.at(steps))
            }));
            canvas.line(&path, BLUE, 1.5);
            canvas.dot(*path.last().expect("it begins somewhere"), 3.0, BLUE);
        }
        top = to + 10.0;
    }
    let told = format!(
        "Across: iterations, {} in all. Up: how far from the start, in steps of the number; every panel has the same scale, the grey line is the start. \
         There are no intervals: it is the one path that these games gave.",
        count(tuning.iterations.into())
    );
    let study = &findings.study;
    let caption = format!(
        "{told} {}; {} in {} learned from; {}; {}.",
        study.game_name,
        counted(tuning.games(), "game", "games"),
        counted(last.pairs, "pair", "pairs"),
        study.limits,
        study.engines.join(", ")
    );
    Some(frame::close_with(canvas, top, &caption, ("tuning", title)))
}

/// Where any number has been, in steps.
fn reached(tuning: &TuningFindings) -> impl Iterator<Item = f64> {
    let paths = kept(tuning).flat_map(|step| {
        let values = tuning.parameters.iter().zip(&step.values);
        values.map(|(given, &value)| given.steps(value))
    });
    paths.chain([0.0])
}

/// The iterations that are drawn, the last among them.
fn kept(tuning: &TuningFindings) -> impl Iterator<Item = &crate::findings::Iteration> {
    let each = tuning.history.len().div_ceil(POINTS).max(1);
    let last = tuning.history.len();
    let history = (1..).zip(&tuning.history);
    history.filter_map(move |(n, step)| (n % each == 0 || n == last).then_some(step))
}

/// The name, and from where to where.
fn head(canvas: &mut Canvas, given: &TunedParameter, (left, right): (f64, f64), top: f64) {
    let mut size = NAME;
    while size > 9.5 && width(&given.name, size) > right - left {
        size -= 0.5;
    }
    canvas.text(&given.name, (left, top + 10.0), size, INK, Anchor::Start);
    let moved = format!("{} → {}", given.start, number(Unit::Setting, given.value));
    canvas.text(&moved, (left, top + 24.0), TICK_SIZE, SOFT, Anchor::Start);
}
