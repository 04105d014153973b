//! A study's games depend on the study alone.

use crate::support::{coordinator, records, reference, study_id, worker};

#[test]
fn one_slot_and_many_slots_play_the_same_games() {
    let dir = tempfile::tempdir().unwrap();
    let lending = coordinator(dir.path(), 0, &[]);
    study_id(dir.path(), &lending.address);
    let more = ["--slots", "3", "--until-done"];
    let workers = ["left", "right"].map(|name| worker(dir.path(), name, &lending.address, &more));
    for worker in workers {
        worker.process.end_well();
    }
    let many = records(&dir.path().join("store.sqlite"));
    assert_eq!(many.workers().len(), 2, "both workers played");
    assert_eq!(reference().workers().len(), 1);
    many.assert_same(reference());
}
