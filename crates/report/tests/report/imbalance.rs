use assay_arena::GameResult;
use assay_report::{BothWays, Estimate, Findings, Told, Unit, analyse};
use assay_rules::with_rules;
use assay_study::Study;

use crate::files::case;
use crate::games::{self, Random, record, records};

/// Pawn, knight, bishop, rook, queen.
const WORTH: [(char, f64); 5] = [('P', 1.0), ('N', 3.0), ('B', 3.2), ('R', 5.0), ('Q', 9.0)];

fn study(shuffle: bool) -> Study {
    of_pairs(64, shuffle)
}

fn of_pairs(pairs: u16, shuffle: bool) -> Study {
    games::study(&text(pairs, shuffle))
}

fn text(pairs: u16, shuffle: bool) -> String {
    format!(
        "name = \"Planted\"\ngame = \"fide\"\nkind = \"values\"\nshuffle = {shuffle}\nlength_cap = 12\n[limits]\nnodes = 2000\n\
         [openings]\nplies = 4\n[stop]\npairs = {pairs}\n\
         [[imbalance]]\nwhite = \"-N\"\nblack = \"-3P\"\n[[imbalance]]\nwhite = \"-B\"\nblack = \"-3P\"\n\
         [[imbalance]]\nwhite = \"-R\"\nblack = \"-N -2P\"\n[[imbalance]]\nwhite = \"-R\"\nblack = \"-B -2P\"\n\
         [[imbalance]]\nwhite = \"-Q\"\nblack = \"-2R\"\n[[imbalance]]\nwhite = \"-Q\"\nblack = \"-R -N\"\n\
         [[imbalance]]\nwhite = \"-3P\"\n[[imbalance]]\nname = \"a rook\"\nwhite = \"R>B\"\n"
    )
}

/// White's material less Black's, and White's worth of it.
fn advantage(study: &Study, start: &str) -> f64 {
    let rules = &study.arms[0].rules;
    with_rules!(rules, r => {
        let position = r.parse_position(start).unwrap();
        let count = |side, letter| f64::from(position.count(side, r.kind_of(letter).unwrap()));
        WORTH
            .iter()
            .map(|&(letter, worth)| {
                let [white, black] = assay_rules::Side::BOTH.map(|side| count(side, letter));
                worth * (white - black)
            })
            .sum()
    })
}

/// Random games of a values study whose results are drawn by what the start arrays are worth.
fn findings(study: &Study) -> Findings {
    findings_where(study, |_| 1.0)
}

/// Such games, the worth being so many times as much in the arm of a name.
fn findings_where(study: &Study, times: impl Fn(&str) -> f64) -> Findings {
    let mut random = Random(7);
    let all: Vec<_> = records(study)
        .into_iter()
        .map(|(key, game, played)| {
            let times = times(&study.arms[usize::from(key.arm.0)].name);
            let log_odds = 0.2 + 0.5 * times * advantage(study, &played.start);
            let mean = 1.0 / (1.0 + (-log_odds).exp());
            let luck = random.below(1_000_000) as f64 / 1e6;
            let drawn = 0.4 * mean.min(1.0 - mean);
            let result = if luck < mean - drawn / 2.0 {
                GameResult::WhiteWins
            } else if luck < mean + drawn / 2.0 {
                GameResult::Draw
            } else {
                GameResult::BlackWins
            };
            let drawn = record(&played.start, 4, played.moves, result, played.reason);
            (key, game, drawn)
        })
        .collect();
    analyse(
        study,
        all.iter().map(|(key, game, record)| (*key, *game, record)),
    )
    .unwrap()
}

/// A values study with planted values, for all tests of rendered files.
pub(crate) fn planted() -> Findings {
    findings(&study(false))
}

