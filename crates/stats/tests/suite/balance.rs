//! `self_play_balance_closed_form` of the vectors.

use crate::vectors::{Told, count, json, near, number};
use assay_stats::{Davidson, RaoKupper, Trinomial};

const TOLERANCE: f64 = 1e-11;

fn counts(case: &Told) -> Trinomial {
    Trinomial {
        wins: count(&case["W"]),
        draws: count(&case["D"]),
        losses: count(&case["L"]),
    }
}

fn cases() -> &'static [Told] {
    let cases = &json("vectors.json")["self_play_balance_closed_form"]["cases"];
    cases.as_array().unwrap_or_default()
}

#[test]
pub(crate) fn score_and_both_models() -> Result<(), &'static str> {
    let cases = cases();
    assert_eq!(cases.len(), 6);
    for case in cases {
        let counts = counts(case);
        let score = counts.estimate().ok_or("score")?;
        near(score.value, number(&case["score"]), TOLERANCE, "score");
        near(
            score.se,
            number(&case["se_score"]),
            TOLERANCE,
            "score's error",
        );
        let share = counts.won_of_decisive().ok_or("share")?.value();
        near(
            share,
            number(&case["first_wins_share_of_decisive"]),
            TOLERANCE,
            "share",
        );

        let (davidson, told) = (Davidson::fit(counts).ok_or("davidson")?, &case["davidson"]);
        near(
            davidson.advantage.value,
            number(&told["h_first_player_nat"]),
            TOLERANCE,
            "h",
        );
        near(
            davidson.advantage.se,
            number(&told["se_h"]),
            TOLERANCE,
            "h's error",
        );
        near(
            davidson.advantage_elo().0,
            number(&told["h_elo"]),
            TOLERANCE,
            "h in Elo",
        );
        near(davidson.nu, number(&told["nu"]), TOLERANCE, "nu");
        let log_nu_se = davidson.log_nu_se.ok_or("nu's error")?;
        near(
            log_nu_se,
            number(&told["se_log_nu"]),
            TOLERANCE,
            "nu's error",
        );

        let (model, told) = (
            RaoKupper::fit(counts).ok_or("rao-kupper")?,
            &case["rao_kupper"],
        );
        near(
            model.advantage.value,
            number(&told["h_nat"]),
            TOLERANCE,
            "h",
        );
        near(
            model.delta.value,
            number(&told["delta_nat"]),
            TOLERANCE,
            "delta",
        );
        near(
            model.advantage_elo().0,
            number(&told["h_elo"]),
            TOLERANCE,
            "h in Elo",
        );
        near(
            model.draw_elo().0,
            number(&told["drawelo"]),
            TOLERANCE,
            "delta in Elo",
        );
    }
    Ok(())
}

#[test]
pub(crate) fn stalemate_as_a_win_against_classical() -> Result<(), &'static str> {
    let told = &json("vectors.json")["self_play_balance_closed_form"]["stalemate_win_minus_classical_davidson_h"];
    let cases = cases();
    let advantage = |index: usize| Davidson::fit(counts(&cases[index])).map(|d| d.advantage);
    let difference = advantage(1)
        .ok_or("stalemate")?
        .minus(advantage(0).ok_or("classical")?);
    near(
        difference.value,
        number(&told["diff_nat"]),
        TOLERANCE,
        "difference",
    );
    near(difference.se, number(&told["se"]), TOLERANCE, "error");
    near(
        difference.z().ok_or("z")?,
        number(&told["z"]),
        TOLERANCE,
        "z",
    );
    Ok(())
}
