//! The study as its readers need it.

use std::collections::BTreeSet;

use assay_stats::EloModel;
use assay_study::words::alternatives;
use assay_study::{
    Adjudication, ArmVerdict, Builtin, EarlyStop, Format, Judge, MoveLimit, Openings, Player,
    PlayerIndex, PlayerKind, PlayerValues, Precision, Study, Tunables, UciPlayer,
};

use crate::estimate::Unit;
use crate::findings::{ArmName, Factor, PlayerName, StudyFacts, StudyKind};
use crate::format::{count, counted, digits};

/// What was studied; `engines` are the versions found in the records.
pub(super) fn facts(study: &Study, engines: &BTreeSet<String>, judge: &Judge) -> StudyFacts {
    StudyFacts {
        id: study.id.to_string(),
        kind: match study.kind {
            assay_study::StudyKind::Balance => StudyKind::Balance,
            assay_study::StudyKind::Values => StudyKind::Values,
            assay_study::StudyKind::Match => StudyKind::Match,
            assay_study::StudyKind::Tune => StudyKind::Tune,
            assay_study::StudyKind::Tournament(Format::RoundRobin) => StudyKind::RoundRobin,
            assay_study::StudyKind::Tournament(Format::Gauntlet) => StudyKind::Gauntlet,
        },
        name: study.name.clone(),
        game: study.game.id().to_owned(),
        game_name: study.game.name().to_owned(),
        credits: credits(study),
        seed: study.seed.0,
        limits: match study.common_limit() {
            Some(limit) => limits(limit),
            None => several_limits(study),
        },
        players: players(study),
        roster: study.players.iter().map(roster).collect(),
        openings: openings(&study.openings),
        shuffled: study.is_shuffled(),
        adjudication: adjudication(study.adjudication),
        length_cap: u32::from(study.length_cap.0),
        pairs_per_arm: u64::from(study.pairs_per_arm()),
        pairs_wanted: judge.verdicts().iter().map(|v| wanted(study, v)).sum(),
        rounds_asked: study.retune.map_or(0, |retune| retune.rounds),
        early_stop: study.stop.early.map(early_stop),
        engines: engines.iter().cloned().collect(),
        arms: study
            .arms
            .iter()
            .map(|arm| ArmName {
                name: arm.name.clone(),
                options: arm
                    .choice
                    .iter()
                    .map(|(option, value)| (option.to_owned(), value.to_owned()))
                    .collect(),
                players: arm.players.map(|player| usize::from(player.0)),
            })
            .collect(),
        factors: study
            .factorial
            .iter()
            .flat_map(|factorial| &factorial.factors)
            .map(|factor| Factor {
                option: factor.option.clone(),
                values: factor.values.clone(),
            })
            .collect(),
    }
}

/// Pairs that an arm's figures are to be made of, as far as is known.
fn wanted(study: &Study, verdict: &ArmVerdict) -> u64 {
    match (study.stop.early, verdict.end) {
        (None, _) => u64::from(study.pairs_per_arm()),
        (Some(_), Some(_)) => u64::from(verdict.counted),
        (Some(_), None) => u64::from(verdict.limit - verdict.pairs.start),
    }
}

fn early_stop(rule: EarlyStop) -> String {
    match rule {
        EarlyStop::Sprt(rule) => {
            let hypotheses = rule.test.hypotheses();
            let model = match hypotheses.model {
                EloModel::Logistic => "logistic",
                EloModel::Normalized => "normalized",
            };
            format!(
                "It was to stop as soon as a sequential test (GSPRT on pairs, bounds drawn in by the expected overshoot) of {} against {} {model} Elo for its \
                 first player had decided, with error rates {} and {}.",
                hypotheses.elo0, hypotheses.elo1, rule.alpha, rule.beta
            )
        }
        EarlyStop::Precision(Precision(half_width)) => format!(
            "It was to stop as soon as an interval of its score that holds with 95% at all times together (by betting, Waudby-Smith and Ramdas 2024) reached no \
             further than {} points from the score.",
            digits(Unit::Points, half_width)
        ),
        EarlyStop::Halving(rule) => format!(
            "Successive halving (Karnin, Koren and Somekh 2013) dropped the worse half of the arms by the measure \"{}\" after {} of each, after twice as \
             many and so on, down to {}; what was kept then played fresh games, of which alone its figures are.",
            rule.measure.name(),
            counted(u64::from(rule.first), "pair", "pairs"),
            counted(u64::from(rule.keep), "arm", "arms")
        ),
    }
}

fn credits(study: &Study) -> Vec<String> {
    let game = &study.game;
    let mut credits = Vec::new();
    if !game.inventor().is_empty() {
        let page = match game.page() {
            "" => String::new(),
            page => format!(" ({page})"),
        };
        credits.push(format!("{}: {}{page}.", game.name(), game.inventor()));
    }
    credits.extend_from_slice(game.credits());
    credits
}

