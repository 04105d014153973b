//! Values fitted between rounds.

use assay_search::Values;

use super::*;
use crate::{FittedArm, Player, Retune};

fn values(study: &Study, player: &Player) -> Option<Values> {
    let PlayerKind::Builtin(builtin) = &player.kind else {
        panic!("{study:?}");
    };
    match &builtin.values {
        PlayerValues::Given(values) => Some(values.clone()),
        _ => None,
    }
}

fn retuned(study: &Study) -> (String, Values) {
    let fitted = Values::parse("v", "[pieces]\nP = 100\nQ = 901\n[forms]\nN = 240\n").unwrap();
    let arm = |arm: &str| FittedArm {
        arm: arm.to_owned(),
        values: fitted.clone(),
    };
    (study.round_text(2, &[arm("crooked")]), fitted)
}

#[test]
fn rounds_are_studies_of_their_own() {
    let text = format!("retune = true\n{LEAST}[factorial]\nturning = [\"curved\", \"crooked\"]\n");
    let first = parse(&text).unwrap();
    assert_eq!((first.retune, first.round), (Some(Retune { rounds: 1 }), 0));
    let (text, fitted) = retuned(&first);
    let later = parse(&text).unwrap();
    assert_eq!(later.round, 2);
    assert_ne!(later.id, first.id);
    assert_ne!(later.seed, first.seed, "fresh games");
    assert_eq!(arm_names(&later), arm_names(&first));
    let of = |arm: usize| values(&later, later.players_of(&later.arms[arm])[0]);
    assert_eq!(of(0), None, "the curved arm plays as before");
    assert_eq!(of(1), Some(fitted));
    assert_eq!(later.factorial, first.factorial);
    assert!(later.is_deterministic());
    let third = parse(&later.round_text(3, &[])).unwrap();
    assert_eq!(third.round, 3);
    assert!(third.players.len() < later.players.len(), "{}", third.text);
}

#[test]
fn names_of_arms_may_have_anything_in_them() {
    let text = format!("retune = true\n{LEAST}[[arm]]\nname = 'a \"b\" \\ c'\n");
    let first = parse(&text).unwrap();
    let arm = FittedArm {
        arm: first.arms[0].name.clone(),
        values: Values::parse("v", "[pieces]\nQ = 901\n").unwrap(),
    };
    let later = parse(&first.round_text(1, &[arm])).unwrap();
    assert_eq!(later.arms[0].name, first.arms[0].name);
    assert_eq!(later.players.len(), 2);
}

/// Each text, laid behind the least study, has exactly these faults.
#[test]
fn bad_rounds_get_clear_answers() {
    for (text, want) in [
        (
            "[fitted]\nround = 0\n[[fitted.arm]]\nname = \"sonik\"\nvalues.pieces = { X = 1 }\n",
            "s.toml:8:9: round = 0 is outside 1 to 20\n\
             s.toml:10:8: the study has no arm \"sonik\"; did you mean \"sonic\"?",
        ),
        (
            "[fitted]\nround = 1\n[[fitted.arm]]\nname = \"sonic\"\n",
            "s.toml:9:1: [[fitted.arm]] lacks values",
        ),
        (
            "[retune]\nround = 1\n",
            "s.toml:7:1: retune lacks rounds\n\
             s.toml:8:1: unknown key \"round\" in retune; did you mean \"rounds\"?",
        ),
    ] {
        assert_eq!(least_and(text).unwrap_err().to_string(), want, "{text}");
    }
    let text = format!("retune = 3\n{LEAST}");
    assert_eq!(
        parse(&text).unwrap_err().to_string(),
        "s.toml:1:10: retune must be true or a table, not a whole number; retune = { rounds = 3 } fits values three times at most"
    );
}
