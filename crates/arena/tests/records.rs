//! Records of random games: what the referee makes of any sequence of legal moves is what the check
//! finds again, and nothing else passes.

use assay_arena::{GameResult, Plies, Provenance, Reason, Record, Referee, Terms, check_record};
use assay_rules::{AnyRules, Game, MoveList, Rules, Width, with_rules};
use proptest::prelude::*;

fn rules(game: usize) -> AnyRules {
    let game = Game::builtin(Game::builtin_ids()[game]).expect("a built-in game");
    let choice = game.choose([]).expect("the defaults");
    game.compile(&choice, None).expect("a game that compiles")
}

/// The record of a game of random moves, cut off at the terms' cap.
fn play<W: Width>(rules: &std::sync::Arc<Rules<W>>, terms: &Terms, mut chance: u64) -> Record {
    let mut referee = Referee::new(rules, terms, *rules.start());
    let mut texts = Vec::new();
    let mut moves = MoveList::default();
    let outcome = loop {
        if let Some(outcome) = referee.outcome() {
            break outcome;
        }
        rules.legal_moves(referee.position(), &mut moves);
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mv = moves[(chance >> 33) as usize % moves.len()];
        texts.push(rules.move_text(referee.position(), mv));
        referee.play(mv, None).expect("a listed move is legal");
    };
    Record {
        start: rules.position_text(rules.start()),
        opening_plies: 0,
        searched: vec![None; texts.len()],
        moves: texts,
        result: outcome.result,
        reason: outcome.reason,
        nodes: 0,
        engine: String::new(),
        players: None,
        settings: String::new(),
        provenance: Provenance::default(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_game_passes_the_check_and_no_other_ending_of_it(
        game in 0..Game::builtin_ids().len(),
        seed in any::<u64>(),
        cap in 1..300_u16,
        cut in any::<prop::sample::Index>(),
    ) {
        let rules = rules(game);
        let terms = Terms { length_cap: Plies(cap), ..Terms::default() };
        let record = with_rules!(&rules, r => play(r, &terms, seed));
        prop_assert_eq!(check_record(&rules, &terms, &record), Ok(()));
        for result in [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins] {
            for reason in Reason::ALL {
                let claimed = Record { result, reason, ..record.clone() };
                let same = (result, reason) == (record.result, record.reason);
                prop_assert_eq!(check_record(&rules, &terms, &claimed).is_ok(), same);
            }
        }
        let mut short = record.clone();
        let keep = cut.index(record.moves.len());
        short.moves.truncate(keep);
        short.searched.truncate(keep);
        prop_assert!(check_record(&rules, &terms, &short).is_err());
        let text = serde_json::to_string(&record).expect("a record is written as JSON");
        let again: Record = serde_json::from_str(&text).expect("and read again");
        prop_assert_eq!(again, record);
    }
}
