use assay_arena::{GameResult, Reason};
use assay_report::{Analysis, Findings, FitOf, FitState, Measure, Special, Told, analyse};
use assay_study::{ArmIndex, GameNumber, PairKey, PairNumber, Study};

use crate::games::{self, Placed, record, study};

const FIDE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn key(arm: u16, pair: u32) -> PairKey {
    PairKey {
        arm: ArmIndex(arm),
        pair: PairNumber(pair),
    }
}

fn game(pair: u32, number: GameNumber, moves: &str, result: GameResult, reason: Reason) -> Placed {
    let moves = moves.split(' ').map(str::to_owned).collect();
    (key(0, pair), number, record(FIDE, 2, moves, result, reason))
}

fn found(study: &Study, records: &[Placed]) -> Findings {
    analyse(
        study,
        records
            .iter()
            .map(|(key, game, record)| (*key, *game, record)),
    )
    .unwrap()
}

fn orthodox() -> Study {
    study("name = \"Hand games\"\ngame = \"fide\"\n[limits]\nnodes = 1\n[stop]\npairs = 3\n")
}

/// Four games: White mates in 7 plies, Black in 4, a draw with castling and a capture in passing, a draw with a promotion.
fn by_hand() -> Vec<Placed> {
    vec![
        game(
            0,
            GameNumber::First,
            "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7",
            GameResult::WhiteWins,
            Reason::Mate,
        ),
        game(
            0,
            GameNumber::Second,
            "f2f3 e7e5 g2g4 d8h4",
            GameResult::BlackWins,
            Reason::Mate,
        ),
        game(
            1,
            GameNumber::First,
            "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 g1f3 e7d6 f1e2 f8e7 e1g1 e8g8",
            GameResult::Draw,
            Reason::LengthCap,
        ),
        game(
            1,
            GameNumber::Second,
            "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 g8f6 b7a8=Q",
            GameResult::Draw,
            Reason::LengthCap,
        ),
    ]
}

#[test]
fn games_counted_by_hand() {
    let findings = found(&orthodox(), &by_hand());
    assert!(findings.left_out.is_empty(), "{:?}", findings.left_out);
    let arm = &findings.arms[0];
    assert_eq!((arm.games, arm.pairs, arm.distinct_games), (4, 2, 4));
    assert_eq!((arm.white_wins, arm.draws, arm.black_wins), (1, 2, 1));
    assert_eq!(arm.score.unwrap().number(), "50.0%");
    assert_eq!(arm.first_move_elo.unwrap().number(), "0");
    // Wilson's interval of 2 of 4.
    assert_eq!(arm.decisive_rate.unwrap().text(), "50.0% (15.0% to 85.0%)");
    let length = arm.length.as_ref().unwrap();
    assert_eq!((length.min, length.median, length.max), (4, 7, 12));
    assert_eq!(length.mean.number(), "8.0");
    let endings: Vec<(Reason, u64)> = arm.endings.iter().map(|e| (e.reason, e.games)).collect();
    assert_eq!(endings, [(Reason::Mate, 2), (Reason::LengthCap, 2)]);
    // Two plies of each game are its opening.
    assert_eq!(arm.moves, 32 - 8);
    let used = |special: Special| {
        let used = arm.specials.iter().find(|s| s.special == special).unwrap();
        (used.games, used.moves)
    };
    assert_eq!(used(Special::Castling), (1, 2));
    assert_eq!(used(Special::EnPassant), (1, 1));
    assert_eq!(used(Special::Promotion), (1, 1));
    assert_eq!(used(Special::MultiCapture), (0, 0));
    assert_eq!(findings.study.engines, ["assay 0.1.0"]);
}

#[test]
fn half_pairs_and_broken_records_are_left_out_and_said() {
    let mut records = by_hand();
    records.push(game(
        2,
        GameNumber::First,
        "e2e4 e7e5",
        GameResult::Draw,
        Reason::LengthCap,
    ));
    records[3].2.moves[4] = "b5b9".to_owned();
    let findings = found(&orthodox(), &records);
    assert_eq!(findings.arms[0].pairs, 1);
    assert_eq!(
        findings.left_out,
        [
            "fide, pair 1, game 2: \"b5b9\" is not legal at ply 5",
            "fide, pair 1: only one of its two games is there",
            "fide, pair 2: only one of its two games is there",
        ]
    );
    let mut stranger = by_hand();
    stranger[0].0 = key(0, 99);
    assert!(
        found(&orthodox(), &stranger)
            .left_out
            .contains(&"arm 0 pair 99: the study has no such pair".to_owned())
    );
}

#[test]
fn a_game_played_twice_is_noticed() {
    let mut records = by_hand();
    records[1].2 = records[0].2.clone();
    let arm = &found(&orthodox(), &records).arms[0];
    assert_eq!((arm.games, arm.distinct_games), (4, 3));
}

#[test]
fn nothing_yet_one_pair_and_all_draws_have_findings() {
    let nothing = found(&orthodox(), &[]);
    assert_eq!(
        (nothing.games(), nothing.pairs(), nothing.pairs_wanted()),
        (0, 0, 3)
    );
    assert_eq!(nothing.arms[0].score, None);
    let one = found(&orthodox(), &by_hand()[..2]);
    let score = one.arms[0].score.unwrap();
    assert!(
        score.low().unwrap() < 0.05 && score.high().unwrap() > 0.95,
        "{score:?}"
    );
    let draws = found(&orthodox(), &by_hand()[2..]);
    let arm = &draws.arms[0];
    assert_eq!(arm.decisive_rate.unwrap().number(), "0.0%");
    assert_eq!(arm.white_of_decisive, None);
    // One pair that agrees in itself does not make a certainty.
    assert!(arm.score.unwrap().low().unwrap() < 0.1);
}

