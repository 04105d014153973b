use std::sync::Arc;

use assay_report::board::Drawing;
use resvg::tiny_skia::Rect;
use resvg::usvg::{Group, Node, Options, TextChunk, Tree, fontdb, roxmltree};

/// The content of every element of a name, its own text only.
pub(crate) fn texts(drawing: &Drawing, element: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(drawing.svg()).unwrap();
    document
        .descendants()
        .filter(|n| n.has_tag_name(element))
        .map(|n| n.text().unwrap_or("").to_owned())
        .collect()
}

/// How many circles have a fill and a radius.
pub(crate) fn circles(drawing: &Drawing, attribute: &str, value: &str) -> usize {
    let document = roxmltree::Document::parse(drawing.svg()).unwrap();
    document
        .descendants()
        .filter(|n| n.has_tag_name("circle") && n.attribute(attribute) == Some(value))
        .count()
}

/// How many lines that are no part of the board's own drawing.
pub(crate) fn lines(drawing: &Drawing, colour: &str) -> usize {
    let document = roxmltree::Document::parse(drawing.svg()).unwrap();
    document
        .descendants()
        .filter(|n| n.has_tag_name("polyline") && n.attribute("stroke") == Some(colour))
        .count()
}

/// The boxes of all texts, and the size of the drawing, in its pixels.
pub(crate) fn text_boxes(drawing: &Drawing) -> (Vec<(String, Rect)>, (f32, f32)) {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../fonts/DejaVuSans.ttf").to_vec());
    let options = Options {
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    let tree = Tree::from_str(drawing.svg(), &options).unwrap();
    let mut boxes = Vec::new();
    gather(tree.root(), &mut boxes);
    (boxes, (tree.size().width(), tree.size().height()))
}

fn gather(group: &Group, boxes: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => gather(inner, boxes),
            Node::Text(text) => {
                let words = text.chunks().iter().map(TextChunk::text).collect();
                boxes.push((words, text.abs_bounding_box()));
            }
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}
