//! What others found, beside what this study's games say: for each figure a line here and a line there.

use plotters::style::RGBColor;

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use super::font::width;
use super::frame;
use super::palette::{BLUE, GREEN, INK, ORANGE};
use super::rows::Rows;
use super::score::{reach, reference, stripes, whisker};
use crate::estimate::Estimate;
use crate::findings::{Findings, Measure, PublishedFindings, Told};

/// Between the lines of a row.
const APART: f64 = 16.0;

/// Figures on one scale.
struct Block<'a> {
    head: String,
    /// A number that matters.
    even: Option<f64>,
    rows: Vec<Row<'a>>,
}

struct Row<'a> {
    name: &'a str,
    lines: Vec<(&'a Estimate, RGBColor)>,
}

pub(super) fn draw(findings: &Findings) -> Option<Chart> {
    let blocks: Vec<Block<'_>> = findings
        .published
        .iter()
        .flat_map(|source| blocks(findings, source))
        .collect();
    if blocks.is_empty() {
        return None;
    }
    let title = "Beside published figures";
    let mut canvas = Canvas::default();
    let mut top = frame::title(&mut canvas, title);
    let two = findings.imbalance.is_some();
    let mut legend = vec![(GREEN, "published")];
    if two {
        legend.push((BLUE, "here, by the matches"));
        legend.push((ORANGE, "here, by the positions"));
    } else {
        legend.push((BLUE, "here"));
    }
    top = frame::legend(&mut canvas, top, &legend);
    for block in &blocks {
        top = draw_block(&mut canvas, block, top) + 14.0;
    }
    let told = "Lines: 95% intervals, those of published shares as of so many independent games; published values, and shares of \
                an unknown number of games, have none. Strength and conditions of play differ.";
    let names = ("published", title, told);
    Some(frame::close(canvas, top, findings, names))
}

fn blocks<'a>(findings: &'a Findings, source: &'a PublishedFindings) -> Vec<Block<'a>> {
    let mut all = Vec::new();
    for (measure, even) in [
        (Measure::WhiteScore, Some(0.5)),
        (Measure::DecisiveRate, None),
    ] {
        let rows: Vec<Row<'a>> = source
            .figures
            .iter()
            .filter(|figure| figure.measure == measure)
            .map(|figure| Row {
                name: &findings.arms[figure.arm].name,
                lines: std::iter::once((&figure.published, GREEN))
                    .chain(figure.here.iter().map(|here| (here, BLUE)))
                    .collect(),
            })
            .collect();
        if !rows.is_empty() {
            let head = format!("{}; {}", measure.label(), source.source);
            all.push(Block { head, even, rows });
        }
    }
    let positions = if findings.imbalance.is_some() {
        ORANGE
    } else {
        BLUE
    };
    let rows: Vec<Row<'a>> = source
        .values
        .iter()
        .map(|value| {
            let matches = value.matches.as_ref().and_then(Told::estimate);
            let published = (&value.published, GREEN);
            let here = matches.map(|e| (e, BLUE)).into_iter();
            let here = here.chain(value.positions.estimate().map(|e| (e, positions)));
            Row {
                name: &value.name,
                lines: std::iter::once(published).chain(here).collect(),
            }
        })
        .collect();
    if !rows.is_empty() {
        all.push(Block {
            head: format!("worth in pawns; {}", source.source),
            even: Some(0.0),
            rows,
        });
    }
    all
}

fn draw_block(canvas: &mut Canvas, block: &Block<'_>, top: f64) -> f64 {
    let top = frame::note(canvas, top + 6.0, &block.head);
    let lines = || block.rows.iter().flat_map(|row| &row.lines);
    let most = block.rows.iter().map(|row| row.lines.len()).max();
    let high = APART * most.unwrap_or(1) as f64 + 10.0;
    let rows = Rows::new(block.rows.iter().map(|row| row.name), top, high);
    let widest = lines()
        .map(|(estimate, _)| width(&text(estimate), 11.0))
        .fold(0.0, f64::max);
    let pixels = (rows.left(), Rows::right(widest + 14.0));
    let unit = block.rows[0].lines[0].0.unit();
    let numbers = lines().flat_map(|(e, _)| reach(e)).chain(block.even);
    let axis = Axis::around(unit, numbers, 6, pixels);
    stripes(canvas, &rows, block.rows.len(), pixels);
    axis.draw_lying(canvas, rows.top(), rows.bottom());
    if let Some(even) = block.even {
        reference(canvas, &axis, even, rows.top(), rows.bottom());
    }
    rows.draw_names(canvas);
    for (index, row) in block.rows.iter().enumerate() {
        let middle = rows.row(index).1;
        for (nth, (estimate, colour)) in row.lines.iter().enumerate() {
            let y = middle + (nth as f64 - (row.lines.len() - 1) as f64 / 2.0) * APART;
            whisker(canvas, &axis, y, estimate, *colour);
            let place = (pixels.1 + 10.0, y);
            canvas.text(&text(estimate), place, 11.0, INK, Anchor::Start);
        }
    }
    rows.bottom() + 20.0
}

/// The number, with its interval where it has one.
fn text(estimate: &Estimate) -> String {
    if estimate.low().is_none() && estimate.high().is_none() {
        estimate.number()
    } else {
        estimate.text()
    }
}
