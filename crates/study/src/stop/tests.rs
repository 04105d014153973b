use assay_stats::{EloModel, Hypotheses, Outcome, Sprt};
use proptest::prelude::*;

use super::*;
use crate::{ArmIndex, PairKey, PairNumber, StudyKind};

const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

fn key(arm: u16, pair: u32) -> PairKey {
    PairKey {
        arm: ArmIndex(arm),
        pair: PairNumber(pair),
    }
}

fn rule(pairs: u32, early: EarlyStop) -> StopRule {
    StopRule {
        pairs,
        early: Some(early),
    }
}

fn sprt(elo1: f64) -> EarlyStop {
    let hypotheses = Hypotheses {
        elo0: 0.0,
        elo1,
        model: EloModel::Normalized,
    };
    EarlyStop::Sprt(SprtRule {
        test: Sprt::new(hypotheses, 0.05, 0.05).unwrap(),
        alpha: 0.05,
        beta: 0.05,
    })
}

fn halving(measure: HalvingMeasure, first: u32, keep: u16) -> EarlyStop {
    EarlyStop::Halving(Halving {
        measure,
        first,
        keep,
    })
}

/// A pair in which the first player wins both games.
const SWEEP: PairResult = PairResult([Outcome::Win, Outcome::Loss]);
const DRAWN: PairResult = PairResult([Outcome::Draw, Outcome::Draw]);

#[test]
fn without_a_rule_an_arm_plays_all_its_pairs() {
    let plain = StopRule {
        pairs: 3,
        early: None,
    };
    let mut judge = Judge::new(plain, StudyKind::Balance, 1);
    assert_eq!(judge.record(key(0, 2), DRAWN), []);
    assert!(judge.counts(key(0, 2)), "every pair counts at once");
    assert_eq!(judge.verdict(ArmIndex(0)).unwrap().counted, 0);
    judge.record(key(0, 0), DRAWN);
    judge.record(key(0, 1), DRAWN);
    let verdict = judge.verdict(ArmIndex(0)).unwrap();
    assert_eq!((verdict.counted, verdict.end), (3, Some(End::AllPlayed)));
    assert_eq!(verdict.evidence, None);
}

#[test]
fn a_test_stops_at_the_same_pair_whatever_came_first() {
    let mut judge = Judge::new(rule(1000, sprt(50.0)), StudyKind::Match, 2);
    // All but the first are in: nothing can be said yet.
    for pair in (1..200).rev() {
        assert_eq!(judge.record(key(0, pair), SWEEP), []);
    }
    assert_eq!(judge.verdict(ArmIndex(0)).unwrap().counted, 0);
    assert_eq!(judge.record(key(0, 0), SWEEP), [ArmIndex(0)]);
    let verdict = judge.verdict(ArmIndex(0)).unwrap();
    assert_eq!(verdict.end, Some(End::Accepted));
    assert_eq!(verdict.counted + verdict.left_out, 200);
    assert_eq!(verdict.limit, verdict.counted);
    assert_eq!(verdict.pairs, 0..verdict.counted);
    assert_eq!(verdict.results.0[4], u64::from(verdict.counted));
    assert!(judge.counts(key(0, verdict.counted - 1)));
    assert!(!judge.counts(key(0, verdict.counted)));
    let Some(Evidence::Sprt { llr, bounds, .. }) = verdict.evidence else {
        panic!("{verdict:?}");
    };
    assert!(llr >= bounds.1, "{llr} {bounds:?}");
    // The other arm is tested by itself.
    assert_eq!(judge.limit(ArmIndex(1)), 1000);
    assert_eq!(judge.end(ArmIndex(1)), None);
}

#[test]
fn the_weaker_first_player_fails_and_a_hard_question_stays_open() {
    let weaker = PairResult([Outcome::Loss, Outcome::Win]);
    let mut judge = Judge::new(rule(1000, sprt(50.0)), StudyKind::Match, 1);
    for pair in 0..1000 {
        judge.record(key(0, pair), weaker);
    }
    assert_eq!(judge.end(ArmIndex(0)), Some(End::Rejected));
    let mut judge = Judge::new(rule(20, sprt(1.0)), StudyKind::Match, 1);
    for pair in 0..20 {
        let result = if pair % 2 == 0 { SWEEP } else { weaker };
        judge.record(key(0, pair), result);
    }
    assert_eq!(judge.end(ArmIndex(0)), Some(End::AllPlayed));
    assert!(!End::AllPlayed.is_early());
}

