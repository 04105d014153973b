use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::font;

/// Pixels of the picture a pixel of the drawing.
const SCALE: f32 = 2.0;

/// A drawing of this crate as PNG.
pub(super) fn png(svg: &str) -> Vec<u8> {
    let options = Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: font::database(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).expect("charts are well-formed SVG");
    let size = tree.size();
    let wide = (size.width() * SCALE).ceil() as u32;
    let high = (size.height() * SCALE).ceil() as u32;
    let mut pixels = Pixmap::new(wide, high).expect("charts have a size");
    resvg::render(
        &tree,
        Transform::from_scale(SCALE, SCALE),
        &mut pixels.as_mut(),
    );
    pixels.encode_png().expect("pixels in memory encode")
}