#[test]
fn planted_values_come_out_of_the_matches() {
    for shuffle in [false, true] {
        let found = findings(&study(shuffle));
        let imbalance = found.imbalance.as_ref().unwrap();
        for (letter, worth) in &WORTH[1..] {
            let symbol = letter.to_string();
            let both = imbalance
                .both
                .iter()
                .find(|b: &&BothWays| b.symbol == symbol);
            let told = both.unwrap().matches.estimate().unwrap();
            // Four in a row and twice: an interval a little wider than the 95% one.
            let (low, high) = (told.low().unwrap(), told.high().unwrap());
            let slack = 0.3 * (high - low);
            assert!(
                low - slack < *worth && *worth < high + slack,
                "{letter}: {}",
                told.text()
            );
        }
        let test = imbalance.test.unwrap();
        assert_eq!(test.degrees, 10 - 5);
        assert!(test.p > 0.01, "{test:?}");
        assert!(imbalance.matches.iter().all(|m| !m.misfits()));
    }
}

#[test]
fn scores_are_those_of_the_side_whose_array_was_changed() {
    let found = planted();
    let imbalance = found.imbalance.as_ref().unwrap();
    let names: Vec<&str> = found.arms.iter().map(|arm| arm.name.as_str()).collect();
    let score = |name: &str| {
        let arm = names.iter().position(|n| *n == name).unwrap();
        let found = imbalance.matches.iter().find(|m| m.arm == arm).unwrap();
        (found.observed.value(), found.predicted.unwrap().value())
    };
    for (name, low, high) in [
        ("-3P", 0.05, 0.35),
        ("-Q against -2R", 0.5, 0.8),
        ("a rook", 0.15, 0.45),
    ] {
        let (observed, predicted) = score(name);
        assert!((low..high).contains(&observed), "{name}: {observed}");
        assert!(
            (observed - predicted).abs() < 0.12,
            "{name}: {observed} {predicted}"
        );
    }
    // Sides are swapped, so White as such has no more than the first move.
    let arm = names.iter().position(|n| *n == "-3P").unwrap();
    let white = found.arms[arm].score.as_ref().unwrap().value();
    assert!((0.4..0.65).contains(&white), "{white}");
}

#[test]
fn the_page_shows_both_ways_and_every_match() {
    let case = case("values");
    let page = std::str::from_utf8(case.file("index.html")).unwrap();
    for words in [
        "What the pieces are worth, two ways",
        "Worth in pawns, by imbalance matches and by the positions of the games: knight",
        "Two ways, in log-odds of winning",
        "The matches and what the values say of them",
        "Imbalance matches: in each arm",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("Arm against arm"));
    let sheet = std::str::from_utf8(case.file("numbers/imbalance-matches.csv")).unwrap();
    assert_eq!(sheet.lines().count(), 1 + case.findings.arms.len());
    let sheet = std::str::from_utf8(case.file("numbers/piece-values-two-ways.csv")).unwrap();
    assert_eq!(sheet.lines().count(), 1 + 4);
}

/// Twelve plies at random tell nothing by their positions, so here the figures are given.
#[test]
fn both_ways_together_stand_beside_them() {
    let mut found = planted();
    let imbalance = found.imbalance.as_mut().unwrap();
    for (both, value) in imbalance.both.iter_mut().zip(3..) {
        assert_eq!(both.together, None);
        let value = f64::from(value) + 0.25;
        both.together = Estimate::new(Unit::Pawns, value, value - 0.5, value + 1.0);
    }
    let files = assay_report::render(&found, &crate::made::meta());
    let text = |path: &str| {
        let (_, bytes) = files.iter().find(|(name, _)| name == path).unwrap();
        std::str::from_utf8(bytes).unwrap()
    };
    let (page, sheet) = (
        text("index.html"),
        text("numbers/piece-values-two-ways.csv"),
    );
    let summary = assay_report::summary(&found, 2000);
    assert!(sheet.starts_with("piece,name,"), "{sheet}");
    assert!(
        sheet
            .lines()
            .next()
            .unwrap()
            .contains(",together,together_low,together_high,")
    );
    let imbalance = found.imbalance.as_ref().unwrap();
    assert!(summary.contains("Both ways together: "), "{summary}");
    for (both, row) in imbalance.both.iter().zip(sheet.lines().skip(1)) {
        let together = both.together.unwrap();
        let sentence = format!("{} {}", both.name, together.text());
        assert!(summary.contains(&sentence), "{summary}");
        assert!(page.contains(&together.text()), "{sentence}");
        assert!(row.contains(&together.number()), "{row}");
    }
}

