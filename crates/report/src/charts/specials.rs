//! How much special moves are used: a cell with a bar an arm and kind of move.

use super::Chart;
use super::canvas::{Anchor, Canvas, WIDTH};
use super::font::{width, wrap};
use super::frame::{self, MARGIN, line_height};
use super::palette::{GRID, INK, MARK, ORANGE, SKY};
use super::rows::Rows;
use super::score::stripes;
use crate::estimate::Estimate;
use crate::findings::{Findings, Special, SpecialUse};

const HEAD: f64 = 11.0;

/// What a chart of special moves counts.
struct Kind {
    name: &'static str,
    title: &'static str,
    told: &'static str,
    colour: plotters::style::RGBColor,
    share: fn(&SpecialUse) -> Option<&Estimate>,
}

const KINDS: [Kind; 2] = [
    Kind {
        name: "special-moves-games",
        title: "Games with special moves",
        told: "Share of games with at least one such move; the whole width of a cell is every game; a dash where the rules have no such move; 95% Wilson intervals are in the table.",
        colour: SKY,
        share: |used| used.share_of_games.as_ref(),
    },
    Kind {
        name: "special-moves-moves",
        title: "Special moves among all moves",
        told: "Share of the players' moves; the fullest cell is as wide as the largest share; a dash where the rules have no such move; 95% intervals clustered by pair are in the table.",
        colour: ORANGE,
        share: |used| used.share_of_moves.as_ref(),
    },
];

pub(super) fn draw(findings: &Findings) -> Vec<Chart> {
    let used = findings.specials_used();
    if used.is_empty() {
        return Vec::new();
    }
    KINDS
        .iter()
        .map(|kind| draw_kind(findings, &used, kind))
        .collect()
}

/// More kinds of move than this would make heads too narrow to read; they are shared out over several blocks.
const COLUMNS: usize = 7;

fn draw_kind(findings: &Findings, used: &[Special], kind: &Kind) -> Chart {
    let mut canvas = Canvas::default();
    let mut top = frame::title(&mut canvas, kind.title) + 4.0;
    let most = findings
        .balance()
        .iter()
        .flat_map(|arm| &arm.specials)
        .filter_map(|s| (kind.share)(s))
        .map(Estimate::value)
        .fold(0.0, f64::max);
    let full = if kind.name == "special-moves-games" {
        1.0
    } else {
        most.max(1e-9)
    };
    let columns = used.len().div_ceil(used.len().div_ceil(COLUMNS));
    for used in used.chunks(columns) {
        top = draw_block(&mut canvas, findings, (used, columns), kind, (top, full)) + 12.0;
    }
    frame::close(
        canvas,
        top - 4.0,
        findings,
        (kind.name, kind.title, kind.told),
    )
}

/// Draws one block of columns from `top` down and gives its bottom; `full` is the share that fills a cell.
fn draw_block(
    canvas: &mut Canvas,
    findings: &Findings,
    (used, columns): (&[Special], usize),
    kind: &Kind,
    (top, full): (f64, f64),
) -> f64 {
    let names = || findings.balance().iter().map(|arm| arm.name.as_str());
    // Laid out once for the width of the names, then again below the heads.
    let left = Rows::new(names(), top, 28.0).left();
    let wide = (WIDTH - MARGIN - left) / columns as f64;
    let size = head_size(used, wide - 10.0);
    let heads: Vec<Vec<String>> = used
        .iter()
        .map(|s| wrap(s.label(), size, wide - 10.0))
        .collect();
    let deepest = heads.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let rows = Rows::new(names(), top + deepest * line_height(size) + 2.0, 28.0);
    rows.draw_names(canvas);
    stripes(
        canvas,
        &rows,
        findings.balance().len(),
        (left, WIDTH - MARGIN),
    );
    for (column, (special, head)) in used.iter().zip(&heads).enumerate() {
        let x = left + column as f64 * wide;
        for (line, text) in head.iter().enumerate() {
            let y = rows.top() - 2.0 - (head.len() - line) as f64 * line_height(size)
                + line_height(size) / 2.0;
            canvas.text(text, (x + 4.0, y), size, INK, Anchor::Start);
        }
        canvas.line(&[(x, rows.top()), (x, rows.bottom())], GRID, 1.0);
        for (index, arm) in findings.balance().iter().enumerate() {
            let (_, middle, row_bottom) = rows.row(index);
            let used = arm.special(*special);
            let share = used.and_then(kind.share);
            if let Some(share) = share {
                let end = x + 1.0 + (wide - 10.0) * (share.value() / full).min(1.0);
                canvas.fill(
                    (x + 1.0, row_bottom - 9.0),
                    (end, row_bottom - 3.0),
                    kind.colour,
                );
            }
            let none = used.is_none_or(|used| used.moves == 0);
            let colour = if none { MARK } else { INK };
            let text = match share {
                None => "–".to_owned(),
                Some(_) if none => "none".to_owned(),
                Some(share) => share.number(),
            };
            canvas.text(&text, (x + 4.0, middle - 4.0), HEAD, colour, Anchor::Start);
        }
    }
    rows.bottom()
}

/// The largest size at which no word of a head must be broken.
fn head_size(used: &[Special], room: f64) -> f64 {
    let widest = used
        .iter()
        .flat_map(|special| special.label().split(' '))
        .map(|word| width(word, HEAD))
        .fold(0.0, f64::max);
    if widest > room {
        (HEAD * room / widest).max(7.0)
    } else {
        HEAD
    }
}
