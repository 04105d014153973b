use crate::Tunables;

/// How much less deep late moves are searched, by depth and number of the move, in hundredths of a
/// ply. Integers only: the same on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Reductions(Vec<i32>);

const SIDE: usize = 64;

impl Reductions {
    pub(crate) fn new(tunables: &Tunables) -> Reductions {
        let reduction = |depth: usize, number: usize| {
            let product = log(depth) * log(number) / 1_000;
            tunables.reduction_base + tunables.reduction_scale * product / 1_000
        };
        let table = (0..SIDE * SIDE).map(|i| match (i / SIDE, i % SIDE) {
            (0, _) | (_, 0) => 0,
            (depth, number) => reduction(depth, number),
        });
        Reductions(table.collect())
    }

    #[inline]
    pub(crate) fn of(&self, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(SIDE - 1);
        self.0[depth * SIDE + number.min(SIDE - 1)]
    }
}

/// The natural logarithm in thousandths, straight between powers of two.
fn log(n: usize) -> i32 {
    let whole = n.ilog2();
    let part = ((n - (1 << whole)) * 1_000) >> whole;
    (whole as i32 * 1_000 + part as i32) * 693 / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near_enough() {
        for n in 1..200_usize {
            let true_log = ((n as f64).ln() * 1000.0) as i32;
            assert!((log(n) - true_log).abs() <= 63, "{n}");
        }
    }

    #[test]
    fn later_and_deeper_is_reduced_more() {
        let r = Reductions::new(&Tunables::default());
        assert!(r.of(3, 4) < r.of(3, 20));
        assert!(r.of(3, 20) < r.of(12, 20));
        assert_eq!(r.of(200, 200), r.of(63, 63));
    }
}
