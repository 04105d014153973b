//! Random play by proptest, which shrinks what it finds.

use assay_rules::with_rules;
use proptest::prelude::*;

use crate::checks::flip::check_flip;
use crate::checks::games::{all_rules, walk};
use crate::checks::position::{check_legality, check_move, check_position};

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_play_keeps_every_invariant(picks in prop::collection::vec(any::<u16>(), 90), words in prop::collection::vec(any::<u32>(), 60)) {
        for (_, any) in all_rules() {
            with_rules!(any, r => walk(r, picks.iter().copied(), |pos, list, mv| {
                check_position(r, pos, list);
                if pos.fullmoves() % 8 == 1 {
                    check_legality(r, pos, list, &words);
                }
                if let Some(mv) = mv {
                    check_move(r, pos, mv);
                }
            }));
        }
    }

    #[test]
    fn exchanging_the_colours_exchanges_the_moves(picks in prop::collection::vec(any::<u16>(), 60)) {
        for (_, any) in all_rules() {
            with_rules!(any, r => walk(r, picks.iter().copied(), |pos, list, _| check_flip(r, pos, list)));
        }
    }
}
