use assay_rules::{Move, Width};

use crate::Score;
use crate::claims::Claim;
use crate::node::{Node, Window};
use crate::picker::{Changes, Picked, Picker, Sort};
use crate::singular::Singularity;
use crate::table::{Bound, Found};
use crate::worker::{MAX_PLY, Task, Worker};

/// Whether a node may lie on the best line. Others are searched with a null window only, and may be
/// cut by guesses.
pub(crate) trait Line {
    const MAIN: bool;
}

/// A node that may lie on the best line.
pub(crate) struct Main;
/// A node that is to be refuted, looked into with a null window.
pub(crate) struct Scout;

impl Line for Main {
    const MAIN: bool = true;
}

impl Line for Scout {
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
        debug_assert!(node.ply > 0, "the root is searched move by move");
        if depth <= 0 || node.ply >= MAX_PLY {
            return self.quiesce(task, node, 0, window);
        }
        let frame = &mut self.frames[node.ply];
        frame.line.clear();
        frame.by = node.by;
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
        if L::MAIN
            && let Some(score) = Self::done_by_another(task, found, known, depth)
        {
            self.frames[node.ply].line.push(known);
            return score;
        }
        self.weigh(node);
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
        let mut first = First::plain(known);
        if let Some(found) = found
            && known != Move::NULL
        {
            match self.singularity::<L>(task, node, found, depth, window) {
                Singularity::Extends(plies) => first.extension = plies,
                Singularity::Refutes(score) => return score,
            }
            if self.halted {
                return Score::DRAW;
            }
        }
        self.search_moves::<L>(task, node, depth, window, first)
    }

    /// The score of a node of the best line that, of several threads, another one is done with, or this one
    /// itself: the table does not tell. One thread alone searches such a line to its end again, to know it.
    fn done_by_another(
        task: &Task<'_>,
        found: Option<Found>,
        known: Move,
        depth: i32,
    ) -> Option<Score> {
        task.claims?;
        found
            .filter(|f| f.bound == Bound::Exact && f.depth >= depth && known != Move::NULL)
            .map(|f| f.score)
    }

    /// Evaluates a node as it stands, unless it must answer check.
    pub(crate) fn weigh(&mut self, node: &Node<W>) {
        let eval = (!node.check).then(|| self.evaluate(node));
        let ply = node.ply;
        let mut earlier = [2, 4].into_iter().filter_map(|back| ply.checked_sub(back));
        let before = earlier.find_map(|p| self.frames[p].eval);
        let frame = &mut self.frames[ply];
        frame.eval = eval;
        frame.improving = eval.is_some_and(|eval| before.is_none_or(|b| eval > b));
    }

    /// The score of a node where nothing remains to be searched.
    fn ended(&mut self, node: &Node<W>) -> Option<Score> {
        if self.is_lost(&node.position) {
            return Some(Score::loss_in(node.ply));
        }
        if self.is_repeated(node) {
            return Some(Score::DRAW);
        }
        // A mate on the very ply that exhausts the move count comes first, and so does a stalemate that wins.
        let may_win_stuck = node.check || self.rules.stalemate_wins();
        match self.rules.drawn(&node.position) {
            Some(_) if !(may_win_stuck && self.is_stuck(node)) => return Some(Score::DRAW),
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

    pub(crate) fn search_moves<L: Line>(
        &mut self,
        task: &Task<'_>,
        node: &Node<W>,
        depth: i32,
        window: Window,
        first: First,
    ) -> Score {
        let mut now = window;
        let known = first.mv;
        let excluded = self.frames[node.ply].excluded;
        self.frames[node.ply].tactical =
            known != Move::NULL && self.rules.is_tactical(&node.position, known);
        self.frames[node.ply + 1].killers = [Move::NULL; 2];
        self.frames[node.ply].tried.clear();
        self.frames[node.ply].later.clear();
        let mut best = Score::LEAST;
        let mut best_move = Move::NULL;
        let mut number = 0;
        // Form changes triple the moves and matter little: near the leaves only on the main line.
        let wants_changes = L::MAIN || depth > self.tunables.change_depth;
        let changes = if wants_changes && excluded == Move::NULL {
            Changes::Wanted
        } else {
            Changes::LeftOut
        };
        let mut picker = Picker::new(known, changes);
        loop {
            // Something must have been searched, and not be lost, before anything is left out.
            let may_leave_out = !node.check && best > Score::LEAST && !best.is_decisive();
            let hopeless =
                may_leave_out && self.is_quiet_hopeless(node, number + 1, depth, now.alpha);
            if hopeless && !L::MAIN {
                picker.leave_out_quiet();
            }
            let turn = match picker.next(self, node) {
                Some(picked) if picked.mv == excluded => continue,
                // The best line is told to its end: a mate by a quiet move must not be missed on it.
                Some(picked)
                    if hopeless && picked.is_quiet() && !self.gives_check(node, picked.mv) =>
                {
                    continue;
                }
                Some(picked) => {
                    number += 1;
                    let turn = Turn {
                        picked,
                        number,
                        depth,
                        extension: first.extension_of(picked.mv),
                    };
                    if turn.is_claimed(task, node, self.tunables.claim_depth) {
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
            return if excluded == Move::NULL {
                self.stuck_score(node)
            } else {
                window.alpha
            };
        }
        if excluded != Move::NULL {
            return best;
        }
        let bound = window.bound(best);
        let found = Found {
            mv: best_move,
            score: best,
            depth,
            bound,
        };
        task.table.store(node.position.hash(), node.ply, found);
        self.compare(node, found);
        best
    }

    /// Whether a move leaves the enemy in check.
    fn gives_check(&self, node: &Node<W>, mv: Move) -> bool {
        self.is_check(&self.rules.play(&node.position, mv))
    }

    /// Learns from what a node came to how far its evaluation was off, where that can be told: not where
    /// captures decided, and not where the bound found allows the evaluation to be right.
    fn compare(&mut self, node: &Node<W>, found: Found) {
        let Some(eval) = self.frames[node.ply].eval else {
            return;
        };
        let allowed = match found.bound {
            Bound::Lower => found.score <= eval,
            Bound::Upper => found.score >= eval,
            Bound::Exact => false,
        };
        let quiet = found.mv == Move::NULL || !self.rules.is_tactical(&node.position, found.mv);
        if quiet && !allowed && !found.score.is_decisive() {
            let error = found.score.number() - eval.number();
            self.correct(node, found.depth, error);
        }
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
            .filter(|_| turn.number > 1 && turn.depth >= self.tunables.claim_depth);
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
        let mut child = self.child(task, node, turn.picked.mv);
        // A line of nothing but checks must end somewhere.
        let extends = child.check
            && turn.extension == 0
            && node.ply < 2 * self.iteration
            && self.is_sound(node, &turn.picked);
        let depth = turn.depth - 1 + turn.extension + i32::from(extends);
        self.path.push(node.position.hash());
        let score = if turn.number == 1 {
            child.cut &= !L::MAIN;
            -self.search::<L>(task, &child, depth, window.flipped())
        } else {
            let reduction = if extends {
                0
            } else {
                self.reduction::<L>(node, &child, turn, window.alpha)
            };
            self.search_late::<L>(task, &mut child, depth, reduction, window)
        };
        self.path.pop();
        score
    }

    /// A move after the first: a null window, less deep, shows whether it is worth more.
    pub(crate) fn search_late<L: Line>(
        &mut self,
        task: &Task<'_>,
        child: &mut Node<W>,
        depth: i32,
        reduction: i32,
        window: Window,
    ) -> Score {
        let narrow = Window::null(window.alpha).flipped();
        let cut = child.cut || L::MAIN;
        child.cut = cut || reduction > 0;
        let mut score = -self.search::<Scout>(task, child, depth - reduction, narrow);
        if reduction > 0 && score > window.alpha && !self.halted {
            child.cut = cut;
            score = -self.search::<Scout>(task, child, depth, narrow);
        }
        if L::MAIN && score > window.alpha && score < window.beta && !self.halted {
            child.cut = false;
            score = -self.search::<Main>(task, child, depth, window.flipped());
        }
        score
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
        let limit = t.history_limit;
        let before = self.before(node);
        let arrival = self.history.arrival(&node.position, mv);
        self.history.reward(arrival, bonus, limit);
        self.continuations.reward(before, arrival, bonus, limit);
        for &tried in &self.frames[node.ply].tried {
            self.history.reward(tried, -bonus, limit);
            self.continuations.reward(before, tried, -bonus, limit);
        }
    }

    /// The score of a side without a legal move.
    pub(crate) fn stuck_score(&self, node: &Node<W>) -> Score {
        let lost = node.check || self.rules.stalemate_wins() || self.is_lost(&node.position);
        if lost {
            Score::loss_in(node.ply)
        } else {
            Score::DRAW
        }
    }
}

/// A move handed out, when, and how deep its node is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) picked: Picked,
    /// Counted from 1.
    pub(crate) number: usize,
    pub(crate) depth: i32,
    /// How many plies deeper than others it is searched.
    extension: i32,
}

/// The move from the table, and how many plies deeper than others it is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct First {
    mv: Move,
    extension: i32,
}

impl First {
    /// Searched as deep as others.
    pub(crate) fn plain(mv: Move) -> First {
        First { mv, extension: 0 }
    }

    fn extension_of(self, mv: Move) -> i32 {
        if mv == self.mv { self.extension } else { 0 }
    }
}

impl Turn {
    /// Whether another thread is searching this move just now.
    fn is_claimed<W: Width>(&self, task: &Task<'_>, node: &Node<W>, least: i32) -> bool {
        task.claims.is_some_and(|claims| {
            self.number > 1 && self.depth >= least && claims.holds(self.claim(node))
        })
    }

    fn claim<W: Width>(&self, node: &Node<W>) -> Claim {
        Claim::new(node.position.hash(), self.picked.mv, self.depth)
    }
}
