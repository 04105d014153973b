//! Findings made by hand, so that rendering is tested without playing a game.

use assay_arena::Reason;
use assay_report::{
    ArmFindings, ArmName, Change, Difference, Effect, EndingShare, Estimate, Factor, Findings,
    FitOf, FitState, Length, LevelStep, Measure, OpeningsPlayed, Phase, PhaseUse, PieceValue,
    PlayerName, RenderMeta, Special, SpecialUse, StudyFacts, StudyKind, Told, Unit, ValueFindings,
    ValueFit, WorthUnit,
};

pub(crate) fn meta() -> RenderMeta {
    RenderMeta {
        written: None,
        program: "assay 0.1.0".to_owned(),
        notes: Vec::new(),
    }
}

/// Eight arms of Sonic, three crossed options.
pub(crate) fn factorial() -> Findings {
    let factors = [
        ("turning", ["curved", "crooked"]),
        ("springs", ["false", "true"]),
        ("stalemate", ["draw", "win"]),
    ];
    let mut names = Vec::new();
    for index in 0..8usize {
        let options: Vec<(String, String)> = factors
            .iter()
            .enumerate()
            .map(|(f, (option, values))| {
                (
                    (*option).to_owned(),
                    values[index >> (2 - f) & 1].to_owned(),
                )
            })
            .collect();
        names.push(options);
    }
    let mut findings = with_arms(
        names
            .into_iter()
            .map(|options| ArmName {
                name: options
                    .iter()
                    .map(|(o, v)| format!("{o}={v}"))
                    .collect::<Vec<_>>()
                    .join(" "),
                options,
                players: [0, 0],
            })
            .collect(),
        120,
    );
    findings.study.factors = factors
        .iter()
        .map(|(option, values)| Factor {
            option: (*option).to_owned(),
            values: values.iter().map(ToString::to_string).collect(),
        })
        .collect();
    let step = |f: usize| LevelStep {
        option: factors[f].0.to_owned(),
        from: factors[f].1[0].to_owned(),
        to: factors[f].1[1].to_owned(),
    };
    for measure in Measure::ALL {
        let scale = if measure == Measure::Length {
            400.0
        } else {
            1.0
        };
        let mut effect = |steps: Vec<LevelStep>, value: f64, holm: f64| {
            findings.effects.push(Effect {
                measure,
                steps,
                change: change(measure.unit(), value * scale, 0.021 * scale, holm),
                log_odds: Estimate::new(
                    Unit::LogOdds,
                    value * 4.0,
                    value * 4.0 - 0.09,
                    value * 4.0 + 0.09,
                ),
            });
        };
        effect(vec![step(0)], 0.061, 0.004);
        effect(vec![step(1)], -0.013, 0.81);
        effect(vec![step(2)], 0.009, 1.0);
        effect(vec![step(0), step(1)], 0.02, 1.0);
        effect(vec![step(0), step(2)], -0.031, 0.74);
        effect(vec![step(1), step(2)], 0.003, 1.0);
    }
    findings
}

/// Arms with the given names and `pairs` finished pairs each.
pub(crate) fn named(names: &[&str], pairs: u64) -> Findings {
    with_arms(
        names
            .iter()
            .map(|name| ArmName {
                name: (*name).to_owned(),
                options: vec![("stalemate".to_owned(), "draw".to_owned())],
                players: [0, 0],
            })
            .collect(),
        pairs,
    )
}

/// A study of which nothing is finished.
pub(crate) fn nothing_yet() -> Findings {
    let mut findings = named(&["curved", "crooked"], 0);
    findings.values = None;
    findings
}

/// A single arm of a single pair, both games drawn, in a game without pawns.
pub(crate) fn one_pair() -> Findings {
    let mut findings = named(&["plain"], 1);
    let arm = &mut findings.arms[0];
    (arm.white_wins, arm.draws, arm.black_wins) = (0, 2, 0);
    arm.score = Estimate::bare(Unit::Share, 0.5);
    arm.draw_rate = Estimate::new(Unit::Share, 1.0, 0.34, 1.0);
    arm.decisive_rate = Estimate::new(Unit::Share, 0.0, 0.0, 0.66);
    arm.white_of_decisive = None;
    arm.first_move_elo = Estimate::bare(Unit::Elo, 0.0);
    arm.endings = vec![EndingShare {
        reason: Reason::Repetition,
        games: 2,
        share: Estimate::new(Unit::Share, 1.0, 0.34, 1.0).unwrap(),
    }];
    findings.values = Some(ValueFindings {
        unit: None,
        not_in_pawns: None,
        by_phase: Vec::new(),
        fits: vec![ValueFit {
            of: FitOf::All,
            positions: 12,
            games: 2,
            pairs: 1,
            state: FitState::Failed("one pair is too few".to_owned()),
            values: Vec::new(),
        }],
    });
    findings
}

