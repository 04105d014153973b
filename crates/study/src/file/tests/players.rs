//! Who plays: players as given, and who meets whom.

use super::*;

/// Each text, laid behind the least study, has exactly these faults.
#[test]
fn bad_players_get_clear_answers() {
    for (text, want) in [
        (
            "[player]\nvariety = 0\n",
            "s.toml:8:11: variety = 0 makes both games of every pair the same game; a few centipawns of variety keep them apart; 8 is the default",
        ),
        (
            "[player]\nkind = \"uci\"\nhash_mib = 3\n",
            "s.toml:7:1: a player of kind \"uci\" lacks command; command = \"fairy-stockfish\": a program in PATH, or its path\n\
             s.toml:9:1: unknown key \"hash_mib\" in [player]; the keys here are kind, name, nodes, depth, time_ms, command, arguments, directory, options, start_ms, patience_ms, grace_ms, rest_ms",
        ),
        (
            "[player]\nkind = \"cui\"\n",
            "s.toml:8:8: unknown kind of player \"cui\"; did you mean \"uci\"?",
        ),
        (
            "[player]\ntunables = { temppo = 3, lazy = 1 }\nvalues.pieces = { Q = 900, X = 3 }\n",
            "s.toml:8:14: the engine has no tunable \"temppo\"; did you mean \"tempo\"?\n\
             s.toml:8:33: lazy = 1 is outside 50 to 2000\n\
             s.toml:9:1: [player.values] has a value of X, but there is no such piece; there are B, N, P, Q, R",
        ),
        (
            "[player]\nvalues = \"estimate\"\nhash_mib = 0\n",
            "s.toml:8:10: unknown piece values \"estimate\"; did you mean \"estimated\"?\n\
             s.toml:9:12: hash_mib = 0 is outside 1 to 65536",
        ),
        (
            "[[player]]\nname = \"a\"\n[[player]]\nname = \"a\"\n[[player]]\n",
            "s.toml:10:8: a player is called \"a\" already, in line 8\n\
             s.toml:11:1: a player lacks name",
        ),
        (
            "[player]\nnodes = 3\ndepth = 2\n",
            "s.toml:9:9: [player] has nodes and depth at once; give one of nodes, depth, time_ms",
        ),
        (
            "[tournament]\nformat = \"gauntlet\"\n",
            "s.toml:7:1: [tournament] in a study that is none; kind = \"tournament\" makes it one",
        ),
    ] {
        assert_eq!(least_and(text).unwrap_err().to_string(), want, "{text}");
    }
}

/// Each whole text has exactly these faults.
#[test]
fn bad_meetings_get_clear_answers() {
    for (text, want) in [
        (
            "name = \"s\"\nkind = \"match\"\ngame = \"sonic\"\n[limits]\nnodes = 1\n[stop]\npairs = 1\n",
            "s.toml:1:1: a match is between two players, not 1; give two [[player]], or kind = \"tournament\" for more",
        ),
        (
            "name = \"s\"\nkind = \"tournament\"\ngame = \"sonic\"\n[limits]\nnodes = 1\n[stop]\npairs = 1\n[tournament]\nformat = \"gautnlet\"\n[player]\nvariety = 0\n",
            "s.toml:9:10: unknown format of a tournament \"gautnlet\"; did you mean \"gauntlet\"?\n\
             s.toml:10:1: a tournament needs two players or more; give a [[player]] for each",
        ),
        (
            "name = \"s\"\nkind = \"tournament\"\ngame = \"sonic\"\n[stop]\npairs = 1\n[factorial]\nsprings = [true, false]\n[[player]]\nname = \"a\"\nnodes = 1\n[[player]]\nname = \"b\"\n",
            "s.toml:6:1: a tournament is played by one set of rules; give the options under [options], or make a study of kind \"match\"\n\
             s.toml:11:1: a player lacks [limits]; [limits] nodes = 2000 is a start: how many positions a move may cost",
        ),
    ] {
        assert_eq!(parse(text).unwrap_err().to_string(), want, "{text}");
    }
}

/// Names of a study's arms with the players who meet in each.
fn seats(study: &Study) -> Vec<(&str, [u16; 2])> {
    let seat = |arm: &'_ crate::Arm| arm.players.map(|player| player.0);
    let arms = study.arms.iter();
    arms.map(|arm| (arm.name.as_str(), seat(arm))).collect()
}

const THREE: &str = "[[player]]\nname = \"a\"\nnodes = 50\n[[player]]\nname = \"b\"\n[[player]]\nname = \"c\"\nkind = \"uci\"\ncommand = \"c\"\noptions = { Hash = 1, Ponder = false }\n";

#[test]
fn a_tournament_has_an_arm_for_every_two_who_meet() {
    let text = |more: &str| format!("kind = \"tournament\"\n{LEAST}{THREE}{more}");
    let study = parse(&text("")).unwrap();
    let all = [("a – b", [0, 1]), ("a – c", [0, 2]), ("b – c", [1, 2])];
    assert_eq!(seats(&study), all);
    assert_eq!(study.kind, StudyKind::Tournament(Format::RoundRobin));
    let limits = study.players.iter().map(|player| player.limit);
    assert_eq!(
        limits.collect::<Vec<_>>(),
        [50, 100, 100].map(MoveLimit::Nodes)
    );
    assert_eq!(study.common_limit(), None);
    assert!(!study.is_deterministic(), "another program plays");
    let PlayerKind::Uci(uci) = &study.players[2].kind else {
        panic!("{:?}", study.players[2]);
    };
    let options = [("Hash", "1"), ("Ponder", "false")].map(|(k, v)| (k.into(), v.into()));
    assert_eq!(uci.options, options);
    let gauntlet = parse(&text("[tournament]\nformat = \"gauntlet\"\n")).unwrap();
    assert_eq!(seats(&gauntlet), all[..2]);
}

#[test]
fn a_match_is_played_in_every_arm() {
    let two = "[[player]]\nname = \"a\"\nvariety = 0\n[[player]]\nname = \"b\"\nvariety = 0\n";
    let study = parse(&format!(
        "kind = \"match\"\n{LEAST}{two}[factorial]\nsprings = [false, true]\n"
    ))
    .unwrap();
    assert_eq!(seats(&study), [("no springs", [0, 1]), ("springs", [0, 1])]);
}

#[test]
fn several_players_of_a_balance_study_each_play_themselves() {
    let ladder = "[[player]]\nname = \"weak\"\n[[player]]\nname = \"strong\"\nnodes = 400\n";
    let crossed = least_and(&format!("{ladder}[factorial]\nsprings = [false, true]\n")).unwrap();
    assert_eq!(
        seats(&crossed),
        [
            ("no springs, weak", [0, 0]),
            ("no springs, strong", [1, 1]),
            ("springs, weak", [0, 0]),
            ("springs, strong", [1, 1])
        ]
    );
    assert_eq!(crossed.arms[3].levels, [1, 1]);
    let factors = crossed.factorial.unwrap().factors;
    assert_eq!(factors[1].option, Factor::PLAYER);
    assert_eq!(factors[1].values, ["weak", "strong"]);
    let listed = least_and(&format!(
        "{ladder}[[arm]]\nname = \"x\"\n[[arm]]\nname = \"y\"\n"
    ))
    .unwrap();
    assert_eq!(seats(&listed)[3], ("y, strong", [1, 1]));
    assert_eq!(listed.factorial, None);
    let alone = least_and(ladder).unwrap();
    assert_eq!(seats(&alone), [("weak", [0, 0]), ("strong", [1, 1])]);
}
