use assay_rules::with_rules;

mod players;
mod retune;
mod stop;
mod tune;
mod values;

use super::*;
use crate::{
    Adjudication, ArmIndex, Centipawns, DrawRule, Factor, Format, Millis, MoveLimit, Openings,
    PairKey, PairNumber, Phases, PlayerKind, PlayerValues, Plies, ResignRule, StopRule, StudyKind,
    ValueFit, builtin_game,
};

/// The least a study of Sonic needs; a test lays its own lines behind it.
const LEAST: &str = "name = \"s\"\ngame = \"sonic\"\n[limits]\nnodes = 100\n[stop]\npairs = 5\n";

fn parse(text: &str) -> Result<Study, Faults> {
    Study::parse("s.toml", text, &mut builtin_game)
}

fn least_and(text: &str) -> Result<Study, Faults> {
    parse(&format!("{LEAST}{text}"))
}

fn arm_names(study: &Study) -> Vec<&str> {
    study.arms.iter().map(|a| a.name.as_str()).collect()
}

#[test]
fn the_least_study_has_one_arm_and_sensible_defaults() {
    let study = least_and("").unwrap();
    assert_eq!(arm_names(&study), ["sonic"]);
    assert_eq!(study.seed, StudySeed(1));
    assert_eq!(study.common_limit(), Some(MoveLimit::Nodes(100)));
    let stop = StopRule {
        pairs: 5,
        early: None,
    };
    assert_eq!(study.stop, stop);
    assert_eq!(study.length_cap, Plies(400));
    assert_eq!(study.adjudication, Adjudication::default());
    assert_eq!(study.analysis.values, ValueFit::Regression);
    assert_eq!(study.analysis.phases, Phases::Together);
    assert_eq!(
        study.openings,
        Openings::Random {
            plies: Plies(6),
            balance: Some(Centipawns(150))
        }
    );
    assert!(study.is_deterministic());
    assert_eq!(study.text, LEAST);
    assert_eq!(study.schedule().total(), 5);
}

#[test]
fn everything_a_file_can_say() {
    let study = parse(
        r#"
name = "Sonic: everything"
game = "sonic"
kind = "balance"
seed = 20260101
length_cap = 300
[limits]
time_ms = 50
[openings]
kind = "random"
plies = 8
balance = false
[stop]
pairs = 500
[options]
turning = "crooked"
[[arm]]
name = "plain"
[[arm]]
name = "pawns"
options = { crooked-pawns = true, springs = true }
[player]
name = "quick"
hash_mib = 32
threads = 2
variety = 0
values = "estimated"
[adjudication.resign]
score = 900
plies = 6
[adjudication.draw]
score = 10
plies = 20
after = 80
[analysis]
values = false
"#,
    )
    .unwrap();
    assert_eq!(arm_names(&study), ["plain", "pawns"]);
    assert_eq!(
        study.arms[1].choice.to_string(),
        "turning=crooked springs=true crooked-pawns=true stalemate=draw"
    );
    assert_eq!(study.common_limit(), Some(MoveLimit::Time(Millis(50))));
    assert_eq!(
        study.openings,
        Openings::Random {
            plies: Plies(8),
            balance: None
        }
    );
    assert_eq!(study.length_cap, Plies(300));
    assert_eq!(study.players[0].name, "quick");
    let PlayerKind::Builtin(player) = &study.players[0].kind else {
        panic!("{:?}", study.players[0]);
    };
    assert_eq!(player.hash_mib, 32);
    assert_eq!(player.threads, 2);
    assert_eq!(player.variety, Centipawns(0));
    assert_eq!(player.values, PlayerValues::Estimated);
    assert_eq!(
        study.adjudication,
        Adjudication {
            resign: Some(ResignRule {
                score: Centipawns(900),
                plies: Plies(6)
            }),
            draw: Some(DrawRule {
                score: Centipawns(10),
                plies: Plies(20),
                after: Plies(80)
            }),
        }
    );
    assert_eq!(study.analysis.values, ValueFit::No);
    assert!(!study.is_deterministic());
}

