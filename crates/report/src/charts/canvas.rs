use plotters::coord::Shift;
use plotters::prelude::{
    Circle, DrawingArea, IntoDrawingArea, PathElement, Polygon, Rectangle, SVGBackend, Text,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBColor, ShapeStyle, TextStyle};

use super::font::font;
use super::palette::PAPER;
use crate::words::escape;

/// Width of every chart in pixels: an article's column.
pub(super) const WIDTH: f64 = 720.0;

/// Drawing units a pixel, so that plotters' whole numbers are half pixels.
const FINE: f64 = 2.0;

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The point is at its left.
    Start,
    /// The point is in its middle.
    Middle,
    /// The point is at its right.
    End,
}

/// A drawing in the making, in pixels from the top left. The height is known only at the end, so shapes are kept until then.
#[derive(Default)]
pub(super) struct Canvas {
    shapes: Vec<Shape>,
}

enum Shape {
    Box {
        from: (f64, f64),
        to: (f64, f64),
        fill: RGBColor,
    },
    Line {
        points: Vec<(f64, f64)>,
        colour: RGBColor,
        thick: f64,
    },
    Dot {
        at: (f64, f64),
        radius: f64,
        fill: RGBColor,
    },
    Patch {
        points: Vec<(f64, f64)>,
        fill: RGBColor,
    },
    Words {
        text: String,
        at: (f64, f64),
        size: f64,
        colour: RGBColor,
        anchor: Anchor,
    },
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

impl Canvas {
    /// A filled rectangle.
    pub(super) fn fill(&mut self, from: (f64, f64), to: (f64, f64), fill: RGBColor) {
        self.shapes.push(Shape::Box { from, to, fill });
    }

    /// A line through two points or more.
    pub(super) fn line(&mut self, points: &[(f64, f64)], colour: RGBColor, thick: f64) {
        self.shapes.push(Shape::Line {
            points: points.to_vec(),
            colour,
            thick,
        });
    }

    /// A disc.
    pub(super) fn dot(&mut self, at: (f64, f64), radius: f64, fill: RGBColor) {
        self.shapes.push(Shape::Dot { at, radius, fill });
    }

    /// A filled polygon.
    pub(super) fn patch(&mut self, points: &[(f64, f64)], fill: RGBColor) {
        self.shapes.push(Shape::Patch {
            points: points.to_vec(),
            fill,
        });
    }

    /// A line of text whose middle height is at the point.
    pub(super) fn text(
        &mut self,
        text: &str,
        at: (f64, f64),
        size: f64,
        colour: RGBColor,
        anchor: Anchor,
    ) {
        let text = text.to_owned();
        self.shapes.push(Shape::Words {
            text,
            at,
            size,
            colour,
            anchor,
        });
    }

    /// The drawing as SVG, named and described for readers that do not see it.
    pub(super) fn finish(self, height: f64, title: &str, description: &str) -> String {
        let size = ((WIDTH * FINE) as u32, (height * FINE).ceil() as u32);
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            area.fill(&PAPER)
                .expect("drawing into a string cannot fail");
            for shape in &self.shapes {
                shape.draw(&area);
            }
            area.present().expect("drawing into a string cannot fail");
        }
        with_head(&svg, size, title, description)
    }
}

impl Shape {
    fn draw(&self, area: &Area<'_>) {
        let drawn = match self {
            Shape::Box { from, to, fill } => {
                area.draw(&Rectangle::new([fine(*from), fine(*to)], fill.filled()))
            }
            Shape::Line {
                points,
                colour,
                thick,
            } => {
                let points: Vec<(i32, i32)> = points.iter().copied().map(fine).collect();
                area.draw(&PathElement::new(points, stroke(*colour, *thick)))
            }
            Shape::Dot { at, radius, fill } => area.draw(&Circle::new(
                fine(*at),
                (radius * FINE).round() as i32,
                fill.filled(),
            )),
            Shape::Patch { points, fill } => {
                let points: Vec<(i32, i32)> = points.iter().copied().map(fine).collect();
                area.draw(&Polygon::new(points, fill.filled()))
            }
            Shape::Words {
                text,
                at,
                size,
                colour,
                anchor,
            } => {
                let horizontal = match anchor {
                    Anchor::Start => HPos::Left,
                    Anchor::Middle => HPos::Center,
                    Anchor::End => HPos::Right,
                };
                let style = TextStyle::from(font(size * FINE))
                    .color(colour)
                    .pos(Pos::new(horizontal, VPos::Center));
                // The backend moves text down by half its x-height; capitals and digits are taller than that.
                let at = (at.0, at.1 + size * 0.08);
                area.draw(&Text::new(text.as_str(), fine(at), style))
            }
        };
        drawn.expect("drawing into a string cannot fail");
    }
}

fn fine((x, y): (f64, f64)) -> (i32, i32) {
    ((x * FINE).round() as i32, (y * FINE).round() as i32)
}

fn stroke(colour: RGBColor, thick: f64) -> ShapeStyle {
    colour.stroke_width((thick * FINE).round().max(1.0) as u32)
}

/// plotters writes a bare `<svg>`; the size in pixels, the role and the title are put in here.
fn with_head(svg: &str, (wide, high): (u32, u32), title: &str, description: &str) -> String {
    let body = svg.find('>').map_or("", |end| &svg[end + 1..]);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {wide} {high}\">\n<title>{}</title>\n<desc>{}</desc>{body}",
        f64::from(wide) / FINE,
        f64::from(high) / FINE,
        escape(title),
        escape(description),
    )
}
