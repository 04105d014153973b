use assay_rules::{Move, Width};

use crate::Score;
use crate::claims::Claim;
use crate::node::{Node, Window};
use crate::picker::{Changes, Picked, Picker, Sort};
use crate::table::{Bound, Found};
use crate::worker::{MAX_PLY, Task, Worker};

/// Whether a node may lie on the best line. Others are searched with a null window only, and may be
/// cut by guesses.
pub(crate) trait Line {
    const MAIN: bool;
}

/// A node that may lie on the best line.
pub(crate) struct Main;
/// A node that is to be refuted.
pub(crate) struct Side;

impl Line for Main {
    const MAIN: bool = true;
}

impl Line for Side {
    const MAIN: bool = false;
}

impl<W: Width> Worker<W> {
    /// The score of a node searched `depth` plies deep, as its side to move sees it: exact inside the
    /// window, a bound outside it. Worthless once the worker is halted.
    pub(crate) fn search<L: Line>(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        depth: i32,
        mut window: Window,
    ) -> Score {
        if depth <= 0 || node.ply >= MAX_PLY {
            return self.quiesce(task, node, 0, window);
        }
        self.frames[node.ply].line.clear();
        if let Some(score) = self.ended(node) {
            return score;
        }
        // No line is better than winning at once or worse than being lost at once.
        window.alpha = window.alpha.max(Score::loss_in(node.ply));
        window.beta = window.beta.min(Score::win_in(node.ply + 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let found = task.table.probe(node.position.hash(), node.ply);
        if !L::MAIN
            && let Some(found) = found
            && found.depth >= depth
            && found.settles(window)
        {
            return found.score;
        }
        let known = self.known_move(node, found);
        if !L::MAIN
            && let Some(score) = self.cut(task, node, found, depth, window)
        {
            return score;
        }
        // Without a move to try first, a shallower search finds one sooner.
        let depth = if known == Move::NULL && depth >= self.tunables.shallower_depth {
            depth - 1
        } else {
            depth
        };
        self.search_moves::<L>(task, node, depth, window, known)
    }

    /// The score of a node where nothing remains to be searched.
    fn ended(&mut self, node: &Node<W>) -> Option<Score> {
        if self.is_lost(&node.position) {
            return Some(Score::loss_in(node.ply));
        }
        if node.ply == 0 {
            return None;
        }
        if self.is_repeated(node) {
            return Some(Score::DRAW);
        }
        // A mate on the very ply that exhausts the move count comes first.
        match self.rules.drawn(&node.position) {
            Some(_) if !(node.check && self.is_stuck(node)) => return Some(Score::DRAW),
            _ => {}
        }
        None
    }

    /// The move the table has for this position, if it is legal in it.
    pub(crate) fn known_move(&self, node: &Node<W>, found: Option<Found>) -> Move {
        found
            .map(|f| f.mv)
            .filter(|&mv| mv != Move::NULL && self.rules.is_legal(&node.position, mv))
            .unwrap_or(Move::NULL)
    }

    /// A score for a node that is cut before its moves are looked at: it stands too far above or
    /// below the window for them to matter.
    fn cut(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        found: Option<Found>,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        let Window { alpha, beta } = window;
        if node.check {
            self.frames[node.ply].eval = None;
            return None;
        }
        let eval = self.evaluate(node);
        self.frames[node.ply].eval = Some(eval);
        // An earlier search knows better, as far as its bound goes.
        let eval = found.map_or(eval, |f| f.better_than(eval));
        if beta.is_decisive() || alpha.is_decisive() {
            return None;
        }
        let t = &self.tunables;
        let improving = i32::from(self.is_improving(node.ply, eval));
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
        };
        self.path.push(node.position.hash());
        let window = Window::null(beta - 1).flipped();
        let score = -self.search::<Side>(task, &child, depth - 1 - saved, window);
        self.path.pop();
        if self.halted {
            return Some(Score::DRAW);
        }
        // A forced end found after a null move is no proof of one.
        (score >= beta).then(|| if score.is_decisive() { beta } else { score })
    }

    /// Whether the mover stands better than two plies ago.
    fn is_improving(&self, ply: usize, eval: Score) -> bool {
        let before = ply.checked_sub(2).and_then(|p| self.frames[p].eval);
        before.is_none_or(|b| eval > b)
    }

    fn search_moves<L: Line>(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        depth: i32,
        window: Window,
        known: Move,
    ) -> Score {
        let mut now = window;
        if L::MAIN {
            let eval = (!node.check).then(|| self.evaluate(node));
            self.frames[node.ply].eval = eval;
        }
        self.frames[node.ply + 1].killers = [Move::NULL; 2];
        self.frames[node.ply].tried.clear();
        self.frames[node.ply].later.clear();
        let mut best = Score::LEAST;
        let mut best_move = Move::NULL;
        let mut number = 0;
        // Form changes triple the moves and matter little: near the leaves only on the main line.
        let changes = if L::MAIN || depth > self.tunables.change_depth {
            Changes::Wanted
        } else {
            Changes::LeftOut
        };
        let mut picker = Picker::new(known, changes);
        loop {
            // Something must have been searched, and not be lost, before anything is left out.
            let may_leave_out =
                !L::MAIN && !node.check && best > Score::LEAST && !best.is_decisive();
            if may_leave_out && self.is_quiet_hopeless(node, number + 1, depth, now.alpha) {
                picker.leave_out_quiet();
            }
            let turn = match picker.next(self, node) {
                Some(picked) => {
                    number += 1;
                    let turn = Turn {
                        picked,
                        number,
                        depth,
                    };
                    if turn.is_claimed(task, node) {
                        self.frames[node.ply].later.push(turn);
                        continue;
                    }
                    turn
                }
                None => match self.frames[node.ply].later.pop() {
                    Some(turn) => turn,
                    None => break,
                },
            };
            let picked = turn.picked;
            if may_leave_out && self.is_losing(node, &turn) {
                continue;
            }
            let score = self.search_claimed::<L>(task, node, &turn, now);
            if self.halted {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > now.alpha {
                best_move = picked.mv;
                now.alpha = score;
                if L::MAIN {
                    self.extend_line(node.ply, picked.mv);
                }
                if score >= now.beta {
                    self.learn(node, picked, depth);
                    break;
                }
            }
            if picked.mv.form().is_none() && picked.sort != Sort::Tactical {
                let arrival = self.history.arrival(&node.position, picked.mv);
                self.frames[node.ply].tried.push(arrival);
            }
        }
        if number == 0 {
            return self.stuck_score(node);
        }
        let bound = match best {
            b if b >= window.beta => Bound::Lower,
            b if b > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let found = Found {
            mv: best_move,
            score: best,
            depth,
            bound,
        };
        task.table.store(node.position.hash(), node.ply, found);
        best
    }

    /// Whether a capture or a quiet move loses so much in exchanges that it is left out.
    fn is_losing(&self, node: &Node<W>, turn: &Turn) -> bool {
        let t = &self.tunables;
        if turn.depth > t.losing_depth {
            return false;
        }
        let picked = &turn.picked;
        match picked.sort {
            Sort::Known => false,
            Sort::Tactical => picked.key < -t.losing * turn.depth,
            Sort::Quiet | Sort::Change => {
                t.quiet_losing > 0
                    && self.evaluator.risk(&node.position, picked.mv) > t.quiet_losing * turn.depth
            }
        }
    }

    /// Whether quiet moves from the one of this number on will hardly reach the window.
    fn is_quiet_hopeless(&self, node: &Node<W>, number: usize, depth: i32, alpha: Score) -> bool {
        let t = &self.tunables;
        let Some(eval) = self.frames[node.ply].eval else {
            return false;
        };
        let room = t.late_base + depth * depth;
        let room = if self.is_improving(node.ply, eval) {
            room
        } else {
            room / 2
        };
        let late = depth <= t.late_depth && number as i32 > room;
        let hopeless = depth <= t.futility_depth && eval + t.futility * (depth + 1) <= alpha;
        late || hopeless
    }

    /// The score of one move, which other threads leave alone meanwhile.
    fn search_claimed<L: Line>(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        turn: &Turn,
        window: Window,
    ) -> Score {
        let claims = task
            .claims
            .filter(|_| turn.number > 1 && turn.depth >= CLAIMED);
        let Some(claims) = claims else {
            return self.search_move::<L>(task, node, turn, window);
        };
        let claim = turn.claim(node);
        claims.take(claim);
        let score = self.search_move::<L>(task, node, turn, window);
        claims.give_back(claim);
        score
    }

    /// The score of one move, searched as deep as it deserves.
    fn search_move<L: Line>(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        turn: &Turn,
        window: Window,
    ) -> Score {
        self.count(task);
        if self.halted {
            return Score::DRAW;
        }
        let child = self.child(node, turn.picked.mv);
        // A line of nothing but checks must end somewhere.
        let extends = child.check && node.ply < 2 * self.iteration;
        let depth = turn.depth - 1 + i32::from(extends);
        self.path.push(node.position.hash());
        let score = if turn.number == 1 {
            -self.search::<L>(task, &child, depth, window.flipped())
        } else {
            let reduction = if extends {
                0
            } else {
                self.reduction::<L>(node, &child, turn)
            };
            self.search_late::<L>(task, &child, depth, reduction, window)
        };
        self.path.pop();
        score
    }

    /// A move after the first: a null window, less deep, shows whether it is worth more.
    pub(crate) fn search_late<L: Line>(
        &mut self,
        task: &Task<'_>,
        child: &Node<W>,
        depth: i32,
        reduction: i32,
        window: Window,
    ) -> Score {
        let narrow = Window::null(window.alpha).flipped();
        let mut score = -self.search::<Side>(task, child, depth - reduction, narrow);
        if reduction > 0 && score > window.alpha && !self.halted {
            score = -self.search::<Side>(task, child, depth, narrow);
        }
        if L::MAIN && score > window.alpha && score < window.beta && !self.halted {
            score = -self.search::<Main>(task, child, depth, window.flipped());
        }
        score
    }

    /// How many plies less deep a late move is searched.
    fn reduction<L: Line>(&self, node: &Node<W>, child: &Node<W>, turn: &Turn) -> i32 {
        let picked = &turn.picked;
        let t = &self.tunables;
        if turn.depth < t.reduction_depth || turn.number < 3 {
            return 0;
        }
        let mut r = self.reductions.of(turn.depth, turn.number);
        match picked.sort {
            Sort::Known => return 0,
            Sort::Tactical if picked.key >= 0 => return 0,
            Sort::Tactical => r /= 2,
            Sort::Quiet => {
                let arrival = self.history.arrival(&node.position, picked.mv);
                r -= 100 * self.history.success(arrival) / t.reduction_history;
            }
            Sort::Change => r += t.reduction_change,
        }
        if L::MAIN || node.check || child.check {
            r -= 100;
        }
        (r / 100).clamp(0, turn.depth - 2)
    }

    /// The best line of a ply: a move, and what follows it.
    pub(crate) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0].line);
    }

