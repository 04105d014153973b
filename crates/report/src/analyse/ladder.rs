//! The same rules at several strengths of play.

use assay_study::{Factor, MoveLimit, Study, StudyKind};

use crate::findings::{LadderFindings, LadderLine, Rung};

/// The arms by rules and player; `None` where there is but one player, or players meet each other.
pub(super) fn ladder(study: &Study) -> Option<LadderFindings> {
    let names = rungs(study);
    if study.kind != StudyKind::Balance || names.len() < 2 {
        return None;
    }
    let lines = study
        .arms
        .chunks(names.len())
        .enumerate()
        .map(|(line, arms)| LadderLine {
            name: match (arms.first(), study.arms.len() == names.len()) {
                (_, true) => study.game.name().to_owned(),
                // The study names its arms by rules, comma, player.
                (Some(arm), false) => {
                    let rules = arm.name.strip_suffix(names[0].as_str());
                    let rules = rules.and_then(|name| name.strip_suffix(", "));
                    rules.unwrap_or(&arm.name).to_owned()
                }
                (None, false) => String::new(),
            },
            arms: (line * names.len()..line * names.len() + arms.len()).collect(),
        })
        .collect();
    let rungs = names.into_iter().zip(&study.arms).map(|(name, arm)| Rung {
        name,
        player: usize::from(arm.players[0].0),
        nodes: match study.players_of(arm)[0].limit {
            MoveLimit::Nodes(nodes) => Some(nodes),
            MoveLimit::Depth(_) | MoveLimit::Time(_) => None,
        },
    });
    Some(LadderFindings {
        rungs: rungs.collect(),
        lines,
    })
}

/// Names of the players as the study gives them. In a later round of a study that fits values every arm has a player of its
/// own, and only the factor tells who they were.
fn rungs(study: &Study) -> Vec<String> {
    let factors = study.factorial.iter().flat_map(|f| &f.factors);
    let mut players = factors.filter(|factor| factor.option == Factor::PLAYER);
    match players.next() {
        Some(factor) => factor.values.clone(),
        None if study.round == 0 => study.players.iter().map(|p| p.name.clone()).collect(),
        None => Vec::new(),
    }
}