#[test]
fn a_factorial_makes_an_arm_of_every_combination() {
    let study = least_and(
        "[factorial]\nturning = [\"curved\", \"crooked\"]\nsprings = [false, true]\nstalemate = [\"draw\", \"win\"]\n",
    )
    .unwrap();
    assert_eq!(
        arm_names(&study),
        [
            "curved, stalemate draw",
            "curved, stalemate win",
            "curved, springs, stalemate draw",
            "curved, springs, stalemate win",
            "crooked, stalemate draw",
            "crooked, stalemate win",
            "crooked, springs, stalemate draw",
            "crooked, springs, stalemate win",
        ]
    );
    assert_eq!(study.arms[5].levels, [1, 0, 1]);
    assert_eq!(study.arms[5].choice.get("springs"), Some("false"));
    let factors = study.factorial.unwrap().factors;
    assert_eq!(factors[1].option, "springs");
    assert_eq!(factors[1].values, ["false", "true"]);
}

#[test]
fn an_arm_of_switches_that_are_all_off_says_so() {
    let study = least_and(
        "[options]\nturning = \"crooked\"\n[factorial]\nsprings = [false, true]\ncrooked-pawns = [true, false]\n",
    )
    .unwrap();
    assert_eq!(
        arm_names(&study),
        [
            "crooked pawns",
            "no springs, no crooked pawns",
            "springs, crooked pawns",
            "springs"
        ]
    );
}

#[test]
fn a_book_is_lines_of_moves() {
    let study = least_and("[openings]\nkind = \"book\"\nlines = [\"e2e4 e7e5\", \"d2d4\"]\n");
    assert_eq!(
        study.unwrap().openings,
        Openings::Book {
            lines: vec![
                vec!["e2e4".to_owned(), "e7e5".to_owned()],
                vec!["d2d4".to_owned()]
            ]
        }
    );
}

#[test]
fn the_same_file_is_the_same_study_wherever_it_lies() {
    let id = least_and("").unwrap().id;
    let elsewhere = Study::parse("elsewhere/other.toml", LEAST, &mut builtin_game);
    assert_eq!(elsewhere.unwrap().id, id);
    assert_ne!(least_and("# a remark\n").unwrap().id, id);
}

#[test]
fn pairs_belong_to_a_study_by_arm_and_number() {
    let study = least_and("").unwrap();
    for (arm, pair, want) in [(0, 0, true), (0, 4, true), (0, 5, false), (1, 0, false)] {
        let key = PairKey {
            arm: ArmIndex(arm),
            pair: PairNumber(pair),
        };
        assert_eq!(study.has(key), want, "{key}");
    }
}