fn limits(limit: MoveLimit) -> String {
    match limit {
        MoveLimit::Nodes(nodes) => format!("{} a move", counted(nodes, "node", "nodes")),
        MoveLimit::Depth(depth) => format!("depth {depth} a move"),
        MoveLimit::Time(time) => format!("{} ms a move", count(time.0)),
    }
}

/// The limits of players who do not all have the same, as one phrase.
fn several_limits(study: &Study) -> String {
    let mut nodes: Vec<u64> = Vec::new();
    let mut each: Vec<String> = Vec::new();
    for player in &study.players {
        if let MoveLimit::Nodes(limit) = player.limit
            && !nodes.contains(&limit)
        {
            nodes.push(limit);
        }
        let told = limits(player.limit);
        if !each.contains(&told) {
            each.push(told);
        }
    }
    let phrase = if nodes.len() == each.len() {
        let nodes: Vec<String> = nodes.into_iter().map(count).collect();
        format!("{} nodes a move", alternatives(&nodes))
    } else {
        alternatives(&each)
    };
    format!("{phrase}, by player")
}

fn roster(player: &Player) -> PlayerName {
    PlayerName {
        name: player.name.clone(),
        limit: limits(player.limit),
        nodes: match player.limit {
            MoveLimit::Nodes(nodes) => Some(nodes),
            MoveLimit::Depth(_) | MoveLimit::Time(_) => None,
        },
    }
}

fn players(study: &Study) -> Vec<String> {
    let limit = |player: &Player| limits(player.limit);
    let one = |player: &Player| match &player.kind {
        PlayerKind::Builtin(builtin) => {
            format!("{} ({}, {})", player.name, limit(player), settings(builtin))
        }
        PlayerKind::Uci(uci) => format!("{} ({}, {})", player.name, limit(player), program(uci)),
    };
    let sits = |index: u16| {
        let mut arms = study.arms.iter();
        arms.any(|arm| arm.players.contains(&PlayerIndex(index)))
    };
    let seated: Vec<&Player> = (0..)
        .zip(&study.players)
        .filter_map(|(index, player)| sits(index).then_some(player))
        .collect();
    match (&seated[..], study.kind) {
        ([only], assay_study::StudyKind::Balance | assay_study::StudyKind::Values) => {
            vec![format!(
                "the engine {}, on both sides and the same in every arm",
                one(only)
            )]
        }
        ([only], assay_study::StudyKind::Tune) => vec![format!(
            "the engine {} on both sides, with the numbers that are tuned moved one way on the one and the other way on the other",
            one(only)
        )],
        (several, _) => several.iter().map(|player| one(player)).collect(),
    }
}

fn settings(builtin: &Builtin) -> String {
    let values = match &builtin.values {
        PlayerValues::Shipped => "the game's own piece values".to_owned(),
        PlayerValues::Estimated => "piece values estimated from mobility".to_owned(),
        PlayerValues::Given(values) => format!("piece values {values}"),
    };
    let plain = Tunables::default();
    let tuned: Vec<String> = builtin
        .tunables
        .iter()
        .zip(plain.iter())
        .filter(|(given, plain)| given != plain)
        .map(|((name, value), _)| format!(", {name} = {value}"))
        .collect();
    format!(
        "a table of {} MiB a side, {}, evaluations varied by up to {} centipawns, {values}{}",
        count(u64::from(builtin.hash_mib)),
        counted(u64::from(builtin.threads), "thread", "threads"),
        builtin.variety.0,
        tuned.concat(),
    )
}

fn program(uci: &UciPlayer) -> String {
    let options: Vec<String> = uci
        .options
        .iter()
        .map(|(name, value)| format!(", {name} = {value}"))
        .collect();
    format!("the program {}{}", uci.command, options.concat())
}

fn openings(openings: &Openings) -> String {
    match openings {
        Openings::Random { plies, balance } => {
            let kept = balance.map_or_else(String::new, |balance| {
                format!(
                    ", passed over when the engine scores them beyond {} centipawns",
                    balance.0
                )
            });
            format!(
                "{} from a seeded list that all arms share{kept}",
                counted(u64::from(plies.0), "random ply", "random plies")
            )
        }
        Openings::Book { lines } => format!(
            "the {} of the study's book, one a pair in order",
            counted(lines.len() as u64, "line", "lines")
        ),
    }
}

fn adjudication(adjudication: Adjudication) -> Option<String> {
    let mut rules = Vec::new();
    if let Some(rule) = adjudication.resign {
        rules.push(format!(
            "lost when both searches saw a side {} centipawns behind for {} plies on end",
            rule.score.0, rule.plies.0
        ));
    }
    if let Some(rule) = adjudication.draw {
        rules.push(format!(
            "drawn when both searches stayed within {} centipawns for {} plies on end after ply {}",
            rule.score.0, rule.plies.0, rule.after.0
        ));
    }
    (!rules.is_empty()).then(|| rules.join("; "))
}
