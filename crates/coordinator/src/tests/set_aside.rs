//! Pairs that fail again and again.

use super::*;

#[tokio::test]
async fn refused_pairs_are_counted_and_the_third_time_set_aside() {
    let mut bench = Bench::new().await;
    let mut reasons = Vec::new();
    for attempt in 1..=3 {
        // Only one pair is ever open.
        let leases = bench.acquire(6).await;
        let wanted = leases
            .iter()
            .find(|l| lent(l).key.pair.0 == 0 && lent(l).key.arm.0 == 0);
        let bad = wanted.expect("the failed pair is lent again").clone();
        assert_eq!(bad.attempt, attempt);
        let others: Vec<u64> = leases
            .iter()
            .map(|l| l.id)
            .filter(|id| *id != bad.id)
            .collect();
        let verdict = bench
            .submit(vec![played(&bad, "liar", GameResult::Draw)])
            .await
            .unwrap()
            .remove(0);
        assert_eq!(verdict.verdict(), Verdict::Refused);
        reasons.push(verdict.reason);
        let session = bench.session.clone();
        let give_back = ReleaseRequest {
            session,
            leases: others,
        };
        bench.work.release(give_back).await.unwrap();
    }
    assert!(
        reasons
            .iter()
            .all(|r| r.contains("a2-a9 is not a legal move")),
        "{reasons:?}"
    );
    let status = bench.status().await;
    assert_eq!(status.refused_pairs, 3);
    assert_eq!(status.quarantined.len(), 1);
    assert_eq!(status.quarantined[0].evidence.len(), 3);
    assert!(status.quarantined[0].evidence[0].contains("not a legal move"));

    // The next coordinator knows it too.
    let store = bench.end().await;
    let mut bench = Bench::over(store, None).await;
    let status = bench.status().await;
    assert_eq!(status.quarantined[0].evidence.len(), 3);
    assert_eq!(bench.acquire(9).await.len(), 5);
    bench.end().await;
}

#[tokio::test]
async fn failures_are_set_aside_with_their_evidence() {
    let mut bench = Bench::new().await;
    for attempt in 1..=3 {
        let leases = bench.acquire(6).await;
        let failing = leases
            .iter()
            .find(|l| lent(l).key.pair.0 == 1 && lent(l).key.arm.0 == 1);
        let lease = failing.cloned();
        assert!(lease.is_some());
        let session = bench.session.clone();
        let report = ReportFailureRequest {
            session: session.clone(),
            lease,
            evidence: format!("panicked: number {attempt}"),
        };
        // Told twice, as after a lost answer, it counts once.
        bench.work.report_failure(report.clone()).await.unwrap();
        let again = bench
            .work
            .report_failure(report)
            .await
            .unwrap()
            .into_inner();
        assert!(!again.quarantined);
        let leases = leases.iter().map(|l| l.id).collect();
        bench
            .work
            .release(ReleaseRequest { session, leases })
            .await
            .unwrap();
    }
    let status = bench.status().await;
    assert_eq!(status.quarantined.len(), 1);
    let evidence = &status.quarantined[0].evidence;
    assert!(evidence[2].contains("panicked: number 3"), "{evidence:?}");
    bench.end().await;
}

/// Three failures of each pair of the first arm, and before the very last of them, if `win` says so, a pair of the other arm
/// that is played.
async fn three_set_aside(bench: &mut Bench, win: Option<fn(&Lease) -> PlayedPair>) -> StudyStatus {
    for attempt in 1..=3 {
        let leases = bench.acquire(6).await;
        let (failing, others): (Vec<Lease>, Vec<Lease>) =
            leases.into_iter().partition(|l| lent(l).key.arm.0 == 0);
        assert_eq!((failing.len(), others.len()), (3, 3));
        for (nth, lease) in failing.into_iter().enumerate() {
            if let Some(win) = win.filter(|_| attempt == 3 && nth == 2) {
                let verdicts = bench.submit(vec![win(&others[0])]).await.unwrap();
                assert_eq!(verdicts[0].verdict(), Verdict::Accepted);
            }
            let report = ReportFailureRequest {
                session: bench.session.clone(),
                lease: Some(lease),
                evidence: "the program does not start".to_owned(),
            };
            bench.work.report_failure(report).await.unwrap();
        }
        let session = bench.session.clone();
        let leases = others.iter().map(|lease| lease.id).collect();
        let release = ReleaseRequest { session, leases };
        bench.work.release(release).await.unwrap();
    }
    bench.status().await
}

#[tokio::test]
async fn a_study_of_which_no_pair_can_be_played_is_paused() {
    let mut bench = Bench::new().await;
    let status = three_set_aside(&mut bench, None).await;
    assert_eq!(status.quarantined.len(), 3);
    assert_eq!(status.state(), StudyState::Paused);
    assert!(bench.acquire(6).await.is_empty());

    // The next coordinator leaves it paused, until a person resumes it: then the other pairs are played.
    let store = bench.end().await;
    let mut bench = Bench::over(store, None).await;
    assert_eq!(bench.status().await.state(), StudyState::Paused);
    assert!(bench.acquire(6).await.is_empty());
    let status = resume(&mut bench, false).await;
    assert_eq!(status.state(), StudyState::Running);
    assert_eq!(status.quarantined.len(), 3);
    assert_eq!(bench.acquire(6).await.len(), 3);
    bench.end().await;
}

async fn resume(bench: &mut Bench, retry_set_aside: bool) -> StudyStatus {
    let request = ResumeRequest {
        study: bench.study.clone(),
        retry_set_aside,
    };
    let answer = bench.control.resume(request).await.unwrap();
    answer.into_inner().status.unwrap()
}

#[tokio::test]
async fn what_was_set_aside_is_played_again_when_a_person_says_so() {
    let mut bench = Bench::new().await;
    three_set_aside(&mut bench, None).await;
    let status = resume(&mut bench, true).await;
    assert_eq!(status.state(), StudyState::Running);
    assert_eq!(status.quarantined, []);
    let leases = bench.acquire(6).await;
    assert_eq!(leases.len(), 6);
    let all = leases
        .iter()
        .map(|lease| played(lease, "w", GameResult::Draw));
    let verdicts = bench.submit(all.collect()).await.unwrap();
    assert!(verdicts.iter().all(|v| v.verdict() == Verdict::Accepted));
    assert_eq!(bench.status().await.state(), StudyState::Finished);

    // The next coordinator knows it too.
    let store = bench.end().await;
    let mut bench = Bench::over(store, None).await;
    let status = bench.status().await;
    assert_eq!(status.quarantined, []);
    assert_eq!(status.state(), StudyState::Finished);
    bench.end().await;
}

#[tokio::test]
async fn a_pair_that_is_played_between_keeps_the_study_open() {
    let mut bench = Bench::new().await;
    let status = three_set_aside(&mut bench, Some(won)).await;
    assert_eq!(status.quarantined.len(), 3);
    assert_eq!(status.state(), StudyState::Running);
    bench.end().await;
}
