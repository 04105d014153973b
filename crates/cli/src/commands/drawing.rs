use std::fmt::Write as _;

use assay_report::board::plain;
use assay_rules::{Cell, FormState, Position, Rules, Side, Width};

/// How a board is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    symbols: Symbols,
    paint: Paint,
}

/// What stands for a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbols {
    Letters,
    Unicode,
}

/// How White's pieces are told from Black's beyond their symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    None,
    Ansi,
}

impl Style {
    /// Letters, as any terminal or file takes them.
    pub(super) const PLAIN: Style = Style::new(Symbols::Letters, Paint::None);

    pub(super) const fn new(symbols: Symbols, paint: Paint) -> Style {
        Style { symbols, paint }
    }

    fn piece(self, side: Side, letter: char) -> String {
        let small = letter.to_ascii_lowercase();
        let symbol = match (self.symbols, side, letter) {
            (Symbols::Letters, Side::White, _) => letter,
            (Symbols::Letters, Side::Black, _) => small,
            (Symbols::Unicode, Side::White, letter) => chess_symbol(letter, '♔').unwrap_or(letter),
            (Symbols::Unicode, Side::Black, letter) => chess_symbol(letter, '♚').unwrap_or(small),
        };
        match (self.paint, side) {
            (Paint::None, _) => symbol.to_string(),
            (Paint::Ansi, Side::White) => format!("\x1b[1;33m{symbol}\x1b[0m"),
            (Paint::Ansi, Side::Black) => format!("\x1b[1;36m{symbol}\x1b[0m"),
        }
    }
}

/// Unicode has King, Queen, Rook, Bishop, Knight, Pawn in a row for each colour.
fn chess_symbol(letter: char, king: char) -> Option<char> {
    let place = "KQRBNP".find(letter)?;
    char::from_u32(king as u32 + place as u32)
}

/// The board with its coordinates as `below` sees it from below, and the kings' forms where they have any.
pub(super) fn board<W: Width>(
    rules: &Rules<W>,
    position: &Position<W>,
    below: Side,
    style: Style,
) -> String {
    let content = |cell| content(rules, position, cell, style);
    let mut text = plain(rules.board(), below, content);
    for side in Side::BOTH.into_iter().filter(|_| rules.form_count() > 0) {
        let _ = writeln!(text, "{}", forms(rules, position, side));
    }
    let _ = writeln!(text, "{:?} to move", position.side());
    text
}

fn content<W: Width>(rules: &Rules<W>, position: &Position<W>, cell: Cell, style: Style) -> String {
    match position.piece(cell) {
        Some((side, kind)) => style.piece(side, rules.kinds()[kind.index()].letter),
        None if rules.is_spring(cell) => "*".to_owned(),
        None => ".".to_owned(),
    }
}

fn forms<W: Width>(rules: &Rules<W>, position: &Position<W>, side: Side) -> String {
    let forms = position.forms(side);
    let letters = rules.form_letters();
    let left: String = (0..letters.len())
        .filter(|i| forms.left() >> i & 1 == 1)
        .map(|i| letters[i])
        .collect();
    match forms.state() {
        FormState::In(form) => format!(
            "{side:?}'s king is {}; forms left: {left}",
            letters[usize::from(form)]
        ),
        FormState::MustChoose => {
            format!("{side:?}'s king was hit and must choose a form of {left}")
        }
        FormState::MustChooseLast => {
            format!("{side:?}'s king was hit twice and must choose its last form of {left}")
        }
        FormState::Taken => format!("{side:?}'s king was taken"),
        FormState::Lost => format!("{side:?}'s king has lost its last form"),
    }
}
