use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use assay_rules::{Cell, Move, MoveList, Position, Rules, Width};

use crate::cache::Cache;
use crate::claims::Claims;
use crate::continuation::{Before, Continuations};
use crate::correction::{Aspects, Corrections};
use crate::evaluation::Evaluator;
use crate::history::{Arrival, History};
use crate::node::{Node, Window};
use crate::noise::Noise;
use crate::pawns::PawnScenes;
use crate::picker::Scored;
use crate::reductions::Reductions;
use crate::rounds::Rounds;
use crate::search::Turn;
use crate::table::Table;
use crate::{Score, Settings, Stop, Tunables};

/// No line is searched deeper than this many plies from the root.
pub(crate) const MAX_PLY: usize = 128;

/// One thread's searching: everything but the transposition table is its own.
pub(crate) struct Worker<W: Width> {
    pub(crate) rules: Arc<Rules<W>>,
    pub(crate) evaluator: Arc<Evaluator<W>>,
    pub(crate) noise: Noise,
    pub(crate) tunables: Tunables,
    pub(crate) reductions: Reductions,
    cache: Cache,
    scenes: PawnScenes<W>,
    pub(crate) history: History,
    pub(crate) continuations: Continuations,
    pub(crate) corrections: Corrections,
    /// One for each ply from the root.
    pub(crate) frames: Vec<Frame>,
    /// Hashes of the positions before the present one, from the game's beginning on.
    pub(crate) path: Vec<u64>,
    /// Where moves are generated before they are scored.
    moves: MoveList,
    /// Depth of the present iteration.
    pub(crate) iteration: usize,
    /// The number of the present round.
    pub(crate) round: u32,
    /// Positions searched.
    pub(crate) nodes: u64,
    /// Whether the search was told to end: what it returns then is worthless.
    pub(crate) halted: bool,
}

/// What is kept for one ply.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    list: Vec<Scored>,
    /// Moves that another thread was searching, for later.
    pub(crate) later: Vec<Turn>,
    /// Quiet moves searched at this ply and found wanting.
    pub(crate) tried: Vec<Arrival>,
    /// Quiet moves that refuted sister positions.
    pub(crate) killers: [Move; 2],
    /// The best line from here on.
    pub(crate) line: Vec<Move>,
    /// The static evaluation, if it was made.
    pub(crate) eval: Option<Score>,
    /// Whether the mover stands better than two plies ago.
    pub(crate) improving: bool,
    /// Whether the move from the table takes, hits or promotes.
    pub(crate) tactical: bool,
    /// The move that led here.
    pub(crate) by: Option<Arrival>,
    /// A move left out while the others are asked whether one of them is as good.
    pub(crate) excluded: Move,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            list: Vec::new(),
            later: Vec::new(),
            tried: Vec::new(),
            killers: [Move::NULL; 2],
            line: Vec::new(),
            eval: None,
            improving: false,
            tactical: false,
            by: None,
            excluded: Move::NULL,
        }
    }
}

/// One search as all its threads see it.
#[derive(Debug)]
pub(crate) struct Task<'a> {
    pub(crate) table: &'a Table,
    /// Raised by whoever asked for the search.
    pub(crate) stop: &'a Stop,
    /// Raised by the thread that is through first.
    pub(crate) done: &'a AtomicBool,
    /// Positions searched by all threads together, as far as they have told.
    pub(crate) total: &'a AtomicU64,
    /// What each of several threads is searching.
    pub(crate) claims: Option<&'a Claims>,
    pub(crate) threads: usize,
    /// What the threads do at the root.
    pub(crate) rounds: &'a Rounds,
    /// The moves of the root that are searched; all of them if none of these is legal.
    pub(crate) only: &'a [Move],
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: u8,
    pub(crate) deadline: Option<Instant>,
}

/// The key of quiet moves that are tried before the others, and more.
pub(crate) const FIRST: i32 = 1 << 20;

/// Between looks at clock, flags and the other threads' counts.
const LOOK: u64 = 256;

impl<W: Width> Worker<W> {
    pub(crate) fn new(
        rules: &Arc<Rules<W>>,
        evaluator: &Arc<Evaluator<W>>,
        settings: &Settings,
    ) -> Worker<W> {
        let tunables = &settings.tunables;
        let history = History::new(rules.kinds().len(), rules.cells());
        Worker {
            noise: Noise::new(settings),
            rules: Arc::clone(rules),
            evaluator: Arc::clone(evaluator),
            tunables: tunables.clone(),
            reductions: Reductions::new(tunables),
            cache: Cache::new(),
            scenes: PawnScenes::new(),
            continuations: Continuations::new(history.size()),
            corrections: Corrections::new(),
            history,
            frames: vec![Frame::new(); MAX_PLY + 2],
            path: Vec::new(),
            moves: MoveList::default(),
            iteration: 0,
            round: 0,
            nodes: 0,
            halted: false,
        }
    }