/// A pawn may be worth too little to count in; what the matches tell is told all the same.
#[test]
fn matches_that_tell_nothing_in_pawns_tell_it_in_log_odds() {
    const SENTENCE: &str = "* By the matches the pawn's own worth is not told from nothing here; \
                            in log-odds of winning: pawn +0.46 (+0.36 to +0.56); knight ";
    let mut found = planted();
    let told = |found: &Findings| assay_report::summary(found, 2000);
    assert!(!told(&found).contains("in log-odds of winning: "));
    for both in &mut found.imbalance.as_mut().unwrap().both {
        let why = "the pawn's own worth is not told from nothing here";
        both.matches = Told::Untold(why.to_owned());
    }
    assert!(told(&found).contains(SENTENCE), "{}", told(&found));
    // A reason that one piece alone has is told of it alone.
    let both = &mut found.imbalance.as_mut().unwrap().both;
    both[0].matches = Told::Untold("in these games it always goes with bishop".to_owned());
    let names: Vec<&str> = both.iter().map(|both| both.name.as_str()).collect();
    let reasons = format!(
        "* By the matches nothing is told in pawns ({}: in these games it always goes with bishop; {}: the pawn's own \
         worth is not told from nothing here); in log-odds of winning: pawn ",
        names[0],
        names[1..].join(", ")
    );
    assert!(told(&found).contains(&reasons), "{}", told(&found));
}

#[test]
fn every_match_has_a_score_with_its_interval_clustered_by_pair() {
    let case = case("values");
    let sheet = std::str::from_utf8(case.file("numbers/imbalance-matches.csv")).unwrap();
    let mut lines = sheet.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|h| *h == name).unwrap();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |name: &str| cells[column(name)].parse::<f64>().unwrap();
        let score = number("score_percent");
        assert!(number("score_percent_low") < score, "{line}");
        assert!(number("score_percent_high") > score, "{line}");
        assert!((0.0..=100.0).contains(&number("by_the_values_percent")));
    }
    let page = std::str::from_utf8(case.file("index.html")).unwrap();
    let summary = assay_report::summary(&case.findings, 132);
    let imbalance = case.findings.imbalance.as_ref().unwrap();
    for found in &imbalance.matches {
        assert!(page.contains(&found.observed.interval()));
        assert!(summary.contains(&found.observed.text()), "{summary}");
    }
}

/// Where matches contradict each other by more than their scatter, the page says by how much the intervals are wider for it.
#[test]
fn values_of_matches_that_contradict_each_other_are_known_less_well() {
    const SENTENCE: &str = "times as wide as the scatter within the matches alone would make them";
    let study = study(false);
    let shown = |found: &Findings| {
        let files = assay_report::render(found, &crate::made::meta());
        let (_, page) = files.iter().find(|(path, _)| path == "index.html").unwrap();
        std::str::from_utf8(page).unwrap().contains(SENTENCE)
    };
    let mut found = findings(&study);
    for contradicted in [false, true] {
        let imbalance = found.imbalance.as_ref().unwrap();
        let test = imbalance.test.unwrap();
        let wanted = (test.chi2 / test.degrees as f64).max(1.0).sqrt();
        assert!((imbalance.widened - wanted).abs() < 1e-12);
        assert_eq!(shown(&found), imbalance.widened > 1.0);
        if contradicted {
            assert!(test.fails(), "{test:?}");
            assert!(imbalance.widened > 1.5, "{}", imbalance.widened);
        }
        found = findings_where(&study, |arm| if arm == "-3P" { -1.0 } else { 1.0 });
    }
}

