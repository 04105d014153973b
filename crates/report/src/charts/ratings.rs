//! Ratings of a tournament's players, the best on top.

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use super::font::width;
use super::frame::{self, TEXT};
use super::palette::{BLUE, INK, SOFT};
use super::rows::Rows;
use super::score::{reach, reference, stripes, whisker};
use crate::estimate::Unit;
use crate::findings::Findings;

pub(super) fn draw(findings: &Findings) -> Option<Chart> {
    let tournament = findings.tournament.as_ref()?;
    let title = "How strong the players are";
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let note = "Elo above the mean of all players, by Davidson's model";
    let top = frame::note(&mut canvas, top, note);
    let standings = &tournament.standings;
    let names = standings.iter().map(|s| findings.player(s.player));
    let rows = Rows::new(names, top, 26.0);
    let texts: Vec<String> = standings.iter().map(|s| s.rating.text()).collect();
    let widest = texts
        .iter()
        .map(|text| width(text, TEXT))
        .fold(0.0, f64::max);
    let pixels = (rows.left(), Rows::right(widest + 14.0));
    let told = standings.iter().filter_map(|s| s.rating.estimate());
    let axis = Axis::around(Unit::Elo, told.flat_map(reach).chain([0.0]), 5, pixels);
    stripes(&mut canvas, &rows, standings.len(), pixels);
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    reference(&mut canvas, &axis, 0.0, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, (standing, text)) in standings.iter().zip(&texts).enumerate() {
        let (_, middle, _) = rows.row(index);
        let rating = standing.rating.estimate();
        if let Some(rating) = rating {
            whisker(&mut canvas, &axis, middle, rating, BLUE);
        }
        let colour = if rating.is_some() { INK } else { SOFT };
        let at = (pixels.1 + 10.0, middle);
        canvas.text(text, at, TEXT, colour, Anchor::Start);
    }
    let imagined = if tournament.imagined_games.is_some() {
        " Imagined games keep them finite, see the page."
    } else {
        ""
    };
    let told = format!(
        "Dots: ratings by maximum likelihood; lines: 95% intervals of the distance from the mean.{imagined}"
    );
    Some(frame::close(
        canvas,
        rows.bottom() + 20.0,
        findings,
        ("ratings", title, &told),
    ))
}
