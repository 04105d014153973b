//! External engines that do what they should and that do not. The engine is a shell script that misbehaves as it is
//! told; deadlines are short only where it is silent for good.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use assay_arena::{
    GameResult, Limits, Opening, PairFault, PairJob, Patience, PlayerFault, PlayerSpec, Reason,
    Record, Searched, Settings, Stop, Terms, UciSpec, check_record, play_pair,
};
use assay_rules::{AnyRules, Game};

/// White mates with b1b8, the one move the script knows.
const MATE_IN_ONE: &str = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1";
/// For an engine that is silent for good.
const SOON: Duration = Duration::from_millis(300);

/// A scripted engine and the log of what it heard.
struct Script {
    spec: UciSpec,
    log: PathBuf,
}

fn script(mode: &str) -> Script {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!(
        "outside-{}-{number}-{mode}.log",
        std::process::id()
    ));
    // A file of an earlier run with the same process id may be left.
    let _absent = fs::remove_file(&log);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/scripted.sh");
    let spec = UciSpec {
        arguments: [path, mode, &log.to_string_lossy()]
            .map(str::to_owned)
            .to_vec(),
        ..UciSpec::new("sh")
    };
    Script { spec, log }
}

impl Script {
    fn heard(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Process ids noted in the log after a word.
    fn noted(&self, word: &str) -> Vec<u32> {
        let heard = self.heard();
        let pids = heard.lines().filter_map(|l| l.strip_prefix(word));
        pids.map(|pid| pid.trim().parse().expect("a process id"))
            .collect()
    }

    fn player(&self) -> PlayerSpec {
        PlayerSpec::uci("script", Limits::nodes(200), self.spec.clone())
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _absent = fs::remove_file(&self.log);
    }
}

fn rules(game: &str, options: &[(&str, &str)]) -> AnyRules {
    let game = Game::builtin(game).expect("a built-in game");
    let choice = game.choose(options.iter().copied()).expect("its options");
    game.compile(&choice, None).expect("a game that compiles")
}

/// The script against the built-in engine, from a position in which White mates.
fn job(player: PlayerSpec) -> PairJob {
    let engine = PlayerSpec::engine("engine", Limits::nodes(500), Settings::default());
    PairJob {
        rules: rules("fide", &[]),
        openings: vec![Opening {
            moves: Vec::new(),
            start: Some(MATE_IN_ONE.to_owned()),
        }],
        balance: None,
        players: [player, engine],
        terms: Terms::default(),
        seed: 1,
    }
}

fn play(job: &PairJob) -> Result<[Record; 2], PairFault> {
    play_pair(job, &Stop::new(), &mut |_, _| {})
}

fn fault(job: &PairJob) -> (PlayerFault, String, String) {
    match play(job) {
        Err(PairFault::Player {
            player,
            kind,
            what,
            output,
        }) => {
            assert_eq!(player, "script");
            (kind, what, output.join("\n"))
        }
        other => panic!("{other:?}"),
    }
}

/// Whether a process is there and, where that can be seen, not a zombie.
fn lives(pid: u32) -> bool {
    let signal = Command::new("sh")
        .args(["-c", &format!("kill -0 {pid} 2>/dev/null")])
        .status();
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    signal.expect("a shell").success() && !stat.contains(") Z ")
}

fn gone_soon(pid: u32) -> bool {
    let deadline = Instant::now() + Duration::from_mins(1);
    while lives(pid) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(5));
    }
    !lives(pid)
}

