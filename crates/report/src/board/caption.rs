use assay_rules::Side;

use super::board_cells;
use super::layout::{MARGIN, PAPER_WIDTH};
use super::marks;
use super::palette::{CASTLE, CASTLE_CELLS, GROUT, INK, PAPER, SOFT};
use super::pieces;
use super::strand::Line;
use super::svg::{Anchor, Paint, Spot, Svg};
use crate::charts::text_width;

/// Size of the first lines and of the rest: 11 and 10 pixels in a drawing 400 pixels wide.
const TEXT: f64 = 20.0;
const LESSER: f64 = 18.0;

const ICON: f64 = 30.0;
const ICON_GAP: f64 = 8.0;
const ITEM_GAP: f64 = 22.0;

/// A small picture that a text explains.
#[derive(Clone, Debug)]
pub(super) enum Icon {
    /// A piece, or just a side where there is no letter.
    Piece(Side, String),
    Move,
    Take,
    Both,
    Spring,
    Castle,
    Way(Line),
}

/// A text with a picture before it.
#[derive(Clone, Debug)]
pub(super) struct LegendItem {
    icon: Option<Icon>,
    text: String,
}

impl LegendItem {
    pub(super) fn new(icon: Icon, text: &str) -> LegendItem {
        LegendItem {
            icon: Some(icon),
            text: text.to_owned(),
        }
    }

    pub(super) fn words(text: &str) -> LegendItem {
        LegendItem {
            icon: None,
            text: text.to_owned(),
        }
    }

    fn width(&self, size: f64) -> f64 {
        let icon = if self.icon.is_some() {
            ICON + ICON_GAP
        } else {
            0.0
        };
        icon + text_width(&self.text, size)
    }
}

/// What stands below a board.
pub(super) struct Caption {
    /// What is seen; each begins a line.
    pub(super) lines: Vec<Vec<LegendItem>>,
    /// What the marks mean, one after the other.
    pub(super) legend: Vec<LegendItem>,
    /// The ways that have a colour, a line each.
    pub(super) notes: Vec<LegendItem>,
    /// The game.
    pub(super) small: String,
}

impl Caption {
    /// Draws it from a height on and returns where the picture ends.
    pub(super) fn draw(&self, svg: &mut Svg, top: f64) -> f64 {
        let mut y = top + MARGIN / 2.0;
        for line in &self.lines {
            y = flow(svg, y, line, TEXT, INK);
        }
        y = flow(svg, y, &self.legend, LESSER, INK);
        for note in &self.notes {
            y = flow(svg, y, std::slice::from_ref(note), LESSER, INK);
        }
        y = flow(svg, y, &[LegendItem::words(&self.small)], LESSER, SOFT);
        y + MARGIN / 2.0
    }
}

/// Puts items one after the other, in as many lines as they need; a text too long for a line is broken.
fn flow(svg: &mut Svg, top: f64, items: &[LegendItem], size: f64, colour: &'static str) -> f64 {
    let height = size + 12.0;
    let (left, right) = (MARGIN + 4.0, PAPER_WIDTH - MARGIN);
    let (mut x, mut y) = (left, top + height / 2.0);
    for item in items {
        if x > left && x + item.width(size) > right {
            x = left;
            y += height;
        }
        if let Some(icon) = &item.icon {
            draw_icon(svg, Spot::new(x + ICON / 2.0, y), icon);
            x += ICON + ICON_GAP;
        }
        let mut lines = crate::charts::wrap_text(&item.text, size, right - x).into_iter();
        let first = lines.next().unwrap_or_default();
        let paint = Paint::fill(colour);
        svg.text(&first, Spot::new(x, y), size, paint, Anchor::Start);
        let mut widest = text_width(&first, size);
        for line in lines {
            y += height;
            svg.text(&line, Spot::new(x, y), size, paint, Anchor::Start);
            widest = widest.max(text_width(&line, size));
        }
        x += widest + ITEM_GAP;
    }
    if items.is_empty() {
        top
    } else {
        y + height / 2.0
    }
}

fn draw_icon(svg: &mut Svg, at: Spot, icon: &Icon) {
    const HALF: f64 = ICON / 2.0;
    match icon {
        Icon::Piece(side, letter) => pieces::disc(svg, at, 0.85 * HALF, *side, letter),
        Icon::Move => marks::dot(svg, at, 2.0 * HALF),
        Icon::Take => marks::target(svg, at, 0.68 * HALF, Some(PAPER)),
        Icon::Both => {
            marks::target(svg, at, 0.68 * HALF, Some(PAPER));
            marks::dot(svg, at, 1.8 * HALF);
        }
        Icon::Spring => board_cells::spring(svg, at, HALF),
        Icon::Castle => {
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(x, y)| at.plus(x * 0.75 * HALF, y * 0.75 * HALF));
            let paint = Paint::fill(CASTLE_CELLS[0]).with_stroke(GROUT, 1.0);
            svg.polygon(&corners, paint, None);
            svg.polygon(&corners, Paint::stroke(CASTLE, 3.0), None);
        }
        Icon::Way(line) => {
            svg.line(&[at.plus(-HALF, 0.0), at.plus(HALF, 0.0)], line.paint());
        }
    }
}
