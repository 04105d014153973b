use assay_report::{Estimate, Unit, summary};

use crate::files::ALL;
use crate::made;

#[test]
fn a_wide_terminal_shows_everything() {
    let text = summary(&made::named(&["curved", "crooked"], 120), 120);
    let wanted = "\
Sonic: what do the options do?

arm      games      +W =D -B      White's score, 95%     decisive games, 95%   first move, Elo  plies
curved     240  +100 =45 -95  51.0% (45.2% to 56.8%)  81.2% (76.4% to 86.1%)   +7 (−30 to +55)   71.3
crooked    240  +103 =43 -94  51.9% (46.1% to 57.7%)  82.1% (77.3% to 86.9%)  +13 (−30 to +55)   75.3

* 480 games (240 pairs) of Sonic the Hedgehog Chess, Advanced were played in 2 arms at 2,000 nodes a move.
";
    assert!(text.starts_with(wanted), "{text}");
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for case in ALL.iter() {
        for width in [40, 60, 80, 100, 132] {
            for line in summary(&case.findings, width).lines() {
                assert!(
                    line.chars().count() <= width,
                    "{} at {width}: {line:?}",
                    case.name
                );
            }
        }
    }
}

#[test]
fn a_narrow_terminal_keeps_the_score_and_whole_names() {
    let text = summary(
        &made::named(&["a name of several words that is long", "b"], 120),
        60,
    );
    assert!(text.contains("51.0% (45.2% to 56.8%)"));
    let names: String = text
        .lines()
        .skip(3)
        .take(3)
        .map(|l| l.chars().take(20).collect::<String>())
        .collect();
    let words = names.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.starts_with("a name of several"), "{words}");
}

#[test]
fn honest_about_what_was_not_seen() {
    let text = summary(&made::factorial(), 2000);
    assert!(text.contains("turning = crooked instead of curved, +6.1 points (+4.0 to +8.2): better for White (adjusted p = 0.004)."));
    assert!(text.contains("No difference detected from springs = true, −1.3 points (−3.4 to +0.8); stalemate = win, +0.9 points (−1.2 to +3.0); \
        with these games a difference above 3.0 points would probably have been visible."));
    let one = summary(&made::one_pair(), 2000);
    assert!(one.contains("The study is not finished: 1 of 120 pairs are in."));
    assert!(!one.contains("pawns"), "{one}");
}

#[test]
fn an_interval_without_zero_that_does_not_count_is_told_why() {
    let mut findings = made::factorial();
    let change = &mut findings.effects[1].change;
    assert!(!change.is_told());
    (change.p, change.holm) = (Some(0.041), Some(0.249));
    let text = summary(&findings, 2000);
    let why = "(−3.4 to +0.8) by itself, but adjusted for all comparisons p = 0.249";
    assert!(text.contains(why), "{text}");
}

#[test]
fn few_pairs_claim_no_visible_difference() {
    let mut findings = made::factorial();
    for effect in &mut findings.effects {
        (effect.change.p, effect.change.holm) = (None, None);
    }
    let text = summary(&findings, 2000);
    assert!(text.contains("; fewer than 20 pairs are too few to tell a difference."));
    assert!(!text.contains("would probably have been visible"), "{text}");
    findings.effects[1].change.p = Some(0.5);
    let text = summary(&findings, 2000);
    let both = "; with enough pairs a difference above 3.0 points would probably have been visible; \
        fewer than 20 pairs are too few to tell a difference.";
    assert!(text.contains(both), "{text}");
    let tournament = &crate::files::case("tournament").findings;
    let apart = tournament.tournament.as_ref().unwrap();
    let few = apart.comparisons.iter().filter(|c| c.change.lacks_pairs());
    let text = summary(tournament, 2000);
    assert_eq!(
        few.count() > 0,
        text.contains("too few to tell a difference"),
        "{text}"
    );
}

#[test]
fn few_pairs_claim_no_advantage() {
    // Nineteen of twenty points are White's in every arm; only pairs are lacking.
    for (names, pairs, words) in [
        (&["a"][..], 5, "too few pairs to tell whether moving first"),
        (&["a"][..], 20, ": moving first is an advantage"),
        (&["a", "b"][..], 5, "too few pairs to tell White's score"),
        (&["a", "b"][..], 20, "in 2 of 2 arms the 95% interval"),
    ] {
        let mut findings = made::named(names, 120);
        for arm in &mut findings.arms {
            arm.pairs = pairs;
            arm.score = Estimate::new(Unit::Share, 0.95, 0.9, 0.99);
        }
        let text = summary(&findings, 2000);
        assert!(text.contains(words), "{words}: {text}");
        findings.arms[0].pairs = 19;
        let text = summary(&findings, 2000);
        assert!(!text.contains(": moving first is"), "{text}");
        if names.len() > 1 && pairs == 20 {
            let one = "in one arm with 20 pairs or more, b, the 95% interval leaves out 50%";
            assert!(text.contains(one), "{text}");
        }
    }
}