#[test]
fn a_set_aside_pair_holds_nobody_up() {
    let mut judge = Judge::new(
        rule(1000, EarlyStop::Precision(Precision(0.1))),
        StudyKind::Balance,
        1,
    );
    for pair in 1..1000 {
        judge.record(key(0, pair), DRAWN);
    }
    assert_eq!(judge.set_aside(key(0, 0)), [ArmIndex(0)]);
    let verdict = judge.verdict(ArmIndex(0)).unwrap();
    assert_eq!(verdict.end, Some(End::Precise));
    assert_eq!(verdict.limit, verdict.counted + 1);
    assert_eq!(verdict.left_out, 999 - verdict.counted);
    let Some(Evidence::Precision {
        interval: Some(interval),
        ..
    }) = verdict.evidence
    else {
        panic!("{verdict:?}");
    };
    assert!(interval.low >= 0.4 && interval.high <= 0.6, "{interval:?}");
}

/// Four arms, of which the later ones are the more decisive.
fn race_result(arm: u16, pair: u32) -> PairResult {
    let decisive = |game: u32| {
        let won = (pair * 2 + game) * 7 % 20 < 3 + 5 * u32::from(arm);
        if won { Outcome::Win } else { Outcome::Draw }
    };
    PairResult([decisive(0), decisive(1)])
}

#[test]
fn a_race_drops_the_worse_half_and_plays_the_best_afresh() {
    let measure = HalvingMeasure::Decisive;
    let mut judge = Judge::new(rule(200, halving(measure, 20, 1)), StudyKind::Balance, 4);
    assert_eq!(judge.pairs_to_come().most, 4 * 20 + 2 * 20 + 160);
    for arm in 0..4 {
        assert_eq!(judge.limit(ArmIndex(arm)), 20);
        for pair in 0..19 {
            judge.record(key(arm, pair), race_result(arm, pair));
        }
    }
    for arm in 0..3 {
        assert_eq!(judge.record(key(arm, 19), race_result(arm, 19)), []);
    }
    let raised = judge.record(key(3, 19), race_result(3, 19));
    assert_eq!(raised, [ArmIndex(2), ArmIndex(3)]);
    assert_eq!(judge.end(ArmIndex(0)), Some(End::Dropped(1)));
    assert_eq!(judge.limit(ArmIndex(0)), 20);
    assert_eq!(judge.limit(ArmIndex(3)), 40);
    for pair in 20..40 {
        for arm in 2..4 {
            judge.record(key(arm, pair), race_result(arm, pair));
        }
    }
    assert_eq!(judge.end(ArmIndex(2)), Some(End::Dropped(2)));
    assert_eq!(judge.limit(ArmIndex(3)), 200);
    let race = judge.race().unwrap();
    assert_eq!((race.left, race.is_decided), (vec![ArmIndex(3)], true));
    assert!(race.missed_at_most.is_some_and(|bound| bound < 1.0));
    // The winner's figures are made of what it plays from here on.
    assert_eq!(judge.verdict(ArmIndex(3)).unwrap().pairs, 40..40);
    for pair in 40..200 {
        judge.record(key(3, pair), race_result(3, pair));
    }
    let winner = judge.verdict(ArmIndex(3)).unwrap();
    assert_eq!((winner.pairs, winner.counted), (40..200, 160));
    assert_eq!(winner.end, Some(End::AllPlayed));
    assert!(!judge.counts(key(3, 39)) && judge.counts(key(3, 40)));
    assert!(judge.counts(key(2, 39)) && !judge.counts(key(2, 40)));
    let to_come = judge.pairs_to_come();
    assert_eq!(to_come.passed, to_come.most);
}

#[test]
fn of_arms_alike_the_first_stay() {
    let early = halving(HalvingMeasure::Fair, 1, 2);
    let mut judge = Judge::new(rule(10, early), StudyKind::Balance, 3);
    for arm in 0..3 {
        judge.record(key(arm, 0), DRAWN);
    }
    assert_eq!(judge.end(ArmIndex(2)), Some(End::Dropped(1)));
    assert_eq!(judge.race().unwrap().left, [ArmIndex(0), ArmIndex(1)]);
}

#[test]
fn what_belongs_to_no_arm_changes_nothing() {
    let mut judge = Judge::new(rule(10, sprt(5.0)), StudyKind::Match, 1);
    assert_eq!(judge.record(key(1, 0), SWEEP), []);
    assert_eq!(judge.record(key(0, 10), SWEEP), []);
    let verdict = judge.verdict(ArmIndex(0)).unwrap();
    assert_eq!((verdict.counted, verdict.left_out), (0, 0));
    assert_eq!(judge.verdict(ArmIndex(1)), None);
}

