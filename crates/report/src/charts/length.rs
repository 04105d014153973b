//! How long games are: quantiles an arm.

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use super::font::width;
use super::frame::{self, TEXT};
use super::palette::{INK, PAPER, SKY, SOFT};
use super::rows::Rows;
use super::score::stripes;
use crate::estimate::Unit;
use crate::findings::{ArmFindings, Findings};

pub(super) fn draw(findings: &Findings) -> Chart {
    let title = "How long games are";
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let note = "length in plies (single moves of one side, the opening included)";
    let top = frame::note(&mut canvas, top, note);
    let rows = Rows::new(
        findings.balance().iter().map(|arm| arm.name.as_str()),
        top,
        28.0,
    );
    let texts: Vec<String> = findings.balance().iter().map(told).collect();
    let widest = texts
        .iter()
        .map(|text| width(text, TEXT))
        .fold(0.0, f64::max);
    let pixels = (rows.left(), Rows::right(widest + 14.0));
    let lengths = findings
        .balance()
        .iter()
        .filter_map(|arm| arm.length.as_ref());
    let numbers = lengths
        .flat_map(|l| [f64::from(l.max), l.mean.value()])
        .chain([0.0]);
    let axis = Axis::around(Unit::Plies, numbers, 6, pixels);
    stripes(&mut canvas, &rows, findings.balance().len(), pixels);
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, arm) in findings.balance().iter().enumerate() {
        let (_, y, _) = rows.row(index);
        let x = pixels.1 + 10.0;
        canvas.text(&texts[index], (x, y), TEXT, SOFT, Anchor::Start);
        let Some(length) = &arm.length else { continue };
        let at = |plies: u32| axis.at(f64::from(plies));
        for end in [length.min, length.max] {
            canvas.dot((at(end), y), 1.5, SOFT);
        }
        canvas.line(
            &[(at(length.tenth), y), (at(length.nine_tenths), y)],
            INK,
            1.5,
        );
        canvas.fill(
            (at(length.quarter), y - 7.0),
            (at(length.three_quarters), y + 7.0),
            SKY,
        );
        canvas.line(
            &[(at(length.median), y - 7.0), (at(length.median), y + 7.0)],
            INK,
            2.0,
        );
        let mean = axis.at(length.mean.value());
        canvas.dot((mean, y), 4.0, INK);
        canvas.dot((mean, y), 2.5, PAPER);
    }
    let told = "Bars: the middle half of the games; vertical line: median; ring: mean; thin line: all but the shortest and longest tenth; \
                specks: shortest and longest game.";
    frame::close(
        canvas,
        rows.bottom() + 20.0,
        findings,
        ("length", title, told),
    )
}

fn told(arm: &ArmFindings) -> String {
    arm.length.as_ref().map_or_else(
        || "no games yet".to_owned(),
        |length| format!("median {}, mean {}", length.median, length.mean.number()),
    )
}
