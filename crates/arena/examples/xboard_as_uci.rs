//! An engine of the xboard protocol as a UCI engine: `xboard_as_uci [--pace N] COMMAND [ARGUMENT]...`.
//!
//! It is made for matches against Fairy-Max, which speaks nothing else and knows positions only by the moves from the
//! start. Such an engine has no exact time a move: it is given one move to make in N times the time asked for, since
//! it seldom uses what it has. With Fairy-Max N = 3 (the default) comes to the time asked for on average, and single
//! moves take up to four times as long, for which the arena's grace has to allow.

use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use assay_arena::uci::{CHESS, game_of_variant};
use assay_rules::{Game, with_rules};

enum Line {
    /// From whoever drives us.
    Ours(String),
    /// From the engine.
    Theirs(String),
    End,
}

struct Adapter {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    pace: u64,
    variant: String,
    /// What the engine has on its board; `None` before the first game.
    made: Option<Vec<String>>,
    /// The moves of the position given last, or what is wrong with it.
    position: Result<Vec<String>, String>,
    pings: u32,
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut pace = 3;
    if words.first().is_some_and(|w| w == "--pace") {
        pace = words[1].parse().expect("a whole number after --pace");
        words.drain(..2);
    }
    let (command, arguments) = words.split_first().expect("the engine's command");
    let mut child = Command::new(command)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|fault| panic!("{command} cannot be started: {fault}"));
    let (send, lines) = mpsc::channel();
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    listen(output, send.clone(), Line::Theirs);
    listen(BufReader::new(std::io::stdin()), send, Line::Ours);
    let mut adapter = Adapter {
        input: child.stdin.take().expect("a pipe"),
        child,
        lines,
        pace,
        variant: CHESS.to_owned(),
        made: None,
        position: Ok(Vec::new()),
        pings: 0,
    };
    adapter.tell("xboard\nprotover 2");
    adapter.talk();
    adapter.tell("quit");
    // It may be gone already.
    let _gone = adapter.child.kill();
    let _reaped = adapter.child.wait();
}

fn listen(from: impl BufRead + Send + 'static, to: Sender<Line>, make: fn(String) -> Line) {
    thread::spawn(move || {
        for line in from.lines().map_while(Result::ok) {
            if to.send(make(line)).is_err() {
                return;
            }
        }
        // Nobody listens any more: nothing is left to be told.
        let _ended = to.send(Line::End);
    });
}

fn say(line: &str) {
    println!("{line}");
    // Whoever drives us may be gone, which the end of our input tells.
    let _unheard = std::io::stdout().flush();
}

impl Adapter {
    fn tell(&mut self, line: &str) {
        let told = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        told.unwrap_or_else(|fault| eprintln!("the engine does not listen: {fault}"));
    }

    fn talk(&mut self) {
        loop {
            let line = match self.lines.recv() {
                Ok(Line::Ours(line)) => line,
                Ok(Line::Theirs(_)) => continue,
                Ok(Line::End) | Err(_) => return,
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["uci", ..] => {
                    say("id name xboard engine\nid author unknown");
                    let games = Game::builtin_ids().join(" var ");
                    say(&format!(
                        "option name UCI_Variant type combo default {CHESS} var {CHESS} var {games}\nuciok"
                    ));
                }
                ["isready", ..] => {
                    self.settle();
                    say("readyok");
                }
                ["setoption", "name", "UCI_Variant", "value", variant] => {
                    variant.clone_into(&mut self.variant);
                    self.made = None;
                }
                ["ucinewgame", ..] => self.made = None,
                ["position", ref rest @ ..] => self.position = self.moves(rest),
                ["go", ref limits @ ..] => self.go(limits),
                ["quit", ..] => return,
                _ => {}
            }
        }
    }

    /// The moves of a position, which must be made from the start of the game.
    fn moves(&self, words: &[&str]) -> Result<Vec<String>, String> {
        let at = words.iter().position(|w| *w == "moves");
        let (place, moves) = words.split_at(at.unwrap_or(words.len()));
        if let ["fen", text @ ..] = place {
            let game = Game::builtin(game_of_variant(&self.variant)).ok_or("an unknown game")?;
            let choice = game.choose([]).map_err(|f| f.to_string())?;
            let rules = game.compile(&choice, None).map_err(|f| f.to_string())?;
            let start = with_rules!(&rules, r => r.position_text(r.start()));
            if text.join(" ") != start {
                return Err("the engine knows positions only from the start".to_owned());
            }
        }
        Ok(moves.iter().skip(1).map(|&m| m.to_owned()).collect())
    }

    fn go(&mut self, limits: &[&str]) {
        let moves = match self.position.clone() {
            Ok(moves) => moves,
            Err(fault) => {
                say(&format!("info string {fault}\nbestmove (none)"));
                return;
            }
        };
        let goes_on = self.made.as_ref().is_some_and(|m| moves.starts_with(m));
        let known = if goes_on {
            self.made.take().map_or(0, |m| m.len())
        } else {
            0
        };
        if !goes_on {
            let variant = if self.variant == CHESS {
                "normal"
            } else {
                &self.variant
            };
            let begin = format!("new\nvariant {variant}\npost\nforce");
            self.tell(&begin);
        }
        for text in &moves[known..] {
            self.tell(text);
        }
        match limits {
            ["movetime", millis, ..] => {
                let millis: u64 = millis.parse().unwrap_or(1000);
                let clock = (millis * self.pace / 10).max(1);
                self.tell(&format!("level 1 1:00 0\ntime {clock}\notim {clock}"));
            }
            ["depth", plies, ..] => self.tell(&format!("st 3600\nsd {plies}")),
            _ => {
                say("info string only movetime and depth are understood\nbestmove (none)");
                return;
            }
        }
        // What it says of the moves so far, such as that the game is drawn, is no answer.
        self.settle();
        self.tell("go");
        let Some(best) = self.answer() else {
            return;
        };
        self.tell("force");
        say(&format!("bestmove {best}"));
        self.made = Some(moves.into_iter().chain([best]).collect());
    }

    /// Waits until the engine has heard everything.
    fn settle(&mut self) {
        self.pings += 1;
        let (ping, pong) = (
            format!("ping {}", self.pings),
            format!("pong {}", self.pings),
        );
        self.tell(&ping);
        while let Ok(line) = self.lines.recv() {
            match line {
                Line::Theirs(text) if text.trim() == pong => return,
                Line::End => return,
                _ => {}
            }
        }
    }

    /// The move the engine makes; `None` if it makes none any more.
    fn answer(&mut self) -> Option<String> {
        loop {
            match self.lines.recv().ok()? {
                Line::Ours(text) if text.trim() == "stop" => self.tell("?"),
                Line::Ours(text) if text.trim() == "isready" => say("readyok"),
                Line::Ours(_) => {}
                Line::End => return None,
                Line::Theirs(text) => {
                    if let Some(best) = text.strip_prefix("move ") {
                        return Some(best.trim().to_owned());
                    }
                    let mut numbers = text.split_whitespace().map_while(|w| w.parse::<i64>().ok());
                    let told = [(); 4].map(|()| numbers.next());
                    if let [Some(depth), Some(score), Some(_), Some(nodes)] = told {
                        say(&format!(
                            "info depth {depth} score cp {score} nodes {nodes}"
                        ));
                    } else if text.contains("Illegal") || text.contains("Error") {
                        say(&format!("info string {text}"));
                    }
                }
            }
        }
    }
}
