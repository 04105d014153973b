use super::*;
use crate::{ArmIndex, PairNumber};

const LENGTH: Millis = Millis(1000);

fn id(text: &str) -> StudyId {
    text.parse().unwrap()
}

fn key(arm: u16, pair: u32) -> PairKey {
    PairKey {
        arm: ArmIndex(arm),
        pair: PairNumber(pair),
    }
}

fn worker(name: &str) -> WorkerName {
    WorkerName::new(name)
}

fn table(studies: &[(&str, u16, u32)]) -> LeaseTable {
    let mut table = LeaseTable::new(Patience::default());
    for &(study, arms, pairs) in studies {
        let lease = LENGTH;
        let work = Work { arms, pairs, lease };
        assert_eq!(table.add(&id(study), work, [], []), Admitted::Added);
    }
    table
}

fn keys(leases: &[Lease]) -> Vec<(u16, u32)> {
    leases.iter().map(|l| (l.key.arm.0, l.key.pair.0)).collect()
}

fn ids(leases: &[Lease]) -> Vec<LeaseId> {
    leases.iter().map(|l| l.id).collect()
}

fn counts(table: &LeaseTable, study: &str) -> (u64, u64, u64, u64) {
    let c = table.counts(&id(study)).unwrap();
    (c.open, c.leased, c.done, c.quarantined)
}

#[test]
fn arms_take_turns_and_nothing_is_lent_twice() {
    let mut t = table(&[("s", 2, 2)]);
    assert_eq!(
        keys(&t.acquire(&worker("a"), 3, Millis(0))),
        [(0, 0), (1, 0), (0, 1)]
    );
    assert_eq!(keys(&t.acquire(&worker("b"), 3, Millis(0))), [(1, 1)]);
    assert_eq!(t.acquire(&worker("b"), 3, Millis(0)), []);
    assert_eq!(counts(&t, "s"), (0, 4, 0, 0));
    assert_eq!(t.state(&id("s")), Some(StudyState::Open));
}

#[test]
fn a_resumed_study_lends_only_what_is_missing() {
    let mut t = LeaseTable::default();
    let lease = LENGTH;
    let work = Work {
        arms: 2,
        pairs: 2,
        lease,
    };
    let done = [key(0, 0), key(1, 1), key(0, 0), key(9, 9)];
    t.add(&id("s"), work, done, [key(0, 1)]);
    assert_eq!(counts(&t, "s"), (1, 0, 2, 1));
    assert_eq!(t.add(&id("s"), work, [], []), Admitted::AlreadyThere);
    assert_eq!(keys(&t.acquire(&worker("a"), 9, Millis(0))), [(1, 0)]);
    assert_eq!(t.submit(&id("s"), key(1, 0)), Submitted::Accepted);
    assert_eq!(t.state(&id("s")), Some(StudyState::Done));
}

#[test]
fn an_expired_lease_is_lent_again_first() {
    let mut t = table(&[("s", 1, 3)]);
    let first = t.acquire(&worker("a"), 1, Millis(0));
    assert_eq!(t.next_deadline(), Some(Millis(1000)));
    assert_eq!(t.expire(Millis(999)), []);
    let expired = t.expire(Millis(1000));
    assert_eq!(expired, [(first[0].clone(), FailureReport::Retry)]);
    let again = t.acquire(&worker("b"), 1, Millis(1001));
    assert_eq!(keys(&again), [(0, 0)]);
    assert_eq!(again[0].attempt, Attempt(2));
    assert_ne!(again[0].id, first[0].id);
}

#[test]
fn renewal_prolongs_only_what_is_still_the_workers() {
    let mut t = table(&[("s", 1, 3)]);
    let a = t.acquire(&worker("a"), 2, Millis(0));
    assert_eq!(t.submit(&id("s"), a[1].key), Submitted::Accepted);
    let renewal = t.renew(&worker("a"), ids(&a), Millis(900));
    assert_eq!(
        renewal,
        Renewal {
            kept: vec![a[0].id],
            lost: vec![a[1].id]
        }
    );
    assert_eq!(
        t.renew(&worker("b"), [a[0].id], Millis(950)).lost,
        [a[0].id]
    );
    assert_eq!(t.expire(Millis(1899)), []);
    assert_eq!(t.expire(Millis(1900)).len(), 1);
}

