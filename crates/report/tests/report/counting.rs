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
    // Orthodox moves take one piece at most, so there is nothing to count.
    assert_eq!(arm.special(Special::MultiCapture), None);
    assert_eq!(
        (
            arm.openings.distinct,
            arm.openings.repeated.unwrap().number()
        ),
        (2, "0.0%".to_owned())
    );
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
    // Two pairs do not tell the pawn from nothing, nor any other piece.
    assert_eq!(values.unit, None);
    assert!(values.not_in_pawns.is_some());
    let fit = &values.fits[0];
    assert_eq!((fit.of.clone(), fit.pairs), (FitOf::All, 2));
    let queen = fit.values.iter().find(|v| v.symbol == "Q").unwrap();
    assert_eq!(
        queen.log_odds,
        Told::Untold("the sides never differed in it".to_owned())
    );
    assert_eq!(
        queen.worth,
        Told::Untold("there is no piece to count in".to_owned())
    );
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
        let used = |special: Special| arm.special(special).map_or(0, |used| used.moves);
        assert_eq!(arm.moves, moves().count() as u64);
        assert_eq!(arm.moves_by_phase.iter().sum::<u64>(), arm.moves);
        for used in &arm.specials {
            let by_phase: u64 = used.by_phase.iter().map(|p| p.moves).sum();
            assert_eq!(by_phase, used.moves, "{:?}", used.special);
        }
        assert_eq!(
            used(Special::FormChange),
            moves().filter(|m| m.contains('~')).count() as u64
        );
        assert_eq!(
            arm.special(Special::SpringContact).is_some(),
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

/// Where two arms are all there are, the effect of the option is the difference of the arms, to the last bit.
#[test]
fn an_effect_of_two_arms_is_their_difference() {
    let text = FACTORIAL
        .replace("pairs = 10", "pairs = 24")
        .replace("turning = [\"curved\", \"crooked\"]\n", "");
    let study = study(&text);
    let findings = found(&study, &games::records(&study));
    assert_eq!((findings.effects.len(), findings.differences.len()), (3, 3));
    for (effect, difference) in findings.effects.iter().zip(&findings.differences) {
        assert_eq!(effect.measure, difference.measure);
        assert_eq!(effect.change, difference.change);
        assert!(effect.change.p.is_some());
    }
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

/// Both games of each pair from the first player's view: he has White in the first game and Black in the second.
#[test]
fn a_match_counted_by_hand() {
    let study = study(
        "name = \"Hand match\"\ngame = \"fide\"\nkind = \"match\"\n[limits]\nnodes = 1\n[stop]\npairs = 3\n\
         [[player]]\nname = \"one\"\n[[player]]\nname = \"other\"\n",
    );
    let findings = found(&study, &by_hand());
    let [only] = findings.matches.as_slice() else {
        panic!("one arm")
    };
    let results = |r: assay_report::Results| (r.wins, r.draws, r.losses);
    // White won the first game and Black the second, so the first player won both; then two draws.
    assert_eq!(results(only.results), (2, 2, 0));
    assert_eq!(only.pentanomial, [0, 0, 1, 0, 1]);
    let [white, black] = &only.by_colour;
    assert_eq!(
        (results(white.results), results(black.results)),
        ((1, 1, 0), (1, 1, 0))
    );
    assert_eq!(only.score.unwrap().number(), "75.0%");
    assert_eq!(only.elo.estimate().unwrap().number(), "+191");
    assert_eq!((only.lead.p, only.sequential.is_none()), (None, true));
    // The game's own balance is there as ever.
    assert_eq!(findings.balance()[0].white_wins, 1);
    let told = assay_report::summary(&findings, 2000);
    assert!(told.contains("Fewer than 20 pairs are too few to tell which of one and other is the stronger: one scored 75.0%"), "{told}");
}

/// Players who are the same in all but name: every game of a pair is played twice, so every pair is even.
#[test]
fn identical_players_are_even_and_their_copies_noticed() {
    let study = study(
        "name = \"Twins\"\ngame = \"fide\"\nkind = \"match\"\n[limits]\nnodes = 1\n[stop]\npairs = 30\n\
         [[player]]\nname = \"one\"\n[[player]]\nname = \"twin\"\n",
    );
    let game = &by_hand()[0].2;
    let records: Vec<Placed> = (0..30)
        .flat_map(|pair| GameNumber::BOTH.map(|number| (key(0, pair), number, game.clone())))
        .collect();
    let findings = found(&study, &records);
    let only = &findings.matches[0];
    assert_eq!(only.pentanomial, [0, 0, 30, 0, 0]);
    assert_eq!(
        (only.superiority, only.lead.p, only.visible_elo),
        (None, None, None)
    );
    let told = assay_report::summary(&findings, 2000);
    for words in [
        "Which of one and twin is the stronger cannot be told: one scored 50.0%",
        "every pair brought the same points",
        "59 of the 60 games repeat another game of their arm move by move",
        "29 of the 30 pairs began as an earlier pair of their arm did",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn one_sided_matches_are_told_without_a_number_that_is_none() {
    let study = study(
        "name = \"One-sided\"\ngame = \"fide\"\nkind = \"match\"\n[limits]\nnodes = 1\n[stop]\npairs = 20\n\
         [[player]]\nname = \"one\"\n[[player]]\nname = \"other\"\n",
    );
    let [white, black] = [0, 1].map(|game| by_hand()[game].2.clone());
    let records: Vec<Placed> = (0..20)
        .flat_map(|pair| {
            let [first, second] = GameNumber::BOTH;
            [
                (key(0, pair), first, white.clone()),
                (key(0, pair), second, black.clone()),
            ]
        })
        .collect();
    let findings = found(&study, &records);
    let told = assay_report::summary(&findings, 2000);
    assert!(
        told.contains(
            "one is stronger than other: one scored 100.0% (83.2% to 100.0%) in 20 pairs, Elo undefined: every point was won; +277 or more; \
             the likelihood that one is the stronger is > 99.9% (p < 0.001)."
        ),
        "{told}"
    );
    let mut cells = told.split("  ").map(str::trim);
    assert!(cells.clone().any(|cell| cell == "undefined"), "{told}");
    assert!(cells.all(|cell| cell != "-"), "{told}");
}

/// Results of a tournament summed another way.
#[test]
fn a_tournament_adds_up() {
    for format in ["round-robin", "gauntlet"] {
        let findings =
            crate::files::played(&crate::files::TOURNAMENT.replace("round-robin", format));
        let tournament = findings.tournament.as_ref().unwrap();
        assert_eq!(tournament.standings.len(), 4);
        assert_eq!(
            tournament.meetings.len(),
            if format == "gauntlet" { 3 } else { 6 }
        );
        assert_eq!(tournament.comparisons.len(), 6);
        let games: u64 = tournament.standings.iter().map(|s| s.results.games()).sum();
        assert_eq!(games, 2 * findings.games());
        let points: f64 = tournament
            .standings
            .iter()
            .map(|s| s.score.unwrap().value() * s.results.games() as f64)
            .sum();
        assert!((points - findings.games() as f64).abs() < 1e-9);
        for one in 0..4 {
            for other in 0..4 {
                let Some(meeting) = tournament.meeting(one, other) else {
                    continue;
                };
                let back = tournament.meeting(other, one).unwrap();
                assert_eq!(meeting.results.wins, back.results.losses);
                let sum = meeting.score.unwrap().value() + back.score.unwrap().value();
                assert!((sum - 1.0).abs() < 1e-12);
                let sure = |a, b| tournament.superiority(a, b).unwrap();
                assert!((sure(one, other) + sure(other, one) - 1.0).abs() < 1e-12);
            }
        }
        let together = findings.together.as_ref().unwrap();
        assert_eq!(together.games, findings.games());
        assert!(findings.differences.is_empty());
    }
}

#[test]
fn a_ladder_places_arms_by_rules_and_player() {
    let text = "name = \"l\"\ngame = \"sonic\"\n[limits]\nnodes = 500\n[stop]\npairs = 1\n[[arm]]\nname = \"plain, as ever\"\n\
        [[arm]]\nname = \"crooked\"\noptions = { turning = \"crooked\" }\n\
        [[player]]\nname = \"N\"\n[[player]]\nname = \"4N\"\nnodes = 2000\n";
    let findings = found(&study(text), &[]);
    let ladder = findings.ladder.unwrap();
    assert!(ladder.is_by_nodes());
    let lines: Vec<_> = ladder
        .lines
        .iter()
        .map(|l| (l.name.as_str(), l.arms.clone()))
        .collect();
    assert_eq!(
        lines,
        [("plain, as ever", vec![0, 1]), ("crooked", vec![2, 3])]
    );
    assert_eq!(findings.arms[3].name, "crooked, 4N");
    assert_eq!(
        findings.study.limits,
        "500 or 2,000 nodes a move, by player"
    );
}

/// Moves that never happened have the bound of the rule of three; moves that the rules exclude have no entry.
#[test]
fn moves_that_never_happen() {
    let findings = found(&orthodox(), &by_hand()[..2]);
    let arm = &findings.arms[0];
    let castling = arm
        .special(Special::Castling)
        .unwrap()
        .share_of_moves
        .unwrap();
    assert_eq!(
        (castling.low(), castling.high()),
        (Some(0.0), Some(3.0 / 7.0))
    );
    assert_eq!(arm.special(Special::SpringContact), None);
    let opening = &arm.special(Special::Castling).unwrap().by_phase[0];
    assert_eq!((opening.moves, arm.moves_by_phase), (0, [7, 0, 0]));
}

#[test]
fn pieces_of_some_arms_only_say_which() {
    let study = study(
        "name = \"v\"\ngame = \"echidna\"\nlength_cap = 160\n[limits]\nnodes = 1\n[stop]\npairs = 10\n\
         [factorial]\nknights = [\"knight\", \"kwagga\"]\n",
    );
    let findings = found(&study, &games::records(&study));
    let fit = &findings.values.as_ref().unwrap().fits[0];
    let label = |symbol: &str| {
        let value = fit.values.iter().find(|v| v.symbol == symbol).unwrap();
        value.label()
    };
    let [first, second] = [0, 1].map(|arm| findings.arms[arm].name.clone());
    assert_eq!(label("N"), format!("knight (only in {first})"));
    assert_eq!(label("W"), format!("kwagga (only in {second})"));
    assert_eq!(label("R"), "rook");
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
        "name = \"v\"\ngame = \"sonic\"\nlength_cap = 160\n[limits]\nnodes = 1\n[stop]\npairs = 250\n",
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
