//! The effects of crossed options, as a forest: White's score and decisive games side by side, because fairer and more decisive are two questions.

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas, WIDTH};
use super::frame::{self, MARGIN, TEXT};
use super::palette::{BLUE, INK, PAPER, SOFT};
use super::rows::{Names, Rows};
use super::score::{reach, reference, stripes, whisker};
use crate::findings::{Effect, Findings, Measure};

const PANELS: [(Measure, &str, &str, &str); 2] = [
    (
        Measure::WhiteScore,
        "White's score",
        "Black gains",
        "White gains",
    ),
    (Measure::DecisiveRate, "decisive games", "fewer", "more"),
];

const NAMES: Names = Names {
    size: TEXT,
    room: 230.0,
};

const GAP: f64 = 44.0;

pub(super) fn draw(findings: &Findings) -> Option<Chart> {
    let title = "What the options do";
    let mut canvas = Canvas::default();
    let shown: Vec<&Effect> = findings.effects_on(Measure::WhiteScore).collect();
    let labels: Vec<String> = shown.iter().map(|effect| effect.label()).collect();
    if labels.is_empty() {
        return None;
    }
    let top = frame::title(&mut canvas, title);
    let note = "change in percentage points; main effects first, then how much the second option changes what the first does";
    let top = frame::note(&mut canvas, top, note) + 34.0;
    let rows = Rows::written(NAMES, labels.iter().map(String::as_str), top, 26.0);
    rows.draw_names(&mut canvas);
    let wide = (WIDTH - MARGIN - 10.0 - rows.left() - GAP) / 2.0;
    for (panel, (measure, name, down, up)) in PANELS.into_iter().enumerate() {
        let left = rows.left() + panel as f64 * (wide + GAP);
        let pixels = (left, left + wide);
        let effects: Vec<&Effect> = findings.effects_on(measure).collect();
        let reached: Vec<f64> = effects
            .iter()
            .flat_map(|effect| reach(&effect.change.estimate))
            .collect();
        // Even on both sides of zero, so that no direction looks favoured.
        let far = reached.iter().map(|x| x.abs()).fold(0.02, f64::max);
        let axis = Axis::around(measure.unit(), [-far, far], 5, pixels);
        let zero = axis.at(0.0);
        canvas.text(name, (zero, top - 32.0), 13.0, INK, Anchor::Middle);
        canvas.text(
            &format!("← {down}"),
            (zero - 8.0, top - 13.0),
            TEXT,
            SOFT,
            Anchor::End,
        );
        canvas.text(
            &format!("{up} →"),
            (zero + 8.0, top - 13.0),
            TEXT,
            SOFT,
            Anchor::Start,
        );
        stripes(&mut canvas, &rows, shown.len(), pixels);
        axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
        reference(&mut canvas, &axis, 0.0, rows.top(), rows.bottom());
        for (index, row) in shown.iter().enumerate() {
            let Some(effect) = effects.iter().find(|effect| effect.steps == row.steps) else {
                continue;
            };
            let (_, y, _) = rows.row(index);
            whisker(&mut canvas, &axis, y, &effect.change.estimate, BLUE);
            if !effect.change.is_told() {
                canvas.dot((axis.at(effect.change.estimate.value()), y), 2.5, PAPER);
            }
        }
    }
    let told = "Dots: effects, every setting of the other options weighing the same; lines: 95% intervals clustered by opening, not adjusted; \
                full dots are told from zero at 5% after Holm's adjustment, rings are not.";
    Some(frame::close(
        canvas,
        rows.bottom() + 20.0,
        findings,
        ("effects", title, told),
    ))
}