#[test]
fn a_late_result_of_a_lost_lease_is_welcome_once() {
    let mut t = table(&[("s", 1, 2)]);
    let a = t.acquire(&worker("a"), 1, Millis(0));
    t.expire(Millis(1000));
    let b = t.acquire(&worker("b"), 1, Millis(1000));
    assert_eq!(t.standing(&id("s"), key(0, 0)), Standing::Leased);
    assert_eq!(t.submit(&id("s"), a[0].key), Submitted::Accepted);
    assert_eq!(t.submit(&id("s"), b[0].key), Submitted::AlreadyDone);
    assert_eq!(t.renew(&worker("b"), ids(&b), Millis(1100)).lost, ids(&b));
    assert_eq!(t.submit(&id("s"), key(0, 7)), Submitted::Unknown);
    assert_eq!(t.submit(&id("other"), key(0, 0)), Submitted::Unknown);
    assert_eq!(t.leases().count(), 0);
}

#[test]
fn a_released_lease_blames_nobody() {
    let mut t = table(&[("s", 1, 2)]);
    for attempt in 1..=20 {
        let a = t.acquire(&worker("a"), 1, Millis(0));
        assert_eq!((a[0].key, a[0].attempt), (key(0, 0), Attempt(attempt)));
        assert_eq!(t.release(&worker("b"), ids(&a)), []);
        assert_eq!(t.release(&worker("a"), ids(&a)), a);
    }
    t.acquire(&worker("a"), 2, Millis(0));
    assert_eq!(t.release_all(&worker("a")).len(), 2);
    assert_eq!(counts(&t, "s"), (2, 0, 0, 0));
}

#[test]
fn three_failures_set_a_pair_aside_with_their_evidence() {
    let mut t = table(&[("s", 1, 1)]);
    for attempt in 1..=3 {
        let lent = t.acquire(&worker("a"), 1, Millis(0));
        assert_eq!(lent[0].attempt, Attempt(attempt));
        let evidence = format!("panic {attempt}");
        let report = t.failed(
            &id("s"),
            lent[0].key,
            lent[0].attempt,
            &worker("a"),
            &evidence,
        );
        if attempt < 3 {
            assert_eq!(report, FailureReport::Retry);
            // The same failure told again does not count again.
            let again = t.failed(
                &id("s"),
                lent[0].key,
                lent[0].attempt,
                &worker("a"),
                "again",
            );
            assert_eq!(again, FailureReport::Ignored);
            continue;
        }
        let FailureReport::Quarantined(troubles) = report else {
            panic!("{report:?}");
        };
        let told: Vec<String> = troubles.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "attempt 1 at a: panic 1",
                "attempt 2 at a: panic 2",
                "attempt 3 at a: panic 3"
            ]
        );
    }
    assert_eq!(counts(&t, "s"), (0, 0, 0, 1));
    assert_eq!(t.state(&id("s")), Some(StudyState::Done));
    assert_eq!(t.submit(&id("s"), key(0, 0)), Submitted::Quarantined);
    assert_eq!(t.acquire(&worker("a"), 1, Millis(0)), []);
}

#[test]
fn an_attempt_never_lent_cannot_fail() {
    let mut t = table(&[("s", 1, 1)]);
    for attempt in [0, 1, 7] {
        let report = t.failed(&id("s"), key(0, 0), Attempt(attempt), &worker("a"), "x");
        assert_eq!(report, FailureReport::Ignored, "attempt {attempt}");
    }
    let report = t.failed(&id("s"), key(1, 0), Attempt(1), &worker("a"), "x");
    assert_eq!(report, FailureReport::Unknown);
    assert_eq!(counts(&t, "s"), (1, 0, 0, 0));
}

#[test]
fn a_failure_told_late_does_not_disturb_the_lease_under_way() {
    let mut t = table(&[("s", 1, 1)]);
    t.acquire(&worker("a"), 1, Millis(0));
    t.expire(Millis(1000));
    let b = t.acquire(&worker("b"), 1, Millis(1000));
    let report = t.failed(&id("s"), key(0, 0), Attempt(1), &worker("a"), "panic");
    assert_eq!(report, FailureReport::Retry);
    assert_eq!(t.renew(&worker("b"), ids(&b), Millis(1500)).kept, ids(&b));
}

#[test]
fn losses_alone_set_a_pair_aside_in_the_end() {
    let mut t = table(&[("s", 1, 1)]);
    for n in 1..=10 {
        let now = Millis(n * 2000);
        assert_eq!(t.acquire(&worker("a"), 1, now).len(), 1, "lease {n}");
        let expired = t.expire(now + LENGTH);
        let aside = matches!(expired[0].1, FailureReport::Quarantined(_));
        assert_eq!(aside, n == 10, "lease {n}");
    }
    assert_eq!(counts(&t, "s"), (0, 0, 0, 1));
}

