//! Arms that stopped early: only the pairs that the judge counts make the figures.

use assay_report::Analysis;
use assay_study::{ArmIndex, PairKey, PairNumber};

use crate::games::{self, study};

const PRECISE: &str = "name = \"s\"\ngame = \"sonic\"\nlength_cap = 60\n[limits]\nnodes = 1\n[stop]\npairs = 60\nprecision = 0.3\n";
const RACE: &str = "name = \"s\"\ngame = \"sonic\"\nlength_cap = 60\n[limits]\nnodes = 1\n[stop]\npairs = 9\nhalving = { measure = \"decisive\", first = 4 }\n[factorial]\nsprings = [false, true]\n";

#[test]
fn pairs_beyond_the_stop_are_left_out_and_said() {
    let study = study(PRECISE);
    let mut analysis = Analysis::new(&study).unwrap();
    for (key, game, record) in &games::records(&study) {
        analysis.add(*key, *game, record);
    }
    let findings = analysis.findings();
    let counted = findings.arms[0].pairs;
    assert!((2..60).contains(&counted), "{counted}");
    let said = format!(
        "sonic: {} pairs finished after the arm had enough",
        60 - counted
    );
    assert_eq!(findings.left_out, [said]);
    let told =
        format!("sonic stopped after {counted} pairs, its score known to within 30.0 points: ");
    let [stop] = &findings.stops[..] else {
        panic!("{:?}", findings.stops);
    };
    assert!(stop.starts_with(&told), "{stop}");
    let summary = assay_report::summary(&findings, 2000);
    assert!(summary.contains(&told), "{summary}");
}

#[test]
fn a_pair_that_is_missing_holds_up_those_behind_it_until_it_is_set_aside() {
    let study = study(PRECISE);
    let mut analysis = Analysis::new(&study).unwrap();
    for (key, game, record) in &games::records(&study) {
        if key.pair != PairNumber(1) {
            analysis.add(*key, *game, record);
        }
    }
    let findings = analysis.findings();
    assert_eq!(findings.arms[0].pairs, 1);
    let said = "sonic: 58 pairs finished before their turn";
    assert_eq!(findings.left_out, [said]);
    analysis.set_aside(PairKey {
        arm: ArmIndex(0),
        pair: PairNumber(1),
    });
    assert!(analysis.findings().arms[0].pairs > 1);
}

#[test]
fn the_winner_of_a_race_has_the_figures_of_its_fresh_games() {
    let study = study(RACE);
    let mut analysis = Analysis::new(&study).unwrap();
    for (key, game, record) in &games::records(&study) {
        analysis.add(*key, *game, record);
    }
    let findings = analysis.findings();
    let mut pairs = pairs_of(&findings);
    pairs.sort_unstable();
    assert_eq!(pairs, [4, 5], "dropped after 4, kept for the last 5");
    let [race] = &findings.stops[..] else {
        panic!("{:?}", findings.stops);
    };
    let (kept, dropped) = match pairs_of(&findings) {
        [4, 5] => ("springs", "no springs"),
        _ => ("no springs", "springs"),
    };
    let told = format!(
        "Of 2 arms the most decisive kept: {kept}. Dropped: {dropped} after round 1. With 95% confidence none"
    );
    assert!(race.starts_with(&told), "{race}");
    let said = "4 pairs of the rounds in which it was chosen; its figures are of fresh games";
    let all = &findings.left_out;
    assert!(all.iter().any(|words| words.ends_with(said)), "{all:?}");
}

/// Pairs that count, of both arms.
fn pairs_of(findings: &assay_report::Findings) -> [u64; 2] {
    [0, 1].map(|arm| findings.arms[arm].pairs)
}
