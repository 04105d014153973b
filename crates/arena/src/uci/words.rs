//! The lines of the protocol, one at a time.

use std::fmt::Write as _;

use assay_search::{Limits, Score};

/// A line of an engine, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    Name(String),
    Option(Offer),
    UciOk,
    ReadyOk,
    Info(Info),
    /// What stands after `bestmove`; empty if nothing does.
    BestMove(String),
    /// Anything else. The protocol says to pass over it.
    Other,
}

/// An option an engine has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) name: String,
    /// `spin`, `check`, `combo`, `string` or `button`.
    pub(super) kind: String,
    pub(super) low: Option<i64>,
    pub(super) high: Option<i64>,
    /// The values of a combo.
    pub(super) values: Vec<String>,
}

/// What a line says of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    pub(super) depth: Option<u8>,
    pub(super) nodes: Option<u64>,
    /// Of the best line only, and no bounds.
    pub(super) score: Option<i32>,
}

/// Understands a line.
pub(super) fn hear(line: &str) -> Heard {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim_start();
    match word {
        "uciok" => Heard::UciOk,
        "readyok" => Heard::ReadyOk,
        "bestmove" => Heard::BestMove(rest.split_whitespace().next().unwrap_or("").to_owned()),
        "info" => Heard::Info(info(rest)),
        "option" => offer(rest).map_or(Heard::Other, Heard::Option),
        "id" => match rest.split_once(char::is_whitespace) {
            Some(("name", name)) => Heard::Name(name.trim().to_owned()),
            _ => Heard::Other,
        },
        _ => Heard::Other,
    }
}

fn offer(rest: &str) -> Option<Offer> {
    const PARTS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut offer = Offer::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(part) = words.next() {
        let mut text: Vec<&str> = Vec::new();
        // A value may be such a word itself, as in "var default".
        if part == "var" {
            text.extend(words.next());
        }
        // A name may hold a word such as "max", but not "type", which ends it.
        while let Some(word) = words.next_if(|w| {
            if part == "name" {
                *w != "type"
            } else {
                !PARTS.contains(w)
            }
        }) {
            text.push(word);
        }
        let text = text.join(" ");
        match part {
            "name" => offer.name = text,
            "type" => offer.kind = text,
            "min" => offer.low = text.parse().ok(),
            "max" => offer.high = text.parse().ok(),
            "var" => offer.values.push(text),
            _ => {}
        }
    }
    (!offer.name.is_empty()).then_some(offer)
}

fn info(rest: &str) -> Info {
    let mut info = Info::default();
    let mut first_line = true;
    let mut bound = false;
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|w| w.parse::<i64>().ok());
        match word {
            "depth" => info.depth = number().map(|n| n.clamp(0, 255) as u8),
            "nodes" => info.nodes = number().and_then(|n| u64::try_from(n).ok()),
            "multipv" => first_line = number() == Some(1),
            "score" => info.score = score(&mut words),
            "lowerbound" | "upperbound" => bound = true,
            // These run to the end of the line.
            "pv" | "string" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    if bound || !first_line {
        info.score = None;
    }
    info
}

fn score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<i32> {
    let unit = words.next()?;
    let number = words.next()?.parse::<i64>().ok()?;
    let far = |moves: i64| moves.unsigned_abs().min(400) as usize;
    match unit {
        "cp" => Some(Score::cp(number.clamp(-100_000, 100_000) as i32).number()),
        // A mate in so many of the mating side's moves.
        "mate" if number > 0 => Some(Score::win_in(2 * far(number) - 1).number()),
        "mate" => Some(Score::loss_in(2 * far(number)).number()),
        _ => None,
    }
}

