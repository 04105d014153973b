use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use assay_rules::Move;

use crate::deepen::Findings;
use crate::node::Window;
use crate::{Score, Tunables};

/// What the threads of a search do at the root: one round after another, each a depth and a window. The first
/// thread through with a round begins the next one and the others leave theirs to join it: what they would still
/// find out is known already.
#[derive(Debug)]
pub(crate) struct Rounds {
    /// The number of the present round, to be looked at without the lock.
    number: AtomicU32,
    present: Mutex<Round>,
}

/// A search of every move of the root, and what is known before it.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    pub(crate) number: u32,
    /// Plies.
    pub(crate) depth: u8,
    pub(crate) window: Window,
    /// Half width of the window, in centipawns.
    width: i32,
    /// The most promising first.
    pub(crate) moves: Vec<Move>,
    pub(crate) findings: Findings,
    /// Whether a forced end was found within the horizon: it will not be found sooner by looking further.
    pub(crate) ended: bool,
}

impl Rounds {
    /// Ready for the first round, one ply deep.
    pub(crate) fn new(moves: Vec<Move>, findings: Findings) -> Rounds {
        Rounds {
            number: AtomicU32::new(0),
            present: Mutex::new(Round {
                number: 0,
                depth: 1,
                window: Window::FULL,
                width: 0,
                moves,
                findings,
                ended: false,
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Round> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The round to join.
    pub(crate) fn present(&self) -> Round {
        self.lock().clone()
    }

    /// Whether some thread is through with the round of this number.
    #[inline]
    pub(crate) fn is_over(&self, number: u32) -> bool {
        self.number.load(Ordering::Relaxed) != number
    }

    /// Ends a round that came to `score` and begins the next one, unless another thread did so before.
    pub(crate) fn finish(&self, round: Round, score: Score, tunables: &Tunables) {
        let mut present = self.lock();
        if present.number == round.number {
            *present = round.next(score, tunables);
            self.number.store(present.number, Ordering::Relaxed);
        }
    }
}

impl Round {
    /// What follows this round if it came to `score`: the same depth with a wider window if that lies outside,
    /// or else one ply more with a window around it.
    fn next(mut self, score: Score, tunables: &Tunables) -> Round {
        self.number += 1;
        let Window { alpha, beta } = self.window;
        self.width = 2 * self.width + tunables.aspiration_growth;
        let wide = self.width > 1_000;
        if score <= alpha && alpha > Score::LEAST {
            self.window.alpha = if wide {
                Score::LEAST
            } else {
                score - self.width
            };
        } else if score >= beta && beta < Score::INFINITE {
            self.window.beta = if wide {
                Score::INFINITE
            } else {
                score + self.width
            };
        } else {
            self.findings.depth = self.depth;
            let distance = self.findings.score.plies_to_end().map(i32::unsigned_abs);
            self.ended = distance.is_some_and(|d| d <= u32::from(self.depth) / 2);
            self.depth += 1;
            self.width = tunables.aspiration;
            self.window = self.first_window();
        }
        self
    }

    /// The window a depth begins with.
    fn first_window(&self) -> Window {
        let around = self.findings.score;
        if self.depth < 4 || around.is_decisive() {
            return Window::FULL;
        }
        Window {
            alpha: around - self.width,
            beta: around + self.width,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds() -> Rounds {
        let findings = Findings {
            best: None,
            score: Score::cp(7),
            depth: 0,
            line: Vec::new(),
        };
        Rounds::new(Vec::new(), findings)
    }

    #[test]
    fn the_first_thread_through_begins_the_next_round() {
        let (rounds, tunables) = (rounds(), Tunables::default());
        let [mine, other] = [rounds.present(), rounds.present()];
        assert!(!rounds.is_over(mine.number));
        rounds.finish(other, Score::cp(7), &tunables);
        assert!(rounds.is_over(mine.number));
        rounds.finish(mine, Score::cp(9), &tunables);
        let now = rounds.present();
        assert_eq!((now.number, now.depth, now.findings.depth), (1, 2, 1));
    }

    #[test]
    fn a_score_outside_the_window_widens_it_and_one_inside_goes_a_ply_deeper() {
        let (rounds, t) = (rounds(), Tunables::default());
        let finish = |score| {
            rounds.finish(rounds.present(), Score::cp(score), &t);
            let Round { depth, window, .. } = rounds.present();
            (depth, window.alpha, window.beta)
        };
        for depth in 2..4 {
            assert_eq!(finish(7), (depth, Score::LEAST, Score::INFINITE));
        }
        let (low, high) = (Score::cp(7 - t.aspiration), Score::cp(7 + t.aspiration));
        assert_eq!(finish(7), (4, low, high));
        let wider = 2 * t.aspiration + t.aspiration_growth;
        let low = Score::cp(-200 - wider);
        assert_eq!(finish(-200), (4, low, high));
        let wider = 2 * wider + t.aspiration_growth;
        assert_eq!(finish(300), (4, low, Score::cp(300 + wider)));
        assert_eq!(finish(7).0, 5);
    }

    #[test]
    fn a_forced_end_within_half_the_depth_ends_the_search() {
        let (rounds, tunables) = (rounds(), Tunables::default());
        for depth in 1..=6 {
            let mut round = rounds.present();
            assert_eq!((round.depth, round.ended), (depth, false));
            let score = Score::win_in(3);
            round.findings.score = score;
            rounds.finish(round, score, &tunables);
        }
        assert!(rounds.present().ended);
    }
}
