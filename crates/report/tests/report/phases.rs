//! What pieces are worth phase by phase.

use assay_report::{Findings, FitOf, Phase, ValueFit};

use crate::files::{case, played};

fn study(kind: &str, length_cap: u16, phases: bool) -> String {
    format!(
        "name = \"Phases\"\ngame = \"fide\"\n{kind}\nlength_cap = {length_cap}\n[limits]\nnodes = 2000\n[stop]\npairs = 60\n\
         [analysis]\nphases = {phases}\n"
    )
}

fn fit<'a>(findings: &'a Findings, of: &FitOf) -> &'a ValueFit {
    let fits = &findings.values.as_ref().unwrap().fits;
    fits.iter().find(|fit| fit.of == *of).unwrap()
}

/// In games too short to lose a third of the men all positions are of the opening, which is then all there is to fit.
#[test]
fn short_games_have_an_opening_only() {
    let odds =
        study("kind = \"values\"", 16, true) + "[[imbalance]]\nwhite = \"-N\"\nblack = \"-B\"\n";
    for text in [study("", 16, true), odds] {
        let findings = played(&text);
        let all = fit(&findings, &FitOf::All);
        let opening = fit(&findings, &FitOf::Phase(Phase::Opening));
        assert!(all.positions > 200);
        assert_eq!(opening.positions, all.positions);
        assert_eq!(opening.values, all.values);
        let end = fit(&findings, &FitOf::Phase(Phase::End));
        assert_eq!([end.positions, end.games, end.pairs], [0; 3]);
        assert!(opening.games <= 2 * opening.pairs && opening.pairs <= opening.games);
        assert_eq!(findings.values.unwrap().by_phase, Vec::new());
        for both in findings.imbalance.iter().flat_map(|i| &i.both) {
            let stage = both.opening.as_ref().unwrap();
            assert_eq!(stage.positions, both.positions);
            assert_eq!(stage.difference, both.difference);
        }
    }
}

#[test]
fn long_games_have_every_phase_and_say_so() {
    let case = case("phases");
    let findings = &case.findings;
    for phase in Phase::ALL {
        let fit = fit(findings, &FitOf::Phase(phase));
        assert!(fit.positions > 100, "{phase:?}");
        assert!(!fit.values.is_empty(), "{phase:?}");
    }
    let page = std::str::from_utf8(case.file("index.html")).unwrap();
    for words in [
        "<h3>Phase by phase</h3>",
        "middle in full",
        "What the pieces are worth, phase by phase",
        "Values by phase are the same regression",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let sheet = std::str::from_utf8(case.file("numbers/piece-values.csv")).unwrap();
    for phase in Phase::ALL {
        let start = format!("{},", phase.name());
        assert!(sheet.lines().any(|line| line.starts_with(&start)));
    }
}

#[test]
fn phases_are_on_request() {
    let findings = played(&study("", 40, false));
    let values = findings.values.unwrap();
    assert!(values.fits.iter().all(|fit| fit.of == FitOf::All));
    assert_eq!(values.by_phase, Vec::new());
}
