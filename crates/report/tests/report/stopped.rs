//! Arms that stopped early: only the pairs that the judge counts make the figures.

use assay_report::{Analysis, Findings, StoppingRule};
use assay_study::{ArmIndex, PairKey, PairNumber};

use crate::files::{Case, case};
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
fn pairs_of(findings: &Findings) -> [u64; 2] {
    [0, 1].map(|arm| findings.arms[arm].pairs)
}

fn page(case: &Case) -> &str {
    std::str::from_utf8(case.file("index.html")).unwrap()
}

/// The path to the end, the table and the sentence are of one test.
#[test]
fn a_sequential_test_is_shown_pair_by_pair() {
    let case = case("sprt");
    let findings = &case.findings;
    let stopping = findings.stopping.as_ref().unwrap();
    assert_eq!(stopping.rule, StoppingRule::Sprt);
    let [path] = &stopping.paths[..] else {
        panic!("{:?}", stopping.paths);
    };
    let pairs: Vec<u64> = path.points.iter().map(|point| point.pairs).collect();
    assert_eq!(pairs, (1..=findings.arms[0].pairs).collect::<Vec<_>>());
    let test = findings.matches[0].sequential.as_ref().unwrap();
    let (last, before) = path.points.split_last().unwrap();
    assert_eq!(
        (last.value, last.low, last.high),
        (test.llr, test.lower, test.upper)
    );
    // Nobody is better in random games, so the test was decided, and not before it was.
    assert_eq!(
        path.end.as_deref(),
        Some("failed: 0 normalized Elo or less")
    );
    assert!(last.value <= last.low);
    assert!(before.iter().all(|p| p.low < p.value && p.value < p.high));
    let page = page(case);
    for words in [
        "<h2 id=\"stopping\">Stopping early</h2>",
        "How the sequential test went",
        "<th>log-likelihood ratio</th><th>bounds</th><th>verdict</th>",
        "<td class=\"words\">a difference of 0 against one of 150 normalized Elo</td>",
        "<td>for the first</td></tr>",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert_eq!(page.matches("<th>verdict</th>").count(), 1);
}

#[test]
fn a_score_is_shown_becoming_known() {
    let case = case("precise");
    let stopping = case.findings.stopping.as_ref().unwrap();
    assert_eq!(stopping.rule, StoppingRule::Precision { wanted: 0.2 });
    assert_eq!(stopping.paths.len(), 2);
    for path in &stopping.paths {
        let (last, before) = path.points.split_last().unwrap();
        let arm = &case.findings.arms[path.arm];
        assert_eq!(last.pairs, arm.pairs);
        assert!((last.value - arm.score.unwrap().value()).abs() < 1e-12);
        let far = |p: &assay_report::StoppingPoint| (p.value - p.low).max(p.high - p.value);
        assert!(far(last) <= 0.2 + 1e-6, "{last:?}");
        assert!(before.iter().all(|p| far(p) > 0.2));
    }
    assert!(page(case).contains("<td class=\"words\">known to within 20.0 points</td>"));
    assert!(page(case).contains("reached no further than 20.0 points from the score"));
    let sheet = std::str::from_utf8(case.file("numbers/stopping.csv")).unwrap();
    assert!(sheet.starts_with("arm,pairs,what,unit,value,value_low,value_high\n"));
    assert!(sheet.contains(",white-score,percent,"), "{sheet}");
}

#[test]
fn a_race_shows_who_was_left() {
    let case = case("race");
    let stopping = case.findings.stopping.as_ref().unwrap();
    let StoppingRule::Halving { goals, .. } = &stopping.rule else {
        panic!("{stopping:?}");
    };
    assert_eq!(goals, &[3, 6]);
    let mut raced: Vec<(u64, Option<u32>)> = stopping
        .paths
        .iter()
        .map(|path| (path.points.last().unwrap().pairs, path.dropped))
        .collect();
    raced.sort_unstable();
    assert_eq!(raced, [(3, Some(1)), (3, Some(1)), (6, None), (6, Some(2))]);
    let page = page(case);
    for words in [
        "Who was left of the race",
        ">kept</td>",
        ">dropped after round 2</td>",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let sheet = std::str::from_utf8(case.file("numbers/stopping.csv")).unwrap();
    assert_eq!(sheet.lines().count(), 1 + 3 + 3 + 6 + 6);
}