/// Each text, laid behind the least study, has exactly these faults.
#[test]
fn bad_lines_get_clear_answers() {
    for (text, want) in [
        (
            "[options]\nturnnig = \"curved\"\n",
            "s.toml:8:1: sonic has no option \"turnnig\", in [options]; did you mean \"turning\"?",
        ),
        (
            "[[arm]]\nname = \"a\"\noptions = { turning = \"croked\" }\n",
            "s.toml:9:23: turning cannot be \"croked\"; did you mean \"crooked\"?",
        ),
        (
            "[[arm]]\nname = \"a\"\n[arm.options]\ncrooked-pawns = true\n",
            "s.toml:7:1: arm \"a\": crooked-pawns=true needs turning=crooked, but turning is curved; give turning=crooked too",
        ),
        (
            "[[arm]]\nname = \"a\"\n[[arm]]\nname = \"a\"\n",
            "s.toml:10:8: an arm is called \"a\" already, in line 8; an arm's name decides its seeds and labels the charts",
        ),
        ("[[arm]]\n", "s.toml:7:1: an arm lacks name"),
        (
            "[stop.x]\n[[arm]]\nname = \"a\\u0000\"\noptions = 3\n",
            "s.toml:7:7: unknown key \"x\" in [stop]; the keys here are pairs, sprt, precision, halving\n\
             s.toml:9:8: the name of an arm has a control character in it\n\
             s.toml:10:11: options must be a table, not a whole number",
        ),
        (
            "[[arm]]\nname = \"a\"\n[factorial]\nsprings = [false, true]\n",
            "s.toml:9:1: the study has both [[arm]] and [factorial]; [factorial] makes an arm of every combination; keep one of the two",
        ),
        (
            "[factorial]\nturning = [\"curved\", \"crooked\"]\ncrooked-pawns = [false, true]\n",
            "s.toml:7:1: 1 of the 4 combinations of [factorial] contradict themselves, such as \"curved, crooked pawns\": crooked-pawns=true needs turning=crooked, but turning is curved; list the arms you want with [[arm]]",
        ),
        (
            "[factorial]\nsprings = [true, 3, true]\n",
            "s.toml:8:18: springs cannot be \"3\"; it can be false, true\n\
             s.toml:8:21: springs has the value \"true\" twice",
        ),
        (
            "[factorial]\nsprings = [true]\n",
            "s.toml:8:11: springs in [factorial] needs two values or more; an option that is the same in every arm goes under [options]",
        ),
        (
            "[options]\nsprings = true\n[factorial]\nsprings = [true, false]\n",
            "s.toml:10:1: springs is fixed in [options] and varied in [factorial]; keep one of the two",
        ),
        (
            "[factorial]\n",
            "s.toml:7:1: [factorial] is empty; springs = [false, true] makes an arm with and one without",
        ),
        (
            "[factorial]\nsprings = true\n",
            "s.toml:8:11: springs must be a list, not true or false",
        ),
        (
            "[openings]\nkind = \"randm\"\nplies = -1\n",
            "s.toml:8:8: unknown kind of openings \"randm\"; the kinds are random and book\n\
             s.toml:9:9: plies = -1 is outside 0 to 200",
        ),
        (
            "[openings]\nkind = \"book\"\n",
            "s.toml:7:1: a book of openings has no lines; lines = [\"e2e4 e7e5\", \"d2d4 d7d5\"] begins a pair with each of them",
        ),
        (
            "[openings]\nkind = \"book\"\nlines = [\"e2e4 e7e5\", \"e2e4 e7e9\"]\n",
            "s.toml:9:23: arm \"sonic\": \"e7e9\" is not a legal move here; did you mean e7e6?",
        ),
        (
            "[[arm]]\nname = \"a\"\nstart = \"8/8/8/8/8/8/8/8 w - - Kna:Kna 0 1\"\n",
            "s.toml:9:9: arm \"a\": position:1:23: White's forms are \"Kna\", but it has 0 kings on the board\n\
             s.toml:9:9: arm \"a\": position:1:27: Black's forms are \"Kna\", but it has 0 kings on the board",
        ),
        (
            "[adjudication.resign]\nscore = 900\nplies = 1\n",
            "s.toml:9:9: plies = 1 is outside 2 to 1000",
        ),
        (
            "[adjudication.resign]\nscore = 900\n",
            "s.toml:7:1: [adjudication.resign] lacks plies",
        ),
    ] {
        assert_eq!(least_and(text).unwrap_err().to_string(), want, "{text}");
    }
}

