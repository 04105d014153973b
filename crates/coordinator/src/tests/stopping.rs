//! Arms that have enough before they have all their pairs.

use assay_study::builtin_game;
use assay_wire::v1::{ArmEnd, ArmStop};

use super::*;

/// Two arms of at most forty pairs. Fifteen draws tell the score well enough.
fn precise() -> StudyPackage {
    let text = "name = \"precise\"\ngame = \"sonic\"\n[limits]\nnodes = 10\n[openings]\nplies = 2\n[stop]\npairs = 40\nprecision = 0.3\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\n";
    let game = builtin_game("sonic").unwrap();
    StudyPackage::of("", "precise.toml", text, game.source())
}

fn drawn<'a>(leases: impl IntoIterator<Item = &'a Lease>) -> Vec<PlayedPair> {
    let leases = leases.into_iter();
    leases
        .map(|lease| played(lease, "w", GameResult::Draw))
        .collect()
}

async fn stop_of(bench: &mut Bench, arm: usize) -> ArmStop {
    bench.status().await.arms[arm].stop.clone().unwrap()
}

/// An arm does not wait for a pair that is set aside; tried again it is counted in its turn, as if it had only come late.
#[tokio::test]
async fn a_pair_that_is_tried_again_is_counted_in_its_turn() {
    let mut bench = Bench::of(precise(), Arc::default(), None).await;
    let key = |lease: &Lease| (lent(lease).key.arm.0, lent(lease).key.pair.0);
    for _ in 0..3 {
        let leases = bench.acquire(80).await;
        let first = leases.iter().find(|lease| key(lease) == (0, 0)).cloned();
        let report = ReportFailureRequest {
            session: bench.session.clone(),
            lease: first,
            evidence: "out of cards".to_owned(),
        };
        bench.work.report_failure(report).await.unwrap();
        let release = ReleaseRequest {
            session: bench.session.clone(),
            leases: leases.iter().map(|lease| lease.id).collect(),
        };
        bench.work.release(release).await.unwrap();
    }
    let leases = bench.acquire(80).await;
    let one = leases.iter().filter(|lease| lent(lease).key.arm.0 == 0);
    bench.submit(drawn(one.take(16))).await.unwrap();
    let stop = stop_of(&mut bench, 0).await;
    assert_eq!((stop.end(), stop.counted_pairs), (ArmEnd::Precise, 15));

    let request = ResumeRequest {
        study: bench.study.clone(),
        retry_set_aside: true,
    };
    bench.control.resume(request).await.unwrap();
    let stop = stop_of(&mut bench, 0).await;
    assert_eq!((stop.end(), stop.counted_pairs), (ArmEnd::Unspecified, 0));
    let leases = bench.acquire(80).await;
    let first = leases.iter().find(|lease| key(lease) == (0, 0)).unwrap();
    bench.submit(drawn([first])).await.unwrap();
    let stop = stop_of(&mut bench, 0).await;
    assert_eq!((stop.end(), stop.counted_pairs), (ArmEnd::Precise, 15));
    assert_eq!(stop.left_out_pairs, 2);
    bench.end().await;
}

#[tokio::test]
async fn an_arm_that_has_enough_is_lent_no_more() {
    let mut bench = Bench::of(precise(), Arc::default(), None).await;
    let leases = bench.acquire(80).await;
    let (one, other): (Vec<&Lease>, Vec<&Lease>) =
        leases.iter().partition(|lease| lent(lease).key.arm.0 == 0);
    assert_eq!((one.len(), other.len()), (40, 40));
    // A pair counts when all before it are in.
    bench
        .submit(drawn(one[1..20].iter().copied()))
        .await
        .unwrap();
    let stop = stop_of(&mut bench, 0).await;
    assert_eq!((stop.counted_pairs, stop.left_out_pairs), (0, 19));
    assert_eq!((stop.end(), stop.score), (ArmEnd::Unspecified, None));
    bench.submit(drawn([one[0]])).await.unwrap();
    let stop = stop_of(&mut bench, 0).await;
    assert_eq!(stop.end(), ArmEnd::Precise, "{stop:?}");
    assert_eq!((stop.counted_pairs, stop.left_out_pairs), (15, 5));
    assert_eq!((stop.limit, stop.score), (15, Some(0.5)));

    // What is out of the arm is called back; what comes all the same is kept and not counted.
    let renew = RenewRequest {
        session: bench.session.clone(),
        leases: leases.iter().map(|lease| lease.id).collect(),
    };
    let mut lost = bench.work.renew(renew).await.unwrap().into_inner().lost;
    lost.sort_unstable();
    assert_eq!(lost, one.iter().map(|lease| lease.id).collect::<Vec<_>>());
    assert_eq!(bench.acquire(9).await, []);
    let late = bench.submit(drawn([one[30]])).await.unwrap();
    assert_eq!(late[0].verdict(), Verdict::Accepted);
    assert_eq!(stop_of(&mut bench, 0).await.left_out_pairs, 6);
    assert_eq!(bench.status().await.state(), StudyState::Running);

    // The next coordinator finds the same, and the study ends when the other arm has enough.
    let before = stop_of(&mut bench, 0).await;
    let store = bench.end().await;
    let mut bench = Bench::of(precise(), store, None).await;
    assert_eq!(stop_of(&mut bench, 0).await, before);
    bench
        .submit(drawn(other[..15].iter().copied()))
        .await
        .unwrap();
    let status = bench.status().await;
    assert_eq!(status.state(), StudyState::Finished);
    let early = status.early_stop.unwrap();
    assert_eq!((early.passed_pairs, early.most_pairs), (30, 30));
    bench.end().await;
}
