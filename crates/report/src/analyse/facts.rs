//! The study as its readers need it.

use std::collections::BTreeSet;

use assay_study::{Adjudication, MoveLimit, Openings, Player, PlayerValues, Study};

use crate::findings::{ArmName, Factor, StudyFacts};
use crate::format::{count, counted};

/// What was studied; `engines` are the versions found in the records.
pub(super) fn facts(study: &Study, engines: &BTreeSet<String>) -> StudyFacts {
    StudyFacts {
        id: study.id.to_string(),
        name: study.name.clone(),
        game: study.game.id().to_owned(),
        game_name: study.game.name().to_owned(),
        credits: credits(study),
        seed: study.seed.0,
        limits: limits(study.limit),
        players: vec![player(&study.player)],
        openings: openings(&study.openings),
        adjudication: adjudication(study.adjudication),
        length_cap: u32::from(study.length_cap.0),
        pairs_per_arm: u64::from(study.pairs_per_arm()),
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
    // The page of the game names two more people; both games of the family owe them.
    if game.id() == "sonic" || game.id() == "sonic-large" {
        credits.push(
            "The crooked subvariant and the crooked pawns were suggested by Charles Gilman."
                .to_owned(),
        );
        credits.push(
            "The first Sonic the Hedgehog Chess, which the game grew out of: Edward Kolis."
                .to_owned(),
        );
    }
    credits
}

fn limits(limit: MoveLimit) -> String {
    match limit {
        MoveLimit::Nodes(nodes) => format!("{} a move", counted(nodes, "node", "nodes")),
        MoveLimit::Depth(depth) => format!("depth {depth} a move"),
        MoveLimit::Time(time) => format!("{} ms a move", count(time.0)),
    }
}

fn player(player: &Player) -> String {
    let values = match player.values {
        PlayerValues::Shipped => "the game's own piece values",
        PlayerValues::Estimated => "piece values estimated from mobility",
    };
    format!(
        "the engine {} on both sides (a table of {} MiB a side, {}, evaluations varied by up to {} centipawns, {values}, the same in every arm)",
        player.name,
        count(u64::from(player.hash_mib)),
        counted(u64::from(player.threads), "thread", "threads"),
        player.variety.0,
    )
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