fn with_arms(names: Vec<ArmName>, pairs: u64) -> Findings {
    let arms: Vec<ArmFindings> = names
        .iter()
        .enumerate()
        .map(|(index, name)| arm(&name.name, index as u64, pairs))
        .collect();
    let mut differences = Vec::new();
    if pairs > 0 {
        for measure in Measure::ALL {
            for against in 0..arms.len() {
                for arm in against + 1..arms.len() {
                    let scale = if measure == Measure::Length {
                        400.0
                    } else {
                        1.0
                    };
                    let value = (arm as f64 - against as f64 * 1.3) * 0.011 * scale;
                    let holm = if arm == 3 && against == 0 { 0.031 } else { 0.7 };
                    differences.push(Difference {
                        measure,
                        arm,
                        against,
                        change: change(measure.unit(), value, 0.041 * scale, holm),
                    });
                }
            }
        }
    }
    let values = Some(ValueFindings {
        unit: Some(WorthUnit {
            symbol: "P".to_owned(),
            name: "pawn".to_owned(),
            plural: "pawns".to_owned(),
        }),
        not_in_pawns: None,
        by_phase: Vec::new(),
        fits: std::iter::once(FitOf::All)
            .chain((0..arms.len()).filter(|_| arms.len() > 1).map(FitOf::Arm))
            .map(|of| fit(of, pairs))
            .collect(),
    });
    Findings {
        study: StudyFacts {
            id: "sonic-options-1a2b3c4d".to_owned(),
            kind: StudyKind::Balance,
            name: "Sonic: what do the options do?".to_owned(),
            game: "sonic".to_owned(),
            game_name: "Sonic the Hedgehog Chess, Advanced".to_owned(),
            credits: vec![
                "Sonic the Hedgehog Chess, Advanced was invented by Daniil Frolov.".to_owned(),
            ],
            seed: 20_260_101,
            limits: "2,000 nodes a move".to_owned(),
            players: vec!["the built-in engine on both sides".to_owned()],
            roster: vec![PlayerName {
                name: "assay".to_owned(),
                limit: "2,000 nodes a move".to_owned(),
                nodes: Some(2000),
            }],
            openings: "6 random plies, kept when the engine scores them within 150 centipawns"
                .to_owned(),
            shuffled: false,
            adjudication: None,
            length_cap: 400,
            pairs_per_arm: 120,
            pairs_wanted: 120 * names.len() as u64,
            rounds_asked: 0,
            early_stop: None,
            engines: vec!["assay 0.1.0".to_owned()],
            arms: names,
            factors: Vec::new(),
        },
        arms,
        together: None,
        matches: Vec::new(),
        tournament: None,
        ladder: None,
        differences,
        effects: Vec::new(),
        values,
        stops: Vec::new(),
        rounds: Vec::new(),
        tuning: None,
        imbalance: None,
        published: Vec::new(),
        stopping: None,
        left_out: Vec::new(),
    }
}

