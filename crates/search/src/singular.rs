use assay_rules::{Move, Width};

use crate::Score;
use crate::node::{Node, Window};
use crate::search::{First, Line, Scout};
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
            && node.ply < 2 * self.iteration
            && found.depth >= depth - t.singular_behind
            && found.bound != Bound::Upper
            && !found.score.is_decisive();
        if !asked {
            return Singularity::Extends(0);
        }
        let double = t.singular_double;
        let target = found.score - t.singular_margin * depth / 10;
        let score = self.best_of_others(task, node, found.mv, target, (depth - 1) / 2);
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

    /// What the moves but one come to, as a bound at `target`. Kept in the table as if it were another
    /// position: other threads ask the same.
    fn best_of_others(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        but: Move,
        target: Score,
        depth: i32,
    ) -> Score {
        let window = Window::null(target - 1);
        let key = node.position.hash() ^ u64::from(but.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if let Some(known) = task.table.probe(key, node.ply)
            && known.depth >= depth
            && known.settles(window)
        {
            return known.score;
        }
        self.frames[node.ply].excluded = but;
        let first = First::plain(Move::NULL);
        let score = self.search_moves::<Scout>(task, node, depth, window, first);
        self.frames[node.ply].excluded = Move::NULL;
        if !self.halted {
            let bound = if score >= target {
                Bound::Lower
            } else {
                Bound::Upper
            };
            let found = Found {
                mv: Move::NULL,
                score,
                depth,
                bound,
            };
            task.table.store(key, node.ply, found);
        }
        score
    }
}