const ARMS: u16 = 3;
const PAIRS: u32 = 40;

fn rules() -> impl Strategy<Value = (EarlyStop, StudyKind)> {
    prop_oneof![
        (20.0..400.0_f64).prop_map(|elo1| (sprt(elo1), StudyKind::Match)),
        (0.05..0.4_f64)
            .prop_map(|half| { (EarlyStop::Precision(Precision(half)), StudyKind::Balance,) }),
        (
            prop::sample::select(&HalvingMeasure::ALL[..]),
            1u32..12,
            1u16..3
        )
            .prop_map(|(measure, first, keep)| (halving(measure, first, keep), StudyKind::Balance)),
    ]
}

/// What becomes of each pair of every arm; one in ten is set aside. Arms lean to different sides.
fn outcomes() -> impl Strategy<Value = Vec<Option<PairResult>>> {
    let game = || prop::sample::select(&OUTCOMES[..]);
    let pair = prop_oneof![
        9 => (game(), game()).prop_map(|(a, b)| Some(PairResult([a, b]))),
        1 => Just(None),
        6 => Just(Some(SWEEP)),
    ];
    prop::collection::vec(pair, usize::from(ARMS) * PAIRS as usize)
}

fn told(judge: &mut Judge, place: usize, outcome: Option<PairResult>) {
    let key = key(place as u16 % ARMS, place as u32 / u32::from(ARMS));
    match outcome {
        Some(result) => judge.record(key, result),
        None => judge.set_aside(key),
    };
}

proptest! {
    /// Verdicts depend on results alone: not on the order in which they came, nor on hearing some twice, as after a
    /// restart.
    #[test]
    fn any_order_comes_to_the_same_verdicts(
        (early, kind) in rules(),
        outcomes in outcomes(),
        order in Just((0..usize::from(ARMS) * PAIRS as usize).collect::<Vec<_>>()).prop_shuffle(),
        again in prop::collection::vec(0..usize::from(ARMS) * PAIRS as usize, 0..30),
    ) {
        let mut in_order = Judge::new(rule(PAIRS, early), kind, ARMS);
        for (place, outcome) in outcomes.iter().enumerate() {
            told(&mut in_order, place, *outcome);
        }
        let mut shuffled = Judge::new(rule(PAIRS, early), kind, ARMS);
        for &place in order.iter().chain(&again) {
            told(&mut shuffled, place, outcomes[place]);
        }
        prop_assert_eq!(in_order.verdicts(), shuffled.verdicts());
        prop_assert_eq!(in_order.race(), shuffled.race());
        prop_assert!(in_order.verdicts().iter().all(|v| v.end.is_some()));
    }

    /// A coordinator plays no pair beyond an arm's limit; a restart tells a new judge what is stored. Both come to
    /// what the whole record says.
    #[test]
    fn playing_only_what_is_asked_for_comes_to_the_same(
        (early, kind) in rules(),
        outcomes in outcomes(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 200),
        restart in 0usize..120,
    ) {
        let mut whole = Judge::new(rule(PAIRS, early), kind, ARMS);
        for (place, outcome) in outcomes.iter().enumerate() {
            told(&mut whole, place, *outcome);
        }
        let mut live = Judge::new(rule(PAIRS, early), kind, ARMS);
        let mut stored = Vec::new();
        for pick in 0.. {
            let open: Vec<usize> = (0..outcomes.len())
                .filter(|place| !stored.contains(place))
                .filter(|&place| (place as u32 / u32::from(ARMS)) < live.limit(ArmIndex(place as u16 % ARMS)))
                .collect();
            if open.is_empty() {
                break;
            }
            // Any of the next few, as workers return them.
            let near = open.len().min(5);
            let place = open[picks[pick % picks.len()].index(near)];
            stored.push(place);
            told(&mut live, place, outcomes[place]);
            if pick == restart {
                live = Judge::new(rule(PAIRS, early), kind, ARMS);
                let mut rows = stored.clone();
                rows.sort_unstable_by_key(|place| (place % usize::from(ARMS), *place));
                for place in rows {
                    told(&mut live, place, outcomes[place]);
                }
            }
        }
        for (live, whole) in live.verdicts().into_iter().zip(whole.verdicts()) {
            prop_assert_eq!(&live.pairs, &whole.pairs);
            prop_assert_eq!(live.end, whole.end);
            prop_assert_eq!(live.results, whole.results);
            prop_assert_eq!(live.evidence, whole.evidence);
            prop_assert!(live.end.is_some());
        }
    }
}