#[test]
fn bad_lines_of_what_is_worked_out_get_clear_answers() {
    for (text, want) in [
        (
            "[[published]]\narm = \"sonc\"\nwhite_score = 0.6\ndecisive = 0.1\ngames = 0\nvalues = { Z = 1, Q = -2 }\n",
            "s.toml:7:1: [[published]] lacks source\n\
             s.toml:8:7: the study has no arm \"sonc\"; did you mean \"sonic\"?\n\
             s.toml:9:15: with 0.1 of the games decisive White's score lies between 0.45 and 0.55, not at 0.6\n\
             s.toml:11:9: games = 0 is outside 1 to 1000000000000\n\
             s.toml:12:12: no arm has a piece \"Z\" that is worth something\n\
             s.toml:12:23: Q = -2 is outside 0 to 1000",
        ),
        (
            "[[published]]\nsource = \"me\"\n",
            "s.toml:7:1: [[published]] says nothing; give white_score or decisive and an arm, or values",
        ),
        (
            "[[published]]\nsource = \"me\"\ngames = 7\n",
            "s.toml:7:1: [[published]] says nothing of the games; give white_score, decisive or both",
        ),
        (
            "[analysis]\nvalues = false\nphases = true\n",
            "s.toml:9:10: phases = true goes with values = true only; phases are of the fit of piece values",
        ),
        (
            "[analysis]\nvalues = 1\nvlues = true\n",
            "s.toml:8:10: values must be true or false, not a whole number\n\
             s.toml:9:1: unknown key \"vlues\" in [analysis]; did you mean \"values\"?",
        ),
    ] {
        assert_eq!(least_and(text).unwrap_err().to_string(), want, "{text}");
    }
}

#[test]
fn a_list_of_no_arms_is_no_study() {
    let faults = parse(&format!("arm = []\n{LEAST}")).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "s.toml:1:7: the study has no arm; leave arm out to play the game as it is"
    );
}

/// Each whole text has exactly these faults.
#[test]
fn bad_files_get_clear_answers() {
    for (text, want) in [
        (
            "",
            "s.toml:1:1: the study lacks name\n\
             s.toml:1:1: the study lacks [limits]; [limits] nodes = 2000 is a start: how many positions a move may cost\n\
             s.toml:1:1: the study lacks [stop]; pairs = 500 plays 500 pairs of games, sides swapped, in every arm\n\
             s.toml:1:1: the study lacks game",
        ),
        (
            "name = \"s\"\ngame = \"sonik\"\nsead = 1\n[limits]\nnodes = 1\ndepth = 3\n[stop]\npairs = 0\n",
            "s.toml:2:8: unknown game \"sonik\"; did you mean \"sonic\"?\n\
             s.toml:3:1: unknown key \"sead\" in the study; did you mean \"seed\"?\n\
             s.toml:6:9: [limits] has nodes and depth at once; give one of nodes, depth, time_ms\n\
             s.toml:8:9: pairs = 0 plays no game; pairs = 500 plays 500 pairs of games, sides swapped, in every arm",
        ),
        (
            "name = \"\"\ngame = \"sonic\"\nseed = -1\nlength_cap = 5\n[limits]\n[stop]\nsprt = {}\n",
            "s.toml:1:8: the name of the study is empty\n\
             s.toml:3:8: seed = -1 is outside 0 to 9223372036854775807\n\
             s.toml:4:14: length_cap = 5 is outside 10 to 20000\n\
             s.toml:5:1: [limits] has no limit; give one of nodes, depth, time_ms\n\
             s.toml:6:1: [stop] lacks pairs; pairs = 5000 is the most an arm may come to\n\
             s.toml:7:8: sprt tests which of two players is the stronger; kind = \"match\" makes such a study; precision = 0.01 stops others\n\
             s.toml:7:8: sprt lacks elo0\n\
             s.toml:7:8: sprt lacks elo1",
        ),
        (
            "name = 3\ngame = [1]\n[limits]\nnodes = 1.5\n[stop]\npairs = \"many\"\n",
            "s.toml:1:8: name must be a string, not a whole number\n\
             s.toml:2:8: game must be a string, not a list\n\
             s.toml:4:9: nodes must be a whole number, not a decimal number\n\
             s.toml:6:9: pairs must be a whole number, not a string",
        ),
        (
            "name = \"s\"\ngame = \"sonic\"\n[limits]\nnodes = 1\n[stop]\npairs = 9000000\n[factorial]\nsprings = [true, false]\n",
            "s.toml:6:9: 2 arms of 9000000 pairs are 18000000 pairs, more than 10000000",
        ),
        (
            "kind = \"ballance\"\n",
            "s.toml:1:1: the study lacks name\n\
             s.toml:1:1: the study lacks [limits]; [limits] nodes = 2000 is a start: how many positions a move may cost\n\
             s.toml:1:1: the study lacks [stop]; pairs = 500 plays 500 pairs of games, sides swapped, in every arm\n\
             s.toml:1:1: the study lacks game\n\
             s.toml:1:8: unknown kind of study \"ballance\"; did you mean \"balance\"?",
        ),
    ] {
        assert_eq!(parse(text).unwrap_err().to_string(), want, "{text}");
    }
}

