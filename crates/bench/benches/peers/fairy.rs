//! Fairy-Stockfish as Debian has it: a general program in the sense that its games are chosen at run time.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::cpu::user_seconds;
use crate::fide::{KIWIPETE, START};
use crate::ours::{Last, leaves, rules};
use crate::table::{Row, Table, Target, Unit};

const CAPABLANCA: &str = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";

type Case = (&'static str, &'static str, &'static str, u32, u64, f64);

const CASES: [Case; 3] = [
    ("fide", "start", START, 6, 119_060_324, 2.5),
    ("fide", "kiwipete", KIWIPETE, 5, 193_690_690, 2.5),
    ("capablanca", "start", CAPABLANCA, 5, 28_741_319, 2.0),
];

pub(crate) const NAME: &str = "fairy-stockfish";

pub(crate) fn rows(table: &mut Table) {
    for (game, name, position, depth, count, least) in CASES {
        let peer =
            Fairy::start().map(|mut fairy| (NAME, fairy.perft(game, position, depth, count)));
        table.push(Row {
            what: format!("{game} {name} {depth}, {}", Last::Counted.words()),
            unit: Unit::Leaves,
            ours: leaves(
                &rules(game, &[]),
                Some(position),
                depth,
                count,
                Last::Counted,
            ),
            peer,
            target: Target::Ratio(least),
        });
    }
}

/// Fairy-Stockfish at work.
pub(crate) struct Fairy {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Fairy {
    /// Starts it, evaluating by hand-made terms; why not, if it is not there.
    pub(crate) fn start() -> Result<Fairy, String> {
        let places = ["/usr/games/fairy-stockfish", NAME];
        let start = |place: &str| {
            let command = &mut Command::new(place);
            let pipes = command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            pipes.spawn().ok()
        };
        let mut child = places
            .into_iter()
            .find_map(start)
            .ok_or_else(|| format!("no {NAME}"))?;
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut fairy = Fairy {
            child,
            input,
            output,
        };
        // This version knows no networks; later ones would ask theirs.
        fairy.say("setoption name Use NNUE value false");
        fairy.ready();
        Ok(fairy)
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("fairy-stockfish listens");
    }

    pub(crate) fn ready(&mut self) {
        self.say("isready");
        self.until("readyok");
    }

    /// Reads until a line that begins so.
    pub(crate) fn until(&mut self, words: &str) -> String {
        let mut line = String::new();
        while !line.starts_with(words) {
            line.clear();
            let read = self.output.read_line(&mut line).expect("text");
            assert!(read > 0, "fairy-stockfish left before it said {words:?}");
        }
        line
    }

    pub(crate) fn user_seconds(&self) -> f64 {
        user_seconds(Some(self.child.id()))
    }

    pub(crate) fn choose(&mut self, game: &str) {
        let variant = if game == "fide" { "chess" } else { game };
        self.say(&format!("setoption name UCI_Variant value {variant}"));
        self.ready();
    }

    /// Ends it; what it said on its standard error.
    pub(crate) fn leave(mut self) -> String {
        self.say("quit");
        let mut told = String::new();
        if let Some(errors) = &mut self.child.stderr {
            errors.read_to_string(&mut told).expect("text");
        }
        told
    }

    fn perft(&mut self, game: &str, position: &str, depth: u32, count: u64) -> f64 {
        self.choose(game);
        self.say(&format!("position fen {position}"));
        self.ready();
        let begin = self.user_seconds();
        self.say(&format!("go perft {depth}"));
        let line = self.until("Nodes searched");
        let seconds = self.user_seconds() - begin;
        assert!(
            line.trim_end().ends_with(&format!(": {count}")),
            "{game} {depth}: {line}"
        );
        count as f64 / seconds
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}
