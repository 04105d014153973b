//! Tuned numbers, and what the match that verifies them says.

use assay_report::{Findings, render, summary};

use crate::files::{MATCH, case, played};
use crate::{games, made};

/// Four numbers, one of a long name, in two arms.
pub(crate) const STUDY: &str = "name = \"A tuning\"\ngame = \"sonic\"\nkind = \"tune\"\nlength_cap = 80\n\
    [limits]\nnodes = 2000\n[factorial]\nsprings = [false, true]\n[tune]\niterations = 6\npairs = 2\nlag = 2\nrate = 0.5\n\
    parameters = [\"tempo\", \"reverse_futility_depth\", \"razor\", { name = \"delta\", step = 12.5 }]\n";

fn file(findings: &Findings, name: &str) -> String {
    let files = render(findings, &made::meta());
    let (_, bytes) = files.into_iter().find(|(path, _)| path == name).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_path_is_told_to_the_same_digits_everywhere() {
    let findings = &case("tuning").findings;
    let tuning = findings.tuning.as_ref().unwrap();
    assert!(tuning.is_finished());
    assert_eq!((tuning.games(), tuning.pairs), (48, 4));
    assert!(
        tuning
            .history
            .iter()
            .any(|step| step.results.wins != step.results.losses)
    );
    let history = file(findings, "numbers/tuning-history.csv");
    let mut lines = history.lines();
    assert_eq!(
        lines.next(),
        Some(
            "iteration,pairs,wins,draws,losses,score_percent,tempo,reverse_futility_depth,razor,delta"
        )
    );
    let last: Vec<&str> = lines.last().unwrap().split(',').collect();
    assert_eq!(last[..2], ["6", "24"]);
    let page = file(findings, "index.html");
    let chart = file(findings, "charts/tuning.svg");
    let terminal = summary(findings, 1000);
    for (given, digits) in tuning.parameters.iter().zip(&last[6..]) {
        let moved = format!("{} → {digits}", given.start);
        assert!(chart.contains(&moved), "{moved}");
        assert!(
            terminal.contains(&format!("{} {moved}", given.name)),
            "{terminal}"
        );
        assert!(
            page.contains(&format!("<td>{digits}</td><td>{}</td>", given.tuned)),
            "{digits}"
        );
        assert!(given.value.round() as i32 == given.tuned);
    }
    assert!(page.contains(&tuning.written));
    assert!(
        terminal.contains("no match of the tuned against the untuned"),
        "{terminal}"
    );
    let parameters = file(findings, "numbers/tuning-parameters.csv");
    assert!(
        parameters.contains("\ndelta,140,0,500,12.50,"),
        "{parameters}"
    );
}

#[test]
fn a_tuning_under_way_says_where_it_is() {
    let study = games::study(STUDY);
    let records = games::records(&study);
    // The second iteration lacks a pair, so that those after it wait.
    let there = records.iter().filter(|(key, ..)| key.pair.0 != 3);
    let findings = assay_report::analyse(
        &study,
        there.map(|(key, game, record)| (*key, *game, record)),
    );
    let findings = findings.unwrap();
    assert_eq!(findings.tuning.as_ref().unwrap().history.len(), 1);
    let told = summary(&findings, 1000);
    assert!(
        told.contains("The tuning is at iteration 1 of 6, after 8 games"),
        "{told}"
    );
    assert!(!told.contains("Not verified"), "{told}");
}

#[test]
fn the_verdict_of_the_match_is_told() {
    let tuning = case("tuning").findings.tuning.clone();
    let sprt = |elo0: i32, elo1: i32| {
        MATCH.replace(
            "pairs = 24",
            &format!("pairs = 24\nsprt = {{ elo0 = {elo0}, elo1 = {elo1} }}"),
        )
    };
    for (text, words) in [
        (MATCH.to_owned(), "has met the untuned one without a test"),
        (sprt(0, 5), "did not decide by its last pair"),
        (sprt(-300, -100), "Verified: the tuned engine has passed"),
        (sprt(100, 300), "Not verified: the test decided"),
    ] {
        let findings = Findings {
            tuning: tuning.clone(),
            ..played(&text)
        };
        let told = summary(&findings, 1000);
        assert!(told.contains(words), "{words}: {told}");
        assert!(
            told.contains("For a player: tunables = { tempo = "),
            "{told}"
        );
    }
    let mut same = played(MATCH);
    same.matches.clear();
    same.tuning = tuning;
    for given in &mut same.tuning.as_mut().unwrap().parameters {
        given.tuned = given.start;
    }
    assert!(summary(&same, 1000).contains("there is nothing to verify"));
}
