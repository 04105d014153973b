//! What every store must do, run on each of them.

mod common;

use assay_arena::GameResult;
use assay_store::{
    Added, ArmTally, Inserted, MemoryStore, NewStudy, Quarantined, SqliteStore, Store, StoreError,
    all_pairs,
};
use assay_study::{ArmIndex, StudyState};
use common::{id, key, pair, record, study};

async fn studies_are_kept_once_in_order(store: &dyn Store) {
    for text in ["b", "a", "c"] {
        assert_eq!(store.add_study(study(text)).await, Ok(Added::Added));
    }
    let again = NewStudy {
        origin: "elsewhere.toml".to_owned(),
        ..study("a")
    };
    assert_eq!(store.add_study(again).await, Ok(Added::AlreadyThere));
    let all = store.studies().await.unwrap();
    let ids: Vec<&str> = all.iter().map(|s| s.study.id.as_str()).collect();
    assert_eq!(ids, ["b", "a", "c"]);
    let a = store.study(&id("a")).await.unwrap().unwrap();
    assert_eq!(a.study, study("a"));
    assert_eq!(a.state, StudyState::Open);
    assert_eq!(store.study(&id("nobody")).await, Ok(None));
}

async fn states_are_kept(store: &dyn Store) {
    store.add_study(study("a")).await.unwrap();
    for state in StudyState::ALL {
        store.set_state(&id("a"), state).await.unwrap();
        let a = store.study(&id("a")).await.unwrap().unwrap();
        assert_eq!(a.state, state);
    }
    assert_eq!(store.add_study(study("a")).await, Ok(Added::AlreadyThere));
    let a = store.study(&id("a")).await.unwrap().unwrap();
    assert_eq!(a.state, StudyState::Done, "adding again changes nothing");
}

async fn a_pair_is_kept_exactly_once(store: &dyn Store) {
    store.add_study(study("a")).await.unwrap();
    let insert = async |pair| store.insert(&id("a"), vec![pair]).await;
    assert_eq!(insert(pair(0, 7)).await, Ok(vec![Inserted::Stored]));
    assert_eq!(insert(pair(0, 7)).await, Ok(vec![Inserted::AlreadyThere]));
    let mut elsewhere = pair(0, 7);
    elsewhere.games[1] = record(GameResult::Draw, "another worker");
    assert_eq!(insert(elsewhere).await, Ok(vec![Inserted::AlreadyThere]));
    let mut other = pair(0, 7);
    other.games[1] = record(GameResult::BlackWins, "w");
    assert_eq!(insert(other).await, Ok(vec![Inserted::Differs]));
    assert_eq!(all_pairs(store, &id("a")).await, Ok(vec![pair(0, 7)]));
}

async fn one_batch_may_hold_a_pair_twice(store: &dyn Store) {
    store.add_study(study("a")).await.unwrap();
    let batch = vec![pair(0, 0), pair(0, 1), pair(0, 0)];
    assert_eq!(
        store.insert(&id("a"), batch).await,
        Ok(vec![
            Inserted::Stored,
            Inserted::Stored,
            Inserted::AlreadyThere
        ])
    );
    assert_eq!(store.insert(&id("a"), vec![]).await, Ok(vec![]));
}

async fn pairs_come_in_order_page_by_page(store: &dyn Store) {
    store.add_study(study("a")).await.unwrap();
    store.add_study(study("b")).await.unwrap();
    let order = [(1, 10), (0, 2), (1, 9), (0, 10), (300, 0), (0, 0)];
    for (arm, number) in order {
        let batch = vec![pair(arm, number)];
        store.insert(&id("a"), batch).await.unwrap();
    }
    store.insert(&id("b"), vec![pair(0, 1)]).await.unwrap();
    let sorted = [
        key(0, 0),
        key(0, 2),
        key(0, 10),
        key(1, 9),
        key(1, 10),
        key(300, 0),
    ];
    assert_eq!(store.done(&id("a")).await.unwrap(), sorted);
    let mut after = None;
    let mut seen = Vec::new();
    loop {
        let page = store.pairs(&id("a"), after, 4).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.key);
        seen.extend(page.iter().map(|p| p.key));
    }
    assert_eq!(seen, sorted);
    assert_eq!(store.pairs(&id("a"), None, 0).await, Ok(vec![]));
}

async fn tallies_count_results_by_arm(store: &dyn Store) {
    store.add_study(study("a")).await.unwrap();
    assert_eq!(store.tally(&id("a")).await, Ok(vec![]));
    let mut black = pair(2, 5);
    black.games[0] = record(GameResult::BlackWins, "w");
    let batch = vec![pair(2, 0), pair(0, 0), black];
    store.insert(&id("a"), batch).await.unwrap();
    let tally = |arm, white_wins, draws, black_wins| ArmTally {
        arm: ArmIndex(arm),
        white_wins,
        draws,
        black_wins,
    };
    let want = vec![tally(0, 1, 1, 0), tally(2, 1, 2, 1)];
    assert_eq!(store.tally(&id("a")).await, Ok(want));
    let results = store.results(&id("a")).await.unwrap();
    let found: Vec<_> = results.iter().map(|r| (r.key, r.results)).collect();
    let usual = [GameResult::WhiteWins, GameResult::Draw];
    let other = [GameResult::BlackWins, GameResult::Draw];
    let want = [
        (pair(0, 0), usual),
        (pair(2, 0), usual),
        (pair(2, 5), other),
    ];
    assert_eq!(found, want.map(|(pair, results)| (pair.key, results)));
}

