use assay_rules::{Cell, Kind, Move, Position, Side, Width};

/// What worked before: which quiet moves refuted positions, whatever else was on the board.
#[derive(Clone, Debug)]
pub(crate) struct History {
    kinds: usize,
    cells: usize,
    /// Success of a piece's arrival on a cell, by side, kind, cell.
    arrivals: Vec<i16>,
    /// The answer that last refuted a piece's arrival on a cell, by the same index.
    answers: Vec<Move>,
}

/// A piece and where it goes: what histories are kept by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arrival(u16);

impl Arrival {
    #[cfg(test)]
    pub(crate) fn new(index: u16) -> Arrival {
        Arrival(index)
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl History {
    pub(crate) fn new(kinds: usize, cells: usize) -> History {
        let size = 2 * kinds * cells;
        History {
            kinds,
            cells,
            arrivals: vec![0; size],
            answers: vec![Move::NULL; size],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.arrivals.fill(0);
        self.answers.fill(Move::NULL);
    }

    /// How many different arrivals there are.
    pub(crate) fn size(&self) -> usize {
        self.arrivals.len()
    }

    /// Takes every success down to so many hundredths, so that an older search counts for less.
    pub(crate) fn fade(&mut self, percent: i32) {
        for n in &mut self.arrivals {
            *n = (i32::from(*n) * percent / 100) as i16;
        }
    }

    /// The arrival that a move of the side to move makes.
    #[inline]
    pub(crate) fn arrival<W: Width>(&self, position: &Position<W>, mv: Move) -> Arrival {
        let (side, kind) = mover(position, mv);
        self.of(side, kind, mv.to())
    }

    #[inline]
    fn of(&self, side: Side, kind: Kind, to: Cell) -> Arrival {
        let index = (side.index() * self.kinds + kind.index()) * self.cells + to.index();
        Arrival(index as u16)
    }

    #[inline]
    pub(crate) fn success(&self, arrival: Arrival) -> i32 {
        i32::from(self.arrivals[arrival.index()])
    }

    /// The move that last refuted the enemy's arrival.
    #[inline]
    pub(crate) fn answer(&self, to: Option<Arrival>) -> Move {
        to.map_or(Move::NULL, |a| self.answers[a.index()])
    }

    pub(crate) fn set_answer(&mut self, to: Option<Arrival>, mv: Move) {
        if let Some(arrival) = to {
            self.answers[arrival.index()] = mv;
        }
    }

    /// Moves a success by `bonus`, the less the nearer it is to `limit`.
    pub(crate) fn reward(&mut self, arrival: Arrival, bonus: i32, limit: i32) {
        let n = &mut self.arrivals[arrival.index()];
        *n = shifted(*n, bonus, limit);
    }
}

/// A number moved by `bonus`, no greater than `limit`, the less the nearer it is to `limit`.
#[inline]
pub(crate) fn shifted(old: i16, bonus: i32, limit: i32) -> i16 {
    let old = i32::from(old);
    let bonus = bonus.clamp(-limit, limit);
    let new = old + bonus - old * bonus.abs() / limit;
    debug_assert!(new.abs() <= limit);
    new as i16
}

/// Who moves: the piece on the first cell, or the piece dropped.
#[inline]
fn mover<W: Width>(position: &Position<W>, mv: Move) -> (Side, Kind) {
    let dropped = || (position.side(), mv.kind().unwrap_or(Kind::new(0)));
    match position.piece(mv.from()) {
        Some((side, kind)) if side == position.side() => (side, kind),
        _ => dropped(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: i32 = 16_000;

    #[test]
    fn success_stays_within_its_limit_and_fades() {
        let mut history = History::new(6, 64);
        let arrival = history.of(Side::Black, Kind::new(3), Cell::new(9));
        for _ in 0..1_000 {
            history.reward(arrival, 1_500, LIMIT);
        }
        let high = history.success(arrival);
        assert!((LIMIT - 1_500..=LIMIT).contains(&high), "{high}");
        history.fade(50);
        assert_eq!(history.success(arrival), high / 2);
        for _ in 0..1_000 {
            history.reward(arrival, -1_500, LIMIT);
        }
        assert!(history.success(arrival) < -LIMIT + 1_500);
        history.clear();
        assert_eq!(history.success(arrival), 0);
    }
}
