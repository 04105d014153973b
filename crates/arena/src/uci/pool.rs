//! Engines that are kept running from pair to pair.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use assay_search::{Limits, Stop};

use super::engine::{Engine, Reply};
use super::fault::Trouble;
use super::variant::GameWords;
use super::{PlayerFault, UciSpec};

/// An external engine as a player. Clones share the running programs: as many as games are played at once, lent to
/// one pair at a time and kept for the next. The last clone ends them.
#[derive(Clone)]
pub struct UciPlayer {
    spec: Arc<UciSpec>,
    pool: Arc<Mutex<Pool>>,
}

/// Programs that wait for a pair, and what starting them has taught.
#[derive(Default)]
struct Pool {
    idle: Vec<Engine>,
    /// Faults in a row.
    faults: u32,
    /// No engine is started before.
    not_before: Option<Instant>,
}

/// The wait after the first of several faults; each further one doubles it.
const FIRST_WAIT: Duration = Duration::from_millis(100);

impl UciPlayer {
    /// A player whose engine is started when it is first to play.
    pub fn new(spec: UciSpec) -> UciPlayer {
        UciPlayer {
            spec: Arc::new(spec),
            pool: Arc::default(),
        }
    }

    /// What was asked for.
    pub fn spec(&self) -> &UciSpec {
        &self.spec
    }

    /// An engine for a pair.
    pub(crate) fn lend(&self, game: GameWords) -> Loan {
        Loan {
            player: self.clone(),
            game,
            engine: None,
        }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new program; after faults not at once.
    fn start(&self, stop: &Stop) -> Result<Engine, (Trouble, Vec<String>)> {
        let not_before = self.pool().not_before;
        while not_before.is_some_and(|at| Instant::now() < at) {
            if stop.is_raised() {
                return Err((Trouble::Stopped, Vec::new()));
            }
            thread::sleep(Duration::from_millis(10));
        }
        Engine::start(&self.spec, stop)
    }

    fn note_fault(&self) {
        let mut pool = self.pool();
        let wait = FIRST_WAIT.saturating_mul(1 << pool.faults.min(16));
        pool.faults = pool.faults.saturating_add(1);
        pool.not_before = Some(Instant::now() + wait.min(self.spec.patience.rest));
    }

    fn take_back(&self, engine: Engine) {
        let mut pool = self.pool();
        pool.faults = 0;
        pool.not_before = None;
        pool.idle.push(engine);
    }
}

/// Two players are equal if they are asked for in the same way.
impl PartialEq for UciPlayer {
    fn eq(&self, other: &UciPlayer) -> bool {
        self.spec == other.spec
    }
}

impl Eq for UciPlayer {}

impl fmt::Debug for UciPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UciPlayer").field(&self.spec).finish()
    }
}

/// An engine lent to a pair.
pub(crate) struct Loan {
    player: UciPlayer,
    game: GameWords,
    /// `None` before the first game and after a fault.
    engine: Option<Engine>,
}

impl Loan {
    /// Begins a game. An engine that left after an earlier game has broken nothing off: another is started. What
    /// comes with trouble is the engine's last output.
    pub(crate) fn new_game(&mut self, stop: &Stop) -> Result<(), (Trouble, Vec<String>)> {
        loop {
            let waiting = self.engine.take().or_else(|| self.player.pool().idle.pop());
            let has_played = waiting.is_some();
            let started = waiting.map_or_else(|| self.player.start(stop), Ok);
            let mut engine = started.map_err(|(trouble, output)| self.note(trouble, output))?;
            match engine.new_game(&self.game, stop) {
                Ok(()) => {
                    self.engine = Some(engine);
                    return Ok(());
                }
                Err(trouble) if has_played && trouble.is_crash() => drop(engine),
                Err(trouble) => {
                    let (trouble, output) = engine.part(trouble);
                    return Err(self.note(trouble, output));
                }
            }
        }
    }

    /// Asks for a move.
    pub(crate) fn think(
        &mut self,
        start: &str,
        moves: &[String],
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Reply, (Trouble, Vec<String>)> {
        let engine = self.engine.as_mut().expect("a game has begun");
        engine
            .think(start, moves, limits, stop)
            .map_err(|trouble| self.give_up(trouble))
    }

    /// What the engine calls itself.
    pub(crate) fn name(&self) -> &str {
        self.engine.as_ref().map_or("", Engine::name)
    }

    /// Finds fault with the answer: the engine is ended, and its last output returned.
    pub(crate) fn fault(&mut self, kind: PlayerFault, what: String) -> (Trouble, Vec<String>) {
        self.give_up(Trouble::Fault(kind, what))
    }

    fn give_up(&mut self, trouble: Trouble) -> (Trouble, Vec<String>) {
        match self.engine.take() {
            Some(engine) => {
                let (trouble, output) = engine.part(trouble);
                self.note(trouble, output)
            }
            None => (trouble, Vec::new()),
        }
    }

    fn note(&self, trouble: Trouble, output: Vec<String>) -> (Trouble, Vec<String>) {
        // A rest mends nothing that would be the same however often it is tried.
        if let Trouble::Fault(kind, _) = trouble
            && !kind.is_lasting()
        {
            self.player.note_fault();
        }
        (trouble, output)
    }
}

/// An engine that did nothing wrong is kept. A pair that comes to nothing for another reason may leave it in the
/// middle of a game, which the next `ucinewgame` ends.
impl Drop for Loan {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.player.take_back(engine);
        }
    }
}
