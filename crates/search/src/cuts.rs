use assay_rules::{Move, Width};

use crate::Score;
use crate::node::{Node, Window};
use crate::search::Scout;
use crate::table::{Bound, Found};
use crate::worker::{Task, Worker};

impl<W: Width> Worker<W> {
    /// A score for a node that is cut before its moves are looked at: it stands too far above or
    /// below the window for them to matter.
    pub(crate) fn cut(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        found: Option<Found>,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        let Window { alpha, beta } = window;
        let eval = self.frames[node.ply].eval?;
        // An earlier search knows better, as far as its bound goes.
        let eval = found.map_or(eval, |f| f.better_than(eval));
        if beta.is_decisive() || alpha.is_decisive() {
            return None;
        }
        let t = &self.tunables;
        let improving = i32::from(self.frames[node.ply].improving);
        if depth <= t.reverse_futility_depth
            && eval - t.reverse_futility * (depth - improving) >= beta
        {
            return Some(eval);
        }
        if depth <= t.razor_depth && eval + t.razor * depth <= alpha {
            let score = self.quiesce(task, node, 0, Window::null(alpha));
            if self.halted || score <= alpha {
                return Some(score);
            }
        }
        self.null_move(task, node, depth, beta, eval)
            .or_else(|| self.capture_cut(task, node, found, depth, beta))
    }

    /// If a capture still stands far above the window after a shallower search, a full search will hardly
    /// find it below (Buro's `ProbCut`).
    fn capture_cut(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        found: Option<Found>,
        depth: i32,
        beta: Score,
    ) -> Option<Score> {
        let t = &self.tunables;
        let least = depth - t.capture_cut_saved;
        if depth < t.capture_cut_depth {
            return None;
        }
        let raised = beta + t.capture_cut;
        if raised.is_decisive() || found.is_some_and(|f| f.depth >= least && f.score < raised) {
            return None;
        }
        let eval = self.frames[node.ply].eval?;
        let window = Window::null(raised - 1).flipped();
        self.list_tactical(node, Move::NULL);
        let mut next = 0;
        let end = self.list(node.ply).len();
        let least_gain = (raised - eval.number()).number().max(0);
        while let Some(scored) = self.best_taken(node, next, end, least_gain) {
            next += 1;
            if scored.key < 0 || eval + scored.key < raised {
                break;
            }
            self.count(task);
            if self.halted {
                return Some(Score::DRAW);
            }
            let child = self.child(task, node, scored.mv);
            self.path.push(node.position.hash());
            let mut score = -self.quiesce(task, &child, 0, window);
            if score >= raised && least > 0 && !self.halted {
                score = -self.search::<Scout>(task, &child, least, window);
            }
            self.path.pop();
            if self.halted {
                return Some(Score::DRAW);
            }
            if score >= raised {
                let found = Found {
                    mv: scored.mv,
                    score,
                    depth: least + 1,
                    bound: Bound::Lower,
                };
                task.table.store(node.position.hash(), node.ply, found);
                return Some(score);
            }
        }
        None
    }

    /// If the enemy may move twice and still cannot hold the window, a move of ours will not be worse.
    /// Not without pieces: then having to move may be what loses.
    fn null_move(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        depth: i32,
        beta: Score,
        eval: Score,
    ) -> Option<Score> {
        let t = &self.tunables;
        let side = node.position.side();
        let must_choose =
            self.rules.form_count() > 0 && node.position.forms(side).current().is_none();
        let allowed = depth >= t.null_depth
            && node.by.is_some()
            && eval >= beta
            && !must_choose
            && node.sums.has_pieces(side);
        if !allowed {
            return None;
        }
        let margin = (eval.number() - beta.number()) / t.null_margin;
        let saved = t.null_base + depth / t.null_divisor + margin.min(3);
        let child = Node {
            position: self.rules.pass(&node.position),
            sums: node.sums,
            check: false,
            ply: node.ply + 1,
            by: None,
            cut: !node.cut,
        };
        self.path.push(node.position.hash());
        let window = Window::null(beta - 1).flipped();
        let score = -self.search::<Scout>(task, &child, depth - 1 - saved, window);
        self.path.pop();
        if self.halted {
            return Some(Score::DRAW);
        }
        // A forced end found after a null move is no proof of one.
        (score >= beta).then(|| if score.is_decisive() { beta } else { score })
    }
}