#[test]
fn one_broken_worker_does_not_use_up_the_patience() {
    let mut t = table(&[("s", 1, 4)]);
    // A good worker has pair 0; the broken one fails the others, once each.
    let good = t.acquire(&worker("good"), 1, Millis(0));
    for _ in 0..10 {
        for lease in t.acquire(&worker("bad"), 1, Millis(0)) {
            let report = t.failed(&id("s"), lease.key, lease.attempt, &worker("bad"), "broken");
            assert_eq!(report, FailureReport::Retry);
        }
    }
    assert_eq!(counts(&t, "s"), (3, 1, 0, 0));
    let rest = t.acquire(&worker("good"), 9, Millis(0));
    assert_eq!(keys(&rest), [(0, 1), (0, 2), (0, 3)]);
    // Left alone, the worker that failed a pair may try it again.
    t.release(&worker("good"), ids(&rest));
    t.release(&worker("good"), ids(&good));
    assert_eq!(t.acquire(&worker("bad"), 9, Millis(0)).len(), 4);
}

#[test]
fn pause_lets_finish_and_cancel_calls_back() {
    let mut t = table(&[("s", 1, 4)]);
    let a = t.acquire(&worker("a"), 1, Millis(0));
    assert_eq!(t.pause(&id("s")), Ok(StudyState::Paused));
    assert_eq!(t.acquire(&worker("a"), 1, Millis(0)), []);
    assert_eq!(t.renew(&worker("a"), ids(&a), Millis(10)).kept, ids(&a));
    assert_eq!(t.submit(&id("s"), a[0].key), Submitted::Accepted);
    assert_eq!(t.resume(&id("s")), Ok(StudyState::Open));
    let b = t.acquire(&worker("a"), 1, Millis(20));
    assert_eq!(t.cancel(&id("s")), Ok(StudyState::Cancelled));
    assert_eq!(t.renew(&worker("a"), ids(&b), Millis(30)).lost, ids(&b));
    assert_eq!(t.acquire(&worker("a"), 1, Millis(30)), []);
    // What was finished all the same is not thrown away.
    assert_eq!(t.submit(&id("s"), b[0].key), Submitted::Accepted);
    assert_eq!(counts(&t, "s"), (2, 0, 2, 0));
    assert_eq!(t.resume(&id("t")), Err(NoSuchStudy(id("t"))));
}

#[test]
fn a_study_that_is_done_stays_done() {
    let mut t = table(&[("s", 1, 1)]);
    t.acquire(&worker("a"), 1, Millis(0));
    t.submit(&id("s"), key(0, 0));
    for state in [t.pause(&id("s")), t.cancel(&id("s")), t.resume(&id("s"))] {
        assert_eq!(state, Ok(StudyState::Done));
    }
    assert_eq!(t.remove(&id("s")), Ok(()));
    assert_eq!(t.counts(&id("s")), None);
}

#[test]
fn studies_share_the_workers_evenly() {
    let mut t = table(&[("a", 1, 50), ("b", 1, 50), ("c", 1, 50)]);
    let studies =
        |leases: &[Lease]| -> Vec<String> { leases.iter().map(|l| l.study.to_string()).collect() };
    let lent = t.acquire(&worker("w"), 6, Millis(0));
    assert_eq!(studies(&lent), ["a", "b", "c", "a", "b", "c"]);
    t.pause(&id("b")).unwrap();
    let more = t.acquire(&worker("w"), 2, Millis(0));
    assert_eq!(studies(&more), ["a", "c"]);
    // A worker with one slot serves them in turn too.
    let mut t = table(&[("a", 1, 50), ("b", 1, 50)]);
    let mut served = Vec::new();
    for _ in 0..4 {
        let lent = t.acquire(&worker("w"), 1, Millis(0));
        served.extend(studies(&lent));
        t.submit(&lent[0].study, lent[0].key);
    }
    assert_eq!(served, ["a", "b", "a", "b"]);
}

#[test]
fn lease_length_can_follow_what_pairs_really_take() {
    let mut t = table(&[("s", 1, 2)]);
    t.set_lease_length(&id("s"), Millis(5)).unwrap();
    assert_eq!(t.acquire(&worker("a"), 1, Millis(7))[0].until, Millis(12));
}

