//! Values fitted again and again.

use assay_report::{Estimate, Round, RoundArm, RoundValue, Told, Unit, render};

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
    let page = file(&findings, "index.html");
    for words in [
        "Values by round",
        "0: played with",
        "1: fitted",
        "in which none of 1",
    ] {
        assert!(page.contains(words), "the page lacks {words}");
    }
    assert_eq!(
        file(&findings, "numbers/values-by-round.csv"),
        "round,arm,piece,name,played_with,fitted,fitted_low,fitted_high\n\
         0,curved,N,knight,2.6,3.0,2.7,3.3\n1,curved,N,knight,3.0,3.0,2.7,3.3\n"
    );
}
