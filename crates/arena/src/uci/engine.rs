//! A conversation with an engine.

use std::time::{Duration, Instant};

use assay_faults::nearest;
use assay_search::{Limits, Stop};

use super::fault::Trouble;
use super::pipes::{Line, Pipes, Silence};
use super::variant::{CHESS_START, GameWords, VARIANT, variants_of_game};
use super::words::{self, Heard, Info, Offer};
use super::{PlayerFault, UciSpec};

/// How long an engine may take to answer `stop` when nobody needs the answer.
const PARTING: Duration = Duration::from_millis(500);

/// An engine that is running and has said who it is.
pub(crate) struct Engine {
    spec: UciSpec,
    pipes: Pipes,
    name: String,
    offers: Vec<Offer>,
    /// The options of the game as they were set last.
    set: Vec<(String, String)>,
}

/// What an engine answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    /// As it was written; empty if nothing was.
    pub(crate) best: String,
    pub(crate) info: Said,
}

/// What the engine said last of its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) score: Option<i32>,
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
}

impl Engine {
    /// Starts an engine, hears its options and sets those of the spec.
    pub(super) fn start(spec: &UciSpec, stop: &Stop) -> Result<Engine, (Trouble, Vec<String>)> {
        let pipes = Pipes::start(spec).map_err(|fault| {
            let folder = spec.folder.iter().map(|f| format!(" in {}", f.display()));
            let folder: String = folder.collect();
            let what = format!("{:?} cannot be started{folder}: {fault}", spec.command);
            (Trouble::Fault(PlayerFault::Missing, what), Vec::new())
        })?;
        let mut engine = Engine {
            spec: spec.clone(),
            pipes,
            name: String::new(),
            offers: Vec::new(),
            set: Vec::new(),
        };
        match engine.introduce(stop) {
            Ok(()) => Ok(engine),
            Err(trouble) => Err(engine.part(trouble)),
        }
    }

    /// `id name` as the engine gave it, else the command.
    pub(crate) fn name(&self) -> &str {
        match &*self.name {
            "" => &self.spec.command,
            name => name,
        }
    }

    /// Makes an end of the engine. A crash is told more exactly now that it is known how the program ended, and the
    /// last of its output comes with it.
    pub(super) fn part(mut self, trouble: Trouble) -> (Trouble, Vec<String>) {
        // A program at fault is not asked to leave, one that is to stop has done nothing wrong.
        if trouble == Trouble::Stopped {
            return (trouble, Vec::new());
        }
        let crashed = trouble.is_crash();
        let status = self.pipes.end();
        let trouble = match (trouble, status) {
            (Trouble::Fault(kind, what), Some(status)) if crashed => {
                Trouble::Fault(kind, format!("{what} ({status})"))
            }
            (trouble, _) => trouble,
        };
        (trouble, self.pipes.last_words())
    }

    fn introduce(&mut self, stop: &Stop) -> Result<(), Trouble> {
        self.pipes.say("uci");
        let deadline = Instant::now() + self.spec.patience.ready;
        loop {
            match words::hear(&self.line(deadline, stop, "uciok", "at its start")?.text) {
                Heard::Name(name) => self.name = name,
                Heard::Option(offer) => self.offers.push(offer),
                Heard::UciOk => break,
                _ => {}
            }
        }
        for (name, value) in self.spec.options.clone() {
            let offer = self.offer(&name)?;
            check(offer, &value)?;
            let line = if offer.kind == "button" {
                format!("setoption name {}", offer.name)
            } else {
                format!("setoption name {} value {value}", offer.name)
            };
            self.pipes.say(&line);
        }
        self.ready(stop)
    }

    /// The offer of a name; large and small letters are the same.
    fn find(&self, name: &str) -> Option<&Offer> {
        self.offers
            .iter()
            .find(|o| o.name.eq_ignore_ascii_case(name))
    }

    fn offer(&self, name: &str) -> Result<&Offer, Trouble> {
        self.find(name).map_or_else(
            || {
                let near = nearest(name, self.offers.iter().map(|o| o.name.as_str()));
                let hint = near.map_or_else(String::new, |n| format!("; did you mean {n:?}?"));
                Trouble::new(
                    PlayerFault::Options,
                    format!("has no option {name:?}{hint}"),
                )
            },
            Ok,
        )
    }

    /// Begins a game.
    pub(super) fn new_game(&mut self, game: &GameWords, stop: &Stop) -> Result<(), Trouble> {
        self.take_up(game)?;
        self.pipes.say("ucinewgame");
        self.ready(stop)
    }

