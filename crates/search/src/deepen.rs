use assay_rules::{Move, Position, Width};

use crate::Score;
use crate::claims::Claim;
use crate::node::{Node, Window};
use crate::picker::{Changes, Picker};
use crate::search::Main;
use crate::table::{Bound, Found};
use crate::worker::{Task, Worker};

/// What one thread has found out about the root.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    pub(crate) best: Option<Move>,
    pub(crate) score: Score,
    /// The last iteration that was finished.
    pub(crate) depth: u8,
    pub(crate) line: Vec<Move>,
}

impl<W: Width> Worker<W> {
    /// Searches a position deeper and deeper until the task's limits end it. `report` sees the findings after
    /// each iteration.
    pub(crate) fn deepen(
        &mut self,
        task: &Task<'_>,
        position: &Position<W>,
        report: &mut dyn FnMut(&Findings, u64),
    ) -> Findings {
        let root = Node {
            position: *position,
            sums: self.evaluator.sums(position),
            check: self.is_check(position),
            ply: 0,
            by: None,
            cut: false,
        };
        let mut moves = self.root_moves(task, &root);
        let mut findings = Findings {
            best: moves.first().copied(),
            score: if moves.is_empty() {
                self.stuck_score(&root)
            } else {
                self.evaluate(&root)
            },
            depth: 0,
            line: moves.first().copied().into_iter().collect(),
        };
        if moves.is_empty() {
            return findings;
        }
        for depth in 1..=task.depth {
            self.iteration = usize::from(depth);
            self.iterate(task, &root, &mut moves, &mut findings);
            if self.halted {
                break;
            }
            findings.depth = depth;
            report(&findings, self.nodes);
            // A forced end within the horizon will not be found sooner by looking further.
            let distance = findings.score.plies_to_end().map(i32::unsigned_abs);
            if distance.is_some_and(|d| d <= u32::from(depth) / 2) {
                break;
            }
        }
        findings
    }

    /// One iteration: windows around the last score, wider until the score lies inside.
    fn iterate(
        &mut self,
        task: &Task<'_>,
        root: &Node<W>,
        moves: &mut [Move],
        findings: &mut Findings,
    ) {
        let around = findings.score;
        let mut width = self.tunables.aspiration;
        let mut window = match self.iteration {
            depth if depth < 4 || around.is_decisive() => Window::FULL,
            _ => Window {
                alpha: around - width,
                beta: around + width,
            },
        };
        loop {
            let score = self.search_root(task, root, moves, window, findings);
            if self.halted {
                return;
            }
            width = 2 * width + self.tunables.aspiration_growth;
            let wide = width > 1_000;
            if score <= window.alpha && window.alpha > Score::LEAST {
                window.alpha = if wide { Score::LEAST } else { score - width };
            } else if score >= window.beta && window.beta < Score::INFINITE {
                window.beta = if wide { Score::INFINITE } else { score + width };
            } else {
                return;
            }
        }
    }

    /// Searches every move of the root. A better move is put first in `moves` and goes to `findings` at
    /// once, so that an iteration cut short is not lost.
    fn search_root(
        &mut self,
        task: &Task<'_>,
        root: &Node<W>,
        moves: &mut [Move],
        window: Window,
        findings: &mut Findings,
    ) -> Score {
        let depth = self.iteration as i32;
        self.frames[0].by = None;
        self.weigh(root);
        self.frames[1].killers = [Move::NULL; 2];
        let mut now = window;
        let mut best = Score::LEAST;
        let mut left: Vec<usize> = (0..moves.len()).rev().collect();
        let mut later: Vec<usize> = Vec::new();
        while let Some(i) = left.pop().or_else(|| later.pop()) {
            let mv = moves[i];
            let claim = Claim::new(root.position.hash(), mv, depth);
            let claims = task
                .claims
                .filter(|_| i > 0 && depth >= self.tunables.claim_depth);
            if claims.is_some_and(|c| c.holds(claim)) && !left.is_empty() {
                later.push(i);
                continue;
            }
            self.count(task);
            if self.halted {
                return best;
            }
            let mut child = self.child(task, root, mv);
            self.path.push(root.position.hash());
            let extension = i32::from(child.check);
            if let Some(claims) = claims {
                claims.take(claim);
            }
            let score = if i == 0 {
                child.cut = false;
                -self.search::<Main>(task, &child, depth - 1 + extension, now.flipped())
            } else {
                let t = &self.tunables;
                let late = i as i32 > t.root_late && depth > t.reduction_depth;
                let late = i32::from(late && !child.check && !root.check);
                let changes = i32::from(mv.form().is_some() && depth > 2);
                let reduction = late + changes;
                self.search_late::<Main>(task, &mut child, depth - 1 + extension, reduction, now)
            };
            self.path.pop();
            if let Some(claims) = claims {
                claims.give_back(claim);
            }
            if self.halted {
                return best;
            }
            best = best.max(score);
            if score > now.alpha {
                now.alpha = score;
                self.extend_line(0, mv);
                moves[..=i].rotate_right(1);
                for passed in later.iter_mut().filter(|j| **j < i) {
                    *passed += 1;
                }
                findings.best = Some(mv);
                findings.score = score;
                findings.line.clone_from(&self.frames[0].line);
                if score >= now.beta {
                    break;
                }
            } else if i == 0 {
                // It fell below the window; what the others are worth is not known yet.
                findings.score = score;
            }
        }
        let bound = match best {
            b if b >= window.beta => Bound::Lower,
            b if b > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // What some moves are worth is not what the position is worth.
        if task.only.is_empty() {
            let found = Found {
                mv: moves[0],
                score: best,
                depth,
                bound,
            };
            task.table.store(root.position.hash(), 0, found);
        }
        best
    }

    /// The moves of the root that are to be searched, the most promising first.
    fn root_moves(&mut self, task: &Task<'_>, root: &Node<W>) -> Vec<Move> {
        let known = task.table.probe(root.position.hash(), 0);
        let mut picker = Picker::new(self.known_move(root, known), Changes::Wanted);
        let mut moves: Vec<Move> =
            std::iter::from_fn(|| picker.next(self, root).map(|p| p.mv)).collect();
        if moves.iter().any(|mv| task.only.contains(mv)) {
            moves.retain(|mv| task.only.contains(mv));
        }
        moves
    }
}