#[test]
fn a_text_that_is_not_toml_is_told_where() {
    let faults = parse("name = \"s\"\n<html>\n").unwrap_err();
    assert_eq!(faults.list[0].place.map(|p| p.line), Some(2), "{faults}");
    assert!(faults.to_string().contains("not TOML"), "{faults}");
}

#[test]
fn faults_of_the_game_file_are_laid_at_the_line_that_names_it() {
    let mut load = |_: &str| {
        let fault = Fault::new("no board").at(Place { line: 4, column: 2 });
        Err(Faults::one("my.toml", fault))
    };
    let faults = Study::parse("s.toml", LEAST, &mut load).unwrap_err();
    assert_eq!(faults.to_string(), "s.toml:2:8: my.toml:4:2: no board");
}

#[test]
fn a_game_that_is_over_is_no_beginning() {
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let text = LEAST.replace("sonic", "fide");
    let faults = parse(&format!(
        "{text}[[arm]]\nname = \"a\"\nstart = \"{mate}\"\n"
    ))
    .unwrap_err();
    assert_eq!(
        faults.to_string(),
        "s.toml:9:9: arm \"a\": the game is over in its start position"
    );
    let fools_mate = "[openings]\nkind = \"book\"\nlines = [\"f2f3 e7e5 g2g4 d8h4\"]\n";
    let faults = parse(&format!("{text}{fools_mate}")).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "s.toml:9:10: arm \"fide\": the game is over after 4 plies: it is mate"
    );
    let knights = "g1f3 g8f6 f3g1 f6g8 ".repeat(2) + "e2e4";
    let book = format!("[openings]\nkind = \"book\"\nlines = [\"{knights}\"]\n");
    let faults = parse(&format!("{text}{book}")).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "s.toml:9:10: arm \"fide\": the game is over after 8 plies: the position has come up too often"
    );
}

#[test]
fn an_opening_must_leave_something_of_the_game() {
    let capped = |openings: &str| format!("length_cap = 10\n{LEAST}[openings]\n{openings}");
    assert!(parse(&capped("plies = 9\n")).is_ok());
    let faults = parse(&capped("plies = 10\n")).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "s.toml:1:14: openings of 10 plies leave nothing of a game of at most 10 plies; shorten them or raise length_cap"
    );
}

#[test]
fn an_arm_may_start_from_a_position_of_its_own() {
    let start = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - Kna:Kna 0 1";
    let study = least_and(&format!("[[arm]]\nname = \"pawns\"\nstart = \"{start}\"\n")).unwrap();
    assert_eq!(study.arms[0].start.as_deref(), Some(start));
    with_rules!(&study.arms[0].rules, rules => {
        assert_eq!(rules.position_text(rules.start()), start);
    });
}

#[test]
fn the_quickstart_study_compares_eight_arms() {
    let text = include_str!("../../../../configs/studies/quickstart.toml");
    let study = parse(text).unwrap();
    assert_eq!(study.arm_count(), 8);
    assert_eq!(study.factorial.as_ref().unwrap().factors.len(), 3);
    assert!(study.is_deterministic());
}

