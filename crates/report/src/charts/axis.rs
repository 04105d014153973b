use super::canvas::{Anchor, Canvas};
use super::palette::{GRID, SOFT};
use crate::estimate::Unit;
use crate::format;

/// A stretch of numbers laid along a stretch of pixels, with round ticks.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    from: f64,
    to: f64,
    step: f64,
    pixels: (f64, f64),
    unit: Unit,
}

/// Size of tick labels.
pub(super) const TICK_SIZE: f64 = 11.0;

impl Axis {
    /// An axis that holds all `numbers`, with about `ticks` round steps.
    pub(super) fn around(
        unit: Unit,
        numbers: impl IntoIterator<Item = f64>,
        ticks: usize,
        pixels: (f64, f64),
    ) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for x in numbers.into_iter().filter(|x| x.is_finite()) {
            low = low.min(x);
            high = high.max(x);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let least = least_span(unit);
        if high - low < least {
            let middle = f64::midpoint(low, high);
            (low, high) = (middle - least / 2.0, middle + least / 2.0);
        }
        let (floor, ceiling) = bounds(unit);
        let step = round_step((high - low) / ticks.max(1) as f64);
        Self {
            from: ((low / step).floor() * step).max(floor),
            to: ((high / step).ceil() * step).min(ceiling),
            step,
            pixels,
            unit,
        }
    }

    /// An axis from 0 to 100%.
    pub(super) fn whole(pixels: (f64, f64)) -> Self {
        Self {
            from: 0.0,
            to: 1.0,
            step: 0.25,
            pixels,
            unit: Unit::Share,
        }
    }

    /// Where a number lies.
    pub(super) fn at(&self, x: f64) -> f64 {
        let (start, end) = self.pixels;
        start + (x - self.from) / (self.to - self.from) * (end - start)
    }

    /// Where a number lies, or the end of the axis it lies beyond.
    pub(super) fn at_most(&self, x: f64) -> f64 {
        self.at(x.clamp(self.from, self.to))
    }

    /// Whether a number lies on the axis.
    pub(super) fn holds(&self, x: f64) -> bool {
        (self.from..=self.to).contains(&x)
    }

    /// The round numbers with their labels.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let first = (self.from / self.step - 1e-9).ceil() as i64;
        let last = (self.to / self.step + 1e-9).floor() as i64;
        (first..=last)
            .map(|k| k as f64 * self.step)
            .map(|x| (x, format::tick(self.unit, x, self.step)))
            .collect()
    }

    /// Grid lines from `top` to `bottom` and the labels under them, for an axis that lies.
    pub(super) fn draw_lying(&self, canvas: &mut Canvas, top: f64, bottom: f64) {
        for (x, label) in self.ticks() {
            let x = self.at(x);
            canvas.line(&[(x, top), (x, bottom)], GRID, 1.0);
            canvas.text(&label, (x, bottom + 12.0), TICK_SIZE, SOFT, Anchor::Middle);
        }
    }

    /// Grid lines from `left` to `right` and the labels left of them, for an axis that stands.
    pub(super) fn draw_standing(&self, canvas: &mut Canvas, left: f64, right: f64) {
        self.draw_lines(canvas, left, right);
        for (y, label) in self.ticks() {
            let at = (left - 6.0, self.at(y));
            canvas.text(&label, at, TICK_SIZE, SOFT, Anchor::End);
        }
    }

    /// Grid lines alone from `left` to `right`, for an axis that stands.
    pub(super) fn draw_lines(&self, canvas: &mut Canvas, left: f64, right: f64) {
        for (y, _) in self.ticks() {
            let y = self.at(y);
            canvas.line(&[(left, y), (right, y)], GRID, 1.0);
        }
    }
}

/// Steps of 1, 2, 2.5 or 5 times a power of ten, not below `rough`.
fn round_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|step| *step >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// A span below which an axis would make noise look like news.
fn least_span(unit: Unit) -> f64 {
    match unit {
        Unit::Share | Unit::Points => 0.04,
        Unit::FineShare => 0.002,
        Unit::Elo | Unit::Plies | Unit::PlyChange => 10.0,
        Unit::Pawns => 2.0,
        Unit::LogOdds | Unit::Pieces => 0.2,
        Unit::Setting => 1.0,
    }
}

/// Numbers of a unit that cannot be passed.
fn bounds(unit: Unit) -> (f64, f64) {
    match unit {
        Unit::Share | Unit::FineShare => (0.0, 1.0),
        Unit::Plies => (0.0, f64::INFINITY),
        _ => (f64::NEG_INFINITY, f64::INFINITY),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn steps_are_round() {
        let table = [
            (0.013, 0.02),
            (0.3, 0.5),
            (2.1, 2.5),
            (7.0, 10.0),
            (1.0, 1.0),
        ];
        for (rough, step) in table {
            assert!((round_step(rough) - step).abs() < 1e-12, "{rough}");
        }
    }

    #[test]
    fn an_axis_without_numbers_is_still_an_axis() {
        let nothing = Axis::around(Unit::Pawns, [f64::NAN], 5, (0.0, 10.0));
        assert!(nothing.at(0.5).is_finite());
    }

    proptest! {
        #[test]
        fn an_axis_holds_its_numbers_between_round_ends(
            low in -50.0..50.0f64,
            wide in 0.0..100.0f64,
            ticks in 2..9usize,
        ) {
            let axis = Axis::around(Unit::Pawns, [low, low + wide], ticks, (100.0, 600.0));
            for x in [low, low + wide] {
                prop_assert!((100.0..=600.0).contains(&axis.at(x)));
            }
            let places: Vec<f64> = axis.ticks().iter().map(|(x, _)| axis.at(*x)).collect();
            // The ends of the axis are ticks, the first and the last.
            prop_assert!((places[0] - 100.0).abs() < 1e-6);
            prop_assert!((places[places.len() - 1] - 600.0).abs() < 1e-6);
        }

        #[test]
        fn shares_stay_possible(low in 0.0..1.0f64, high in 0.0..1.0f64) {
            let axis = Axis::around(Unit::Share, [low, high], 5, (0.0, 100.0));
            prop_assert!(axis.ticks().iter().all(|(x, _)| (-1e-9..=1.0 + 1e-9).contains(x)));
        }
    }
}
