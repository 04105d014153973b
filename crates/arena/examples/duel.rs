//! Two settings of the engine against each other: `duel GAME PAIRS [key=value]...`.
//!
//! Keys: `nodes`, `time` (milliseconds), `variety`, `plies` of the opening, `balance`, `threads` of the
//! match, any option of the game as `o.NAME`, `values` (a file of piece values), any tunable; with `a.` or `b.` before it a key is set for
//! one player only. `resign` ends a game when both players have seen one side so many centipawns ahead for eight plies,
//! `draw` when both have seen no more than so many either way for twelve plies after the fortieth move; both are off
//! unless set. `b.uci=COMMAND` makes a player an external engine, words after the command its arguments,
//! `b.uci.NAME=VALUE` sets an option of it and `b.grace` (milliseconds) its grace. Prints wins, draws, losses and the score of `a`; faults of external
//! engines go to stderr.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use assay_arena::{
    Centipawns, DrawRule, GameResult, Limits, PairJob, PlayerSpec, Plies, ResignRule, Settings,
    Stop, Terms, UciSpec, check_record, opening_candidates, play_pair,
};
use assay_rules::Game;
use assay_search::Values;

#[derive(Clone)]
struct Setup {
    limits: Limits,
    settings: Settings,
    outside: Option<UciSpec>,
}

impl Setup {
    fn player(&self, name: &str) -> PlayerSpec {
        match &self.outside {
            Some(spec) => PlayerSpec::uci(name, self.limits, spec.clone()),
            None => PlayerSpec::engine(name, self.limits, self.settings.clone()),
        }
    }

