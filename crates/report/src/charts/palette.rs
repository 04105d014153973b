//! Colours that the colour-blind tell apart: Okabe and Ito, "Color Universal Design" (2008), and greys.

use plotters::style::RGBColor;

pub(super) const ORANGE: RGBColor = RGBColor(0xE6, 0x9F, 0x00);
pub(super) const SKY: RGBColor = RGBColor(0x56, 0xB4, 0xE9);
pub(super) const GREEN: RGBColor = RGBColor(0x00, 0x9E, 0x73);
pub(super) const YELLOW: RGBColor = RGBColor(0xF0, 0xE4, 0x42);
pub(super) const BLUE: RGBColor = RGBColor(0x00, 0x72, 0xB2);
pub(super) const VERMILLION: RGBColor = RGBColor(0xD5, 0x5E, 0x00);
pub(super) const PURPLE: RGBColor = RGBColor(0xCC, 0x79, 0xA7);

/// Text and dots on the paper.
pub(super) const INK: RGBColor = RGBColor(0x1B, 0x1F, 0x24);
/// Captions and lesser labels.
pub(super) const SOFT: RGBColor = RGBColor(0x55, 0x5C, 0x66);
/// Grid lines and bands.
pub(super) const GRID: RGBColor = RGBColor(0xDD, 0xE0, 0xE4);
/// Reference lines such as 50%.
pub(super) const MARK: RGBColor = RGBColor(0x8A, 0x91, 0x9B);
/// Draws and other middles.
pub(super) const MIDDLE: RGBColor = RGBColor(0xBF, 0xC4, 0xCA);
/// Background.
pub(super) const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);
/// Text on dark fills, the same on every background.
pub(super) const ON_DARK: RGBColor = RGBColor(0xFE, 0xFE, 0xFE);
/// Text on light fills, the same on every background.
pub(super) const ON_LIGHT: RGBColor = RGBColor(0x11, 0x11, 0x12);

/// What a dark page puts for the colours of the paper: as drawn, instead.
pub(crate) const DARK_SWAPS: [(&str, &str); 7] = [
    ("#FFFFFF", "#14181D"),
    ("#1B1F24", "#E8EAED"),
    ("#555C66", "#A9B0BA"),
    ("#DDE0E4", "#30363E"),
    ("#8A919B", "#7C8590"),
    ("#BFC4CA", "#6B737D"),
    ("#0072B2", "#3C9CD7"),
];

/// The text colour that reads best on a fill.
pub(super) fn on(fill: RGBColor) -> RGBColor {
    let RGBColor(r, g, b) = fill;
    let light = 0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b);
    if light > 125.0 { ON_LIGHT } else { ON_DARK }
}
