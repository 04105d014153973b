//! The one typeface of all charts, carried in the program so that text is measured and drawn the same everywhere.

use std::sync::{Arc, LazyLock};

use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};
use resvg::usvg::fontdb::Database;

/// `DejaVu Sans` 2.37; its licence lies beside it.
static DEJAVU_SANS: &[u8] = include_bytes!("../../fonts/DejaVuSans.ttf");

/// What the SVG files name; a reader without `DejaVu Sans` gets the next one.
pub(crate) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// The SVG backend divides sizes by this to get the font size in pixels.
const BACKEND_RATIO: f64 = 1.24;

/// Ascent plus descent in em: text is measured against this height and drawn against the em.
const HEIGHT_IN_EM: f64 = 1.164;

static REGISTERED: LazyLock<()> = LazyLock::new(|| {
    for family in [FAMILY, "sans-serif"] {
        let accepted = register_font(family, FontStyle::Normal, DEJAVU_SANS).is_ok();
        assert!(accepted, "the font that is built in is a font");
    }
});

/// The typeface at a size in units of the drawing.
pub(super) fn font(size: f64) -> FontDesc<'static> {
    LazyLock::force(&REGISTERED);
    FontDesc::new(
        FontFamily::Name(FAMILY),
        size * BACKEND_RATIO,
        FontStyle::Normal,
    )
}

/// Size at which text is measured: large, because the answer comes in whole pixels.
const MEASURE: f64 = 200.0;

/// Width of a text at a size, both in pixels.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    LazyLock::force(&REGISTERED);
    let measured = FontDesc::new(FontFamily::Name(FAMILY), MEASURE, FontStyle::Normal)
        .box_size(text)
        .map_or(0, |(wide, _)| wide);
    f64::from(measured) * HEIGHT_IN_EM / MEASURE * size
}

/// Fonts for turning a drawing into pixels.
pub(super) fn database() -> Arc<Database> {
    static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut fonts = Database::new();
        fonts.load_font_data(DEJAVU_SANS.to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        fonts.set_serif_family("DejaVu Sans");
        Arc::new(fonts)
    });
    FONTS.clone()
}

/// Lines of at most `room` pixels, broken at spaces; a longer word is broken inside.
pub(crate) fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let joined = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if width(&joined, size) <= room {
            line = joined;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            line.push(c);
            if line.chars().count() > 1 && width(&line, size) > room {
                line.pop();
                lines.push(std::mem::take(&mut line));
                line.push(c);
            }
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn wrapped_lines_fit_and_lose_no_letter(text in "[a-zA-Z0-9=,→ ]{0,90}", room in 30.0..300.0f64) {
            let lines = wrap(&text, 12.0, room);
            prop_assert!(lines.iter().all(|line| width(line, 12.0) <= room), "{:?}", lines);
            let letters = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }

    #[test]
    fn width_is_the_advance_in_em() {
        // The digit zero of DejaVu Sans is 1303 of 2048 units wide.
        assert!((width("0000000000", 10.0) - 63.6).abs() < 0.6);
    }
}
