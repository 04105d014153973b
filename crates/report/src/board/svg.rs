use crate::charts::FAMILY;
use crate::words::{append, escape};

/// A point of the drawing, in its units from the top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Spot {
    pub(super) const fn new(x: f64, y: f64) -> Spot {
        Spot { x, y }
    }

    pub(super) fn plus(self, x: f64, y: f64) -> Spot {
        Spot::new(self.x + x, self.y + y)
    }

    pub(super) fn distance(self, other: Spot) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The point a length further on the way to another.
    pub(super) fn towards(self, other: Spot, length: f64) -> Spot {
        let whole = self.distance(other).max(f64::EPSILON);
        self.plus(
            (other.x - self.x) / whole * length,
            (other.y - self.y) / whole * length,
        )
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// How a shape is painted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub(super) fill: Option<&'static str>,
    pub(super) stroke: Option<(&'static str, f64)>,
    /// Lengths of dash and gap.
    pub(super) dash: Option<(f64, f64)>,
}

impl Paint {
    pub(super) const fn fill(colour: &'static str) -> Paint {
        Paint {
            fill: Some(colour),
            stroke: None,
            dash: None,
        }
    }

    pub(super) const fn stroke(colour: &'static str, thick: f64) -> Paint {
        Paint {
            fill: None,
            stroke: Some((colour, thick)),
            dash: None,
        }
    }

    pub(super) const fn with_stroke(self, colour: &'static str, thick: f64) -> Paint {
        Paint {
            stroke: Some((colour, thick)),
            ..self
        }
    }

    pub(super) const fn dashed(self, dash: f64, gap: f64) -> Paint {
        Paint {
            dash: Some((dash, gap)),
            ..self
        }
    }

    fn attributes(self) -> String {
        let mut text = format!(" fill=\"{}\"", self.fill.unwrap_or("none"));
        if let Some((colour, thick)) = self.stroke {
            append!(text, " stroke=\"{colour}\" stroke-width=\"{}\"", n(thick));
        }
        if let Some((dash, gap)) = self.dash {
            append!(text, " stroke-dasharray=\"{} {}\"", n(dash), n(gap));
        }
        text
    }
}

/// A drawing in the making: its shapes as SVG text, one a line.
#[derive(Default)]
pub(super) struct Svg {
    body: String,
}

impl Svg {
    /// A closed shape, with a name that browsers show under the pointer.
    pub(super) fn polygon(&mut self, corners: &[Spot], paint: Paint, name: Option<&str>) {
        let (points, paint) = (points(corners), paint.attributes());
        append!(self.body, "<polygon points=\"{points}\"{paint}");
        self.close("polygon", name);
    }

    /// A line through points.
    pub(super) fn line(&mut self, through: &[Spot], paint: Paint) {
        append!(
            self.body,
            "<polyline points=\"{}\"{} stroke-linejoin=\"round\" stroke-linecap=\"round\"",
            points(through),
            paint.attributes()
        );
        self.close("polyline", None);
    }

    /// A circle.
    pub(super) fn circle(&mut self, at: Spot, radius: f64, paint: Paint) {
        append!(
            self.body,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}",
            n(at.x),
            n(at.y),
            n(radius),
            paint.attributes()
        );
        self.close("circle", None);
    }

    /// A line of text whose capitals have their middle height at the point.
    pub(super) fn text(&mut self, text: &str, at: Spot, size: f64, paint: Paint, anchor: Anchor) {
        // Capitals of the typeface are 0.73 em high.
        let baseline = at.y + 0.365 * size;
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
        };
        append!(
            self.body,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{anchor}>{}</text>\n",
            n(at.x),
            n(baseline),
            n(size),
            paint.attributes(),
            escape(text)
        );
    }

    /// Begins a group with a name that browsers show under the pointer.
    pub(super) fn open_group(&mut self, name: &str) {
        append!(self.body, "<g><title>{}</title>\n", escape(name));
    }

    pub(super) fn close_group(&mut self) {
        self.body.push_str("</g>\n");
    }

    fn close(&mut self, element: &str, name: Option<&str>) {
        match name {
            Some(name) => append!(self.body, "><title>{}</title></{element}>\n", escape(name)),
            None => self.body.push_str("/>\n"),
        }
    }

    /// The whole drawing, `width` pixels wide, named and described for readers that do not see it.
    pub(super) fn finish(
        self,
        size: (f64, f64),
        width: u32,
        title: &str,
        description: &str,
    ) -> String {
        let height = (f64::from(width) * size.1 / size.0).round();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" font-family=\"{FAMILY}\">\n<title>{}</title>\n<desc>{}</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n{}</svg>\n",
            n(size.0),
            n(size.1),
            escape(title),
            escape(description),
            super::palette::PAPER,
            self.body
        )
    }
}

fn points(of: &[Spot]) -> String {
    let all: Vec<String> = of
        .iter()
        .map(|s| format!("{},{}", n(s.x), n(s.y)))
        .collect();
    all.join(" ")
}

/// A number to a tenth, which is less than a pixel.
fn n(number: f64) -> String {
    let tenths = (number * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    if rest == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::n;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0.0, "0"),
            (-0.04, "0"),
            (-0.25, "-0.3"),
            (84.0, "84"),
            (12.34, "12.3"),
        ] {
            assert_eq!(n(number), text);
        }
    }
}