    /// Forgets everything earlier games taught.
    pub(crate) fn new_game(&mut self, seed: u64) {
        self.noise = self.noise.seeded(seed);
        self.cache.clear();
        self.history.clear();
        self.continuations.clear();
        self.corrections.clear();
        self.forget_lines();
    }

    /// Makes ready for a search of another position of the same game.
    pub(crate) fn prepare(&mut self, history: &[u64]) {
        self.history.fade(self.tunables.fade);
        self.forget_lines();
        self.path.clear();
        self.path.extend_from_slice(history);
        self.nodes = 0;
        self.halted = false;
    }

    fn forget_lines(&mut self) {
        for frame in &mut self.frames {
            frame.killers = [Move::NULL; 2];
            frame.line.clear();
            frame.eval = None;
            frame.by = None;
            frame.excluded = Move::NULL;
        }
    }

    pub(crate) fn list(&mut self, ply: usize) -> &mut Vec<Scored> {
        &mut self.frames[ply].list
    }

    /// Counts a position about to be searched; sees whether the search must end instead.
    #[inline]
    pub(crate) fn count(&mut self, task: &Task<'_>) {
        if self.halted {
            return;
        }
        if task.threads == 1 && task.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.halted = true;
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.look(task);
        }
    }

    #[cold]
    fn look(&mut self, task: &Task<'_>) {
        let total = task.total.fetch_add(LOOK, Ordering::Relaxed) + LOOK;
        self.halted = task.stop.is_raised()
            || task.done.load(Ordering::Relaxed)
            || task.rounds.is_over(self.round)
            || task
                .nodes
                .is_some_and(|limit| task.threads > 1 && total >= limit)
            || task.deadline.is_some_and(|end| Instant::now() >= end);
    }

    /// The node after a move.
    #[inline]
    pub(crate) fn child(&self, task: &Task<'_>, node: &Node<W>, mv: Move) -> Node<W> {
        task.table.expect(node.position.hash_after(mv));
        let mut child = Node {
            position: node.position,
            sums: node.sums,
            check: false,
            ply: node.ply + 1,
            by: Some(self.history.arrival(&node.position, mv)),
            cut: !node.cut,
        };
        self.rules.play_on(&node.position, mv, &mut child.position);
        task.table.expect(child.position.hash());
        self.evaluator
            .update(&mut child.sums, &node.position, &child.position);
        child.check = self.is_check(&child.position);
        child
    }

    /// Whether the side to move must answer check. Where kings may stay in check a threat to them is
    /// a threat like others: bounces make so many of them that searching each one deeper would multiply
    /// the tree a thousandfold.
    #[inline]
    pub(crate) fn is_check(&self, position: &Position<W>) -> bool {
        self.rules.is_checkmate_game() && self.rules.in_check(position)
    }

    /// The worth of a node as it stands, as the side to move sees it.
    #[inline]
    pub(crate) fn evaluate(&mut self, node: &Node<W>) -> Score {
        self.evaluate_near(node, Window::FULL)
    }

    /// The worth of a node as it stands; roughly, where it is far outside the window.
    #[inline]
    pub(crate) fn evaluate_near(&mut self, node: &Node<W>, window: Window) -> Score {
        let key = node.position.hash();
        let noise = self.noise.of(key) + self.correction(node);
        if let Some(eval) = self.cache.get(key) {
            return Score::cp(eval + noise);
        }
        let evaluator = &self.evaluator;
        if let Some(rough) = evaluator.rough(&node.position, &node.sums, window) {
            return Score::cp(rough.number() + noise);
        }
        let eval = evaluator.evaluate(&self.rules, &node.position, &node.sums, &mut self.scenes);
        self.cache.put(key, eval.number());
        Score::cp(eval.number() + noise)
    }

    /// What searches of positions like this one have found the evaluation to lack, in centipawns.
    #[inline]
    fn correction(&self, node: &Node<W>) -> i32 {
        let aspects = Aspects::of(&self.evaluator, &node.position);
        let t = &self.tunables;
        self.corrections
            .of(aspects, t.correction_pawns, t.correction_pieces)
    }

    /// Learns from the score of a search what the evaluation of its position lacks.
    pub(crate) fn correct(&mut self, node: &Node<W>, depth: i32, error: i32) {
        let aspects = Aspects::of(&self.evaluator, &node.position);
        self.corrections.learn(aspects, error * depth / 8);
    }

    /// The two moves before a node.
    #[inline]
    pub(crate) fn before(&self, node: &Node<W>) -> Before {
        let earlier = node.ply.checked_sub(1).and_then(|p| self.frames[p].by);
        [node.by, earlier]
    }

    /// How often a quiet move like this one was the right one, here and after the same moves.
    #[inline]
    pub(crate) fn success(&self, node: &Node<W>, mv: Move) -> i32 {
        let arrival = self.history.arrival(&node.position, mv);
        let after = self.continuations.success(self.before(node), arrival);
        self.history.success(arrival) + after * self.tunables.order_after / 100
    }

    /// Whether the side to move has lost its king.
    #[inline]
    pub(crate) fn is_lost(&self, position: &Position<W>) -> bool {
        self.rules.king(position, position.side()).is_none()
    }

    /// Whether a position is drawn by repetition. One met in this search counts at its second occurrence: what was
    /// best then is best again.
    pub(crate) fn is_repeated(&self, node: &Node<W>) -> bool {
        let position = &node.position;
        let before = self.path.len().min(usize::from(position.halfmoves()));
        let mut seen = 1;
        for back in (4..=before).step_by(2) {
            if self.path[self.path.len() - back] == position.hash() {
                seen += 1;
                if back <= node.ply || seen >= self.rules.repetition_limit() {
                    return true;
                }
            }
        }
        false
    }

    /// Puts the node's tactical moves on its list, each with what it gains.
    pub(crate) fn list_tactical(&mut self, node: &Node<W>, known: Move) {
        let mut moves = std::mem::take(&mut self.moves);
        self.rules.tactical_moves(&node.position, &mut moves);
        let mut list = std::mem::take(self.list(node.ply));
        list.clear();
        for &mv in moves.iter().filter(|&&mv| mv != known) {
            let gain = self.evaluator.promised(&self.rules, &node.position, mv);
            let trifle = self.evaluator.trifle(&node.position, mv);
            list.push(Scored::taken(mv, gain, trifle));
        }
        *self.list(node.ply) = list;
        self.moves = moves;
    }

    /// Adds the node's quiet moves to its list, whose first `tactical` entries are the tactical ones; none
    /// that changes the king's form.
    pub(crate) fn list_quiet(&mut self, node: &Node<W>, known: Move, tactical: usize) {
        let mut moves = std::mem::take(&mut self.moves);
        self.rules.unchanged_moves(&node.position, &mut moves);
        let mut list = std::mem::take(self.list(node.ply));
        let killers = self.frames[node.ply].killers;
        let answer = self.history.answer(node.by);
        let side = node.position.side();
        let shunned = self.evaluator.pawn_takes(&node.position, side.other());
        for &mv in moves.iter() {
            if mv == known || list[..tactical].iter().any(|s| s.mv == mv) {
                continue;
            }
            let key = self.quiet_key(node, mv, killers, answer, shunned);
            list.push(Scored::sure(mv, key));
        }
        *self.list(node.ply) = list;
        self.moves = moves;
    }

    fn quiet_key(
        &self,
        node: &Node<W>,
        mv: Move,
        killers: [Move; 2],
        answer: Move,
        shunned: W,
    ) -> i32 {
        if mv == killers[0] {
            return FIRST + 2;
        }
        if mv == killers[1] {
            return FIRST + 1;
        }
        if mv == answer {
            return FIRST;
        }
        self.success(node, mv) + self.promise(&node.position, mv, shunned)
    }

    /// What a quiet move promises before anything like it was searched: a better place, a piece out of
    /// reach of the `shunned` cells, where pawns take.
    fn promise(&self, position: &Position<W>, mv: Move, shunned: W) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        let t = &self.tunables;
        let side = position.side();
        let shuns = |cell: Cell| i32::from(shunned.has(cell));
        let (kind, better, escapes) = match position.piece(from) {
            Some((own, kind)) if own == side => {
                let better = self.evaluator.step(side, kind, from, to);
                (kind, better, shuns(from) - shuns(to))
            }
            _ => match mv.kind() {
                Some(kind) => (kind, self.evaluator.landing(side, kind, to), -shuns(to)),
                None => return 0,
            },
        };
        let worth = self.evaluator.worth(kind);
        t.order_placement * better + t.order_threat * escapes * worth
    }

    /// Adds the node's moves that change the king's form to its list, where there are such.
    pub(crate) fn list_changes(&mut self, node: &Node<W>, known: Move) {
        if self.rules.form_count() == 0 {
            return;
        }
        let mut moves = std::mem::take(&mut self.moves);
        self.rules.legal_moves(&node.position, &mut moves);
        let changes = moves
            .iter()
            .filter(|mv| mv.form().is_some() && **mv != known);
        for &mv in changes {
            let key = self.success(node, mv);
            self.list(node.ply).push(Scored::sure(mv, key));
        }
        self.moves = moves;
    }

    /// Whether the side to move has no legal move.
    pub(crate) fn is_stuck(&mut self, node: &Node<W>) -> bool {
        self.rules.legal_moves(&node.position, &mut self.moves);
        self.moves.is_empty()
    }
}
