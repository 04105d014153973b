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
        let PlayerKind::Engine(settings) = &player.kind;
        line("player", &settings.canonical());
    }
    line("length-cap", &terms.length_cap.0);
    if let Some(rule) = terms.adjudication.win {
        line("win-score", &rule.score);
        line("win-plies", &rule.plies.0);
    }
    if let Some(rule) = terms.adjudication.draw {
        line("draw-score", &rule.score);
        line("draw-plies", &rule.plies.0);
        line("draw-from", &rule.from.0);
    }
    if let Some(window) = balance {
        line("balance", &window);
        line("balance-nodes", &BALANCE_NODES);
    }
    text
}
