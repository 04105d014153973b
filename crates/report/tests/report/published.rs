//! Figures of others beside those of the study.

use assay_report::{Agreement, Measure};

use crate::files::case;

#[test]
fn published_shares_have_the_intervals_of_their_games() {
    let findings = &case("published").findings;
    let [them, somebody] = findings.published.as_slice() else {
        panic!("tables of one source go together: {:?}", findings.published);
    };
    let figures: Vec<(usize, Measure, String)> = them
        .figures
        .iter()
        .map(|figure| (figure.arm, figure.measure, figure.published.text()))
        .collect();
    // Wilson's interval of 1,180 of 10,000; the normal one of 770 won, 8,820 drawn, 410 lost.
    assert_eq!(
        figures,
        [
            (0, Measure::WhiteScore, "51.8% (51.5% to 52.1%)".to_owned()),
            (
                0,
                Measure::DecisiveRate,
                "11.8% (11.2% to 12.4%)".to_owned()
            ),
            (1, Measure::WhiteScore, "53.0% (52.6% to 53.4%)".to_owned()),
            (
                1,
                Measure::DecisiveRate,
                "13.9% (13.2% to 14.6%)".to_owned()
            ),
        ]
    );
    for figure in &them.figures {
        let arm = &findings.arms[figure.arm];
        let here = match figure.measure {
            Measure::WhiteScore => arm.score,
            _ => arm.decisive_rate,
        };
        assert_eq!(figure.here, here);
    }
    // How many games is not known, so there is no interval.
    assert_eq!(somebody.figures[0].published.text(), "50.0% (no interval)");
    assert_eq!(somebody.changes, Vec::new());
    let symbols: Vec<&str> = somebody.values.iter().map(|v| v.symbol.as_str()).collect();
    assert_eq!(symbols, ["N", "Q"]);
}

/// Newcombe's interval of the published change is that of the vectors of `assay-stats`, to the digits published.
#[test]
fn changes_stand_beside_those_of_the_study() {
    let findings = &case("published").findings;
    let changes = &findings.published[0].changes;
    assert_eq!(changes.len(), 2);
    for change in changes {
        assert_eq!((change.arm, change.against), (1, 0));
        let here = findings.differences_of(change.measure).next().unwrap();
        assert_eq!(change.here, Some(here.change.estimate));
        // Sixty random games tell nothing.
        assert_eq!(change.verdict, Agreement::Untold);
    }
    assert_eq!(changes[0].published.text(), "+1.2 (+0.7 to +1.7)");
    assert_eq!(changes[1].published.text(), "+2.1 (+1.2 to +3.0)");
}

#[test]
fn the_page_tells_both_and_warns() {
    let case = case("published");
    let page = std::str::from_utf8(case.file("index.html")).unwrap();
    for words in [
        "<h2 id=\"published\">Beside published figures</h2>",
        "<h3>Them &amp; &lt;others&gt;</h3>",
        "Beside Them &amp; &lt;others&gt;: White's score from stalemate draw to stalemate win: +1.2 points (+0.7 to +1.7) there and ",
        "directions can be compared, sizes only with care",
        "Published figures are data of the study file",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let sheet = std::str::from_utf8(case.file("numbers/published.csv")).unwrap();
    assert_eq!(sheet.lines().count(), 1 + 4 + 2 + 1 + 2);
    let units: Vec<&str> = sheet
        .lines()
        .skip(1)
        .filter_map(|l| l.split(',').nth(4))
        .collect();
    assert_eq!(
        units.iter().filter(|unit| **unit == "pawns").count(),
        2,
        "{units:?}"
    );
}
