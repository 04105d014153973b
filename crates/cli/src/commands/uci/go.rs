//! How long to think, as a graphical interface says it and as the search is told.

use std::time::Duration;

use assay_rules::Side;
use assay_search::{Depth, Limits, Nodes};

use crate::numbers;

/// A `go` command as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    nodes: Option<u64>,
    depth: Option<u8>,
    move_time: Option<Duration>,
    /// What is left on White's and Black's clock.
    clocks: [Option<Duration>; 2],
    increments: [Duration; 2],
    left_to_control: Option<u32>,
    /// The moves to search, as given; all of them if there are none.
    pub(super) only: Vec<String>,
    infinite: bool,
    /// The opponent is still to move: think until told to stop or that the expected move was made.
    pub(super) ponder: bool,
    /// Count the lines of play of so many plies instead of searching.
    pub(super) perft: Option<u32>,
    /// Words that say nothing to this engine.
    pub(super) unknown: Vec<String>,
}

/// When a search ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) limits: Limits,
    /// After so long no new iteration is begun: it would hardly be finished.
    pub(super) enough: Option<Duration>,
    /// Whether the answer must wait until it is asked for.
    pub(super) until_stopped: bool,
}

/// The words that may follow `go`; the moves after `searchmoves` end at one of them.
const WORDS: [&str; 13] = [
    "nodes",
    "depth",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "searchmoves",
    "infinite",
    "ponder",
    "perft",
];
/// Those of them that tell what is left on a clock.
const CLOCKS: [&str; 2] = ["wtime", "btime"];

/// Understands what follows `go`. Words that are not known are passed over, but if nothing else is said they do not
/// begin a search without end.
pub(super) fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<Go, String> {
    let mut words = words.peekable();
    let mut go = Go::default();
    let mut known = 0;
    while let Some(word) = words.next() {
        known += usize::from(WORDS.contains(&word));
        if word == "searchmoves" {
            while let Some(text) = words.next_if(|w| !WORDS.contains(w)) {
                go.only.push(text.to_owned());
            }
            continue;
        }
        let mut number = || {
            let given = words.next().unwrap_or("nothing");
            let number = match given.parse::<i64>() {
                // Clocks of some interfaces run below zero.
                Ok(number) if CLOCKS.contains(&word) => Some(number.max(0) as u64),
                Ok(number) => number.try_into().ok(),
                Err(_) => None,
            };
            number.ok_or_else(|| format!("{word} needs a whole number, not {given:?}"))
        };
        match word {
            "nodes" => go.nodes = Some(number()?.max(1)),
            "depth" => go.depth = Some(depth(number()?)),
            // A mate in so many moves takes twice as many plies.
            "mate" => go.depth = Some(depth(number()?.saturating_mul(2))),
            "movetime" => go.move_time = Some(Duration::from_millis(number()?)),
            "wtime" => go.clocks[0] = Some(Duration::from_millis(number()?)),
            "btime" => go.clocks[1] = Some(Duration::from_millis(number()?)),
            "winc" => go.increments[0] = Duration::from_millis(number()?),
            "binc" => go.increments[1] = Duration::from_millis(number()?),
            "movestogo" => go.left_to_control = Some(number()?.clamp(1, 1000) as u32),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "perft" => go.perft = Some(numbers::plies(words.next().unwrap_or_default())?),
            _ => go.unknown.push(word.to_owned()),
        }
    }
    if known == 0 && !go.unknown.is_empty() {
        let unknown = go.unknown.join(" ");
        return Err(format!("go does not know {unknown:?}; nothing is searched"));
    }
    Ok(go)
}

fn depth(given: u64) -> u8 {
    given.clamp(1, u64::from(Depth::MAX.0)) as u8
}

impl Go {
    /// What the search of a side may cost. `overhead` is lost on the way between the clock and the engine at
    /// every move.
    pub(super) fn budget(&self, side: Side, overhead: Duration) -> Budget {
        let mut limits = Limits {
            nodes: self.nodes.map(Nodes),
            depth: self.depth.map(Depth),
            time: None,
        };
        let mut enough = None;
        let endless = self.infinite || self.ponder;
        if endless {
            limits.time = None;
        } else if let Some(time) = self.move_time {
            limits.time = Some(least(time.saturating_sub(overhead)));
        } else if let Some(clock) = self.clocks[side.index()] {
            let share = self.share(side, clock, overhead);
            limits.time = Some(share.most);
            enough = Some(share.enough);
        }
        Budget {
            until_stopped: endless || limits.is_empty(),
            limits,
            enough,
        }
    }