#[test]
fn evidence_is_kept_within_bounds() {
    let mut t = LeaseTable::new(Patience {
        failures: 1,
        losses: 1,
    });
    let (arms, pairs, lease) = (1, 1, LENGTH);
    t.add(&id("s"), Work { arms, pairs, lease }, [], []);
    let lent = t.acquire(&worker("a"), 1, Millis(0));
    let endless = "é".repeat(100_000);
    let report = t.failed(&id("s"), lent[0].key, Attempt(1), &worker("a"), &endless);
    let FailureReport::Quarantined(troubles) = report else {
        panic!("{report:?}");
    };
    let kept = "é".repeat(4000);
    assert_eq!(troubles[0].kind, TroubleKind::Failed { evidence: kept });
}

#[test]
fn a_lowered_limit_calls_back_and_ends_the_study() {
    let mut t = table(&[("s", 2, 3)]);
    let lent = t.acquire(&worker("a"), 6, Millis(0));
    let back = t.set_limit(&id("s"), ArmIndex(0), 1).unwrap();
    assert_eq!(keys(&back), [(0, 1), (0, 2)]);
    let withheld = t.standing(&id("s"), key(0, 2));
    assert_eq!(withheld, Standing::Withheld);
    assert_eq!(
        t.renew(&worker("a"), ids(&lent), Millis(1)).lost,
        ids(&back)
    );
    assert_eq!(t.acquire(&worker("b"), 6, Millis(1)), []);
    // What is brought all the same is kept.
    assert_eq!(t.submit(&id("s"), key(0, 1)), Submitted::Accepted);
    for key in [key(0, 0), key(1, 0), key(1, 1)] {
        assert_eq!(t.submit(&id("s"), key), Submitted::Accepted);
    }
    assert_eq!(t.state(&id("s")), Some(StudyState::Open));
    assert_eq!(t.submit(&id("s"), key(1, 2)), Submitted::Accepted);
    assert_eq!(t.state(&id("s")), Some(StudyState::Done));
    assert_eq!(t.counts(&id("s")).unwrap().withheld, 1);
}

#[test]
fn a_raised_limit_opens_a_study_again_and_pairs_come_in_order() {
    let mut t = table(&[("s", 2, 4)]);
    for arm in 0..2 {
        t.set_limit(&id("s"), ArmIndex(arm), 1).unwrap();
    }
    assert_eq!(counts(&t, "s"), (2, 0, 0, 0));
    assert_eq!(t.limit(&id("s"), ArmIndex(1)), Some(1));
    for lease in t.acquire(&worker("a"), 9, Millis(0)) {
        t.submit(&id("s"), lease.key);
    }
    assert_eq!(t.state(&id("s")), Some(StudyState::Done));
    t.set_limit(&id("s"), ArmIndex(0), 3).unwrap();
    t.set_limit(&id("s"), ArmIndex(1), 2).unwrap();
    assert_eq!(t.state(&id("s")), Some(StudyState::Open));
    let lent = t.acquire(&worker("a"), 9, Millis(0));
    assert_eq!(keys(&lent), [(0, 1), (1, 1), (0, 2)]);
    t.release(&worker("a"), ids(&lent));
    t.set_limit(&id("s"), ArmIndex(1), 9).unwrap();
    let lent = t.acquire(&worker("a"), 9, Millis(0));
    assert_eq!(keys(&lent), [(0, 1), (1, 1), (0, 2), (1, 2), (1, 3)]);
}

#[test]
fn what_was_set_aside_is_lent_again_as_if_it_had_never_failed() {
    let mut t = LeaseTable::new(Patience {
        failures: 2,
        losses: 2,
    });
    let (arms, pairs, lease) = (1, 2, LENGTH);
    t.add(&id("s"), Work { arms, pairs, lease }, [], [key(0, 1)]);
    for attempt in 1..=2 {
        let lent = t.acquire(&worker("a"), 9, Millis(0));
        assert_eq!(keys(&lent), [(0, 0)]);
        t.failed(&id("s"), lent[0].key, Attempt(attempt), &worker("a"), "!");
    }
    assert_eq!(t.state(&id("s")), Some(StudyState::Done));
    assert_eq!(t.retry_set_aside(&id("s")), Ok(vec![key(0, 0), key(0, 1)]));
    assert_eq!(t.state(&id("s")), Some(StudyState::Open));
    // Failures of before are forgotten, also those that are told only now.
    let lent = t.acquire(&worker("a"), 9, Millis(0));
    assert_eq!(keys(&lent), [(0, 0), (0, 1)]);
    let mut fail = |attempt| t.failed(&id("s"), key(0, 0), attempt, &worker("a"), "!");
    assert_eq!(fail(Attempt(2)), FailureReport::Ignored);
    assert_eq!(fail(lent[0].attempt), FailureReport::Retry);
    assert_eq!(t.retry_set_aside(&id("s")), Ok(Vec::new()));
}
