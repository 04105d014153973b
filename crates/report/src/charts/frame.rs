//! What all charts share: a title on top, a caption below that names the facts, and legends outside the plot.

use plotters::style::RGBColor;

use super::Chart;
use super::canvas::{Anchor, Canvas, WIDTH};
use super::font::{width, wrap};
use super::palette::{INK, SOFT};
use crate::findings::Findings;
use crate::format::{count, counted};

/// Free space left and right.
pub(super) const MARGIN: f64 = 16.0;

/// Size of ordinary text.
pub(super) const TEXT: f64 = 12.0;

const TITLE: f64 = 16.0;
const CAPTION: f64 = 11.0;

/// Height of a line of text of a size.
pub(super) fn line_height(size: f64) -> f64 {
    (size * 1.35).round()
}

/// Draws the title and returns where the chart may begin.
pub(super) fn title(canvas: &mut Canvas, text: &str) -> f64 {
    let mut y = MARGIN + TITLE / 2.0;
    for line in wrap(text, TITLE, WIDTH - 2.0 * MARGIN) {
        canvas.text(&line, (MARGIN, y), TITLE, INK, Anchor::Start);
        y += line_height(TITLE);
    }
    y + 2.0
}

/// Draws a line of small grey text over the chart and returns where the chart may begin.
pub(super) fn note(canvas: &mut Canvas, y: f64, text: &str) -> f64 {
    let mut y = y;
    for line in wrap(text, TEXT, WIDTH - 2.0 * MARGIN) {
        canvas.text(&line, (MARGIN, y), TEXT, SOFT, Anchor::Start);
        y += line_height(TEXT);
    }
    y + 2.0
}

/// Draws coloured squares with their names, as many a line as fit, and returns where the chart may begin.
pub(super) fn legend(canvas: &mut Canvas, y: f64, entries: &[(RGBColor, &str)]) -> f64 {
    const SQUARE: f64 = 11.0;
    let (mut x, mut y) = (MARGIN, y + 2.0);
    for (colour, name) in entries {
        let wide = SQUARE + 6.0 + width(name, TEXT) + 18.0;
        if x > MARGIN && x + wide > WIDTH - MARGIN {
            x = MARGIN;
            y += line_height(TEXT) + 2.0;
        }
        canvas.fill(
            (x, y - SQUARE / 2.0),
            (x + SQUARE, y + SQUARE / 2.0),
            *colour,
        );
        canvas.text(name, (x + SQUARE + 6.0, y), TEXT, INK, Anchor::Start);
        x += wide;
    }
    y + line_height(TEXT)
}

/// Draws the caption and closes the chart. `told` says how to read it and what the intervals are.
pub(super) fn close(
    canvas: Canvas,
    y: f64,
    findings: &Findings,
    (name, title, told): (&'static str, &str, &str),
) -> Chart {
    let caption = format!("{told} {}", facts(findings));
    close_with(canvas, y, &caption, (name, title))
}

/// Draws a whole caption and closes the chart.
pub(super) fn close_with(
    mut canvas: Canvas,
    y: f64,
    caption: &str,
    (name, title): (&'static str, &str),
) -> Chart {
    let mut y = y + 10.0;
    for line in wrap(caption, CAPTION, WIDTH - 2.0 * MARGIN) {
        canvas.text(&line, (MARGIN, y), CAPTION, SOFT, Anchor::Start);
        y += line_height(CAPTION);
    }
    Chart {
        name,
        svg: canvas.finish(y + MARGIN - line_height(CAPTION) / 2.0, title, caption),
    }
}

/// Game, games and pairs, limits, engine: what makes a picture quotable when it travels alone.
pub(super) fn facts(findings: &Findings) -> String {
    let study = &findings.study;
    let (one, many) = study.kind.arm_noun();
    let pairs = findings.pairs();
    let wanted = findings.pairs_wanted();
    let so_far = if pairs < wanted {
        format!(" of {} so far", count(wanted))
    } else {
        String::new()
    };
    let engines = if study.engines.is_empty() {
        "engine not named".to_owned()
    } else {
        study.engines.join(", ")
    };
    format!(
        "{}; {} in {}{so_far}, {}; {}; {engines}.",
        study.game_name,
        counted(findings.games(), "game", "games"),
        counted(pairs, "pair", "pairs"),
        counted(findings.arms.len() as u64, one, many),
        study.limits,
    )
}
