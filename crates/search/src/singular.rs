use assay_rules::{Move, Width};

use crate::Score;
use crate::node::{Node, Window};
use crate::search::{First, Line, Side};
use crate::table::{Bound, Found};
use crate::worker::{Task, Worker};

/// What the other moves of a position say of the table's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Singularity {
    /// It is to be searched so many plies deeper: more the farther the others stay behind.
    Extends(i32),
    /// One of the others refutes the position as well, so that it need not be searched.
    Refutes(Score),
}

impl<W: Width> Worker<W> {
    /// Whether the table's move is the only good one: a shallower search of the others then stays clearly
    /// below its score (singular extensions, Anantharaman, Campbell and Hsu 1988).
    pub(crate) fn singularity<L: Line>(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        found: Found,
        depth: i32,
        window: Window,
    ) -> Singularity {
        let t = &self.tunables;
        let asked = depth >= t.singular_depth
            && node.ply > 0
            && node.ply < 2 * self.iteration
            && found.depth >= depth - t.singular_behind
            && found.bound != Bound::Upper
            && !found.score.is_decisive();
        if !asked {
            return Singularity::Extends(0);
        }
        let double = t.singular_double;
        let target = found.score - t.singular_margin * depth / 10;
        self.frames[node.ply].excluded = found.mv;
        let below = Window::null(target - 1);
        let shallower = (depth - 1) / 2;
        let first = First::plain(Move::NULL);
        let score = self.search_moves::<Side>(task, node, shallower, below, first);
        self.frames[node.ply].excluded = Move::NULL;
        if self.halted {
            return Singularity::Extends(0);
        }
        if score < target {
            let far = !L::MAIN && score + double < target;
            return Singularity::Extends(1 + i32::from(far));
        }
        if !L::MAIN && target >= window.beta {
            return Singularity::Refutes(target);
        }
        let less = found.score >= window.beta || (!L::MAIN && node.cut);
        Singularity::Extends(-i32::from(less))
    }
}
