//! When a study stops, as given.

use assay_stats::EloModel;

use super::*;
use crate::{EarlyStop, Halving, HalvingMeasure, Precision};

/// A study of two arms with these lines under `[stop]`; they begin in line 7.
fn balance(stop: &str) -> Result<Study, Faults> {
    parse(&format!(
        "name = \"s\"\ngame = \"sonic\"\n[factorial]\nsprings = [false, true]\n[limits]\nnodes = 1\n[stop]\n{stop}"
    ))
}

/// A match with these lines under `[stop]`; they begin in line 12.
fn two_players(stop: &str) -> Result<Study, Faults> {
    parse(&format!(
        "name = \"s\"\ngame = \"sonic\"\nkind = \"match\"\n[limits]\nnodes = 1\n[[player]]\nname = \"a\"\n[[player]]\nname = \"b\"\nvariety = 3\n[stop]\n{stop}"
    ))
}

#[test]
fn every_way_to_stop_early() {
    let early = two_players("pairs = 900\nsprt = { elo0 = -1.5, elo1 = 5 }\n")
        .unwrap()
        .stop;
    assert_eq!(early.pairs, 900);
    let Some(EarlyStop::Sprt(rule)) = early.early else {
        panic!("{early:?}");
    };
    let hypotheses = rule.test.hypotheses();
    assert_eq!((hypotheses.elo0, hypotheses.elo1), (-1.5, 5.0));
    assert_eq!(hypotheses.model, EloModel::Normalized);
    assert_eq!((rule.alpha, rule.beta), (0.05, 0.05));
    let given = "pairs = 9\nsprt = { elo0 = 0, elo1 = 9, model = \"logistic\", alpha = 0.1, beta = 0.02 }\n";
    let Some(EarlyStop::Sprt(rule)) = two_players(given).unwrap().stop.early else {
        panic!("{given}");
    };
    assert_eq!(rule.test.hypotheses().model, EloModel::Logistic);
    assert_eq!((rule.alpha, rule.beta), (0.1, 0.02));
    assert!((rule.test.bounds().1 - (0.98_f64 / 0.1).ln()).abs() < 1e-12);
    for given in [balance, two_players] {
        let early = given("pairs = 9\nprecision = 0.01\n").unwrap().stop.early;
        assert_eq!(early, Some(EarlyStop::Precision(Precision(0.01))));
    }
    let given = "pairs = 101\nhalving = { measure = \"fair\" }\n";
    let early = balance(given).unwrap().stop.early;
    let halving = Halving {
        measure: HalvingMeasure::Fair,
        first: 50,
        keep: 1,
    };
    assert_eq!(early, Some(EarlyStop::Halving(halving)));
}

type Given = fn(&str) -> Result<Study, Faults>;

/// Each `[stop]` has exactly these faults.
#[test]
fn bad_stops_get_clear_answers() {
    let table: [(Given, &str, &str); 12] = [
        (
            balance,
            "",
            "s.toml:7:1: [stop] lacks pairs; pairs = 500 plays 500 pairs of games, sides swapped, in every arm",
        ),
        (
            balance,
            "precision = 0.02\n",
            "s.toml:7:1: [stop] lacks pairs; pairs = 5000 is the most an arm may come to",
        ),
        (
            balance,
            "pairs = 9\nprecision = 1\n",
            "s.toml:9:13: precision = 1 is outside 0.0001 to 0.5; 0.01 knows a score to within one point in a hundred games",
        ),
        (
            balance,
            "pairs = 9\nprecision = \"fine\"\n",
            "s.toml:9:13: precision must be a number, not a string",
        ),
        (
            two_players,
            "pairs = 9\nprecision = 0.01\nsprt = { elo0 = 0, elo1 = 5 }\n",
            "s.toml:14:8: [stop] has sprt and precision at once; keep one of sprt, precision, halving",
        ),
        (
            two_players,
            "pairs = 9\nsprt = { elo0 = 0, elo1 = 5, model = \"logistics\", alhpa = 0.01, beta = 0.7 }\n",
            "s.toml:13:38: unknown model of Elo \"logistics\"; did you mean \"logistic\"?\n\
             s.toml:13:51: unknown key \"alhpa\" in sprt; did you mean \"alpha\"?\n\
             s.toml:13:72: beta = 0.7 is outside 0.000001 to 0.5",
        ),
        (
            two_players,
            "pairs = 9\nsprt = { elo0 = 5, elo1 = 0 }\n",
            "s.toml:13:27: sprt: elo0 must lie below elo1, both finite; elo0 = 0, elo1 = 5 asks whether the first player is the stronger",
        ),
        (
            two_players,
            "pairs = 9\nsprt = true\n",
            "s.toml:13:8: sprt must be a table, not true or false",
        ),
        (
            two_players,
            "pairs = 900\nhalving = { measure = \"fair\" }\n",
            "s.toml:13:11: halving compares rules, not players; it goes with kind = \"balance\"\n\
             s.toml:13:11: halving keeps 1 of 1 arms, which drops none; keep fewer, or leave halving out",
        ),
        (
            balance,
            "pairs = 900\nhalving = { measure = \"decisve\", kep = 1 }\n",
            "s.toml:9:23: unknown measure of halving \"decisve\"; did you mean \"decisive\"?\n\
             s.toml:9:34: unknown key \"kep\" in halving; did you mean \"keep\"?",
        ),
        (
            balance,
            "pairs = 900\nhalving = { first = 0 }\n",
            "s.toml:9:11: halving lacks measure; measure = \"decisive\" keeps the arms with fewest draws, \"fair\" those where White's score is nearest to 50%\n\
             s.toml:9:21: first = 0 is outside 1 to 10000000",
        ),
        (
            balance,
            "pairs = 50\nhalving = { measure = \"decisive\" }\n",
            "s.toml:8:9: halving 2 arms to 1 takes 50 pairs an arm, which leaves none of 50 for fresh games of the arms that are kept; pairs = 100 leaves as many again",
        ),
    ];
    for (given, stop, want) in table {
        assert_eq!(given(stop).unwrap_err().to_string(), want, "{stop}");
    }
}
