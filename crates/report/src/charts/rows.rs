//! Charts with a line per arm: names at the left, wrapped where they are long, and the plot at the right.

use super::canvas::{Anchor, Canvas, WIDTH};
use super::font::{width, wrap};
use super::frame::{MARGIN, TEXT, line_height};
use super::palette::INK;

/// How names are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    /// Size of the letters.
    pub(super) size: f64,
    /// Names are wrapped beyond this many pixels.
    pub(super) room: f64,
}

impl Names {
    /// Names beside a chart's only rows.
    pub(super) const PLAIN: Names = Names {
        size: TEXT,
        room: 215.0,
    };
}

/// Rows laid out under each other.
pub(super) struct Rows {
    list: Vec<Row>,
    size: f64,
    left: f64,
    top: f64,
    bottom: f64,
}

struct Row {
    lines: Vec<String>,
    top: f64,
    bottom: f64,
}

impl Rows {
    /// Lays out a row a name from `top` on, none lower than `least` pixels.
    pub(super) fn new<'a>(names: impl IntoIterator<Item = &'a str>, top: f64, least: f64) -> Self {
        Self::written(Names::PLAIN, names, top, least)
    }

    /// The same with another way of writing names.
    pub(super) fn written<'a>(
        Names { size, room }: Names,
        names: impl IntoIterator<Item = &'a str>,
        top: f64,
        least: f64,
    ) -> Self {
        let mut y = top;
        let mut rows = Vec::new();
        let mut widest: f64 = 0.0;
        for name in names {
            let lines = wrap(name, size, room);
            widest = lines.iter().map(|l| width(l, size)).fold(widest, f64::max);
            let high = least.max(lines.len() as f64 * line_height(size) + 4.0);
            rows.push(Row {
                lines,
                top: y,
                bottom: y + high,
            });
            y += high;
        }
        Self {
            list: rows,
            size,
            left: MARGIN + widest + 10.0,
            top,
            bottom: y,
        }
    }

    /// Where the plot begins, right of the names.
    pub(super) fn left(&self) -> f64 {
        self.left
    }

    /// Where a plot ends that leaves `room` pixels at its right.
    pub(super) fn right(room: f64) -> f64 {
        WIDTH - MARGIN - room
    }

    /// Upper end of the first row.
    pub(super) fn top(&self) -> f64 {
        self.top
    }

    /// Lower end of the last row.
    pub(super) fn bottom(&self) -> f64 {
        self.bottom
    }

    /// Upper end, middle and lower end of a row.
    pub(super) fn row(&self, index: usize) -> (f64, f64, f64) {
        let row = &self.list[index];
        (row.top, f64::midpoint(row.top, row.bottom), row.bottom)
    }

    /// Writes the names.
    pub(super) fn draw_names(&self, canvas: &mut Canvas) {
        for row in &self.list {
            let high = row.lines.len() as f64 * line_height(self.size);
            let mut y =
                f64::midpoint(row.top, row.bottom) - high / 2.0 + line_height(self.size) / 2.0;
            for line in &row.lines {
                canvas.text(line, (self.left - 10.0, y), self.size, INK, Anchor::End);
                y += line_height(self.size);
            }
        }
    }
}