#[test]
fn with_few_pairs_scores_are_told_and_whatever_is_not_has_its_reason() {
    for (pairs, untested) in [
        (1, "there are too few pairs for so many values and matches"),
        (12, "there are matches of fewer than 20 pairs"),
    ] {
        let found = findings(&of_pairs(pairs, false));
        let imbalance = found.imbalance.as_ref().unwrap();
        assert_eq!(imbalance.matches.len(), found.arms.len());
        assert!(imbalance.matches.iter().all(|m| m.observed.low().is_some()));
        assert!(imbalance.matches.iter().all(|m| m.holm.is_none()));
        assert_eq!(
            (imbalance.test, imbalance.untested.as_deref()),
            (None, Some(untested))
        );
        assert_eq!(imbalance.both.len(), WORTH.len() - 1);
        let files = assay_report::render(&found, &crate::made::meta());
        let (_, page) = files.iter().find(|(path, _)| path == "index.html").unwrap();
        let page = std::str::from_utf8(page).unwrap();
        let (_, page) = page.split_once("id=\"two-ways\"").unwrap();
        let (page, _) = page.split_once("<h2").unwrap();
        assert!(!page.contains("undefined"), "{page}");
        let summary = assay_report::summary(&found, 2000);
        for text in [page, &summary] {
            let sentence =
                format!("Whether the values explain the matches cannot be told: {untested}.");
            assert!(text.contains(&sentence), "{text}");
        }
    }
}

/// Two pairs share a shuffled array, so arrays are what is counted where pairs are too few, and the page says how arrays are made.
#[test]
fn shuffled_arrays_are_told_and_counted() {
    const MADE: &str = "every two pairs have one of their own";
    for (shuffle, pairs, untested) in [
        (false, 24, None),
        (
            true,
            38,
            Some("there are matches of fewer than 20 shuffled arrays of two pairs each"),
        ),
        (true, 40, None),
    ] {
        let found = findings(&of_pairs(pairs, shuffle));
        let imbalance = found.imbalance.as_ref().unwrap();
        assert_eq!(imbalance.untested.as_deref(), untested, "{pairs}");
        let files = assay_report::render(&found, &crate::made::meta());
        let (_, page) = files.iter().find(|(path, _)| path == "index.html").unwrap();
        let page = std::str::from_utf8(page).unwrap();
        assert_eq!(page.contains(MADE), shuffle);
        assert_eq!(page.contains("errors clustered by array"), shuffle);
        assert_eq!(page.contains("errors clustered by pair"), !shuffle);
    }
}

/// What matches tell is of a full board, so the opening stands beside it in the table, the sheet and the words, if asked for.
#[test]
fn matches_stand_beside_the_opening() {
    for phases in [false, true] {
        let analysis = format!("[analysis]\nphases = {phases}\n");
        let found = findings(&games::study(&(text(64, false) + &analysis)));
        let imbalance = found.imbalance.as_ref().unwrap();
        assert_eq!(imbalance.both.len(), 4);
        for both in &imbalance.both {
            // Twelve plies are an opening and nothing else.
            let stage = both.opening.as_ref();
            let all = (&both.positions, &both.difference);
            assert_eq!(
                stage.map(|s| (&s.positions, &s.difference)),
                phases.then_some(all)
            );
        }
        let files = assay_report::render(&found, &crate::made::meta());
        let text = |path: &str| {
            let (_, bytes) = files.iter().find(|(name, _)| name == path).unwrap();
            String::from_utf8(bytes.clone()).unwrap()
        };
        let head = "<th>by the positions of the opening</th>";
        assert_eq!(text("index.html").contains(head), phases);
        let sheet = text("numbers/piece-values-two-ways.csv");
        let (head, rows) = sheet.split_once('\n').unwrap();
        assert!(head.contains(",by_opening,by_opening_low,"), "{head}");
        let width = head.split(',').count();
        assert!(rows.lines().all(|row| row.split(',').count() == width));
    }
}
