use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use assay_rules::{Move, Position, Rules, Width};

use crate::claims::Claims;
use crate::deepen::Findings;
use crate::table::Table;
use crate::worker::{Task, Worker};
use crate::{Depth, Limits, Nodes, Score, Settings, Stop, shared};

/// The built-in engine, ready to think about positions of one game.
pub struct Engine<W: Width> {
    table: Table,
    claims: Claims,
    workers: Vec<Worker<W>>,
}

/// What the engine thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move to play; `None` only where there is no legal move.
    pub best: Option<Move>,
    /// The position's worth as the side to move sees it.
    pub score: Score,
    /// The last iteration that was finished.
    pub depth: Depth,
    /// Positions searched, by all threads together.
    pub nodes: Nodes,
    /// The line the score rests on, `best` first.
    pub line: Vec<Move>,
    /// How long it took.
    pub time: Duration,
}

/// How full the transposition table is, looked up only when asked.
#[derive(Clone, Copy, Debug)]
pub struct Fullness<'a>(&'a Table);

impl Fullness<'_> {
    /// The part of the table the present search has filled, in thousandths.
    pub fn permille(self) -> u16 {
        self.0.fullness()
    }
}

impl<W: Width> Engine<W> {
    /// An engine for a game. `limits` are those it will think under; they decide the size of an automatic
    /// transposition table.
    pub fn new(rules: &Arc<Rules<W>>, settings: &Settings, limits: &Limits) -> Engine<W> {
        let evaluator = shared::evaluator(rules, settings);
        let worker = || Worker::new(rules, &evaluator, settings);
        Engine {
            workers: (0..settings.threads.get()).map(|_| worker()).collect(),
            table: Table::new(settings.hash.bytes(limits)),
            claims: Claims::new(settings.threads),
        }
    }

    /// Forgets everything: what follows does not depend on what was searched before. `seed` is that of the
    /// variety from now on.
    pub fn new_game(&mut self, seed: u64) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.new_game(seed);
        }
    }

    /// How full the transposition table is.
    pub fn fullness(&self) -> Fullness<'_> {
        Fullness(&self.table)
    }

    /// Thinks about a position. `history` are the hashes of all positions of the game before it, in
    /// order: they decide what is a repetition.
    pub fn think(
        &mut self,
        position: &Position<W>,
        history: &[u64],
        limits: &Limits,
        stop: &Stop,
    ) -> Thought {
        self.think_aloud(position, history, limits, stop, &mut |_, _| {})
    }

    /// Thinks about a position and tells after each iteration what it thinks so far.
    pub fn think_aloud(
        &mut self,
        position: &Position<W>,
        history: &[u64],
        limits: &Limits,
        stop: &Stop,
        tell: &mut dyn FnMut(&Thought, Fullness<'_>),
    ) -> Thought {
        self.think_among(&[], position, history, limits, stop, tell)
    }

    /// Thinks aloud about some moves of a position only; about all of them if none of `only` is legal.
    pub fn think_among(
        &mut self,
        only: &[Move],
        position: &Position<W>,
        history: &[u64],
        limits: &Limits,
        stop: &Stop,
        tell: &mut dyn FnMut(&Thought, Fullness<'_>),
    ) -> Thought {
        let began = Instant::now();
        self.table.grow_older();
        let done = AtomicBool::new(false);
        let total = AtomicU64::new(0);
        let threads = self.workers.len();
        let (first, others) = self
            .workers
            .split_first_mut()
            .expect("an engine has a worker");
        first.prepare(history);
        let rounds = first.plan(&self.table, only, position);
        let task = Task {
            table: &self.table,
            stop,
            done: &done,
            total: &total,
            claims: (threads > 1).then_some(&self.claims),
            threads,
            rounds: &rounds,
            only,
            nodes: limits.nodes.map(|n| n.0),
            depth: limits.depth.unwrap_or(Depth::MAX).min(Depth::MAX).0,
            deadline: limits.time.map(|t| began + t),
        };
        let mut told = |findings: &Findings, nodes: u64| {
            let nodes = nodes.max(total.load(Ordering::Relaxed));
            let thought = thought(findings.clone(), nodes, began.elapsed());
            tell(&thought, Fullness(task.table));
        };
        let findings = std::thread::scope(|scope| {
            let mut helpers = Vec::with_capacity(others.len());
            for worker in others {
                let task = &task;
                worker.prepare(history);
                helpers.push(scope.spawn(move || {
                    let findings = worker.deepen(task, position, &mut |_, _| {});
                    // Who is through first ends the search for all.
                    task.done.store(true, Ordering::Relaxed);
                    findings
                }));
            }
            let mut findings = first.deepen(&task, position, &mut told);
            done.store(true, Ordering::Relaxed);
            for helper in helpers {
                let other = helper.join().expect("a search does not panic");
                if other.depth > findings.depth {
                    findings = other;
                    told(&findings, 0);
                }
            }
            findings
        });
        let nodes = self.workers.iter().map(|w| w.nodes).sum();
        thought(findings, nodes, began.elapsed())
    }
}

fn thought(findings: Findings, nodes: u64, time: Duration) -> Thought {
    Thought {
        best: findings.best,
        score: findings.score,
        depth: Depth(findings.depth),
        nodes: Nodes(nodes),
        line: findings.line,
        time,
    }
}
