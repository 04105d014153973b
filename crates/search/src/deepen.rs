use assay_rules::{Move, Position, Width};

use crate::Score;
use crate::claims::Claim;
use crate::node::Node;
use crate::picker::{Changes, Picker};
use crate::rounds::{Round, Rounds};
use crate::search::Main;
use crate::table::{Found, Table};
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
    /// The rounds of a search of a position, before the first.
    pub(crate) fn plan(&mut self, table: &Table, only: &[Move], position: &Position<W>) -> Rounds {
        let root = self.root(position);
        let moves = self.root_moves(table, only, &root);
        let findings = Findings {
            best: moves.first().copied(),
            score: if moves.is_empty() {
                self.stuck_score(&root)
            } else {
                self.evaluate(&root)
            },
            depth: 0,
            line: moves.first().copied().into_iter().collect(),
        };
        Rounds::new(moves, findings)
    }

    fn root(&self, position: &Position<W>) -> Node<W> {
        Node {
            position: *position,
            sums: self.evaluator.sums(position),
            check: self.is_check(position),
            ply: 0,
            by: None,
            cut: false,
        }
    }

    /// Searches a position deeper and deeper until the task's limits end it. `report` sees the findings after
    /// each iteration.
    pub(crate) fn deepen(
        &mut self,
        task: &Task<'_>,
        position: &Position<W>,
        report: &mut dyn FnMut(&Findings, u64),
    ) -> Findings {
        let root = self.root(position);
        let mut told = 0;
        loop {
            let mut round = task.rounds.present();
            let findings = &round.findings;
            if findings.depth > told {
                told = findings.depth;
                report(findings, self.nodes);
            }
            if round.ended || round.moves.is_empty() || round.depth > task.depth {
                return round.findings;
            }
            self.iteration = usize::from(round.depth);
            self.round = round.number;
            let score = self.search_root(task, &root, &mut round);
            if !self.halted {
                task.rounds.finish(round, score, &self.tunables);
            } else if task.rounds.is_over(round.number) {
                // Another thread was through first.
                self.halted = false;
            } else {
                return round.findings;
            }
        }
    }

    /// Searches every move of the root. A better move is put first in `moves` and goes to `findings` at
    /// once, so that an iteration cut short is not lost.
    fn search_root(&mut self, task: &Task<'_>, root: &Node<W>, round: &mut Round) -> Score {
        let window = round.window;
        let (moves, findings) = (&mut round.moves, &mut round.findings);
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
        let bound = window.bound(best);
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
    fn root_moves(&mut self, table: &Table, only: &[Move], root: &Node<W>) -> Vec<Move> {
        let known = table.probe(root.position.hash(), 0);
        let mut picker = Picker::new(self.known_move(root, known), Changes::Wanted);
        let mut moves: Vec<Move> =
            std::iter::from_fn(|| picker.next(self, root).map(|p| p.mv)).collect();
        if moves.iter().any(|mv| only.contains(mv)) {
            moves.retain(|mv| only.contains(mv));
        }
        moves
    }
}
