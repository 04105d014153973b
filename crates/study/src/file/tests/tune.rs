use super::*;
use crate::{EarlyStop, Tune};

/// The least a tuning needs; a test lays its own lines behind it.
const TUNING: &str = "name = \"t\"\ngame = \"sonic\"\nkind = \"tune\"\n[limits]\nnodes = 100\n";

fn tuning(text: &str) -> Result<Study, Faults> {
    parse(&format!("{TUNING}{text}"))
}

fn tune_of(text: &str) -> Tune {
    tuning(text).unwrap().tune.unwrap()
}

#[test]
fn a_plain_tuning_takes_the_engines_own_table() {
    let study = tuning("[tune]\niterations = 50\nparameters = [\"tempo\", \"razor\"]\n").unwrap();
    assert_eq!(study.kind, StudyKind::Tune);
    assert_eq!(study.stop.pairs, 400);
    assert_eq!(study.stop.early, None);
    assert_eq!(study.arm(ArmIndex(0)).players.map(|p| p.0), [0, 0]);
    assert_eq!(study.analysis.values, ValueFit::No);
    let tune = study.tune.unwrap();
    assert_eq!((tune.iterations, tune.pairs, tune.lag), (50, 8, 4));
    let tempo = &tune.parameters[0];
    assert_eq!((tempo.name, tempo.low, tempo.high), ("tempo", 0, 60));
    assert!(tempo.about.contains("having the move"));
    // So that a number of no account wanders about one step.
    assert!((tempo.rate - 0.05).abs() < 1e-12, "{}", tempo.rate);
    let verify = tune.verify.unwrap();
    assert_eq!(verify.pairs, 5000);
    assert!(matches!(verify.early, Some(EarlyStop::Sprt(_))));
}

#[test]
fn everything_a_tuning_can_say() {
    let tune = tune_of(
        r#"
[player]
tunables = { tempo = 40 }
[tune]
iterations = 10
pairs = 3
lag = 7
rate = 0.1
stability = 0.2
alpha = 0.5
gamma = 0.2
parameters = [{ name = "tempo", low = 10, high = 50, step = 2.5, rate = 0.2 }, "razor"]
[verify]
pairs = 30
sprt = { elo0 = 1, elo1 = 20, model = "logistic" }
"#,
    );
    assert_eq!((tune.iterations, tune.pairs, tune.lag), (10, 3, 7));
    assert_eq!(tune.pairs_in_all(), 30);
    let shape = tune.shape;
    let shape = [shape.stability, shape.alpha, shape.gamma];
    assert_eq!(shape.map(|x| x.to_string()), ["0.2", "0.5", "0.2"]);
    let tempo = &tune.parameters[0];
    assert_eq!((tempo.start, tempo.low, tempo.high), (40, 10, 50));
    let gains = [tempo.step, tempo.rate, tune.parameters[1].rate];
    assert_eq!(gains.map(|x| x.to_string()), ["2.5", "0.2", "0.1"]);
    assert_eq!(tune.verify.unwrap().pairs, 30);
    let none = "verify = false\n";
    let text = format!("{none}{TUNING}[tune]\niterations = 1\nparameters = [\"tempo\"]\n");
    assert_eq!(parse(&text).unwrap().tune.unwrap().verify, None);
}

#[test]
fn every_arm_is_tuned_alike() {
    let study = tuning(
        "[tune]\niterations = 9\nparameters = [\"tempo\"]\n[factorial]\nturning = [\"curved\", \"crooked\"]\n",
    )
    .unwrap();
    assert_eq!(study.arm_count(), 2);
    let text = study.verification_text(&[20]).unwrap();
    let verification = parse(&text).unwrap();
    assert_eq!(arm_names(&verification), arm_names(&study));
    assert_eq!(verification.arm(ArmIndex(1)).players.map(|p| p.0), [0, 1]);
}