#[test]
fn a_piece_that_never_differs_has_no_value() {
    let findings = found(&orthodox(), &by_hand());
    let values = findings.values.unwrap();
    assert_eq!(values.unit.as_deref(), Some("pawn"));
    let fit = &values.fits[0];
    assert_eq!((fit.of.clone(), fit.pairs), (FitOf::All, 2));
    let queen = fit.values.iter().find(|v| v.symbol == "Q").unwrap();
    assert_eq!(
        queen.log_odds,
        Told::Untold("the sides never differed in it".to_owned())
    );
    assert_eq!(queen.pawns, queen.log_odds);
    assert!(matches!(fit.state, FitState::Plain | FitState::Penalised));
}

const FACTORIAL: &str = "name = \"f\"\ngame = \"sonic\"\nlength_cap = 160\n[limits]\nnodes = 1\n[stop]\npairs = 10\n\
    [factorial]\nturning = [\"curved\", \"crooked\"]\nsprings = [false, true]\n";

/// Random games counted a second way: from the letters of their move texts and from plain sums.
#[test]
fn random_games_counted_another_way() {
    let study = study(FACTORIAL);
    let records = games::records(&study);
    let findings = found(&study, &records);
    for (index, arm) in findings.arms.iter().enumerate() {
        let mine: Vec<_> = records
            .iter()
            .filter(|(key, _, _)| usize::from(key.arm.0) == index)
            .collect();
        let moves = || {
            mine.iter()
                .flat_map(|(_, _, r)| &r.moves[usize::from(r.opening_plies).min(r.moves.len())..])
        };
        let used = |special: Special| {
            arm.specials
                .iter()
                .find(|s| s.special == special)
                .unwrap()
                .moves
        };
        assert_eq!(arm.moves, moves().count() as u64);
        assert_eq!(
            used(Special::FormChange),
            moves().filter(|m| m.contains('~')).count() as u64
        );
        assert_eq!(
            used(Special::SpringContact) > 0,
            study.arms[index].choice.get("springs") == Some("true")
        );
        assert!(used(Special::MultiCapture) > 0 && used(Special::KingHit) > 0);
        let points: f64 = mine.iter().map(|(_, _, r)| r.result.white_score()).sum();
        assert!((arm.score.unwrap().value() - points / mine.len() as f64).abs() < 1e-12);
        assert_eq!(arm.endings.iter().map(|e| e.games).sum::<u64>(), arm.games);
    }
}

/// In a full factorial with cells of one size an effect is a difference of means of arms.
#[test]
fn effects_are_differences_of_means() {
    let study = study(&FACTORIAL.replace("pairs = 10", "pairs = 20"));
    let findings = found(&study, &games::records(&study));
    let mean = |index: usize| findings.arms[index].score.unwrap().value();
    let [a, b, c, d] = [0, 1, 2, 3].map(mean);
    let wanted = [
        (c + d - a - b) / 2.0,
        (b + d - a - c) / 2.0,
        (d - c) - (b - a),
    ];
    let effects: Vec<_> = findings.effects_on(Measure::WhiteScore).collect();
    assert_eq!(effects.len(), 3);
    for (effect, wanted) in effects.iter().zip(wanted) {
        let estimate = &effect.change.estimate;
        assert!(
            (estimate.value() - wanted).abs() < 1e-9,
            "{}",
            effect.label()
        );
        assert!(estimate.low().unwrap() < wanted && wanted < estimate.high().unwrap());
        assert!(effect.change.holm.unwrap() >= effect.change.p.unwrap());
    }
    assert_eq!(effects[0].label(), "turning: curved → crooked");
    assert_eq!(effects[2].label(), "turning=crooked × springs=true");
    let first = findings.differences_of(Measure::WhiteScore).next().unwrap();
    assert!((first.change.estimate.value() - (b - a)).abs() < 1e-12);
    assert_eq!(findings.differences.len(), 3 * 6);
}

/// Normal intervals of fewer than twenty openings are too narrow to claim anything by.
#[test]
fn few_openings_claim_nothing() {
    let study = study(&FACTORIAL.replace("pairs = 10", "pairs = 19"));
    let findings = found(&study, &games::records(&study));
    assert_eq!(findings.effects_on(Measure::WhiteScore).count(), 3);
    assert!(
        findings
            .effects
            .iter()
            .all(|e| e.change.p.is_none() && !e.change.is_told())
    );
    assert!(findings.differences.iter().all(|d| d.change.p.is_none()));
}

#[test]
fn the_order_of_records_does_not_matter() {
    let study = study(FACTORIAL);
    let mut records = games::records(&study);
    let forth = found(&study, &records);
    records.reverse();
    let mut analysis = Analysis::new(&study).unwrap();
    for (key, game, record) in &records {
        analysis.add(*key, *game, record);
    }
    assert!(forth == analysis.findings());
}

/// More material wins more often even between players that move at random.
#[test]
fn material_is_worth_something_in_random_games() {
    let study = study(
        "name = \"v\"\ngame = \"sonic\"\nlength_cap = 160\n[limits]\nnodes = 1\n[stop]\npairs = 150\n",
    );
    let findings = found(&study, &games::records(&study));
    let values = findings.values.unwrap();
    assert_eq!(values.fits.len(), 1);
    for symbol in ["Q", "form K"] {
        let value = values.fits[0]
            .values
            .iter()
            .find(|v| v.symbol == symbol)
            .unwrap();
        let log_odds = value.log_odds.estimate().unwrap();
        assert!(
            log_odds.low().unwrap() > 0.0,
            "{symbol} {}",
            log_odds.text()
        );
    }
}