#[test]
fn a_pair_is_played_as_the_protocol_says() {
    let mut engine = script("good");
    engine.spec.options = [("hash", "4"), ("Skill Level", "3"), ("Clear Hash", "")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
    let job = job(engine.player());
    let records = play(&job).expect("a pair");
    for record in &records {
        assert_eq!(record.moves, ["b1b8"]);
        assert_eq!(
            (record.result, record.reason),
            (GameResult::WhiteWins, Reason::Mate)
        );
        assert_eq!(check_record(&job.rules, &job.terms, record), Ok(()));
        assert_eq!(record.engine, records[0].engine);
    }
    let mate = Searched {
        eval: 29_999,
        depth: 2,
    };
    assert_eq!(records[0].searched, [Some(mate)]);
    assert_eq!(records[0].nodes, 40);
    let names = |r: &Record| r.players.clone().expect("names");
    let ours = records[0].engine.clone();
    assert_eq!(
        names(&records[0]),
        ["Scripted 1.0".to_owned(), ours.clone()]
    );
    assert_eq!(names(&records[1]), [ours, "Scripted 1.0".to_owned()]);
    let heard = engine.heard();
    let heard: Vec<&str> = heard.lines().skip(1).map(str::trim).collect();
    let told = [
        "uci",
        "setoption name Hash value 4",
        "setoption name Skill Level value 3",
        "setoption name Clear Hash",
        "isready",
        "ucinewgame",
        "isready",
        "position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1",
        "go nodes 200",
        "ucinewgame",
        "isready",
    ];
    assert_eq!(heard, told);
}

#[test]
fn one_program_serves_many_pairs_and_ends_with_the_player() {
    let engine = script("good");
    let mut job = job(engine.player());
    for _ in 0..3 {
        play(&job).expect("a pair");
        // A plan makes its jobs anew from the same player.
        job = job.clone();
    }
    let started = engine.noted("start");
    assert_eq!(started.len(), 1);
    assert!(lives(started[0]), "kept for the next pair");
    drop(job);
    assert!(!lives(started[0]), "reaped when nobody plays any more");
}

#[test]
fn oddities_are_passed_over() {
    for mode in ["garbage", "long-line", "slow"] {
        let engine = script(mode);
        let records = play(&job(engine.player())).unwrap_or_else(|f| panic!("{mode}: {f}"));
        assert_eq!(records[0].moves, ["b1b8"], "{mode}");
        assert_eq!(records[0].searched[0].map(|s| s.depth), Some(2), "{mode}");
    }
}

#[test]
fn an_engine_that_leaves_between_games_is_started_again() {
    let engine = script("leaves");
    let mut job = job(engine.player());
    job.players[1] = engine.player();
    let records = play(&job).expect("a pair");
    assert_eq!(records[1].moves, ["b1b8"]);
    assert_eq!(engine.noted("start").len(), 3, "{}", engine.heard());
}

#[test]
fn each_fault_is_told_by_its_name_with_the_last_output() {
    use PlayerFault::{Crash, Flood, Garbage, Hang, IllegalMove, SlowStart};
    let at = MATE_IN_ONE;
    for (mode, kind, words, output) in [
        (
            "crash-at-start",
            Crash,
            "exit status: 3",
            "stderr: no network file",
        ),
        ("crash-on-go", Crash, at, "stderr: out of cards"),
        ("crash-on-go", Crash, "signal: 11", "id author nobody"),
        (
            "closes-output",
            Crash,
            "ended while it was to move",
            "readyok",
        ),
        ("mute", SlowStart, "uciok within 300ms", ""),
        ("never-ready", SlowStart, "readyok within 3s", "uciok"),
        ("silent", Hang, "no move within 300ms", "readyok"),
        ("trickle", Hang, at, "readyok"),
        ("illegal", IllegalMove, "\"b1c8\" in 7k/8", "bestmove b1c8"),
        (
            "no-move",
            IllegalMove,
            "sees no legal move",
            "bestmove (none)",
        ),
        (
            "nonsense",
            Garbage,
            "\"xyzzy\", which is no move",
            "bestmove xyzzy",
        ),
        ("empty-answer", Garbage, "is no move", "bestmove"),
        ("flood", Flood, "and no answer", "the quick brown fox"),
        ("endless-line", Flood, "and no answer", ""),
    ] {
        let mut engine = script(mode);
        match kind {
            // The shell must have the time to say the first of the two words.
            SlowStart if mode == "never-ready" => engine.spec.patience.ready = 10 * SOON,
            SlowStart => engine.spec.patience.ready = SOON,
            Hang => engine.spec.patience.watchdog = SOON,
            _ => {}
        }
        let (found, what, said) = fault(&job(engine.player()));
        assert_eq!(found, kind, "{mode}: {what}");
        assert!(what.contains(words), "{mode}: {what}");
        assert!(said.contains(output), "{mode}: {said:?}");
        for pid in engine.noted("start") {
            assert!(!lives(pid), "{mode}: left running");
        }
    }
}

#[test]
fn a_move_beyond_its_time_and_grace_is_an_overload() {
    let mut engine = script("late");
    engine.spec.patience.grace = Duration::from_millis(50);
    let mut player = engine.player();
    player.limits = Limits::time(Duration::from_millis(100));
    let (kind, what, _) = fault(&job(player));
    assert_eq!(kind, PlayerFault::Overload, "{what}");
    assert!(what.contains("for a move of 100ms"), "{what}");
    // By nodes nobody looks at the clock but the watchdog.
    assert!(play(&job(engine.player())).is_ok());
}

#[test]
fn an_engine_is_told_before_any_game_what_it_cannot_do() {
    use PlayerFault::{Missing, Options, UnknownGame};
    let engine = script("good");
    let with_option = |name: &str, value: &str| {
        let mut spec = engine.spec.clone();
        spec.options = vec![(name.to_owned(), value.to_owned())];
        fault(&job(PlayerSpec::uci("script", Limits::nodes(1), spec)))
    };
    for (name, value, words) in [
        ("Hsah", "4", "no option \"Hsah\"; did you mean \"Hash\"?"),
        (
            "Hash",
            "65",
            "a number from 1 to 64 for \"Hash\", not \"65\"",
        ),
        ("Style", "Wild", "one of Solid, Risky"),
    ] {
        let (kind, what, _) = with_option(name, value);
        assert_eq!(kind, Options, "{what}");
        assert!(what.contains(words), "{what}");
    }
    let of_game = |rules: AnyRules| {
        let mut job = job(engine.player());
        job.rules = rules;
        job.openings = vec![Opening::default()];
        fault(&job)
    };
    let (kind, what, _) = of_game(rules("sonic", &[]));
    assert_eq!(kind, UnknownGame, "{what}");
    assert!(what.contains("orthodox chess only"), "{what}");
    let (kind, what, _) = of_game(rules("fide", &[("stalemate", "win")]));
    assert_eq!(kind, UnknownGame, "{what}");
    assert!(what.contains("stalemate = win"), "{what}");
    let spec = UciSpec::new("no-such-engine-anywhere");
    let (kind, what, _) = fault(&job(PlayerSpec::uci("script", Limits::nodes(1), spec)));
    assert_eq!(kind, Missing);
    assert!(what.contains("\"no-such-engine-anywhere\""), "{what}");
}

#[test]
fn a_variant_named_by_the_study_does_not_keep_rule_options_from_an_engine() {
    let mut engine = script("variants");
    let house = ("UCI_Variant".to_owned(), "house".to_owned());
    engine.spec.options = vec![house];
    let mut job = job(engine.player());
    job.rules = rules("fide", &[("stalemate", "win")]);
    play(&job).expect("a pair");
    let heard = engine.heard();
    let told: Vec<&str> = heard
        .lines()
        .filter(|line| line.starts_with("setoption"))
        .map(str::trim)
        .collect();
    let wanted = [
        "setoption name UCI_Variant value house",
        "setoption name stalemate value win",
    ];
    assert_eq!(told, wanted);
}

#[test]
fn after_faults_the_next_start_waits_longer_and_longer() {
    let engine = script("crash-at-start");
    let job = job(engine.player());
    let began = Instant::now();
    for _ in 0..3 {
        assert_eq!(fault(&job).0, PlayerFault::Crash);
    }
    assert_eq!(engine.noted("start").len(), 3);
    // A tenth of a second after the first fault, two after the second.
    assert!(began.elapsed() >= Duration::from_millis(300));
}

#[test]
fn a_program_that_is_not_there_is_told_at_once_however_often() {
    let spec = UciSpec::new("no-such-engine-anywhere");
    let job = job(PlayerSpec::uci("script", Limits::nodes(1), spec));
    let began = Instant::now();
    for _ in 0..9 {
        assert_eq!(fault(&job).0, PlayerFault::Missing);
    }
    // With rests between them as after crashes it would be half a minute.
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_stop_is_passed_on_and_ends_the_pair() {
    let engine = script("waits-for-stop");
    let job = job(engine.player());
    let stop = Stop::new();
    let answer = thread::scope(|scope| {
        let playing = scope.spawn(|| play_pair(&job, &stop, &mut |_, _| {}));
        let deadline = Instant::now() + Duration::from_mins(1);
        while !engine.heard().contains("go nodes") && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        stop.raise();
        playing.join().expect("no panic")
    });
    assert_eq!(answer, Err(PairFault::Stopped));
    drop(job);
    assert!(engine.heard().contains("stop"), "{}", engine.heard());
    for pid in engine.noted("start") {
        assert!(!lives(pid));
    }
}

#[test]
fn whatever_an_engine_has_started_ends_with_it() {
    let mut engine = script("child");
    engine.spec.patience.watchdog = Duration::from_secs(2);
    let (kind, what, _) = fault(&job(engine.player()));
    assert_eq!(kind, PlayerFault::Hang, "{what}");
    let children = engine.noted("child");
    assert_eq!(children.len(), 1, "{}", engine.heard());
    assert!(gone_soon(children[0]));
}

#[test]
fn an_engine_that_will_not_leave_is_made_to() {
    let engine = script("stubborn");
    let job = job(engine.player());
    play(&job).expect("a pair");
    let started = engine.noted("start");
    assert_eq!(started.len(), 1);
    drop(job);
    assert!(!lives(started[0]));
}

#[test]
fn the_folder_is_where_the_engine_runs() {
    let mut engine = script("good");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    engine.spec.arguments[0] = "engines/scripted.sh".to_owned();
    engine.spec.folder = Some(folder);
    engine.spec.patience = Patience::default();
    assert!(play(&job(engine.player())).is_ok());
    engine.spec.folder = Some("/no/such/folder".into());
    let (kind, what, _) = fault(&job(engine.player()));
    assert_eq!(kind, PlayerFault::Missing);
    assert!(what.contains("in /no/such/folder"), "{what}");
}