/// The guide's examples must be read as they are written.
#[test]
fn the_examples_of_the_guide_are_valid() {
    let guide = include_str!("../../../../configs/README.md");
    let examples: Vec<&str> = guide
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .filter(|text| text.contains("[stop]") || text.contains("[[arm]]"))
        .collect();
    assert!(examples.len() >= 3, "the guide has lost its examples");
    for example in examples {
        let whole = example.contains("[stop]");
        let study = if whole {
            parse(example)
        } else {
            least_and(example)
        };
        assert!(study.is_ok(), "{example}\n{}", study.unwrap_err());
    }
}

#[test]
fn every_shipped_study_is_valid() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../configs/studies");
    let mut read = 0;
    for path in std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
    {
        if path.extension().is_some_and(|e| e == "toml") {
            let text = std::fs::read_to_string(&path).unwrap();
            let study = parse(&text).unwrap_or_else(|f| panic!("{}\n{f}", path.display()));
            // Rules to compare, players, or numbers of one.
            let compares = study.arm_count() >= 2 || study.players.len() >= 2;
            assert!(compares || study.tune.is_some(), "{}", path.display());
            read += 1;
        }
    }
    assert!(read > 20, "only {read} studies");
}

#[test]
fn no_clash_hides_the_faults_of_what_clashes() {
    let text = "name = \"x\"\ngame = \"fide\"\n[limits]\nnodes = 50\ntime_ms = 50\n[stop]\npairs = 4\n\
                sprt = { elo0 = 5, elo1 = 0, alpha = 0.7, beta = -1, model = \"foo\" }\nprecision = 2\n\
                [factorial]\nstalemat = [\"draw\", \"win\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"a\"\nstart = \"rubbish\"\n";
    let told = parse(text).unwrap_err().to_string();
    for words in [
        "[limits] has nodes and time_ms at once",
        "[stop] has sprt and precision at once",
        "alpha = 0.7 is outside",
        "beta = -1 is outside",
        "unknown model of Elo \"foo\"",
        "precision = 2 is outside",
        "the study has both [[arm]] and [factorial]",
        "did you mean \"stalemate\"?",
        "an arm is called \"a\" already",
        "arm \"a\": it has 1 fields",
    ] {
        assert!(told.contains(words), "{told}\nlacks {words}");
    }
}

#[test]
fn an_unknown_kind_hides_no_other_fault() {
    let rest = "nam = \"x\"\ngame = \"sonci\"\nseed = -3\n[limits]\nnodes = 0\n[stop]\npairs = 0\nprecision = 2\n";
    for (kind, hint) in [
        ("blance", "did you mean \"balance\"?"),
        ("zzz", "the kinds are"),
    ] {
        let told = parse(&format!("kind = \"{kind}\"\n{rest}")).unwrap_err();
        let told = told.to_string();
        for words in [
            "unknown kind of study",
            hint,
            "unknown key \"nam\"",
            "unknown game \"sonci\"",
            "seed = -3 is outside",
            "nodes = 0 is outside",
            "pairs = 0 plays no game",
            "precision = 2 is outside",
        ] {
            assert!(told.contains(words), "{told}\nlacks {words}");
        }
        assert!(!told.contains("two players"), "{told}");
    }
    // Of a tuning it is said what a tuning lacks, not what another study does.
    let told = parse(
        "name = \"x\"\ngame = \"fide\"\nkind = \"zzz\"\n[limits]\nnodes = 9\n[tune]\nlag = 0\n",
    );
    let told = told.unwrap_err().to_string();
    assert!(
        told.contains("lacks iterations") && !told.contains("[stop]"),
        "{told}"
    );
}

#[test]
fn names_of_arms_are_told_in_quotes() {
    let told = least_and(
        "[factorial]\nturning = [\"curved\", \"crooked\"]\nsprings = [false, true]\n[[published]]\nsource = \"s\"\nwhite_score = 0.5\narm = \"no such arm anywhere\"\n",
    );
    let told = told.unwrap_err().to_string();
    assert!(told.contains("its arms are \"curved\", \""), "{told}");
}
