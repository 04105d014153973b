//! Words that several outputs share.

use assay_arena::Reason;

/// Appends formatted text to a string.
macro_rules! append {
    ($text:expr, $($args:tt)*) => {{
        use std::fmt::Write as _;
        write!($text, $($args)*).expect("a string takes any text");
    }};
}
pub(crate) use append;

/// How a game ended, in a reader's words.
pub(crate) fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::KingTaken => "king taken",
        Reason::LastFormLost => "last form lost",
        Reason::Mate => "mate",
        Reason::Stalemate => "stalemate",
        Reason::Repetition => "repetition",
        Reason::MoveCount => "move count",
        Reason::DeadPosition => "dead position",
        Reason::LengthCap => "length cap",
        Reason::AdjudicatedWin => "adjudicated win",
        Reason::AdjudicatedDraw => "adjudicated draw",
    }
}

/// That games were imagined between players, and why.
pub(crate) fn imagined(games: f64, because: &str) -> String {
    let games = match games {
        1.0 => "one imagined game".to_owned(),
        n => format!("{n} imagined games"),
    };
    format!(
        "Ratings carry {games} between every two players, won, drawn and lost by a third each and with either moving first, because {because}."
    )
}

/// Text as the content or an attribute of XML and HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
