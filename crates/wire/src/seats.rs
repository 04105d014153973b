//! A study's players as the arena takes them.

use std::time::Duration;

use assay_arena::{Patience, PlayerSpec, Terms, UciSpec, settings_hash};
use assay_rules::AnyRules;
use assay_study::{Player, PlayerKind};

/// Two players, and the hash of all that decides their games.
#[derive(Clone)]
pub(crate) struct Seats {
    pub(crate) players: [PlayerSpec; 2],
    pub(crate) settings: String,
}

impl Seats {
    pub(crate) fn of(
        rules: &AnyRules,
        players: [PlayerSpec; 2],
        terms: &Terms,
        balance: Option<assay_arena::Centipawns>,
    ) -> Seats {
        Seats {
            settings: settings_hash(rules, &players, terms, balance),
            players,
        }
    }
}

/// The player as the arena takes it, if it is the built-in engine.
pub(crate) fn engine(player: &Player, rules: &AnyRules) -> Option<PlayerSpec> {
    let PlayerKind::Builtin(builtin) = &player.kind else {
        return None;
    };
    let (limits, settings) = (player.limit.limits(), builtin.settings(rules));
    Some(PlayerSpec::engine(&player.name, limits, settings))
}

/// The player as the arena takes it, if it is another program.
pub(crate) fn program(player: &Player) -> Option<PlayerSpec> {
    let PlayerKind::Uci(uci) = &player.kind else {
        return None;
    };
    let spec = UciSpec {
        command: uci.command.clone(),
        arguments: uci.arguments.clone(),
        folder: uci.directory.as_ref().map(Into::into),
        options: uci.options.clone(),
        patience: Patience {
            ready: Duration::from_millis(uci.start.0),
            watchdog: Duration::from_millis(uci.patience.0),
            grace: Duration::from_millis(uci.grace.0),
            rest: Duration::from_millis(uci.rest.0),
        },
    };
    let limits = player.limit.limits();
    Some(PlayerSpec::uci(&player.name, limits, spec))
}
