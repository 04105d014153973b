//! Player against player: the score an arm with its interval, and the pairs behind it.

use plotters::style::RGBColor;

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use super::font::width;
use super::frame::{self, TEXT};
use super::palette::{BLUE, INK, MIDDLE, ORANGE, SKY, SOFT, VERMILLION, on};
use super::rows::Rows;
use super::score::{reach, reference, stripes, whisker};
use crate::estimate::{Estimate, Unit};
use crate::findings::{Findings, MatchFindings};
use crate::format::{count, counted, percent};

/// The points of a pair, as the first player sees them.
const PAIRS: [(RGBColor, &str); 5] = [
    (BLUE, "0 of 2 points"),
    (SKY, "½"),
    (MIDDLE, "1"),
    (ORANGE, "1½"),
    (VERMILLION, "2 points"),
];

/// Nothing in a tournament, which has a table of all players instead.
pub(super) fn draw(findings: &Findings) -> Vec<Chart> {
    if findings.tournament.is_some() || findings.matches.is_empty() {
        return Vec::new();
    }
    vec![scores(findings), pairs(findings)]
}

/// A row: its name, its score and the colour of its dot.
type Row<'a> = (String, Option<&'a Estimate>, RGBColor);

fn rows(findings: &Findings) -> Vec<Row<'_>> {
    let several = findings.matches.len() > 1;
    findings
        .matches
        .iter()
        .flat_map(|found| {
            let name = move |what: &str| {
                if several {
                    format!("{}, {what}", findings.arms[found.arm].name)
                } else {
                    what.to_owned()
                }
            };
            let [white, black] = &found.by_colour;
            [
                (name("all games"), found.score.as_ref(), BLUE),
                (name("with White"), white.score.as_ref(), SOFT),
                (name("with Black"), black.score.as_ref(), SOFT),
            ]
        })
        .collect()
}

fn title(findings: &Findings, found: &MatchFindings) -> String {
    let [one, other] = found.players.map(|player| findings.player(player));
    format!("{one} against {other}")
}

fn scores(findings: &Findings) -> Chart {
    let title = title(findings, &findings.matches[0]);
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, &title);
    let note = format!(
        "score of {}: wins plus half the draws; 50% is as strong as the other",
        findings.player(findings.matches[0].players[0])
    );
    let top = frame::note(&mut canvas, top, &note);
    let all = rows(findings);
    let rows = Rows::new(all.iter().map(|(name, _, _)| name.as_str()), top, 26.0);
    let text =
        |score: Option<&Estimate>| score.map_or_else(|| "no games yet".to_owned(), Estimate::text);
    let widest = all
        .iter()
        .map(|(_, score, _)| width(&text(*score), TEXT))
        .fold(0.0, f64::max);
    let pixels = (rows.left(), Rows::right(widest + 14.0));
    let numbers = all.iter().filter_map(|(_, score, _)| *score);
    let axis = Axis::around(Unit::Share, numbers.flat_map(reach).chain([0.5]), 5, pixels);
    stripes(&mut canvas, &rows, all.len(), pixels);
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    reference(&mut canvas, &axis, 0.5, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, (_, score, colour)) in all.iter().enumerate() {
        let (_, middle, _) = rows.row(index);
        if let Some(score) = score {
            whisker(&mut canvas, &axis, middle, score, *colour);
        }
        let at = (pixels.1 + 10.0, middle);
        let ink = if score.is_some() { INK } else { SOFT };
        canvas.text(&text(*score), at, TEXT, ink, Anchor::Start);
    }
    let told = "Dots: mean score; lines: 95% intervals by pairs.";
    frame::close(
        canvas,
        rows.bottom() + 20.0,
        findings,
        ("match", &title, told),
    )
}

fn pairs(findings: &Findings) -> Chart {
    let title = format!("{}: pairs", title(findings, &findings.matches[0]));
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, &title);
    let note = format!(
        "what {} got from the two games of a pair",
        findings.player(findings.matches[0].players[0])
    );
    let top = frame::note(&mut canvas, top, &note);
    let top = frame::legend(&mut canvas, top, &PAIRS);
    let names = findings
        .matches
        .iter()
        .map(|found| findings.arms[found.arm].name.as_str());
    let rows = Rows::new(names, top, 28.0);
    let label = |found: &MatchFindings| match found.pentanomial.iter().sum() {
        0 => "no pairs yet".to_owned(),
        n => counted(n, "pair", "pairs"),
    };
    let widest = findings
        .matches
        .iter()
        .map(|found| width(&label(found), TEXT))
        .fold(0.0, f64::max);
    let axis = Axis::whole((rows.left(), Rows::right(widest + 10.0)));
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, found) in findings.matches.iter().enumerate() {
        let (row_top, middle, row_bottom) = rows.row(index);
        let at = (axis.at(1.0) + 8.0, middle);
        canvas.text(&label(found), at, TEXT, SOFT, Anchor::Start);
        let all: u64 = found.pentanomial.iter().sum();
        let share = |n: u64| n as f64 / all as f64;
        let mut done = 0;
        for (part, (colour, _)) in found.pentanomial.iter().zip(PAIRS) {
            if *part == 0 {
                continue;
            }
            let (from, to) = (axis.at(share(done)), axis.at(share(done + part)));
            done += part;
            canvas.fill((from, row_top + 4.0), (to, row_bottom - 4.0), colour);
            let middle_of = f64::midpoint(from, to);
            for text in [
                format!("{} · {}", count(*part), percent(share(*part))),
                count(*part),
            ] {
                if width(&text, TEXT) + 8.0 < to - from {
                    canvas.text(&text, (middle_of, middle), TEXT, on(colour), Anchor::Middle);
                    break;
                }
            }
        }
    }
    let told = "Share of pairs by the points the first player got from both games; exact shares, no intervals.";
    frame::close(
        canvas,
        rows.bottom() + 20.0,
        findings,
        ("match-pairs", &title, told),
    )
}
