//! Values fitted again and again.

use assay_report::{Estimate, Round, RoundArm, RoundValue, Told, Unit, render, summary};

use crate::made;

/// A round of one arm in which a knight was taken for `used` pawns, and came to 3.0, give or take 0.3.
fn round(number: u8, used: f64) -> Round {
    let knight = RoundValue {
        symbol: "N".to_owned(),
        name: "knight".to_owned(),
        used: Estimate::bare(Unit::Pawns, used),
        fitted: Told::Value(Estimate::new(Unit::Pawns, 3.0, 2.7, 3.3).unwrap()),
    };
    Round {
        round: number,
        arms: vec![RoundArm {
            arm: "curved".to_owned(),
            values: vec![knight],
        }],
    }
}

#[test]
fn values_settle_inside_the_noise_and_are_handed_on() {
    for (used, settled, outside) in [(2.6, false, 1), (2.8, true, 0), (3.4, false, 1)] {
        let round = round(0, used);
        assert_eq!(round.is_settled(), settled, "{used}");
        assert_eq!(round.unsettled(), (outside, 1), "{used}");
        let fitted = round.fitted();
        assert_eq!(fitted[0].arm, "curved");
        assert_eq!(fitted[0].values.pieces[&'N'], 300);
    }
}

#[test]
fn the_page_and_a_sheet_show_every_round() {
    let mut findings = made::factorial();
    let file = |findings: &assay_report::Findings, name: &str| {
        let files = render(findings, &made::meta());
        let (_, bytes) = files.into_iter().find(|(path, _)| path == name).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    assert!(!file(&findings, "index.html").contains("Values by round"));
    findings.rounds = vec![round(0, 2.6), round(1, 3.0)];
    findings.study.rounds_asked = 2;
    let page = file(&findings, "index.html");
    for words in [
        "Values by round",
        "0: played with",
        "1: fitted",
        "played again once of at most 2 with",
        "None of 1 values",
    ] {
        assert!(page.contains(words), "the page lacks {words}");
    }
    assert_eq!(
        file(&findings, "numbers/values-by-round.csv"),
        "round,arm,piece,name,played_with,fitted,fitted_low,fitted_high\n\
         0,curved,N,knight,2.6,3.0,2.7,3.3\n1,curved,N,knight,3.0,3.0,2.7,3.3\n"
    );
}

/// A round whose games tell nothing.
fn untold(number: u8) -> Round {
    let mut round = round(number, 2.6);
    round.arms[0].values[0].fitted = Told::Untold("too few pairs".to_owned());
    round
}

#[test]
fn page_and_summary_say_how_often_the_study_was_played_again_and_why_not_more_often() {
    let not_again = "The study was not played again with fitted piece values: ";
    let cannot = "its games tell of no piece what it is worth in pawns; more pairs may.";
    let asked = "not once more: the study asks for no more rounds.";
    let settled = "not once more: no value that was played with lies outside the noise";
    let table = [
        (vec![untold(0)], not_again, cannot),
        (
            vec![round(0, 2.6)],
            not_again,
            "no pair of the next round is finished.",
        ),
        (
            vec![round(0, 2.6), untold(1)],
            "played again once of at most 2",
            cannot,
        ),
        (
            vec![round(0, 2.6), round(1, 2.9)],
            "played again once of at most 2",
            settled,
        ),
        (
            vec![round(0, 2.6), round(1, 2.6), round(2, 2.6)],
            "played again twice of at most 2",
            asked,
        ),
    ];
    for (rounds, times, why) in table {
        let mut findings = made::factorial();
        findings.rounds = rounds;
        findings.study.rounds_asked = 2;
        let files = render(&findings, &made::meta());
        let page = &files
            .iter()
            .find(|(path, _)| path == "index.html")
            .unwrap()
            .1;
        let page = std::str::from_utf8(page).unwrap();
        let (_, section) = page.split_once("id=\"rounds\"").unwrap();
        for text in [&summary(&findings, 2000), section] {
            assert!(
                text.contains(times) && text.contains(why),
                "{times} {why}: {text}"
            );
            assert!(!text.contains("one of 0 values"), "{text}");
        }
    }
    let mut findings = made::factorial();
    findings.rounds = vec![untold(0)];
    findings.study.pairs_wanted += 1;
    assert!(summary(&findings, 2000).contains("the pairs of this round are not all played yet."));
    findings.rounds.clear();
    assert!(!summary(&findings, 2000).contains("played again"));
}
