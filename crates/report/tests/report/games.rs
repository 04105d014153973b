//! Records of games played at random, so that the analysis has something true to count.

use assay_arena::{GameResult, Provenance, Reason, Record};
use assay_rules::{AnyRules, Ending, MoveList, Position, Rules, Side, Width, with_rules};
use assay_study::{GameNumber, PairKey, PairNumber, Study, builtin_game};

/// A record with its place in the study.
pub(crate) type Placed = (PairKey, GameNumber, Record);

/// A small generator, fixed for ever (Steele, Lea and Flood's `SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// A valid study of a file's text.
pub(crate) fn study(text: &str) -> Study {
    Study::parse("test.toml", text, &mut builtin_game).expect("the test's study is valid")
}

/// A record of every game of a study, each played at random.
pub(crate) fn records(study: &Study) -> Vec<Placed> {
    let mut all = Vec::new();
    for (arm, of_arm) in study.arms() {
        let rules = study
            .game
            .compile(&of_arm.choice, of_arm.start.as_deref())
            .unwrap();
        for pair in 0..study.pairs_per_arm() {
            for game in GameNumber::BOTH {
                let seed = u64::from(arm.0) << 40 | u64::from(pair) << 8 | game.index() as u64;
                let key = PairKey {
                    arm,
                    pair: PairNumber(pair),
                };
                let start = study.start_of(key).map(|start| start.text);
                let cap = study.length_cap.0.into();
                let record = play(&rules, start.as_deref(), &mut Random(seed), cap);
                all.push((key, game, record));
            }
        }
    }
    all
}

fn play(rules: &AnyRules, start: Option<&str>, random: &mut Random, cap: usize) -> Record {
    with_rules!(rules, r => {
        let start = start.map_or(*r.start(), |text| r.parse_position(text).unwrap());
        play_on(r, start, random, cap)
    })
}

/// Plays by chance, half the time a tactical move when there is one.
fn play_on<W: Width>(
    rules: &Rules<W>,
    start: Position<W>,
    random: &mut Random,
    cap: usize,
) -> Record {
    let mut position = start;
    let mut list = MoveList::default();
    let mut moves = Vec::new();
    let (result, reason) = loop {
        if let Some(verdict) = rules.verdict(&position) {
            break (
                match verdict.winner {
                    Some(Side::White) => GameResult::WhiteWins,
                    Some(Side::Black) => GameResult::BlackWins,
                    None => GameResult::Draw,
                },
                match verdict.ending {
                    Ending::KingTaken => Reason::KingTaken,
                    Ending::LastFormLost => Reason::LastFormLost,
                    Ending::Mate => Reason::Mate,
                    Ending::Stalemate => Reason::Stalemate,
                    Ending::Repetition => Reason::Repetition,
                    Ending::MoveCount => Reason::MoveCount,
                    Ending::DeadPosition => Reason::DeadPosition,
                },
            );
        }
        if moves.len() >= cap {
            break (GameResult::Draw, Reason::LengthCap);
        }
        list.clear();
        rules.legal_moves(&position, &mut list);
        let sharp: Vec<_> = list
            .iter()
            .copied()
            .filter(|mv| rules.is_tactical(&position, *mv))
            .collect();
        let mv = if !sharp.is_empty() && random.below(2) == 0 {
            sharp[random.below(sharp.len())]
        } else {
            list[random.below(list.len())]
        };
        moves.push(rules.move_text(&position, mv));
        position = rules.play(&position, mv);
    };
    record(&rules.position_text(&start), 4, moves, result, reason)
}

/// A record of these moves.
pub(crate) fn record(
    start: &str,
    opening_plies: u16,
    moves: Vec<String>,
    result: GameResult,
    reason: Reason,
) -> Record {
    Record {
        start: start.to_owned(),
        opening_plies,
        searched: vec![None; moves.len()],
        moves,
        result,
        reason,
        nodes: 0,
        engine: "assay 0.1.0".to_owned(),
        players: None,
        settings: "none".to_owned(),
        provenance: Provenance::default(),
    }
}