async fn quarantine_keeps_the_first_evidence(store: &dyn Store) {
    store.add_study(study("a")).await.unwrap();
    let entry = |arm, evidence: &str| Quarantined {
        key: key(arm, 3),
        attempts: 3,
        evidence: evidence.to_owned(),
    };
    for (arm, evidence) in [(1, "panic"), (0, "timeout"), (1, "later")] {
        let kept = store.quarantine(&id("a"), entry(arm, evidence)).await;
        assert_eq!(kept, Ok(()));
    }
    assert_eq!(
        store.quarantined(&id("a")).await,
        Ok(vec![entry(0, "timeout"), entry(1, "panic")])
    );
}

async fn what_was_set_aside_can_be_tried_again(store: &dyn Store) {
    let entry = |pair, evidence: &str| Quarantined {
        key: key(0, pair),
        attempts: 3,
        evidence: evidence.to_owned(),
    };
    for name in ["a", "b"] {
        store.add_study(study(name)).await.unwrap();
        for pair in [1, 2] {
            let kept = store.quarantine(&id(name), entry(pair, "panic")).await;
            assert_eq!(kept, Ok(()));
        }
    }
    assert_eq!(store.retry_set_aside(&id("a")).await, Ok(2));
    assert_eq!(store.retry_set_aside(&id("a")).await, Ok(0));
    assert_eq!(store.quarantined(&id("a")).await, Ok(Vec::new()));
    assert_eq!(store.quarantined(&id("b")).await.unwrap().len(), 2);
    // It may fail again, with other evidence.
    let again = store.quarantine(&id("a"), entry(2, "again")).await;
    assert_eq!(again, Ok(()));
    assert_eq!(
        store.quarantined(&id("a")).await,
        Ok(vec![entry(2, "again")])
    );
    let nobody = id("nobody");
    assert_eq!(
        store.retry_set_aside(&nobody).await,
        Err(StoreError::NoSuchStudy(nobody))
    );
}

async fn an_unknown_study_is_told(store: &dyn Store) {
    let nobody = id("nobody");
    let missing = StoreError::NoSuchStudy(nobody.clone());
    let state = store.set_state(&nobody, StudyState::Paused).await;
    assert_eq!(state, Err(missing.clone()));
    let inserted = store.insert(&nobody, vec![pair(0, 0)]).await;
    assert_eq!(inserted, Err(missing.clone()));
    assert_eq!(store.done(&nobody).await, Err(missing.clone()));
    assert_eq!(store.pairs(&nobody, None, 1).await, Err(missing.clone()));
    assert_eq!(store.tally(&nobody).await, Err(missing.clone()));
    assert_eq!(store.quarantined(&nobody).await, Err(missing.clone()));
    assert_eq!(
        missing.to_string(),
        "no study nobody in the store; `assay status` lists those there are"
    );
}

async fn inserts_at_the_same_time_do_not_disturb_each_other(store: &dyn Store) {
    store.add_study(study("a")).await.unwrap();
    store.add_study(study("b")).await.unwrap();
    let (a, nobody, b, double) = tokio::join!(
        async {
            store
                .insert(&id("a"), (0..40).map(|n| pair(0, n)).collect())
                .await
        },
        async { store.insert(&id("nobody"), vec![pair(0, 0)]).await },
        async { store.insert(&id("b"), vec![pair(0, 0)]).await },
        async { store.insert(&id("a"), vec![pair(0, 39), pair(1, 0)]).await },
    );
    assert_eq!(a, Ok(vec![Inserted::Stored; 40]));
    assert_eq!(nobody, Err(StoreError::NoSuchStudy(id("nobody"))));
    assert_eq!(b, Ok(vec![Inserted::Stored]));
    assert_eq!(double, Ok(vec![Inserted::AlreadyThere, Inserted::Stored]));
    assert_eq!(store.done(&id("a")).await.unwrap().len(), 41);
}

async fn a_closed_store_says_so(store: &dyn Store) {
    store.add_study(study("a")).await.unwrap();
    store.close().await.unwrap();
    assert_eq!(store.studies().await, Err(StoreError::Closed));
    assert_eq!(store.add_study(study("b")).await, Err(StoreError::Closed));
}

macro_rules! behaviour {
    ($($name:ident)*) => {
        mod memory {
            $(#[tokio::test]
            async fn $name() {
                super::$name(&super::MemoryStore::new()).await;
            })*
        }

        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                let directory = tempfile::tempdir().unwrap();
                let path = directory.path().join("x.sqlite");
                let store = super::SqliteStore::open(&path).await.unwrap();
                super::$name(&store).await;
            })*
        }
    };
}

behaviour! {
    studies_are_kept_once_in_order
    states_are_kept
    a_pair_is_kept_exactly_once
    one_batch_may_hold_a_pair_twice
    pairs_come_in_order_page_by_page
    tallies_count_results_by_arm
    quarantine_keeps_the_first_evidence
    what_was_set_aside_can_be_tried_again
    an_unknown_study_is_told
    inserts_at_the_same_time_do_not_disturb_each_other
    a_closed_store_says_so
}
