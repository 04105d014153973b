//! `assay uci`, driven over pipes as a graphical interface drives it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The program built beside this test.
fn program() -> PathBuf {
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test
        .parent()
        .and_then(|deps| deps.parent())
        .expect("target folder");
    let program = folder.join("assay");
    assert!(
        program.exists(),
        "{} is missing: cargo build -p assay",
        program.display()
    );
    program
}

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(program())
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            output
                .lines()
                .map_while(Result::ok)
                .try_for_each(|l| send.send(l))
        });
        Engine {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    fn say(&mut self, line: &str) {
        self.say_bytes(line.as_bytes());
    }

    fn say_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("still talking");
        input
            .write_all(line)
            .and_then(|()| input.write_all(b"\n"))
            .expect("the program listens");
    }

    /// The lines up to one that begins so, that one the last.
    fn until(&self, words: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            said.push(line.unwrap_or_else(|_| panic!("no {words:?} after {said:?}")));
            if said.last().is_some_and(|l| l.starts_with(words)) {
                return said;
            }
        }
    }

    /// What is said to a line besides `readyok`.
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut said = self.until("readyok");
        said.pop();
        said
    }

    fn best(&mut self, go: &str) -> String {
        self.say(go);
        let said = self.until("bestmove");
        let words: Vec<&str> = said
            .last()
            .map(|l| l.split(' ').collect())
            .unwrap_or_default();
        words[1].to_owned()
    }

    fn position(&mut self) -> String {
        let drawing = self.ask("d");
        let line = drawing.iter().find_map(|l| l.strip_prefix("fen "));
        line.expect("a position").to_owned()
    }

    /// Says nothing more; how it ends.
    fn end(mut self) -> ExitStatus {
        drop(self.input.take());
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the program does not end with its input");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn introduces_itself_with_its_options() {
    let mut engine = Engine::start();
    engine.say("uci");
    let said = engine.until("uciok");
    for wanted in [
        "id name assay ",
        "id author ",
        "option name Hash type spin default 16 min 1 max ",
        "option name Threads type spin default 1 ",
        "option name UCI_Variant type combo default chess var chess var fide ",
        "option name turning type combo default default var ",
        "option name tempo type spin ",
    ] {
        assert!(
            said.iter().any(|l| l.starts_with(wanted)),
            "{wanted}: {said:?}"
        );
    }
}

#[test]
fn answers_at_once_while_it_thinks() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4");
    engine.say("go infinite");
    let info = engine.until("info depth 1 ").pop().expect("a line");
    for word in [
        " score cp ",
        " nodes ",
        " nps ",
        " time ",
        " pv ",
        " hashfull ",
    ] {
        assert!(info.contains(word), "{info}");
    }
    engine.say("isready");
    assert!(
        engine
            .until("readyok")
            .iter()
            .all(|l| !l.starts_with("bestmove"))
    );
    engine.say("stop");
    let best = engine.until("bestmove").pop().expect("a line");
    let best = best.split(' ').nth(1).expect("a move");
    let said = engine.ask(&format!("position startpos moves e2e4 {best}"));
    assert!(said.is_empty(), "{best}: {said:?}");
    assert!(engine.end().success());
}

#[test]
fn an_endless_search_keeps_its_answer_until_it_is_asked() {
    let mut engine = Engine::start();
    // Mate in one: nothing is left to search after a moment.
    engine.say("position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1");
    engine.say("go infinite");
    engine.until("info depth 1 ");
    thread::sleep(Duration::from_millis(300));
    engine.say("isready");
    assert!(
        engine
            .until("readyok")
            .iter()
            .all(|l| !l.starts_with("bestmove"))
    );
    engine.say("stop");
    engine.until("bestmove b1b8");
    assert!(engine.end().success());
}