/// How long to think.
pub(super) fn go(limits: &Limits) -> String {
    let mut text = "go".to_owned();
    let mut limit = |word: &str, number: u128| {
        write!(text, " {word} {number}").expect("a string can be written to");
    };
    if let Some(nodes) = limits.nodes {
        limit("nodes", nodes.0.into());
    }
    if let Some(depth) = limits.depth {
        limit("depth", depth.0.into());
    }
    if let Some(time) = limits.time {
        limit("movetime", time.as_millis().max(1));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn understands_what_engines_say() {
        for (line, heard) in [
            ("uciok", Heard::UciOk),
            (" readyok\r", Heard::ReadyOk),
            (
                "id name Some Engine 1.0",
                Heard::Name("Some Engine 1.0".into()),
            ),
            ("id author A. Person", Heard::Other),
            ("bestmove e2e4 ponder e7e5", Heard::BestMove("e2e4".into())),
            ("bestmove", Heard::BestMove(String::new())),
            ("bestmove (none)", Heard::BestMove("(none)".into())),
            ("bestmoves e2e4", Heard::Other),
            ("info string bestmove e2e4", Heard::Info(Info::default())),
            ("", Heard::Other),
            ("id", Heard::Other),
            ("option", Heard::Other),
            ("Welcome to the engine", Heard::Other),
        ] {
            assert_eq!(hear(line), heard, "{line}");
        }
    }

    #[test]
    fn reads_what_a_search_says() {
        let said = |line: &str| match hear(line) {
            Heard::Info(info) => (info.depth, info.score, info.nodes),
            other => panic!("{line}: {other:?}"),
        };
        for (line, told) in [
            (
                "info depth 7 seldepth 9 score cp -31 nodes 512 nps 9 pv e2e4 depth 3",
                (Some(7), Some(-31), Some(512)),
            ),
            ("info score mate 3", (None, Some(29_995), None)),
            ("info score mate -2", (None, Some(-29_996), None)),
            ("info score mate 0", (None, Some(-30_000), None)),
            ("info score mate 999999999", (None, Some(29_201), None)),
            ("info score cp 99999999999", (None, Some(28_999), None)),
            ("info score cp 40 lowerbound nodes 3", (None, None, Some(3))),
            ("info depth 5 multipv 2 score cp 9", (Some(5), None, None)),
            (
                "info depth 5 multipv 1 score cp 9",
                (Some(5), Some(9), None),
            ),
            ("info depth 999 nodes -4", (Some(255), None, None)),
            ("info depth x score", (None, None, None)),
            ("info depth 3 string score cp 5", (Some(3), None, None)),
        ] {
            assert_eq!(said(line), told, "{line}");
        }
    }

    #[test]
    fn reads_options_with_spaces_in_names_and_values() {
        let heard = |line: &str| match hear(line) {
            Heard::Option(offer) => offer,
            other => panic!("{line}: {other:?}"),
        };
        let offer = heard("option name Skill Level max type spin default 20 min -20 max 20");
        assert_eq!((&*offer.name, &*offer.kind), ("Skill Level max", "spin"));
        assert_eq!((offer.low, offer.high), (Some(-20), Some(20)));
        let offer =
            heard("option name Style type combo default Very Solid var Very Solid var Risky");
        assert_eq!(offer.values, ["Very Solid", "Risky"]);
        let offer = heard("option name turning type combo default default var default var curved");
        assert_eq!(offer.values, ["default", "curved"]);
        let offer = heard("option name Clear Hash type button");
        assert_eq!((&*offer.name, &*offer.kind), ("Clear Hash", "button"));
        let offer = heard("option name Log File type string default");
        assert_eq!((&*offer.name, &*offer.kind), ("Log File", "string"));
    }

    #[test]
    fn says_the_limits() {
        for (limits, words) in [
            (Limits::nodes(500), "go nodes 500"),
            (Limits::depth(6), "go depth 6"),
            (Limits::time(Duration::from_millis(100)), "go movetime 100"),
            (Limits::time(Duration::from_micros(100)), "go movetime 1"),
            (
                Limits {
                    depth: Limits::depth(3).depth,
                    ..Limits::nodes(9)
                },
                "go nodes 9 depth 3",
            ),
        ] {
            assert_eq!(go(&limits), words);
        }
    }
}
