//! Pairs that are played with values which follow from the results before them.

use assay_study::{Sides, builtin_game};

use super::*;

/// Two arms, four iterations of one pair in each, two of them under way at a time.
fn tuning() -> StudyPackage {
    let text = "name = \"tuning\"\ngame = \"sonic\"\nkind = \"tune\"\n[limits]\nnodes = 10\n[openings]\nplies = 2\n\
                [tune]\niterations = 4\npairs = 1\nlag = 2\nrate = 0.5\nparameters = [\"tempo\", \"razor\"]\n\
                [[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\n";
    let game = builtin_game("sonic").unwrap();
    StudyPackage::of("", "tuning.toml", text, game.source())
}

fn sides(lease: &Lease) -> Sides {
    lent(lease).sides.expect("a pair of a tuning has values")
}

fn pairs(leases: &[Lease]) -> Vec<(u32, u16)> {
    let keys = leases.iter().map(|lease| lent(lease).key);
    keys.map(|key| (key.pair.0, key.arm.0)).collect()
}

#[tokio::test]
async fn pairs_are_lent_as_far_as_their_values_are_known() {
    let mut bench = Bench::of(tuning(), Arc::default(), None).await;
    let first = bench.acquire(9).await;
    assert_eq!(pairs(&first), [(0, 0), (0, 1), (1, 0), (1, 1)]);
    assert_eq!(sides(&first[0]), sides(&first[1]), "arms are tuned alike");
    assert_ne!(sides(&first[0]), sides(&first[2]));
    assert_eq!(bench.acquire(9).await, []);
    // The second iteration has to wait for the first.
    for lease in &first[1..] {
        bench.submit(vec![won(lease)]).await.unwrap();
    }
    assert_eq!(bench.acquire(9).await, []);
    assert_eq!(bench.status().await.state(), StudyState::Running);
    let tuning_of = |status: StudyStatus| status.tuning.unwrap();
    assert_eq!(tuning_of(bench.status().await).learned, 0);
    bench.submit(vec![won(&first[0])]).await.unwrap();
    let later = bench.acquire(9).await;
    assert_eq!(pairs(&later), [(2, 0), (2, 1), (3, 0), (3, 1)]);
    let told = tuning_of(bench.status().await);
    assert_eq!((told.learned, told.iterations), (2, 4));
    let named = told.parameters.iter().map(|p| (p.name.as_str(), p.start));
    let plays = assay_study::Tunables::default();
    let starts = [("tempo", plays.tempo), ("razor", plays.razor)];
    assert_eq!(named.collect::<Vec<_>>(), starts);

    // The next coordinator finds the same values by the results in the store.
    let store = bench.end().await;
    let mut bench = Bench::of(tuning(), store, None).await;
    assert_eq!(tuning_of(bench.status().await), told);
    let again = bench.acquire(9).await;
    assert_eq!(pairs(&again), pairs(&later));
    for (one, other) in again.iter().zip(&later) {
        assert_eq!(sides(one), sides(other));
    }
    // Whoever plays a pair again for comparison plays it with the same values.
    for lease in &again {
        bench.submit(vec![won(lease)]).await.unwrap();
    }
    assert_eq!(bench.status().await.state(), StudyState::Finished);
    bench.session = bench.hello("auditor").await.unwrap();
    let audits = bench.acquire(9).await;
    assert_eq!(pairs(&audits), pairs(&later));
    assert_eq!(sides(&audits[3]), sides(&later[3]));
    bench.end().await;
}

#[tokio::test]
async fn an_iteration_goes_on_without_a_pair_that_is_set_aside() {
    let mut bench = Bench::of(tuning(), Arc::default(), None).await;
    let leases = bench.acquire(4).await;
    bench
        .submit(leases[1..].iter().map(won).collect())
        .await
        .unwrap();
    let mut lease = leases[0].clone();
    for _ in 0..3 {
        let request = ReportFailureRequest {
            session: bench.session.clone(),
            lease: Some(lease.clone()),
            evidence: "no move".into(),
        };
        bench.work.report_failure(request).await.unwrap();
        if let [again] = &bench.acquire(1).await[..] {
            lease = again.clone();
        }
    }
    let status = bench.status().await;
    assert_eq!(status.quarantined.len(), 1);
    let told = status.tuning.unwrap();
    assert_eq!(told.learned, 2);
    // So it is after a restart.
    let store = bench.end().await;
    let mut bench = Bench::of(tuning(), store, None).await;
    assert_eq!(bench.status().await.tuning.unwrap(), told);
    bench.end().await;
}
