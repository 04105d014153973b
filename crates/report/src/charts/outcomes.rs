//! Wins, draws and losses an arm, as stacked lying bars.

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use super::font::width;
use super::frame::{self, TEXT};
use super::palette::{BLUE, MIDDLE, ORANGE, SOFT, on};
use super::rows::Rows;
use crate::findings::Findings;
use crate::format::{count, percent};

pub(super) fn draw(findings: &Findings) -> Chart {
    let title = "Who wins";
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let legend = [
        (ORANGE, "White wins"),
        (MIDDLE, "draw"),
        (BLUE, "Black wins"),
    ];
    let top = frame::legend(&mut canvas, top, &legend);
    let rows = Rows::new(
        findings.balance().iter().map(|arm| arm.name.as_str()),
        top,
        28.0,
    );
    let widest = findings
        .balance()
        .iter()
        .map(|arm| width(&games(arm.games), TEXT))
        .fold(0.0, f64::max);
    let axis = Axis::whole((rows.left(), Rows::right(widest + 10.0)));
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, arm) in findings.balance().iter().enumerate() {
        let (row_top, middle, row_bottom) = rows.row(index);
        let label_x = axis.at(1.0) + 8.0;
        canvas.text(
            &games(arm.games),
            (label_x, middle),
            TEXT,
            SOFT,
            Anchor::Start,
        );
        if arm.games == 0 {
            continue;
        }
        let mut done = 0;
        for (part, (colour, _)) in [arm.white_wins, arm.draws, arm.black_wins]
            .iter()
            .zip(legend)
        {
            let share = |n: u64| n as f64 / arm.games as f64;
            let (from, to) = (axis.at(share(done)), axis.at(share(done + part)));
            done += part;
            if *part == 0 {
                continue;
            }
            let (upper, lower) = (row_top + 4.0, row_bottom - 4.0);
            canvas.fill((from, upper), (to, lower), colour);
            let label = percent(share(*part));
            if width(&label, TEXT) + 8.0 < to - from {
                let x = f64::midpoint(from, to);
                canvas.text(&label, (x, middle), TEXT, on(colour), Anchor::Middle);
            }
        }
    }
    let told = "Share of games won by White, drawn and won by Black; exact shares, no intervals.";
    frame::close(
        canvas,
        rows.bottom() + 20.0,
        findings,
        ("outcomes", title, told),
    )
}

fn games(n: u64) -> String {
    match n {
        0 => "no games yet".to_owned(),
        1 => "1 game".to_owned(),
        n => format!("{} games", count(n)),
    }
}
