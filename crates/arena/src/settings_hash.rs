use std::fmt::Write as _;

use assay_rules::{AnyRules, with_rules};
use assay_search::Centipawns;

use crate::pair::BALANCE_NODES;
use crate::{PlayerKind, PlayerSpec, Terms};

/// Hash of everything that decides a game besides its opening and seed: the game file, the options,
/// the start position, both players, the terms, the balance window, the version. 32 hexadecimal
/// digits.
///
/// Names of players do not decide games and are left out.
pub fn settings_hash(
    rules: &AnyRules,
    players: &[PlayerSpec; 2],
    terms: &Terms,
    balance: Option<Centipawns>,
) -> String {
    let text = canonical(rules, players, terms, balance);
    let hash = blake3::hash(text.as_bytes()).to_hex();
    hash[..32].to_owned()
}

fn canonical(
    rules: &AnyRules,
    players: &[PlayerSpec; 2],
    terms: &Terms,
    balance: Option<Centipawns>,
) -> String {
    let mut text = format!("engine {}\n", assay_search::VERSION);
    let mut line = |what: &str, value: &dyn std::fmt::Display| {
        writeln!(text, "{what} {value}").expect("a string can be written to");
    };
    with_rules!(rules, r => {
        line("game", &blake3::hash(r.game().source().as_bytes()).to_hex());
        line("options", r.choice());
        line("start", &r.position_text(r.start()));
    });
    for player in players {
        line("limits", &player.limits);
        match &player.kind {
            PlayerKind::Engine(settings) => line("player", &settings.canonical()),
            PlayerKind::Uci(outside) => line("player", &outside.spec().canonical()),
        }
    }
    line("length-cap", &terms.length_cap.0);
    if let Some(rule) = terms.adjudication.resign {
        line("win-score", &rule.score);
        line("win-plies", &rule.plies.0);
    }
    if let Some(rule) = terms.adjudication.draw {
        line("draw-score", &rule.score);
        line("draw-plies", &rule.plies.0);
        line("draw-from", &rule.after.0);
    }
    if let Some(window) = balance {
        line("balance", &window);
        line("balance-nodes", &BALANCE_NODES);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{job, play, rules, rules_from};
    use crate::{Adjudication, Limits, Opening, PairJob, Plies, ResignRule, UciSpec};

    fn hash(job: &PairJob) -> String {
        settings_hash(&job.rules, &job.players, &job.terms, job.balance)
    }

    #[test]
    fn everything_that_decides_a_game_decides_the_hash() {
        let fide = rules("fide", &[]);
        let base = job(&fide, 10, vec![Opening::default()]);
        let changed = |change: &dyn Fn(&mut PairJob)| {
            let mut job = base.clone();
            change(&mut job);
            hash(&job)
        };
        let start = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let mut hashes = vec![
            hash(&base),
            changed(&|j| j.rules = rules("fide", &[("stalemate", "win")])),
            changed(&|j| j.rules = rules("capablanca", &[])),
            changed(&|j| j.rules = rules_from("fide", &[], Some(start))),
            changed(&|j| j.players[0].limits = Limits::nodes(11)),
            changed(&|j| j.players[1].limits = Limits::nodes(11)),
            changed(&|j| {
                let PlayerKind::Engine(settings) = &mut j.players[0].kind else {
                    unreachable!("the test's players are engines")
                };
                settings.tunables.tempo += 1;
            }),
            changed(&|j| {
                let PlayerKind::Engine(settings) = &mut j.players[0].kind else {
                    unreachable!("the test's players are engines")
                };
                settings.values = assay_search::Values::builtin("capablanca");
            }),
            changed(&|j| j.players[0] = outside(&UciSpec::new("engine"))),
            changed(&|j| j.players[0] = outside(&UciSpec::new("other"))),
            changed(&|j| {
                j.players[0] = outside(&UciSpec {
                    arguments: vec!["x".to_owned()],
                    ..UciSpec::new("engine")
                });
            }),
            changed(&|j| j.players[0] = outside(&with_options(&[("Hash", "1")]))),
            changed(&|j| j.players[0] = outside(&with_options(&[("Hash", "2")]))),
            changed(&|j| j.terms.length_cap = Plies(77)),
            changed(&|j| {
                j.terms.adjudication = Adjudication {
                    resign: Some(ResignRule {
                        score: Centipawns(900),
                        plies: Plies(4),
                    }),
                    draw: None,
                };
            }),
            changed(&|j| j.balance = Some(Centipawns(100))),
        ];
        assert!(hashes.iter().all(|h| h.len() == 32));
        hashes.sort();
        let all = hashes.len();
        hashes.dedup();
        assert_eq!(hashes.len(), all);
    }

    fn outside(spec: &UciSpec) -> PlayerSpec {
        PlayerSpec::uci("outside", Limits::nodes(10), spec.clone())
    }

    fn with_options(options: &[(&str, &str)]) -> UciSpec {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        UciSpec {
            options: options.iter().map(owned).collect(),
            ..UciSpec::new("engine")
        }
    }

    #[test]
    fn where_an_engine_is_installed_and_how_long_it_is_waited_for_does_not() {
        let fide = rules("fide", &[]);
        let hash_of = |spec: &UciSpec| {
            let mut job = job(&fide, 10, vec![Opening::default()]);
            job.players[1] = outside(spec);
            hash(&job)
        };
        let here = with_options(&[("Hash", "4")]);
        let mut there = here.clone();
        there.command = "/opt/games/engine".to_owned();
        there.folder = Some("/opt".into());
        there.patience.watchdog *= 2;
        assert_eq!(hash_of(&here), hash_of(&there));
    }

    #[test]
    fn names_seeds_and_openings_do_not_and_records_carry_the_hash() {
        let fide = rules("fide", &[]);
        let base = job(&fide, 1, vec![Opening::default()]);
        let mut other = base.clone();
        other.players[0].name = "somebody else".to_owned();
        other.seed = 99;
        other.openings.clear();
        assert_eq!(hash(&base), hash(&other));
        assert_eq!(play(&base)[1].settings, hash(&base));
    }
}
