//! What a graphical interface says, a line a command.

use super::go::Go;

/// One line of the protocol, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Who are you, what are your options?
    Uci,
    /// Answer when everything said before is done.
    IsReady,
    /// What follows has nothing to do with what was before.
    NewGame,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Position(Setup),
    Go(Go),
    Stop,
    /// The move pondered over was made.
    PonderHit,
    Quit,
    /// Draw the board; not of the protocol, but every engine knows it.
    Draw,
    /// Words of the protocol that ask nothing of this engine, and empty lines.
    Nothing,
}

/// A position as given: where it starts and the moves made since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Setup {
    /// A position text; `None` for the start position.
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

/// Understands a line; what is wrong with it otherwise.
pub(super) fn parse(line: &str) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    match words.next() {
        None | Some("debug" | "register") => Ok(Command::Nothing),
        Some("uci") => Ok(Command::Uci),
        Some("isready") => Ok(Command::IsReady),
        Some("ucinewgame") => Ok(Command::NewGame),
        Some("setoption") => set_option(words),
        Some("position") => position(words),
        Some("go") => super::go::parse(words).map(Command::Go),
        Some("stop") => Ok(Command::Stop),
        Some("ponderhit") => Ok(Command::PonderHit),
        Some("quit") => Ok(Command::Quit),
        Some("d") => Ok(Command::Draw),
        Some(word) => Err(format!("unknown command {word:?}")),
    }
}

fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command, String> {
    let words: Vec<&str> = words.collect();
    let Some(("name", rest)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err("an option is set with `setoption name NAME value VALUE`".to_owned());
    };
    let (name, value) = match rest.iter().position(|&w| w == "value") {
        Some(at) => (&rest[..at], Some(rest[at + 1..].join(" "))),
        None => (rest, None),
    };
    Ok(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

fn position<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command, String> {
    let words: Vec<&str> = words.collect();
    let at = words.iter().position(|&w| w == "moves");
    let (place, moves) = match at {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let start = match place.split_first() {
        Some((&"startpos", [])) => None,
        Some((&"fen", text)) if !text.is_empty() => Some(text.join(" ")),
        _ => {
            let form = "`position startpos` or `position fen TEXT`, then `moves` and the moves";
            return Err(format!("a position is given with {form}"));
        }
    };
    let moves = moves.iter().map(|&m| m.to_owned()).collect();
    Ok(Command::Position(Setup { start, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(start: Option<&str>, moves: &[&str]) -> Command {
        Command::Position(Setup {
            start: start.map(str::to_owned),
            moves: moves.iter().map(|&m| m.to_owned()).collect(),
        })
    }

    fn option(name: &str, value: Option<&str>) -> Command {
        Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        }
    }

    #[test]
    fn understands_the_protocol() {
        for (line, command) in [
            ("uci", Command::Uci),
            ("  isready\r\n", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("", Command::Nothing),
            ("debug on", Command::Nothing),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("d", Command::Draw),
            ("position startpos", setup(None, &[])),
            ("position startpos moves", setup(None, &[])),
            (
                "position startpos moves e2e4 e7e5",
                setup(None, &["e2e4", "e7e5"]),
            ),
            (
                "position fen 8/8/8/8/8/7k/p7/K7 w - - 0 1 moves a1a2",
                setup(Some("8/8/8/8/8/7k/p7/K7 w - - 0 1"), &["a1a2"]),
            ),
            ("setoption name Hash value 64", option("Hash", Some("64"))),
            ("setoption name Clear Hash", option("Clear Hash", None)),
            (
                "setoption name Move  Overhead value 10",
                option("Move Overhead", Some("10")),
            ),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn says_what_it_does_not_understand() {
        for (line, words) in [
            ("xyzzy", "unknown command \"xyzzy\""),
            ("setoption Hash 64", "setoption name NAME value VALUE"),
            ("position", "position fen TEXT"),
            ("position fen moves e2e4", "position fen TEXT"),
            ("position startpos e2e4", "position fen TEXT"),
            ("go depth deep", "depth"),
        ] {
            let said = parse(line).expect_err(line);
            assert!(said.contains(words), "{line}: {said}");
        }
    }
}
