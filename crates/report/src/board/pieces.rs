use assay_rules::{Cell, FormState, Kind, Rules, Side, Width};

use super::Pieces;
use super::layout::Layout;
use super::palette::{INK, PAPER};
use super::scene::Scene;
use super::svg::{Anchor, Paint, Spot, Svg};

/// Draws the pieces of a position, or the one alone on the board.
pub(super) fn draw<W: Width>(
    svg: &mut Svg,
    rules: &Rules<W>,
    layout: &Layout,
    scene: &Scene<'_, W>,
    style: Pieces,
) {
    if let Scene::Alone(subject) = scene {
        let form = form_letter(rules, subject.kind, |_| {
            FormState::In(subject.form.unwrap_or(0))
        });
        let piece = (subject.side, subject.kind);
        piece_on(svg, rules, layout, subject.from, piece, form, style);
    }
    let Some(position) = scene.position() else {
        return;
    };
    for cell in rules.board().cells() {
        if let Some((side, kind)) = position.piece(cell) {
            let form = form_letter(rules, kind, |_| position.forms(side).state());
            piece_on(svg, rules, layout, cell, (side, kind), form, style);
        }
    }
}

/// The letter of a transforming king's form, or `?` or `!` where it must choose.
fn form_letter<W: Width>(
    rules: &Rules<W>,
    kind: Kind,
    state: impl Fn(Kind) -> FormState,
) -> Option<char> {
    if kind != rules.royal() || rules.form_count() == 0 {
        return None;
    }
    match state(kind) {
        FormState::In(form) => rules.form_letters().get(usize::from(form)).copied(),
        FormState::MustChoose => Some('?'),
        FormState::MustChooseLast => Some('!'),
        FormState::Taken | FormState::Lost => None,
    }
}

fn piece_on<W: Width>(
    svg: &mut Svg,
    rules: &Rules<W>,
    layout: &Layout,
    cell: Cell,
    (side, kind): (Side, Kind),
    form: Option<char>,
    style: Pieces,
) {
    let info = &rules.kinds()[kind.index()];
    let (at, size) = (layout.centre(cell), layout.inner_radius());
    svg.open_group(&format!(
        "{side:?} {} on {}",
        info.name,
        rules.cell_name(cell)
    ));
    match symbols(&info.name).filter(|_| style == Pieces::Symbols) {
        Some(glyphs) => symbol(svg, at, size, side, glyphs),
        None => disc(svg, at, 0.76 * size, side, &info.letter.to_string()),
    }
    if let Some(form) = form {
        let at = at.plus(0.6 * size, 0.6 * size);
        let paint = Paint::fill(PAPER).with_stroke(INK, 1.5);
        svg.circle(at, 0.34 * size, paint);
        let text = form.to_string();
        svg.text(&text, at, 0.5 * size, Paint::fill(INK), Anchor::Middle);
    }
    svg.close_group();
}

/// A disc of a side's colour with a letter.
pub(super) fn disc(svg: &mut Svg, at: Spot, radius: f64, side: Side, letter: &str) {
    let (fill, edge, text) = match side {
        Side::White => (PAPER, INK, INK),
        Side::Black => (INK, PAPER, PAPER),
    };
    let thick = if side == Side::White { 2.2 } else { 1.4 };
    svg.circle(at, radius, Paint::fill(fill).with_stroke(edge, thick));
    if !letter.is_empty() {
        svg.text(letter, at, 1.25 * radius, Paint::fill(text), Anchor::Middle);
    }
}

/// A chess symbol: the outline of a white piece on a white ground, a black one with a light edge.
fn symbol(svg: &mut Svg, at: Spot, size: f64, side: Side, (outline, solid): (&str, &str)) {
    let font = 1.75 * size;
    let edge = Paint::fill(PAPER).with_stroke(PAPER, 0.12 * size);
    svg.text(solid, at, font, edge, Anchor::Middle);
    let (glyph, paint) = match side {
        Side::White => (outline, Paint::fill(INK).with_stroke(INK, 0.6)),
        Side::Black => (solid, Paint::fill(INK)),
    };
    svg.text(glyph, at, font, paint, Anchor::Middle);
}

/// The outlined and the solid symbol of a piece that chess has.
fn symbols(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "king" => Some(("♔", "♚")),
        "queen" => Some(("♕", "♛")),
        "rook" => Some(("♖", "♜")),
        "bishop" => Some(("♗", "♝")),
        "knight" => Some(("♘", "♞")),
        "pawn" => Some(("♙", "♟")),
        _ => None,
    }
}
