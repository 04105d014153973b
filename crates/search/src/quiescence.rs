use assay_rules::{Move, Width};

use crate::Score;
use crate::node::{Node, Window};
use crate::picker::Scored;
use crate::table::{Bound, Found};
use crate::worker::{MAX_PLY, Task, Worker};

impl<W: Width> Worker<W> {
    /// The score of a node when nothing but captures, hits and promotions is tried, until nothing is left
    /// to take. The side to move may also leave everything as it is, unless it must answer check. `depth` is
    /// 0 or below: the further down, the fewer moves are tried.
    pub(crate) fn quiesce(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        depth: i32,
        window: Window,
    ) -> Score {
        self.frames[node.ply].line.clear();
        self.frames[node.ply].by = node.by;
        if self.is_lost(&node.position) {
            return Score::loss_in(node.ply);
        }
        if node.ply >= MAX_PLY {
            return self.evaluate(node);
        }
        let key = node.position.hash();
        let found = task.table.probe(key, node.ply);
        if let Some(found) = found
            && found.settles(window)
        {
            return found.score;
        }
        let must_answer = node.check;
        let mut now = window;
        let mut best = Score::LEAST;
        let mut stand = None;
        if !must_answer {
            let eval = self.evaluate_near(node, window);
            let eval = found.map_or(eval, |f| f.better_than(eval));
            if eval >= window.beta {
                return eval;
            }
            best = eval;
            now.alpha = now.alpha.max(eval);
            stand = Some(eval);
        }
        self.list_tactical(node, Move::NULL);
        if must_answer {
            let tactical = self.list(node.ply).len();
            self.list_quiet(node, Move::NULL, tactical);
            if self.list(node.ply).is_empty() {
                return self.stuck_score(node);
            }
        }
        let mut next = 0;
        let known = found.map_or(Move::NULL, |f| f.mv);
        loop {
            // A capture that gains less is left out, so that what takes back need not be asked.
            let least = stand.map_or(i32::MIN, |eval| {
                (now.alpha.number() - eval.number() - self.tunables.delta + 1).max(0)
            });
            let Some(scored) = self.next_taken(node, next, known, least) else {
                break;
            };
            next += 1;
            if let Some(eval) = stand {
                let width = (self.tunables.quiet_width + depth).max(self.tunables.quiet_least);
                if next as i32 > width
                    || scored.key < 0
                    || eval + scored.key + self.tunables.delta <= now.alpha
                {
                    if scored.mv == known {
                        continue;
                    }
                    break;
                }
            } else if best > Score::LEAST && !best.is_decisive() && scored.key < 0 {
                break;
            }
            self.count(task);
            if self.halted {
                return Score::DRAW;
            }
            let child = self.child(task, node, scored.mv);
            let score = -self.quiesce(task, &child, depth - 1, now.flipped());
            if self.halted {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > now.alpha {
                now.alpha = score;
                self.extend_line(node.ply, scored.mv);
                if score >= now.beta {
                    break;
                }
            }
        }
        let bound = window.bound(best);
        let mv = match bound {
            Bound::Upper => Move::NULL,
            _ => self.frames[node.ply]
                .line
                .first()
                .copied()
                .unwrap_or(Move::NULL),
        };
        let found = Found {
            mv,
            score: best,
            depth: 0,
            bound,
        };
        task.table.store(key, node.ply, found);
        best
    }

    /// The next move of a list of which `next` were tried: the table's first, then what gains most. What gains less
    /// than `least` at most may be told to gain more than it does.
    fn next_taken(
        &mut self,
        node: &Node<W>,
        next: usize,
        known: Move,
        least: i32,
    ) -> Option<Scored> {
        let list = self.list(node.ply);
        let end = list.len();
        if next == 0
            && known != Move::NULL
            && let Some(i) = list.iter().position(|s| s.mv == known)
        {
            list.swap(0, i);
            self.settle(node, 0);
            return Some(self.list(node.ply)[0]);
        }
        self.best_taken(node, next, end, least)
    }
}
