use assay_rules::Width;

use crate::Score;
use crate::node::Node;
use crate::picker::{Picked, Sort};
use crate::search::{Line, Turn};
use crate::worker::{FIRST, Worker};

impl<W: Width> Worker<W> {
    /// Whether a capture or a quiet move loses so much in exchanges that it is left out.
    pub(crate) fn is_losing(&self, node: &Node<W>, turn: &Turn) -> bool {
        let t = &self.tunables;
        let picked = &turn.picked;
        match picked.sort {
            Sort::Known => false,
            Sort::Quiet if self.is_hopeless_by_history(node, turn) => true,
            _ if turn.depth > t.losing_depth => false,
            Sort::Tactical => picked.key < -t.losing * turn.depth,
            Sort::Quiet | Sort::Change => {
                t.quiet_losing > 0
                    && self.evaluator.risk(&node.position, picked.mv) > t.quiet_losing * turn.depth
            }
        }
    }

    /// Whether a quiet move has failed too often to be looked at near the leaves.
    fn is_hopeless_by_history(&self, node: &Node<W>, turn: &Turn) -> bool {
        let t = &self.tunables;
        turn.depth <= t.failing_depth
            && self.success(node, turn.picked.mv) < -t.failing * turn.depth
    }

    /// Whether a move that gives check is worth a search a ply deeper: it must not lose the piece.
    pub(crate) fn is_sound(&self, node: &Node<W>, picked: &Picked) -> bool {
        let most = self.tunables.check_losing;
        match picked.sort {
            Sort::Tactical => picked.key >= -most,
            Sort::Known => true,
            Sort::Quiet | Sort::Change => self.evaluator.risk(&node.position, picked.mv) <= most,
        }
    }

    /// Whether quiet moves from the one of this number on will hardly reach the window.
    pub(crate) fn is_quiet_hopeless(
        &self,
        node: &Node<W>,
        number: usize,
        depth: i32,
        alpha: Score,
    ) -> bool {
        let t = &self.tunables;
        let Some(eval) = self.frames[node.ply].eval else {
            return false;
        };
        let room = t.late_base + depth * depth;
        let room = if self.frames[node.ply].improving {
            room
        } else {
            room / 2
        };
        let late = depth <= t.late_depth && number as i32 > room;
        let hopeless = depth <= t.futility_depth && eval + t.futility * (depth + 1) <= alpha;
        late || hopeless
    }

    /// How many plies less deep a late move is searched.
    pub(crate) fn reduction<L: Line>(
        &self,
        node: &Node<W>,
        child: &Node<W>,
        turn: &Turn,
        alpha: Score,
    ) -> i32 {
        let picked = &turn.picked;
        let t = &self.tunables;
        let main = i32::from(L::MAIN);
        if turn.depth < t.reduction_depth || (turn.number as i32) < t.reduction_first + main {
            return 0;
        }
        let mut r = self.reductions.of(turn.depth, turn.number);
        let frame = &self.frames[node.ply];
        if node.cut {
            r += t.reduction_cut;
        }
        if !frame.improving {
            r += t.reduction_worse;
        }
        if frame.tactical {
            r += t.reduction_tactical;
        }
        match picked.sort {
            Sort::Known => return 0,
            Sort::Tactical if picked.key >= 0 => {
                let short = frame.eval.is_some_and(|eval| eval + picked.key <= alpha);
                if !node.cut && !short {
                    return 0;
                }
                r = r * t.reduction_capture / 100;
            }
            Sort::Tactical => r /= 2,
            Sort::Quiet => {
                r -= 100 * self.success(node, picked.mv) / t.reduction_history;
                if picked.key >= FIRST {
                    r -= t.reduction_killer;
                }
            }
            Sort::Change => r += t.reduction_change,
        }
        if L::MAIN || node.check || child.check {
            r -= 100;
        }
        (r / 100).clamp(0, (turn.depth - 2).max(0))
    }
}