    /// The share of the time on the clock for one move.
    fn share(&self, side: Side, clock: Duration, overhead: Duration) -> Share {
        // Games last longer than anyone plans for. Each of the moves to come brings an increment and costs the
        // overhead: where the overhead is larger, a part of the clock is never touched and pays for it.
        let moves = self.left_to_control.unwrap_or(28).min(50);
        let share = (clock / moves + self.increments[side.index()]).saturating_sub(overhead);
        // However hard the move, something must be left for the ones to come.
        let left = clock.saturating_sub(overhead);
        let ceiling = if moves == 1 {
            left * 4 / 5
        } else {
            left * 2 / 5
        };
        Share {
            most: least((share * 5 / 2).min(ceiling)),
            enough: least((share * 3 / 5).min(ceiling)),
        }
    }
}

struct Share {
    most: Duration,
    enough: Duration,
}

fn least(time: Duration) -> Duration {
    time.max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(text: &str, side: Side) -> Budget {
        let go = parse(text.split_whitespace()).expect(text);
        go.budget(side, Duration::from_millis(10))
    }

    fn millis(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn plain_limits_are_taken_as_given() {
        for (text, limits) in [
            ("nodes 500", Limits::nodes(500)),
            ("depth 6", Limits::depth(6)),
            ("depth 1000", Limits::depth(100)),
            ("mate 3", Limits::depth(6)),
            ("movetime 250", Limits::time(millis(240))),
            ("movetime 5", Limits::time(millis(1))),
            ("searchmoves e2e4 d2d4 depth 3", Limits::depth(3)),
        ] {
            let budget = budget(text, Side::White);
            assert_eq!(budget.limits, limits, "{text}");
            assert!(!budget.until_stopped, "{text}");
        }
        for text in [
            "",
            "infinite",
            "infinite wtime 1 btime 1",
            "ponder",
            "ponder wtime 1 btime 1",
            "ponder movetime 5",
            "searchmoves e2e4",
        ] {
            let budget = budget(text, Side::White);
            assert!(budget.limits.is_empty() && budget.until_stopped, "{text}");
        }
        let both = budget("infinite depth 3", Side::White);
        assert!(both.until_stopped);
        assert_eq!(both.limits, Limits::depth(3));
    }

    #[test]
    fn a_move_never_takes_what_the_clock_does_not_have() {
        for clock in [0, 1, 9, 10, 11, 25, 100, 1_000, 60_000, 3_600_000] {
            for rest in [
                "",
                "winc 10",
                "winc 5000",
                "movestogo 1",
                "movestogo 40 winc 3",
            ] {
                let text = format!("wtime {clock} btime 1 {rest}");
                let budget = budget(&text, Side::White);
                let most = budget.limits.time.expect(&text);
                let left = millis(clock).saturating_sub(millis(10));
                assert!(most <= (left * 4 / 5).max(millis(1)), "{text}: {most:?}");
                assert!(budget.enough.expect(&text) <= most, "{text}");
            }
        }
    }

    #[test]
    fn an_increment_below_the_overhead_leaves_a_reserve() {
        let most = |clock: u64| {
            let text = format!("wtime {clock} btime 1 winc 5 binc 5");
            budget(&text, Side::White).limits.time.expect("a limit")
        };
        assert_eq!(most(140), millis(1));
        assert!(most(280) > millis(10));
    }

    #[test]
    fn each_side_looks_at_its_own_clock() {
        let text = "wtime 60000 btime 1000 winc 0 binc 0";
        let (white, black) = (budget(text, Side::White), budget(text, Side::Black));
        assert!(white.limits.time > black.limits.time.map(|t| t * 20));
        // A negative clock is an empty one.
        assert_eq!(
            budget("wtime -40", Side::White).limits.time,
            Some(millis(1))
        );
    }

    #[test]
    fn moves_and_unknown_words_are_told_apart() {
        let go = |text: &str| parse(text.split_whitespace()).expect(text);
        assert_eq!(go("searchmoves e2e4 d2d4 depth 3").only, ["e2e4", "d2d4"]);
        assert_eq!(go("depth 3 searchmoves e2e4").only, ["e2e4"]);
        let fast = go("depth 3 quickly");
        assert_eq!(
            (fast.only.len(), fast.unknown),
            (0, vec!["quickly".to_owned()])
        );
        let said = parse(["quickly", "now"].into_iter()).expect_err("an endless search");
        assert!(said.contains("\"quickly now\""), "{said}");
        assert_eq!(go("perft 5").perft, Some(5));
    }

    #[test]
    fn numbers_must_be_numbers() {
        for text in [
            "depth",
            "nodes many",
            "wtime 1.5",
            "perft",
            "perft x",
            "perft 65",
            "mate",
            "nodes -5",
            "depth -1",
            "movetime -3",
            "winc -1",
            "nodes 99999999999999999999",
        ] {
            assert!(parse(text.split_whitespace()).is_err(), "{text}");
        }
    }
}
