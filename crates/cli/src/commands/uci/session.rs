use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use assay_rules::AnyRules;
use assay_search::{Stop, VERSION};

use super::command::{self, Command};
use super::go::{Budget, Go};
use super::info::Info;
use super::options::{self, Effect, Options};
use super::seat::{Seat, seat};

/// Where lines to the graphical interface go.
pub(super) type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// A conversation with a graphical interface. A search has its own thread, so that every line is heard at once.
pub(super) struct Session {
    options: Options,
    /// The last that the options came to.
    rules: AnyRules,
    /// `None` while a search has it.
    seat: Option<Box<dyn Seat>>,
    search: Option<Search>,
    lacks: Lacks,
    say: Say,
}

/// What the seat lacks of what the interface meant by its last words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lacks {
    Nothing,
    /// The options given do not go together.
    Rules,
    /// The last position given was wrong.
    Position,
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
            rules,
            search: None,
            lacks: Lacks::Nothing,
            say,
        })
    }

    /// Does what a line asks. Whatever is wrong with it is said as an `info string`, and it changes nothing but that after a
    /// faulty `go` nothing is searched, nor after rules or a position that were refused until others come.
    pub(super) fn hear(&mut self, line: &str) -> Next {
        match command::parse(line).and_then(|command| self.obey(command)) {
            Ok(next) => next,
            Err(words) => {
                let mut asked = line.split_whitespace();
                let command = asked.next();
                if command == Some("position") && self.lacks == Lacks::Nothing {
                    self.lacks = Lacks::Position;
                }
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
            Command::NewGame => self.seat().forget(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position(setup) => {
                self.has_rules()?;
                self.seat().set(&setup)?;
                self.lacks = Lacks::Nothing;
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
                let drawing = self.seat().draw();
                self.say(&drawing);
            }
            Command::Nothing => {}
            Command::Quit => {
                self.stop();
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
        self.seat();
        match self.options.set(name, value)? {
            Effect::Nothing => {}
            Effect::Memory => self.seat().forget(),
            Effect::Engine => {
                let settings = self.options.settings.clone();
                self.seat().refit(&settings);
            }
            Effect::Rules => {
                self.lacks = Lacks::Rules;
                self.rules = self.options.rules()?;
                self.seat = Some(seat(&self.rules, &self.options.settings));
                self.lacks = Lacks::Nothing;
            }
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), String> {
        let overhead = self.options.overhead;
        self.has_rules()?;
        let lacks = self.lacks;
        let seat = self.seat();
        if lacks == Lacks::Position {
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

    /// An error where the options given make no game.
    fn has_rules(&self) -> Result<(), String> {
        match self.lacks {
            Lacks::Rules => Err("the options set do not go together: there is no game".to_owned()),
            Lacks::Nothing | Lacks::Position => Ok(()),
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
    fn seat(&mut self) -> &mut dyn Seat {
        self.stop();
        let fresh = || {
            // The search came to grief; its position is lost with it.
            (self.say)("info string back at the start position");
            seat(&self.rules, &self.options.settings)
        };
        &mut **self.seat.get_or_insert_with(fresh)
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
    let mut tell = |info: &Info| say(&info.to_string());
    let thinking = AssertUnwindSafe(|| seat.think(only, budget, stop, &mut tell));
    let best = catch_unwind(thinking);
    if budget.until_stopped {
        // Nothing is ever sent: the wait ends when the other end is dropped.
        let _ = released.recv();
    }
    let best = best.unwrap_or_else(|panic| {
        // Whoever waits for an answer gets one; the seat is not fit to be used again.
        say("info string the search failed");
        say("bestmove (none)");
        resume_unwind(panic)
    });
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use assay_rules::Side;
    use assay_search::Settings;

    use super::super::command::Setup;
    use super::*;

    /// A seat whose searches fail.
    struct Broken;

    impl Seat for Broken {
        fn side(&self) -> Side {
            Side::White
        }

        fn set(&mut self, _: &Setup) -> Result<(), String> {
            Ok(())
        }

        fn draw(&self) -> String {
            String::new()
        }

        fn refit(&mut self, _: &Settings) {}

        fn forget(&mut self) {}

        fn get_ready(&mut self) {}

        fn illegal(&self, _: &[String]) -> Vec<String> {
            Vec::new()
        }

        fn count(&self, _: u32, _: &Stop, _: &mut dyn FnMut(&str, u64)) -> Option<u64> {
            None
        }

        fn think(
            &mut self,
            _: &[String],
            _: &Budget,
            _: &Stop,
            _: &mut dyn FnMut(&Info),
        ) -> Option<(String, Option<String>)> {
            panic!("a piece fell off the board")
        }
    }

    /// A session and what it has said.
    fn session() -> (Session, Arc<Mutex<Vec<String>>>) {
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        let say = Arc::new(move |line: &str| heard.lock().unwrap().push(line.to_owned()));
        (Session::new(say).expect("a session"), said)
    }

    #[test]
    fn a_search_that_fails_is_answered_at_once_and_the_session_goes_on() {
        let (mut session, said) = session();
        session.seat = Some(Box::new(Broken));
        session.hear("go depth 1");
        session.stop();
        let failed = ["info string the search failed", "bestmove (none)"];
        session.hear("position startpos");
        session.hear("go depth 1");
        session.stop();
        let said = said.lock().unwrap();
        assert_eq!(said[..2], failed);
        assert_eq!(said[2], "info string back at the start position");
        let last = said.last().expect("an answer");
        assert!(last.starts_with("bestmove ") && last != "bestmove (none)");
    }

    #[test]
    fn nothing_is_searched_by_rules_that_were_not_meant() {
        let (mut session, said) = session();
        let mut hear = |line: &str| {
            said.lock().unwrap().clear();
            session.hear(line);
            session.stop();
            said.lock().unwrap().join("\n")
        };
        assert_eq!(hear("setoption name crooked-pawns value true"), "");
        let refused = hear("setoption name UCI_Variant value sonic");
        assert!(refused.contains("turning"), "{refused}");
        let nothing = "info string the options set do not go together: there is no game";
        for line in ["position startpos", "position startpos"] {
            assert_eq!(hear(line), nothing);
        }
        assert_eq!(hear("go depth 1"), format!("{nothing}\nbestmove (none)"));
        assert_eq!(hear("setoption name turning value crooked"), "");
        assert_eq!(hear("position startpos"), "");
        let answer = hear("go depth 1");
        assert!(answer.contains("\nbestmove "), "{answer}");
        assert_eq!(session.hear("quit"), Next::Leave);
    }
}