#[test]
fn moves_and_mates_are_written_as_uci_does() {
    let mut engine = Engine::start();
    engine.say("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(engine.best("go depth 4"), "a7a8q");
    engine.say("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8n h8g8");
    assert_eq!(engine.position(), "N5k1/8/8/8/8/8/8/K7 w - - 1 2");
    engine.say("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1");
    assert!(
        engine
            .position()
            .starts_with("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq")
    );
    engine.say("position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    engine.say("go depth 4");
    let said = engine.until("bestmove e1e8");
    assert!(said.iter().any(|l| l.contains("score mate 1 ")), "{said:?}");
    engine.say(&format!("position fen {MATED}"));
    assert_eq!(engine.best("go depth 3"), "(none)");
}

#[test]
fn nothing_said_brings_it_down() {
    let mut engine = Engine::start();
    engine.say("position startpos moves d2d4");
    let before = engine.position();
    for line in [
        "xyzzy",
        "position",
        "position fen",
        "position fen not a position at all",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves d2d4 e2e5",
        "position startpos moves 0000",
        "position startpos moves é",
        "position fen 9/8 w",
        "go perft deep",
        "setoption",
        "setoption name Hash value -1",
        "setoption name Hash value 99999999999999999999",
        "setoption name UCI_Variant value hnefatafl",
        "setoption name turning value sideways",
        "setoption name nonsense",
    ] {
        let said = engine.ask(line);
        assert!(
            !said.is_empty() && said.iter().all(|l| l.starts_with("info string ")),
            "{line}: {said:?}"
        );
        assert_eq!(engine.position(), before, "{line}");
    }
    engine.say_bytes(b"\xff\xfe\x00 position");
    for line in [
        "",
        "   ",
        "stop",
        "ponderhit",
        "debug on",
        "register later",
        "ucinewgame",
        "stop",
    ] {
        engine.say(line);
    }
    assert_eq!(engine.position(), before);
    // Said while it thinks, each of these ends the search first.
    for line in [
        "position startpos",
        "ucinewgame",
        "setoption name Hash value 1",
        "d",
    ] {
        engine.say("go infinite");
        engine.say(line);
        engine.until("bestmove");
    }
    assert_ne!(engine.best("go nodes 100"), "(none)");
    assert!(engine.end().success());
}

#[test]
fn a_count_is_divided_by_moves_and_ends() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4");
    engine.say("go perft 3");
    let said = engine.until("Nodes searched: 13160");
    let counts: Vec<u64> = said
        .iter()
        .filter_map(|l| l.split_once(": ").filter(|(text, _)| text.len() == 4))
        .map(|(_, count)| count.parse().expect("a count"))
        .collect();
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (20, 13_160));
    assert!(said.iter().any(|l| l.starts_with("e7e5: ")), "{said:?}");
    engine.say("go perft 0");
    engine.until("Nodes searched: 1");
    // One that would take years can be stopped.
    engine.say("go perft 20");
    engine.say("quit");
    assert!(engine.end().success());
}

#[test]
fn after_a_wrong_position_there_is_nothing_to_search() {
    let mut engine = Engine::start();
    engine.say("position startpos moves d2d4");
    for wrong in ["position startpos moves e2e5", "position fen"] {
        assert!(!engine.ask(wrong).is_empty());
        engine.say("go depth 2");
        let said = engine.until("bestmove (none)");
        assert!(
            said.iter().any(|l| l.contains("position given was wrong")),
            "{said:?}"
        );
        let said = engine.ask("go perft 2");
        assert!(
            said.iter().all(|l| l.starts_with("info string")),
            "{said:?}"
        );
    }
    engine.say("position startpos moves d2d4");
    assert_ne!(engine.best("go depth 2"), "(none)");
    engine.ask("position startpos moves e2e5");
    engine.say("setoption name UCI_Variant value sonic");
    assert_ne!(
        engine.best("go depth 2"),
        "(none)",
        "a new game has its start position"
    );
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = Engine::start();
    engine.say("position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1");
    assert_eq!(engine.best("go depth 4"), "b1b8");
    assert_eq!(engine.best("go depth 4 searchmoves b1a1"), "b1a1");
    let best = engine.best("go searchmoves b1a2 b1a1 depth 4");
    assert!(["b1a2", "b1a1"].contains(&&*best), "{best}");
    engine.say("go searchmoves b1h8 b1a1 depth 2");
    let said = engine.until("bestmove b1a1");
    assert!(
        said.iter().any(|l| l.contains("not legal here: b1h8")),
        "{said:?}"
    );
    assert_eq!(engine.best("go searchmoves b1h8 depth 4"), "b1b8");
    // What was searched with some moves left out has taught nothing wrong.
    assert_eq!(engine.best("go depth 1"), "b1b8");
}

#[test]
fn a_search_that_cannot_be_begun_is_answered_all_the_same() {
    let mut engine = Engine::start();
    for line in ["go depth deep", "go nodes x", "go nodes -5", "go movetime"] {
        engine.say(line);
        let said = engine.until("bestmove");
        let told = said
            .iter()
            .filter(|l| l.starts_with("info string "))
            .count();
        assert_eq!((told, said.len()), (1, 2), "{line}: {said:?}");
        assert!(said[1].ends_with("(none)"), "{line}: {said:?}");
    }
    // A search that goes on gives its own answer before.
    engine.say("go infinite");
    assert_ne!(engine.best("go nodes x"), "(none)");
    engine.until("bestmove (none)");
}

