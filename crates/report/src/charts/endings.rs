//! How games end, as stacked lying bars.

use assay_arena::Reason;
use plotters::style::RGBColor;

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use super::font::width;
use super::frame::{self, TEXT};
use super::palette::{
    BLUE, GREEN, INK, MARK, MIDDLE, ORANGE, PURPLE, SKY, SOFT, VERMILLION, YELLOW, on,
};
use super::rows::Rows;
use crate::findings::Findings;
use crate::format::percent;
use crate::words::ending;

pub(super) fn draw(findings: &Findings) -> Chart {
    let title = "How games end";
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let legend: Vec<(RGBColor, &str)> = Reason::ALL
        .into_iter()
        .filter(|reason| {
            findings
                .balance()
                .iter()
                .any(|arm| arm.endings.iter().any(|e| e.reason == *reason))
        })
        .map(|reason| (colour(reason), ending(reason)))
        .collect();
    let top = frame::legend(&mut canvas, top, &legend);
    let rows = Rows::new(
        findings.balance().iter().map(|arm| arm.name.as_str()),
        top,
        28.0,
    );
    let axis = Axis::whole((rows.left(), Rows::right(20.0)));
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, arm) in findings.balance().iter().enumerate() {
        let (row_top, middle, row_bottom) = rows.row(index);
        if arm.games == 0 {
            canvas.text(
                "no games yet",
                (rows.left() + 6.0, middle),
                TEXT,
                SOFT,
                Anchor::Start,
            );
        }
        let mut done = 0;
        for ending in &arm.endings {
            let share = |n: u64| n as f64 / arm.games as f64;
            let (from, to) = (axis.at(share(done)), axis.at(share(done + ending.games)));
            done += ending.games;
            let fill = colour(ending.reason);
            canvas.fill((from, row_top + 4.0), (to, row_bottom - 4.0), fill);
            let text = percent(share(ending.games));
            if width(&text, TEXT) + 8.0 < to - from {
                let x = f64::midpoint(from, to);
                canvas.text(&text, (x, middle), TEXT, on(fill), Anchor::Middle);
            }
        }
    }
    let told = "Share of games by the way they ended; exact shares, no intervals.";
    frame::close(
        canvas,
        rows.bottom() + 20.0,
        findings,
        ("endings", title, told),
    )
}

/// The same colour for the same way in every study.
fn colour(reason: Reason) -> RGBColor {
    match reason {
        Reason::KingTaken => VERMILLION,
        Reason::LastFormLost => ORANGE,
        Reason::Mate => BLUE,
        Reason::Stalemate => GREEN,
        Reason::Repetition => SKY,
        Reason::MoveCount => PURPLE,
        Reason::DeadPosition => YELLOW,
        Reason::LengthCap => MIDDLE,
        Reason::AdjudicatedWin => INK,
        Reason::AdjudicatedDraw => MARK,
    }
}