    fn set(&mut self, key: &str, value: &str) {
        if let Some(name) = key.strip_prefix("uci.") {
            let spec = self.outside.as_mut().expect("uci=COMMAND first");
            spec.options.push((name.to_owned(), value.to_owned()));
            return;
        }
        let number = || {
            value
                .parse()
                .unwrap_or_else(|_| panic!("{key} needs a number"))
        };
        match key {
            "nodes" => self.limits = Limits::nodes(number()),
            "depth" => self.limits = Limits::depth(number() as u8),
            "time" => self.limits = Limits::time(Duration::from_millis(number())),
            "uci" => {
                let mut words = value.split_whitespace().map(str::to_owned);
                let mut spec = UciSpec::new(words.next().expect("a command"));
                spec.arguments = words.collect();
                self.outside = Some(spec);
            }
            "grace" => {
                let spec = self.outside.as_mut().expect("uci=COMMAND first");
                spec.patience.grace = Duration::from_millis(number());
            }
            "values" => {
                let text = std::fs::read_to_string(value).expect("a file of values");
                let values = Values::parse(value, &text).unwrap_or_else(|f| panic!("{f}"));
                self.settings.values = Some(values);
            }
            "variety" => self.settings.variety = Centipawns(number() as i32),
            _ => {
                let value = value
                    .parse()
                    .unwrap_or_else(|_| panic!("{key} needs a number"));
                let set = self.settings.tunables.set(key, value);
                set.unwrap_or_else(|fault| panic!("{key}: {fault:?}"));
            }
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let game = Game::builtin(&args[0]).expect("a built-in game");
    let pairs: usize = args[1].parse().expect("a number of pairs");
    let setup = Setup {
        limits: Limits::nodes(1_000),
        settings: Settings::for_games(),
        outside: None,
    };
    let mut setups = [setup.clone(), setup];
    let mut options = BTreeMap::new();
    let (mut plies, mut balance, mut threads) = (6, 150, 2);
    let mut terms = Terms::default();
    for pair in &args[2..] {
        let (key, value) = pair.split_once('=').expect("key=value");
        match key.split_once('.') {
            Some(("a", key)) => setups[0].set(key, value),
            Some(("b", key)) => setups[1].set(key, value),
            Some(("o", name)) => {
                options.insert(name.to_owned(), value.to_owned());
            }
            _ if key == "plies" => plies = value.parse().unwrap(),
            _ if key == "balance" => balance = value.parse().unwrap(),
            _ if key == "threads" => threads = value.parse().unwrap(),
            _ if key == "resign" => {
                let score = Centipawns(value.parse().unwrap());
                let plies = Plies(8);
                terms.adjudication.resign = Some(ResignRule { score, plies });
            }
            _ if key == "draw" => {
                let score = Centipawns(value.parse().unwrap());
                terms.adjudication.draw = Some(DrawRule {
                    score,
                    plies: Plies(12),
                    after: Plies(80),
                });
            }
            _ => setups.iter_mut().for_each(|s| s.set(key, value)),
        }
    }
    let choice = game.choose(options.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    let rules = game
        .compile(&choice.expect("options"), None)
        .expect("a game that compiles");
    let openings = opening_candidates(&rules, 7, plies, 4 * pairs);
    let players = [setups[0].player("a"), setups[1].player("b")];
    let next = AtomicUsize::new(0);
    let sum = Mutex::new(Sum::default());
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let p = next.fetch_add(1, Ordering::Relaxed);
                    if p >= pairs {
                        break;
                    }
                    let job = PairJob {
                        rules: rules.clone(),
                        openings: openings.iter().skip(p).step_by(pairs).cloned().collect(),
                        balance: Some(Centipawns(balance)),
                        players: players.clone(),
                        terms: terms.clone(),
                        seed: p as u64,
                    };
                    let records = play_pair(&job, &Stop::new(), &mut |_, _| {});
                    let mut sum = sum.lock().unwrap();
                    let records = match records {
                        Ok(records) => records,
                        Err(fault) => {
                            eprintln!("pair {p}: {fault}");
                            sum.faults += 1;
                            continue;
                        }
                    };
                    for (number, record) in records.iter().enumerate() {
                        check_record(&rules, &job.terms, record).expect("a sound record");
                        sum.games += 1;
                        sum.plies += record.moves.len();
                        sum.nodes += record.nodes;
                        *sum.reasons.entry(record.reason.name()).or_default() += 1;
                        let white = record.result == GameResult::WhiteWins;
                        match record.result {
                            GameResult::Draw => sum.draws += 1,
                            _ if white == (number == 0) => sum.wins += 1,
                            _ => sum.losses += 1,
                        }
                        sum.white += usize::from(white);
                        sum.depth += record
                            .searched
                            .iter()
                            .flatten()
                            .map(|s| usize::from(s.depth))
                            .sum::<usize>();
                    }
                    eprintln!("+{} ={} -{}", sum.wins, sum.draws, sum.losses);
                }
            });
        }
    });
    sum.into_inner().unwrap().print(began.elapsed());
}

#[derive(Default)]
struct Sum {
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    white: usize,
    plies: usize,
    nodes: u64,
    depth: usize,
    faults: usize,
    reasons: BTreeMap<&'static str, usize>,
}

impl Sum {
    fn print(&self, took: Duration) {
        let sum = self;
        let seconds = took.as_secs_f64();
        let games = sum.games as f64;
        let score = (sum.wins as f64 + 0.5 * sum.draws as f64) / games;
        let decided = (sum.wins + sum.losses) as f64;
        let error = 0.5 * decided.sqrt() / games;
        println!(
            "+{} ={} -{}  score {:.1}% (+-{:.1})  white wins {}  {:.1} plies  {:.1} games/s  {:.0} nodes/s  depth {:.1}  {:?}  {} pairs with faults",
            sum.wins,
            sum.draws,
            sum.losses,
            100.0 * score,
            196.0 * error,
            sum.white,
            sum.plies as f64 / games,
            games / seconds,
            sum.nodes as f64 / seconds,
            sum.depth as f64 / sum.plies as f64,
            sum.reasons,
            sum.faults
        );
    }
}
