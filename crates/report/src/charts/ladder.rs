//! A ladder of thinking: White's score and the share of decisive games against the strength of play, one line a set of rules.

use plotters::style::RGBColor;

use super::Chart;
use super::axis::{Axis, TICK_SIZE};
use super::canvas::{Anchor, Canvas, WIDTH};
use super::font::{width, wrap};
use super::frame::{self, MARGIN, TEXT, line_height};
use super::palette::{BLUE, GREEN, GRID, INK, MARK, ORANGE, PURPLE, SKY, SOFT, VERMILLION};
use super::score::reach;
use crate::estimate::{Estimate, Unit};
use crate::findings::{ArmFindings, Findings, LadderFindings, LadderLine};
use crate::format::count;

/// More lines than colours are shared out over several blocks.
const COLOURS: [RGBColor; 6] = [BLUE, VERMILLION, GREEN, ORANGE, PURPLE, SKY];

/// What the panels show: a name, and the figure of an arm.
type Panel = (&'static str, fn(&ArmFindings) -> Option<&Estimate>);

const PANELS: [Panel; 2] = [
    ("White's score", |arm| arm.score.as_ref()),
    ("decisive games", |arm| arm.decisive_rate.as_ref()),
];

const LEFT: f64 = 58.0;
const GAP: f64 = 58.0;
const HIGH: f64 = 230.0;
/// Free space inside a panel, left and right of the outermost rungs.
const INSET: f64 = 26.0;

/// Where the rungs stand in a panel, and what is written below them.
struct Rungs {
    places: Vec<f64>,
    labels: Vec<String>,
    below: &'static str,
}

impl Rungs {
    fn of(ladder: &LadderFindings, (left, right): (f64, f64)) -> Self {
        let (from, wide) = (left + INSET, right - left - 2.0 * INSET);
        if ladder.is_by_nodes() {
            let nodes: Vec<u64> = ladder.rungs.iter().filter_map(|rung| rung.nodes).collect();
            let logs: Vec<f64> = nodes.iter().map(|&n| (n.max(1) as f64).ln()).collect();
            let low = logs.iter().copied().fold(f64::INFINITY, f64::min);
            let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let span = (high - low).max(1e-9);
            return Self {
                places: logs
                    .iter()
                    .map(|x| from + (x - low) / span * wide)
                    .collect(),
                labels: nodes.into_iter().map(count).collect(),
                below: "nodes a move, logarithmic",
            };
        }
        let step = wide / (ladder.rungs.len().max(2) - 1) as f64;
        Self {
            places: (0..ladder.rungs.len())
                .map(|k| from + k as f64 * step)
                .collect(),
            labels: ladder.rungs.iter().map(|rung| rung.name.clone()).collect(),
            below: "player, in the order of the study",
        }
    }

    /// Writes labels below `y`, leaving out those that would touch the one before, and gives the bottom.
    fn write(&self, canvas: &mut Canvas, y: f64, middle: f64) -> f64 {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by(|&a, &b| self.places[a].total_cmp(&self.places[b]));
        let least = order
            .windows(2)
            .map(|two| self.places[two[1]] - self.places[two[0]])
            .fold(2.0 * INSET + 40.0, f64::min);
        let (mut free, mut deepest) = (f64::NEG_INFINITY, y);
        for index in order {
            let lines = wrap(&self.labels[index], TICK_SIZE, least.max(48.0) - 6.0);
            let half = lines
                .iter()
                .map(|l| width(l, TICK_SIZE))
                .fold(0.0, f64::max)
                / 2.0;
            let x = self.places[index];
            if x - half < free {
                continue;
            }
            free = x + half + 4.0;
            for (nth, line) in lines.iter().enumerate() {
                let at = y + nth as f64 * line_height(TICK_SIZE);
                canvas.text(line, (x, at), TICK_SIZE, SOFT, Anchor::Middle);
                deepest = deepest.max(at);
            }
        }
        let below = deepest + line_height(TEXT);
        canvas.text(self.below, (middle, below), TEXT, SOFT, Anchor::Middle);
        below
    }
}

pub(super) fn draw(findings: &Findings) -> Option<Chart> {
    let ladder = findings.ladder.as_ref()?;
    let title = "How the game changes with stronger play";
    let mut canvas = Canvas::default();
    let mut top = frame::title(&mut canvas, title);
    let several = ladder.lines.len() > 1;
    for lines in ladder.lines.chunks(COLOURS.len()) {
        if several {
            let entries: Vec<(RGBColor, &str)> = COLOURS
                .into_iter()
                .zip(lines.iter().map(|line| line.name.as_str()))
                .collect();
            top = legend(&mut canvas, top, &entries);
        }
        top = block(&mut canvas, findings, ladder, lines, top) + 22.0;
    }
    let told = "Dots: every player against himself; vertical lines: 95% intervals, clustered by pair for White's score, Wilson's for decisive games; \
                lines that belong together are set a little apart.";
    let names = ("ladder", title, told);
    Some(frame::close(canvas, top - 8.0, findings, names))
}

/// A legend whose long names take several lines.
fn legend(canvas: &mut Canvas, y: f64, entries: &[(RGBColor, &str)]) -> f64 {
    let room = WIDTH - 2.0 * MARGIN - 20.0;
    if entries.iter().all(|(_, name)| width(name, TEXT) < room) {
        return frame::legend(canvas, y, entries);
    }
    let mut y = y + 2.0;
    for (colour, name) in entries {
        canvas.fill((MARGIN, y - 5.5), (MARGIN + 11.0, y + 5.5), *colour);
        for line in wrap(name, TEXT, room) {
            canvas.text(&line, (MARGIN + 17.0, y), TEXT, INK, Anchor::Start);
            y += line_height(TEXT);
        }
    }
    y + 4.0
}

/// Both panels for some lines, from `top` down; gives the bottom.
fn block(
    canvas: &mut Canvas,
    findings: &Findings,
    ladder: &LadderFindings,
    lines: &[LadderLine],
    top: f64,
) -> f64 {
    let wide = (WIDTH - MARGIN - LEFT - GAP) / 2.0;
    let (from, to) = (top + 26.0, top + 26.0 + HIGH);
    let mut bottom = to;
    for (panel, (name, figure)) in PANELS.into_iter().enumerate() {
        let left = LEFT + panel as f64 * (wide + GAP);
        let right = left + wide;
        let middle = f64::midpoint(left, right);
        let even = (panel == 0).then_some(0.5);
        // Blocks share their axes, so that they can be compared.
        let arms = || ladder.lines.iter().flat_map(|line| &line.arms);
        let reached = arms()
            .filter_map(|&arm| figure(&findings.arms[arm]))
            .flat_map(reach)
            .chain(even);
        let axis = Axis::around(Unit::Share, reached, 6, (to, from));
        canvas.text(name, (middle, top + 10.0), 13.0, INK, Anchor::Middle);
        axis.draw_standing(canvas, left, right);
        if let Some(even) = even {
            canvas.line(&[(left, axis.at(even)), (right, axis.at(even))], MARK, 1.5);
        }
        let rungs = Rungs::of(ladder, (left, right));
        for x in &rungs.places {
            canvas.line(&[(*x, from), (*x, to)], GRID, 0.5);
        }
        for (index, line) in lines.iter().enumerate() {
            let aside = (index as f64 - (lines.len() - 1) as f64 / 2.0) * 5.0;
            let points: Vec<(f64, &Estimate)> = rungs
                .places
                .iter()
                .zip(&line.arms)
                .filter_map(|(x, &arm)| Some((x + aside, figure(&findings.arms[arm])?)))
                .collect();
            draw_line(canvas, &axis, &points, COLOURS[index]);
        }
        bottom = bottom.max(rungs.write(canvas, to + 14.0, middle));
    }
    bottom
}

fn draw_line(canvas: &mut Canvas, axis: &Axis, points: &[(f64, &Estimate)], colour: RGBColor) {
    let mut order: Vec<(f64, f64)> = points
        .iter()
        .map(|(x, estimate)| (*x, axis.at(estimate.value())))
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    if order.len() > 1 {
        canvas.line(&order, colour, 1.0);
    }
    for (x, estimate) in points {
        if let (Some(low), Some(high)) = (estimate.low(), estimate.high()) {
            canvas.line(&[(*x, axis.at(low)), (*x, axis.at(high))], colour, 1.5);
        }
        canvas.dot((*x, axis.at(estimate.value())), 4.0, colour);
    }
}