    /// Tells the game and its rules, or finds that the engine does not know them. A variant named by the spec itself
    /// is left as it is, and may stand for rules that the engine has no option for.
    fn take_up(&mut self, game: &GameWords) -> Result<(), Trouble> {
        let mut given = self.spec.options.iter();
        let named = given.any(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
        if !named && let Some(variant) = self.variant_of(game)? {
            self.set(VARIANT, &variant);
        }
        for rule in &game.rules {
            let offered = self.find(&rule.name);
            if offered.is_some_and(|o| o.values.contains(&rule.value)) {
                self.set(&rule.name, &rule.value);
            } else if !rule.is_default && !named {
                let what = format!(
                    "cannot be told {} = {}: it would play another game",
                    rule.name, rule.value
                );
                return Trouble::new(PlayerFault::UnknownGame, what);
            }
        }
        Ok(())
    }

    /// What the engine calls the game; `None` where it knows no other.
    fn variant_of(&self, game: &GameWords) -> Result<Option<String>, Trouble> {
        let names = variants_of_game(&game.id);
        match self.find(VARIANT) {
            None if game.is_orthodox() => Ok(None),
            None => {
                let what = format!("has no option {VARIANT}: it knows orthodox chess only");
                Trouble::new(PlayerFault::UnknownGame, what)
            }
            Some(offer) => {
                let known = names.iter().find(|n| offer.values.iter().any(|v| v == **n));
                let Some(known) = known else {
                    let near = nearest(&game.id, offer.values.iter().map(String::as_str));
                    let hint = near.map_or_else(String::new, |n| format!("; the nearest is {n:?}"));
                    let what = format!("knows no variant {:?}{hint}", game.id);
                    return Trouble::new(PlayerFault::UnknownGame, what);
                };
                Ok(Some((*known).to_owned()))
            }
        }
    }

    /// Sets an option of the game unless it is set so.
    fn set(&mut self, name: &str, value: &str) {
        let before = self.set.iter_mut().find(|(known, _)| known == name);
        match before {
            Some((_, known)) if known == value => return,
            Some((_, known)) => value.clone_into(known),
            None => self.set.push((name.to_owned(), value.to_owned())),
        }
        self.pipes
            .say(&format!("setoption name {name} value {value}"));
    }

    fn ready(&self, stop: &Stop) -> Result<(), Trouble> {
        self.pipes.pass_over();
        self.pipes.say("isready");
        let deadline = Instant::now() + self.spec.patience.ready;
        loop {
            let line = self.line(deadline, stop, "readyok", "before a game")?;
            if words::hear(&line.text) == Heard::ReadyOk {
                return Ok(());
            }
        }
    }

    /// The next line, while the engine gets ready.
    fn line(
        &self,
        deadline: Instant,
        stop: &Stop,
        word: &str,
        place: &str,
    ) -> Result<Line, Trouble> {
        if stop.is_raised() {
            return Err(Trouble::Stopped);
        }
        self.pipes.hear(deadline, stop).or_else(|silence| {
            let within = self.spec.patience.ready;
            match silence {
                Silence::Stopped => Err(Trouble::Stopped),
                Silence::Flood => flood(),
                Silence::Late => Trouble::new(
                    PlayerFault::SlowStart,
                    format!("did not say {word} within {within:?} {place}"),
                ),
                Silence::Gone => Trouble::new(PlayerFault::Crash, format!("ended {place}")),
            }
        })
    }

    /// Asks for a move: the start of the game, the moves since as UCI has them, how long to think.
    pub(super) fn think(
        &mut self,
        start: &str,
        moves: &[String],
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Reply, Trouble> {
        self.pipes.pass_over();
        self.pipes.say(&position(start, moves));
        self.pipes.say(&words::go(limits));
        let began = Instant::now();
        let patience = self.spec.patience;
        let deadline = began + limits.time.unwrap_or_default() + patience.watchdog;
        let mut said = Said::default();
        loop {
            let line = match self.pipes.hear(deadline, stop) {
                Ok(line) => line,
                Err(Silence::Stopped) => return Err(self.interrupt()),
                Err(Silence::Flood) => return flood(),
                Err(Silence::Gone) => {
                    return Trouble::new(PlayerFault::Crash, "ended while it was to move");
                }
                Err(Silence::Late) => {
                    let after = deadline.saturating_duration_since(began);
                    let what = format!("gave no move within {after:?}");
                    return Trouble::new(PlayerFault::Hang, what);
                }
            };
            match words::hear(&line.text) {
                Heard::Info(info) => said.note(&info),
                Heard::BestMove(best) => {
                    let took = line.at.saturating_duration_since(began);
                    in_time(took, limits, patience.grace)?;
                    return Ok(Reply { best, info: said });
                }
                _ => {}
            }
            if stop.is_raised() {
                return Err(self.interrupt());
            }
        }
    }

    /// Ends a search whose answer is not wanted.
    fn interrupt(&self) -> Trouble {
        self.pipes.say("stop");
        let deadline = Instant::now() + PARTING;
        while let Ok(line) = self.pipes.hear(deadline, &Stop::new()) {
            if matches!(words::hear(&line.text), Heard::BestMove(_)) {
                break;
            }
        }
        Trouble::Stopped
    }
}

impl Said {
    fn note(&mut self, info: &Info) {
        // The depth belongs to a score: an engine that has begun the next iteration has not finished it.
        if let Some(score) = info.score {
            self.score = Some(score);
            self.depth = info.depth.unwrap_or(self.depth);
        }
        self.nodes = info.nodes.unwrap_or(self.nodes);
    }
}

/// Whether a value is one the engine says it takes.
fn check(offer: &Offer, value: &str) -> Result<(), Trouble> {
    let wrong = |takes: String| {
        let what = format!("takes {takes} for {:?}, not {value:?}", offer.name);
        Trouble::new(PlayerFault::Options, what)
    };
    match &*offer.kind {
        "spin" => {
            let (low, high) = (
                offer.low.unwrap_or(i64::MIN),
                offer.high.unwrap_or(i64::MAX),
            );
            match value.parse::<i64>() {
                Ok(number) if (low..=high).contains(&number) => Ok(()),
                _ => wrong(format!("a number from {low} to {high}")),
            }
        }
        "check" if !["true", "false"].contains(&value) => wrong("true or false".to_owned()),
        // Variants may come from a file that another option names.
        "combo" if offer.name.eq_ignore_ascii_case(VARIANT) => Ok(()),
        "combo" if !offer.values.iter().any(|v| v.eq_ignore_ascii_case(value)) => {
            wrong(format!("one of {}", offer.values.join(", ")))
        }
        _ => Ok(()),
    }
}

/// The game so far. Only orthodox chess is sure to have the start that `startpos` means.
fn position(start: &str, moves: &[String]) -> String {
    let mut line = if start == CHESS_START {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    if !moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&moves.join(" "));
    }
    line
}

fn flood<T>() -> Result<T, Trouble> {
    Trouble::new(
        PlayerFault::Flood,
        "wrote more than any engine has to say, and no answer",
    )
}

fn in_time(took: Duration, limits: &Limits, grace: Duration) -> Result<(), Trouble> {
    match limits.time {
        Some(time) if took > time + grace => {
            let what = format!("took {took:.0?} for a move of {time:?} (grace {grace:?})");
            Trouble::new(PlayerFault::Overload, what)
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_move_is_an_overload_only_under_a_clock_and_beyond_the_grace() {
        let millis = Duration::from_millis;
        let clock = Limits::time(millis(100));
        assert_eq!(in_time(millis(150), &clock, millis(50)), Ok(()));
        assert_eq!(in_time(millis(9_999), &Limits::nodes(1), millis(0)), Ok(()));
        let late = in_time(millis(151), &clock, millis(50)).expect_err("too late");
        let what = "took 151ms for a move of 100ms (grace 50ms)".to_owned();
        assert_eq!(late, Trouble::Fault(PlayerFault::Overload, what));
    }

    #[test]
    fn values_are_checked_against_what_the_engine_says() {
        let offer = |kind: &str, values: &[&str]| Offer {
            name: "Thing".to_owned(),
            kind: kind.to_owned(),
            low: Some(1),
            high: Some(9),
            values: values.iter().map(|&v| v.to_owned()).collect(),
        };
        for (offer, value, words) in [
            (offer("spin", &[]), "5", None),
            (offer("spin", &[]), "10", Some("a number from 1 to 9")),
            (offer("spin", &[]), "five", Some("not \"five\"")),
            (offer("check", &[]), "true", None),
            (offer("check", &[]), "yes", Some("true or false")),
            (offer("combo", &["Solid", "Risky"]), "solid", None),
            (offer("combo", &["Solid"]), "wild", Some("one of Solid")),
            (offer("string", &[]), "anything at all", None),
            (offer("button", &[]), "", None),
        ] {
            match (check(&offer, value), words) {
                (Ok(()), None) => {}
                (Err(Trouble::Fault(PlayerFault::Options, what)), Some(words)) => {
                    assert!(what.contains(words), "{what}");
                }
                (other, _) => panic!("{offer:?} {value}: {other:?}"),
            }
        }
    }

    #[test]
    fn positions_are_told_from_the_start_of_the_game() {
        let moves = ["e2e4".to_owned(), "e7e5".to_owned()];
        assert_eq!(position(CHESS_START, &[]), "position startpos");
        assert_eq!(
            position(CHESS_START, &moves),
            "position startpos moves e2e4 e7e5"
        );
        assert_eq!(
            position("8/k w", &moves[..1]),
            "position fen 8/k w moves e2e4"
        );
    }

    #[test]
    fn the_depth_is_that_of_the_last_score() {
        let mut said = Said::default();
        for line in [
            "info depth 5 score cp 12 nodes 100",
            "info depth 6 currmove e2e4 nodes 150",
            "info depth 6 score cp 99 lowerbound nodes 170",
        ] {
            if let Heard::Info(info) = words::hear(line) {
                said.note(&info);
            }
        }
        let (score, depth, nodes) = (Some(12), 5, 170);
        assert_eq!(
            said,
            Said {
                score,
                depth,
                nodes
            }
        );
    }
}