#[test]
fn words_after_go_that_mean_nothing_begin_nothing_endless() {
    let mut engine = Engine::start();
    let said = engine.ask("go quickly");
    assert!(
        said.iter()
            .any(|l| l.contains("go does not know \"quickly\"")),
        "{said:?}"
    );
    assert_eq!(said.last().map(String::as_str), Some("bestmove (none)"));
    engine.say("go depth 2 quickly");
    let said = engine.until("bestmove");
    assert!(
        said.iter().any(|l| l.contains("go does not know quickly")),
        "{said:?}"
    );
    engine.say("position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1");
    assert_eq!(engine.best("go mate 1"), "b1b8");
}

#[test]
fn pondering_lasts_until_the_move_is_made() {
    let mut engine = Engine::start();
    for end in ["ponderhit", "stop"] {
        engine.say("position startpos moves e2e4 e7e5");
        engine.say("go ponder wtime 1 btime 1");
        engine.until("info depth 1 ");
        thread::sleep(Duration::from_millis(100));
        engine.say("isready");
        let said = engine.until("readyok");
        assert!(said.iter().all(|l| !l.starts_with("bestmove")), "{said:?}");
        engine.say(end);
        engine.until("bestmove");
    }
    // To an endless search it means nothing.
    engine.say("go infinite");
    engine.say("ponderhit");
    engine.say("isready");
    let said = engine.until("readyok");
    assert!(said.iter().all(|l| !l.starts_with("bestmove")), "{said:?}");
    engine.say("stop");
    engine.until("bestmove");
}

#[test]
fn options_that_need_each_other_come_in_any_order() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value sonic");
    let said = engine.ask("setoption name crooked-pawns value true");
    assert!(
        said.iter().any(|l| l.contains("needs turning=crooked")),
        "{said:?}"
    );
    assert!(
        engine
            .ask("d")
            .iter()
            .any(|l| l.contains("crooked-pawns=false"))
    );
    assert!(
        engine
            .ask("setoption name turning value crooked")
            .is_empty()
    );
    let drawing = engine.ask("d");
    assert!(
        drawing
            .iter()
            .any(|l| l.contains("turning=crooked") && l.contains("crooked-pawns=true")),
        "{drawing:?}"
    );
}

#[test]
fn plays_every_variant() {
    let mut engine = Engine::start();
    engine.say("uci");
    let said = engine.until("uciok");
    let line = said
        .iter()
        .find(|l| l.contains("UCI_Variant"))
        .expect("variants");
    let variants: Vec<&str> = line.split(" var ").skip(1).collect();
    assert!(variants.len() > 10, "{line}");
    for variant in variants {
        let said = engine.ask(&format!("setoption name UCI_Variant value {variant}"));
        assert!(said.is_empty(), "{variant}: {said:?}");
        let mut game = String::new();
        for _ in 0..6 {
            engine.say(&format!("position startpos moves{game}"));
            game = format!("{game} {}", engine.best("go nodes 200"));
        }
        let said = engine.ask(&format!("position startpos moves{game}"));
        assert!(said.is_empty(), "{variant}{game}: {said:?}");
        // The position text it shows is one it reads.
        let position = engine.position();
        let said = engine.ask(&format!("position fen {position}"));
        assert!(said.is_empty(), "{variant} {position}: {said:?}");
        assert_eq!(engine.position(), position, "{variant}");
    }
}

#[test]
fn the_clock_is_kept_and_a_new_game_forgets() {
    let mut engine = Engine::start();
    engine.say(&format!("position fen {KIWIPETE}"));
    engine.ask("ucinewgame");
    let begin = Instant::now();
    engine.best("go wtime 2000 btime 2000 winc 0 binc 0");
    assert!(
        begin.elapsed() < Duration::from_secs(2),
        "{:?}",
        begin.elapsed()
    );
    let mut search = || {
        engine.say("ucinewgame");
        engine.say("go depth 5");
        let said = engine.until("bestmove");
        let info = said
            .iter()
            .rfind(|l| l.contains(" pv "))
            .expect("a line")
            .clone();
        let nodes = info
            .split(" nodes ")
            .nth(1)
            .expect("nodes")
            .split(' ')
            .next()
            .map(str::to_owned);
        (said.last().cloned(), nodes)
    };
    assert_eq!(search(), search());
}