#[test]
fn what_is_wrong_with_a_tuning_is_told_all_at_once() {
    let two = "[[player]]\nname = \"a\"\n[[player]]\nname = \"b\"\n";
    let least = "[tune]\niterations = 5\nparameters = [\"tempo\"]\n";
    let tempo = crate::Tunables::default().tempo;
    let outside = format!("tempo begins at {tempo}, outside 59 to 60");
    for (text, words) in [
        (String::new(), "the study lacks [tune]"),
        ("[tune]\n".into(), "s.toml:6:1: [tune] lacks iterations"),
        ("[tune]\n".into(), "[tune] has no parameters"),
        (
            "[tune]\niterations = 5\nparameters = []\n".into(),
            "s.toml:8:14: [tune] has no parameters",
        ),
        (
            "[tune]\niterations = 5\nparameters = [\"temppo\", 7, { step = 3 }]\n".into(),
            "s.toml:8:15: the engine has no tunable \"temppo\"; did you mean \"tempo\"?\n\
             s.toml:8:25: a parameter must be a name or a table, not a whole number",
        ),
        (
            "[tune]\niterations = 5\nparameters = [{ step = 3 }]\n".into(),
            "a parameter lacks name",
        ),
        (
            "[tune]\niterations = 5\nparameters = [\"tempo\", \"tempo\"]\n".into(),
            "tempo is among the parameters twice",
        ),
        (
            "[tune]\niterations = 5\nparameters = [{ name = \"tempo\", low = 9, high = 9 }]\n"
                .into(),
            "tempo may go from 9 to 9",
        ),
        (
            "[tune]\niterations = 5\nparameters = [{ name = \"tempo\", low = 59 }]\n".into(),
            &outside,
        ),
        (
            "[tune]\niterations = 5\nparameters = [{ name = \"tempo\", high = 99 }]\n".into(),
            "high = 99 is outside 0 to 60",
        ),
        (
            "[tune]\niterations = 5\nparameters = [{ name = \"tempo\", step = 0.2 }]\n".into(),
            "step = 0.2 is outside 0.5 to",
        ),
        (
            "[tune]\niterations = 5\nparameters = [{ name = \"tempo\", low = 24, high = 28, step = 5 }]\n"
                .into(),
            "step = 5 of tempo is wider than its range, 24 to 28",
        ),
        (
            "[tune]\niterations = 5\nparamters = [\"tempo\"]\n".into(),
            "unknown key \"paramters\" in [tune]; did you mean \"parameters\"?",
        ),
        (
            "[tune]\niterations = 5000000\nparameters = [\"tempo\"]\n".into(),
            "5000000 iterations of 8 pairs are 40000000 pairs",
        ),
        (format!("{least}[stop]\npairs = 5\n"), "[stop] in a tuning"),
        (format!("{least}{two}"), "a tuning has one player"),
        (
            format!("{least}[player]\nkind = \"uci\"\ncommand = \"x\"\n"),
            "only the built-in engine can be tuned",
        ),
        (
            format!("{least}[verify]\npiars = 5\n"),
            "unknown key \"piars\" in [verify]",
        ),
        (
            format!("{least}[verify]\nsprt = {{ elo0 = 5 }}\n"),
            "sprt lacks elo1",
        ),
        (
            format!("{least}[tuned]\ntemppo = 5\n"),
            "\"temppo\" is none of the parameters; did you mean \"tempo\"?",
        ),
        (
            format!("{least}[tuned]\ntempo = 500\n"),
            "tempo = 500 is outside 0 to 60",
        ),
    ] {
        let said = tuning(&text).unwrap_err().to_string();
        assert!(said.contains(words), "{text}: {said}");
    }
    for key in ["[tune]\n", "[verify]\n", "[tuned]\n"] {
        let said = least_and(key).unwrap_err().to_string();
        assert!(said.contains("in a study that tunes nothing"), "{said}");
    }
    let said = tuning("[tune]\nlag = 0\n").unwrap_err();
    assert_eq!(said.list.len(), 3, "{said}");
}
