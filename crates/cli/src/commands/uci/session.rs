use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use assay_search::{Stop, VERSION};

use super::command::{self, Command};
use super::go::{Budget, Go};
use super::options::{self, Effect, Options};
use super::seat::{Seat, seat};

/// Where lines to the graphical interface go.
pub(super) type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// A conversation with a graphical interface. A search has its own thread, so that every line is heard at once.
pub(super) struct Session {
    options: Options,
    /// `None` while a search has it.
    seat: Option<Box<dyn Seat>>,
    search: Option<Search>,
    /// The last position given was wrong: the one at the seat is not the one meant.
    refused: bool,
    say: Say,
}

/// What follows a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Stay,
    Leave,
}

struct Search {
    thread: JoinHandle<Box<dyn Seat>>,
    stop: Stop,
    ponders: bool,
    /// Dropped when the answer may be given, which an endless search waits for.
    release: Sender<()>,
}

impl Session {
    pub(super) fn new(say: Say) -> Result<Session, String> {
        let options = Options::default();
        let rules = options.rules()?;
        Ok(Session {
            seat: Some(seat(&rules, &options.settings)),
            options,
            search: None,
            refused: false,
            say,
        })
    }

    /// Does what a line asks. Whatever is wrong with it is said as an `info string`, and nothing has happened.
    pub(super) fn hear(&mut self, line: &str) -> Next {
        match command::parse(line).and_then(|command| self.obey(command)) {
            Ok(next) => next,
            Err(words) => {
                let mut asked = line.split_whitespace();
                let command = asked.next();
                self.refused |= command == Some("position");
                for line in words.lines() {
                    self.say(&format!("info string {line}"));
                }
                if command == Some("go") && !asked.any(|word| word == "perft") {
                    // Whoever waits for an answer gets one, and not that to another question.
                    self.stop();
                    self.say("bestmove (none)");
                }
                Next::Stay
            }
        }
    }

    fn say(&self, line: &str) {
        (self.say)(line);
    }

    fn obey(&mut self, command: Command) -> Result<Next, String> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                if let Some(seat) = self.idle() {
                    seat.get_ready();
                }
                self.say("readyok");
            }
            Command::NewGame => self.seat()?.forget(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position(setup) => {
                self.seat()?.set(&setup)?;
                self.refused = false;
            }
            Command::Go(go) => self.go(go)?,
            Command::Stop => self.stop(),
            // What was thought so far has to do: the time it took was the opponent's.
            Command::PonderHit => {
                if self.search.as_ref().is_some_and(|s| s.ponders) {
                    self.stop();
                }
            }
            Command::Draw => {
                let drawing = self.seat()?.draw();
                self.say(&drawing);
            }
            Command::Nothing => {}
            Command::Quit => {
                self.stop();
                self.seat()?;
                return Ok(Next::Leave);
            }
        }
        Ok(Next::Stay)
    }

    fn introduce(&self) {
        self.say(&format!("id name {VERSION}"));
        self.say("id author the Assay authors");
        self.say("");
        for line in options::lines() {
            self.say(&line);
        }
        self.say("uciok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        self.seat()?;
        match self.options.set(name, value)? {
            Effect::Nothing => {}
            Effect::Memory => self.seat()?.forget(),
            Effect::Engine => {
                let settings = self.options.settings.clone();
                self.seat()?.refit(&settings);
            }
            Effect::Rules => {
                let rules = self.options.rules();
                let rules = rules.map_err(|f| format!("{f}\nthe rules stay as they were"))?;
                self.seat = Some(seat(&rules, &self.options.settings));
                self.refused = false;
            }
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), String> {
        let overhead = self.options.overhead;
        let refused = self.refused;
        let seat = self.seat()?;
        if refused {
            return Err("the last position given was wrong: there is none to search".to_owned());
        }
        let budget = go.budget(seat.side(), overhead);
        let illegal = seat.illegal(&go.only);
        for (what, words) in [
            ("go does not know", &go.unknown),
            ("not legal here:", &illegal),
        ] {
            if !words.is_empty() {
                self.say(&format!("info string {what} {}", words.join(" ")));
            }
        }
        let ponders = go.ponder;
        let say = Arc::clone(&self.say);
        match go.perft {
            Some(plies) => self.begin(ponders, move |seat, stop, _| count(seat, plies, stop, &say)),
            None => self.begin(ponders, move |seat, stop, released| {
                search(seat, &go.only, &budget, stop, released, &say);
            }),
        }
    }

    /// Begins some work at the seat.
    fn begin(
        &mut self,
        ponders: bool,
        work: impl FnOnce(&mut dyn Seat, &Stop, &Receiver<()>) + Send + 'static,
    ) -> Result<(), String> {
        let mut seat = self.seat.take().ok_or("the engine is thinking")?;
        let stop = Stop::new();
        let stopped = stop.clone();
        let (release, released) = mpsc::channel::<()>();
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || {
                work(&mut *seat, &stopped, &released);
                seat
            });
        let thread = thread.map_err(|e| format!("cannot start a search: {e}"))?;
        self.search = Some(Search {
            thread,
            stop,
            ponders,
            release,
        });
        Ok(())
    }

    /// Asks a search for its answer.
    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.raise();
            drop(search.release);
            self.take_back(search.thread);
        }
    }

    fn take_back(&mut self, thread: JoinHandle<Box<dyn Seat>>) {
        self.seat = thread.join().ok();
    }

    /// The seat, unless a search has it.
    fn idle(&mut self) -> Option<&mut dyn Seat> {
        if self.search.as_ref().is_some_and(|s| s.thread.is_finished()) {
            self.stop();
        }
        match &mut self.seat {
            Some(seat) => Some(&mut **seat),
            None => None,
        }
    }

    /// The seat; a search that has it is stopped.
    fn seat(&mut self) -> Result<&mut dyn Seat, String> {
        self.stop();
        if self.seat.is_none() {
            // The search came to grief; its position is lost with it.
            self.say("info string the search failed; back at the start position");
            self.seat = Some(seat(&self.options.rules()?, &self.options.settings));
        }
        match &mut self.seat {
            Some(seat) => Ok(&mut **seat),
            None => Err("no seat".to_owned()),
        }
    }
}

fn search(
    seat: &mut dyn Seat,
    only: &[String],
    budget: &Budget,
    stop: &Stop,
    released: &Receiver<()>,
    say: &Say,
) {
    let best = seat.think(only, budget, stop, &mut |info| say(&info.to_string()));
    if budget.until_stopped {
        // Nothing is ever sent: the wait ends when the other end is dropped.
        let _ = released.recv();
    }
    say(&match best {
        None => "bestmove (none)".to_owned(),
        Some((best, None)) => format!("bestmove {best}"),
        Some((best, Some(answer))) => format!("bestmove {best} ponder {answer}"),
    });
}

/// Counts lines of play and says the counts as other engines do.
fn count(seat: &dyn Seat, plies: u32, stop: &Stop, say: &Say) {
    let all = match plies {
        0 => Some(1),
        _ => seat.count(plies, stop, &mut |text, count| {
            say(&format!("{text}: {count}"));
        }),
    };
    say(&match all {
        Some(all) => format!("\nNodes searched: {all}"),
        None => "info string stopped before all was counted".to_owned(),
    });
}