    /// Remembers a quiet move that refuted a position, and that those tried before it did not.
    pub(crate) fn learn(&mut self, node: &Node<W>, picked: Picked, depth: i32) {
        let mv = picked.mv;
        if mv.form().is_some() || self.rules.is_tactical(&node.position, mv) {
            return;
        }
        let frame = &mut self.frames[node.ply];
        if frame.killers[0] != mv {
            frame.killers = [mv, frame.killers[0]];
        }
        self.history.set_answer(node.by, mv);
        let t = &self.tunables;
        let bonus = (depth * depth * t.learn_square + depth * t.learn).min(t.learn_most);
        let arrival = self.history.arrival(&node.position, mv);
        self.history.reward(arrival, bonus);
        for &tried in &self.frames[node.ply].tried {
            self.history.reward(tried, -bonus);
        }
    }

    /// The score of a side without a legal move.
    pub(crate) fn stuck_score(&self, node: &Node<W>) -> Score {
        if node.check || self.rules.stalemate_wins() {
            Score::loss_in(node.ply)
        } else {
            Score::DRAW
        }
    }
}

/// A move handed out, when, and how deep its node is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    picked: Picked,
    /// Counted from 1.
    number: usize,
    depth: i32,
}

/// The least depth at which threads heed each other's claims: less deep searches are over too soon.
pub(crate) const CLAIMED: i32 = 3;

impl Turn {
    /// Whether another thread is searching this move just now.
    fn is_claimed<W: Width>(&self, task: &Task<'_>, node: &Node<W>) -> bool {
        task.claims.is_some_and(|claims| {
            self.number > 1 && self.depth >= CLAIMED && claims.holds(self.claim(node))
        })
    }

    fn claim<W: Width>(&self, node: &Node<W>) -> Claim {
        Claim::new(node.position.hash(), self.picked.mv, self.depth)
    }
}
