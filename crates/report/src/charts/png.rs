use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::font;

/// A drawing of this crate as PNG, with so many pixels a pixel of the drawing.
pub(crate) fn png(svg: &str, scale: f32) -> Vec<u8> {
    let options = Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: font::database(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).expect("drawings are well-formed SVG");
    let size = tree.size();
    let wide = (size.width() * scale).ceil() as u32;
    let high = (size.height() * scale).ceil() as u32;
    let mut pixels = Pixmap::new(wide, high).expect("drawings have a size");
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels.encode_png().expect("pixels in memory encode")
}
