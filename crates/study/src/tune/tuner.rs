use std::collections::{BTreeMap, BTreeSet};

use assay_stats::{Flip, Outcome, Spsa};

use super::draw::{Draw, draws};
use super::{Sides, Tune};
use crate::{PairKey, PairNumber, PairResult, Study, StudySeed};

/// Carries a tuning on. It is told results in any order and learns from them in the order of iterations, so that all it says
/// depends on the seed and the results alone: a coordinator, the same one after a restart and a report come to the same.
///
/// The values of iteration `i` are those learned from the iterations up to `i - lag`. So `lag` iterations may be under
/// way at a time, and no more pairs may be lent than have their values.
#[derive(Clone, Debug)]
pub struct Tuner {
    tune: Tune,
    seed: StudySeed,
    arms: u16,
    spsa: Spsa,
    /// Of every iteration that may be played.
    sides: Vec<Sides>,
    /// Of every iteration that has been learned from.
    learned: Vec<Learned>,
    /// Iterations beyond those of which something is known.
    open: BTreeMap<u32, Batch>,
}

/// An iteration that has been learned from.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// Games that the plus side won.
    pub wins: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Games that the minus side won.
    pub losses: u32,
    /// The values after it, in the order of [`Tune::parameters`].
    pub values: Vec<f64>,
}

/// What is known of an iteration that is not finished.
#[derive(Clone, Debug, Default)]
struct Batch {
    pairs: BTreeSet<PairKey>,
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Tuner {
    /// One that has seen no pair yet; `None` for a study that tunes nothing.
    pub fn of(study: &Study) -> Option<Tuner> {
        let tune = study.tune.clone()?;
        Some(Tuner::new(tune, study.seed, study.arm_count()))
    }

    pub(super) fn new(tune: Tune, seed: StudySeed, arms: u16) -> Tuner {
        let spsa = Spsa::new(tune.gains(arms), tune.spsa_parameters())
            .expect("the study file has been checked");
        let mut tuner = Tuner {
            tune,
            seed,
            arms,
            spsa,
            sides: Vec::new(),
            learned: Vec::new(),
            open: BTreeMap::new(),
        };
        tuner.unlock();
        tuner
    }

    /// What is tuned.
    pub fn tune(&self) -> &Tune {
        &self.tune
    }

    /// How many arms the study has.
    pub fn arms(&self) -> u16 {
        self.arms
    }

    /// Takes a finished pair in, once however often it is told. Whether more pairs may be lent now.
    pub fn record(&mut self, key: PairKey, result: PairResult) -> bool {
        self.join(key, Some(result))
    }

    /// Notes that a pair will have no result: its iteration does without. Whether more pairs may be lent now.
    pub fn set_aside(&mut self, key: PairKey) -> bool {
        self.join(key, None)
    }

    /// Pairs of this number or a higher one, in whatever arm, have no values yet.
    pub fn limit(&self) -> u32 {
        self.sides.len() as u32 * self.tune.pairs
    }

    /// The values of a pair, in whatever arm; `None` while it has none.
    pub fn sides(&self, pair: PairNumber) -> Option<&Sides> {
        self.sides.get(self.iteration(pair) as usize)
    }

    /// The iterations that have been learned from, in order.
    pub fn learned(&self) -> &[Learned] {
        &self.learned
    }

    /// The values as they are now, in the order of [`Tune::parameters`].
    pub fn values(&self) -> &[f64] {
        self.spsa.values()
    }

    /// Whether every iteration has been learned from.
    pub fn is_finished(&self) -> bool {
        self.learned.len() == self.tune.iterations as usize
    }

    fn iteration(&self, PairNumber(pair): PairNumber) -> u32 {
        pair / self.tune.pairs
    }

    fn join(&mut self, key: PairKey, result: Option<PairResult>) -> bool {
        let iteration = self.iteration(key.pair);
        let known = (self.learned.len() as u32..self.tune.iterations).contains(&iteration);
        if !known || key.arm.0 >= self.arms {
            return false;
        }
        let batch = self.open.entry(iteration).or_default();
        if batch.pairs.insert(key)
            && let Some(PairResult([first, second])) = result
        {
            // The plus side has White in the first game.
            batch.add(first);
            batch.add(second.other());
        }
        let before = self.sides.len();
        while let Some(batch) = self.next_whole() {
            self.learn(&batch);
            self.unlock();
        }
        self.sides.len() > before
    }

    /// The next iteration to learn from, if all of it is there.
    fn next_whole(&mut self) -> Option<Batch> {
        let next = self.learned.len() as u32;
        let whole = u64::from(self.tune.pairs) * u64::from(self.arms);
        let batch = self.open.get(&next)?;
        if (batch.pairs.len() as u64) < whole {
            return None;
        }
        self.open.remove(&next)
    }

    fn learn(&mut self, batch: &Batch) {
        let iteration = self.learned.len() as u32;
        let flips: Vec<Flip> = self.draws(iteration).iter().map(|d| d.flip).collect();
        let lead = i64::from(batch.wins) - i64::from(batch.losses);
        self.spsa.learn(self.step(iteration), &flips, lead);
        self.learned.push(Learned {
            wins: batch.wins,
            draws: batch.draws,
            losses: batch.losses,
            values: self.spsa.values().to_vec(),
        });
    }

    /// Gives the iterations that may be played now their values.
    fn unlock(&mut self) {
        let end = (self.learned.len() as u64 + u64::from(self.tune.lag))
            .min(u64::from(self.tune.iterations)) as u32;
        for iteration in self.sides.len() as u32..end {
            let sides = self.perturbed(iteration);
            self.sides.push(sides);
        }
    }

    fn perturbed(&self, iteration: u32) -> Sides {
        let draws = self.draws(iteration);
        let flips: Vec<Flip> = draws.iter().map(|draw| draw.flip).collect();
        let given = self.spsa.perturbed(self.step(iteration), &flips);
        let mut sides = Sides {
            plus: Vec::with_capacity(draws.len()),
            minus: Vec::with_capacity(draws.len()),
        };
        let values = given.plus.into_iter().zip(given.minus);
        for ((values, draw), parameter) in values.zip(draws).zip(&self.tune.parameters) {
            let (plus, minus) = whole(values, draw, (parameter.low, parameter.high));
            sides.plus.push(plus);
            sides.minus.push(minus);
        }
        sides
    }

    fn draws(&self, iteration: u32) -> Vec<Draw> {
        draws(self.seed, iteration, self.tune.parameters.len())
    }

    /// Pairs of all arms before an iteration, which is what the gains count.
    fn step(&self, iteration: u32) -> u64 {
        u64::from(iteration) * u64::from(self.tune.pairs) * u64::from(self.arms)
    }
}

impl Batch {
    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }
}

/// The values of both sides as the engine takes them. Both are rounded up or down by one draw, in the mean to what they
/// were; so they stay as far apart as they were, to within one. Where a bound leaves them alike, the one that can moves on by one.
pub(super) fn whole((plus, minus): (f64, f64), draw: Draw, (low, high): (i32, i32)) -> (i32, i32) {
    let round = |x: f64| ((x + draw.fraction).floor() as i32).clamp(low, high);
    let (plus, minus) = (round(plus), round(minus));
    if plus != minus {
        return (plus, minus);
    }
    let up = match draw.flip {
        Flip::Up => 1,
        Flip::Down => -1,
    };
    if (low..=high).contains(&(plus + up)) {
        (plus + up, minus)
    } else {
        (plus, minus - up)
    }
}
