use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Rect};
use resvg::usvg::{Group, Node, Options, TextChunk, Tree, fontdb};

use crate::files::{ALL, case};

/// The boxes of all texts of a drawing, in its own pixels.
fn text_boxes(svg: &str) -> (Tree, Vec<(String, Rect)>) {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../fonts/DejaVuSans.ttf").to_vec());
    let options = Options {
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).unwrap();
    let mut boxes = Vec::new();
    gather(tree.root(), &mut boxes);
    (tree, boxes)
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

/// Whether two boxes share more than a hair.
fn collide(a: &Rect, b: &Rect) -> bool {
    let wide = a.right().min(b.right()) - a.left().max(b.left());
    let high = a.bottom().min(b.bottom()) - a.top().max(b.top());
    wide > 1.0 && high > 3.0
}

#[test]
fn no_text_is_clipped_or_lies_over_another() {
    for case in ALL.iter() {
        for (path, svg) in case.texts(".svg") {
            let what = format!("{} {path}", case.name);
            let (tree, boxes) = text_boxes(svg);
            assert!(!boxes.is_empty(), "{what}");
            let size = tree.size();
            for (index, (text, place)) in boxes.iter().enumerate() {
                let inside = place.left() >= 0.0
                    && place.top() >= 0.0
                    && place.right() <= size.width()
                    && place.bottom() <= size.height();
                assert!(inside, "{what}: {text:?} at {place:?} of {size:?}");
                for (other, other_place) in &boxes[..index] {
                    assert!(
                        !collide(place, other_place),
                        "{what}: {text:?} over {other:?}"
                    );
                }
            }
        }
    }
}

/// At 700 pixels, an article's column, no letter is smaller than 9.
#[test]
fn letters_are_large_enough_for_an_article() {
    for case in ALL.iter() {
        for (path, svg) in case.texts(".svg") {
            let document = resvg::usvg::roxmltree::Document::parse(svg).unwrap();
            let view = document.root_element().attribute("viewBox").unwrap();
            let units: f64 = view.split(' ').nth(2).unwrap().parse().unwrap();
            for node in document.descendants().filter(|n| n.has_tag_name("text")) {
                let size: f64 = node.attribute("font-size").unwrap().parse().unwrap();
                assert!(size / units * 700.0 >= 9.0, "{} {path}: {size}", case.name);
            }
        }
    }
}

#[test]
fn pictures_are_twice_the_size_of_the_drawing_and_not_blank() {
    let case = case("factorial");
    let drawings = case.texts(".svg");
    assert_eq!(drawings.len(), 10);
    for (path, svg) in drawings {
        let pixels = Pixmap::decode_png(case.file(&path.replace(".svg", ".png"))).unwrap();
        let (tree, _) = text_boxes(svg);
        assert_eq!(
            pixels.width(),
            (tree.size().width() * 2.0).ceil() as u32,
            "{path}"
        );
        assert_eq!(
            pixels.height(),
            (tree.size().height() * 2.0).ceil() as u32,
            "{path}"
        );
        let paper = |p: &&PremultipliedColorU8| (p.red(), p.green(), p.blue()) == (255, 255, 255);
        let share =
            pixels.pixels().iter().filter(paper).count() as f64 / pixels.pixels().len() as f64;
        assert!((0.3..0.97).contains(&share), "{path}: {share} white");
    }
}

/// Text is drawn, not lost for want of a font: the title alone leaves dark pixels at the top.
#[test]
fn pictures_hold_their_text() {
    let pixels = Pixmap::decode_png(case("factorial").file("charts/white-score.png")).unwrap();
    let top = pixels.pixels()[..(pixels.width() * 60) as usize].iter();
    assert!(top.filter(|p| p.red() < 80).count() > 200);
}