fn arm(name: &str, index: u64, pairs: u64) -> ArmFindings {
    let games = pairs * 2;
    let white_wins = games * (42 + index) / 100;
    let draws = games * (19 - index.min(9)) / 100;
    let black_wins = games - white_wins - draws;
    let share = |n: u64, wide: f64| {
        let p = n as f64 / games as f64;
        Estimate::new(Unit::Share, p, (p - wide).max(0.0), (p + wide).min(1.0))
    };
    let score = (white_wins as f64 + draws as f64 / 2.0) / games as f64;
    let mut endings = Vec::new();
    for (reason, part) in [
        (Reason::KingTaken, white_wins),
        (Reason::LastFormLost, black_wins),
        (Reason::Repetition, draws / 2),
        (Reason::MoveCount, draws - draws / 2),
    ] {
        endings.extend(share(part, 0.05).map(|share| EndingShare {
            reason,
            games: part,
            share,
        }));
    }
    ArmFindings {
        name: name.to_owned(),
        games,
        pairs,
        distinct_games: games.saturating_sub(index % 2),
        openings: OpeningsPlayed {
            distinct: pairs,
            repeated: Estimate::bare(Unit::Share, 0.0).filter(|_| pairs > 0),
        },
        white_wins,
        draws,
        black_wins,
        score: Estimate::new(Unit::Share, score, score - 0.058, score + 0.058),
        draw_rate: share(draws, 0.048),
        decisive_rate: share(games - draws, 0.048),
        white_of_decisive: share(white_wins, 0.06),
        first_move_elo: Estimate::new(Unit::Elo, 347.0 * (2.0 * score - 1.0), -30.0, 55.0),
        length: (games > 0).then(|| Length {
            mean: Estimate::new(
                Unit::Plies,
                71.3 + index as f64 * 4.0,
                66.0 + index as f64 * 4.0,
                77.0 + index as f64 * 4.0,
            )
            .unwrap(),
            min: 11,
            tenth: 30,
            quarter: 44,
            median: 66 + index as u32,
            three_quarters: 93 + 2 * index as u32,
            nine_tenths: 130,
            max: 311,
        }),
        endings,
        moves: games * 65,
        moves_by_phase: [games * 30, games * 25, games * 10],
        specials: Special::ALL
            .into_iter()
            .enumerate()
            .map(|(k, special)| {
                let p = if special == Special::SpringContact && index.is_multiple_of(2) {
                    0.0
                } else {
                    0.9 / (k + 1) as f64
                };
                let of_moves = p / 40.0;
                SpecialUse {
                    special,
                    games: (games as f64 * p) as u64,
                    moves: (games as f64 * 65.0 * of_moves) as u64,
                    share_of_games: Estimate::new(Unit::Share, p, (p - 0.04).max(0.0), p + 0.04)
                        .filter(|_| games > 0),
                    share_of_moves: Estimate::new(
                        Unit::FineShare,
                        of_moves,
                        of_moves * 0.9,
                        of_moves * 1.1,
                    )
                    .filter(|_| games > 0),
                    by_phase: Phase::ALL
                        .into_iter()
                        .map(|phase| PhaseUse {
                            phase,
                            moves: (games as f64 * 21.0 * of_moves) as u64,
                            share_of_moves: Estimate::new(
                                Unit::FineShare,
                                of_moves,
                                of_moves * 0.8,
                                of_moves * 1.2,
                            )
                            .filter(|_| games > 0),
                        })
                        .collect(),
                }
            })
            .collect(),
    }
}

fn fit(of: FitOf, pairs: u64) -> ValueFit {
    let arm = match of {
        FitOf::Arm(index) => Some(index),
        FitOf::All | FitOf::Value { .. } | FitOf::Phase(_) => None,
    };
    let wide = if arm.is_some() { 2.8 } else { 1.0 };
    let shift = arm.unwrap_or(3) as f64 * 0.05;
    let value = |symbol: &str, name: &str, pawns: f64, se: f64| PieceValue {
        symbol: symbol.to_owned(),
        name: name.to_owned(),
        only_in: Vec::new(),
        log_odds: Told::Value(
            Estimate::new(
                Unit::LogOdds,
                pawns * 0.33,
                (pawns - se * wide) * 0.33,
                (pawns + se * wide) * 0.33,
            )
            .unwrap(),
        ),
        worth: Told::Value(
            Estimate::new(
                Unit::Pawns,
                pawns + shift,
                pawns - se * wide,
                if se * wide > 4.0 {
                    f64::INFINITY
                } else {
                    pawns + se * wide * 1.3
                },
            )
            .unwrap(),
        ),
    };
    let untold = |symbol: &str, name: &str| PieceValue {
        symbol: symbol.to_owned(),
        name: name.to_owned(),
        only_in: Vec::new(),
        log_odds: Told::Untold("the two sides never differed in it".to_owned()),
        worth: Told::Untold("the two sides never differed in it".to_owned()),
    };
    ValueFit {
        of,
        positions: pairs * if arm.is_some() { 14 } else { 112 },
        games: pairs * 2,
        pairs,
        state: if arm == Some(1) {
            FitState::Penalised
        } else {
            FitState::Plain
        },
        values: vec![
            value("P", "pawn", 1.0, 0.0),
            value("N", "knight", 3.2, 0.5),
            value("B", "bishop", 3.9, 0.6),
            value("R", "rook", 5.8, 0.9),
            value("Q", "queen", 9.7, 1.6),
            value("form K", "king form K", 1.4, 1.5),
            value("form N", "king form N", 2.0, 1.1),
            if arm == Some(2) {
                untold("form A", "king form A")
            } else {
                value("form A", "king form A", -0.3, 0.9)
            },
        ],
    }
}

fn change(unit: Unit, value: f64, wide: f64, holm: f64) -> Change {
    Change {
        estimate: Estimate::new(unit, value, value - wide, value + wide).unwrap(),
        p: Some(holm / 7.0),
        holm: Some(holm),
        visible: Some(wide * 1.43),
    }
}
