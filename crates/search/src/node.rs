use assay_rules::{Position, Width};

use crate::Score;
use crate::evaluation::Sums;
use crate::history::Arrival;
use crate::table::Bound;

/// A position in the search tree, with what is known of it before it is searched.
#[derive(Clone, Debug)]
pub(crate) struct Node<W: Width> {
    pub(crate) position: Position<W>,
    pub(crate) sums: Sums,
    /// Whether the side to move must answer check.
    pub(crate) check: bool,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// The move that led here; `None` at the root and after a null move.
    pub(crate) by: Option<Arrival>,
    /// Whether some move is expected to refute it at once.
    pub(crate) cut: bool,
}

/// The scores that matter: at most `alpha` is too little, at least `beta` is too good to be allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window {
        alpha: Score::LEAST,
        beta: Score::INFINITE,
    };

    /// The window as the other side sees it.
    pub(crate) fn flipped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// How the best score that a search with this window found bounds the true one.
    pub(crate) fn bound(self, best: Score) -> Bound {
        if best >= self.beta {
            Bound::Lower
        } else if best > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// The narrowest window above `alpha`.
    pub(crate) fn null(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }
}
