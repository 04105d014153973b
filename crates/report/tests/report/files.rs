use std::sync::LazyLock;

use assay_report::{Findings, RenderMeta, analyse, render};
use resvg::usvg::roxmltree::{Document, Node};

use crate::games;
use crate::made;

/// Findings with the files they give, under a name for messages.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) findings: Findings,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

/// Every sort of findings a reader may meet, rendered once for all tests.
pub(crate) static ALL: LazyLock<Vec<Case>> = LazyLock::new(|| {
    all()
        .into_iter()
        .map(|(name, findings)| Case {
            name,
            files: render(&findings, &made::meta()),
            findings,
        })
        .collect()
});

/// A number or a name in a table stays on its line; what is long must be able to break, or the table is wider than a window.
#[test]
fn what_cannot_break_in_a_table_is_short() {
    for case in ALL.iter() {
        let page = std::str::from_utf8(case.file("index.html")).unwrap();
        for row in page.split("<tr").skip(1) {
            // The first cell of a row is a name, which breaks.
            for cell in row.split("<td>").skip(2) {
                let (text, _) = cell.split_once("</td>").unwrap();
                for line in text.split("<br>") {
                    let line = line
                        .trim_start_matches("<small>")
                        .trim_end_matches("</small>");
                    assert!(line.chars().count() <= 28, "{}: {line}", case.name);
                }
            }
        }
    }
}

#[test]
fn no_cell_is_without_a_number_or_the_reason() {
    for case in ALL.iter() {
        let page = std::str::from_utf8(case.file("index.html")).unwrap();
        assert!(!page.contains("<td>undefined</td>"), "{}", case.name);
    }
}

#[test]
fn methods_tell_what_a_move_may_cost() {
    for name in [
        "random",
        "values",
        "match",
        "tournament",
        "precise",
        "race",
        "tuning",
    ] {
        let page = std::str::from_utf8(case(name).file("index.html")).unwrap();
        let (_, methods) = page.split_once("<h2 id=\"methods\"").unwrap();
        assert!(methods.contains("2,000 nodes a move, a table of"), "{name}");
    }
}

impl Case {
    /// The files that are text, of one ending.
    pub(crate) fn texts(&self, ending: &str) -> Vec<(&str, &str)> {
        self.files
            .iter()
            .filter(|(path, _)| path.ends_with(ending))
            .filter_map(|(path, bytes)| Some((path.as_str(), std::str::from_utf8(bytes).ok()?)))
            .collect()
    }

    /// One file.
    pub(crate) fn file(&self, path: &str) -> &[u8] {
        let found = self.files.iter().find(|(other, _)| other == path);
        &found
            .unwrap_or_else(|| panic!("{} has {path}", self.name))
            .1
    }
}

/// The case of a name.
pub(crate) fn case(name: &str) -> &'static Case {
    ALL.iter().find(|case| case.name == name).unwrap()
}

fn all() -> Vec<(&'static str, Findings)> {
    let long: Vec<String> = (1..=16)
        .map(|i| format!("arm number {i} with a long name, turning=crooked springs=true <&> \"stalemate\"=win"))
        .collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    vec![
        ("factorial", made::factorial()),
        ("two", made::named(&["curved", "crooked"], 120)),
        ("alone", made::named(&["curved"], 120)),
        ("sixteen", made::named(&long, 120)),
        ("one-word", made::named(&[&"x".repeat(120), "y"], 7)),
        ("one-pair", made::one_pair()),
        ("nothing", made::nothing_yet()),
        ("random", at_random()),
        ("values", crate::imbalance::planted()),
        ("match", played(MATCH)),
        ("match-of-rules", played(MATCH_OF_RULES)),
        ("tournament", played(TOURNAMENT)),
        (
            "gauntlet",
            played(&TOURNAMENT.replace("round-robin", "gauntlet")),
        ),
        ("phases", played(PHASES)),
        ("published", played(PUBLISHED)),
        ("sprt", played(SPRT)),
        ("precise", played(PRECISE)),
        ("race", played(RACE)),
        ("ladder", played(LADDER)),
        ("ladder-of-rules", played(LADDER_OF_RULES)),
        ("tuning", played(crate::tuning::STUDY)),
    ]
}

pub(crate) const MATCH: &str = "name = \"A match\"\ngame = \"fide\"\nkind = \"match\"\nlength_cap = 160\n\
    [limits]\nnodes = 2000\n[stop]\npairs = 24\n[[player]]\nname = \"one\"\n[[player]]\nname = \"other\"\n";

const MATCH_OF_RULES: &str = "name = \"A match under two rules\"\ngame = \"sonic\"\nkind = \"match\"\nlength_cap = 120\n\
    [limits]\nnodes = 2000\n[stop]\npairs = 6\n[factorial]\nsprings = [false, true]\n\
    [[player]]\nname = \"one\"\nnodes = 500\n[[player]]\nname = \"other\"\n";

pub(crate) const TOURNAMENT: &str = "name = \"A tournament\"\ngame = \"fide\"\nkind = \"tournament\"\nlength_cap = 120\n\
    [limits]\nnodes = 2000\n[stop]\npairs = 8\n[tournament]\nformat = \"round-robin\"\n\
    [[player]]\nname = \"a\"\n[[player]]\nname = \"b\"\nnodes = 20\n[[player]]\nname = \"c, the <third>\"\n\
    [[player]]\nname = \"d\"\n";

const PHASES: &str = "name = \"Phases\"\ngame = \"sonic\"\nlength_cap = 160\n[limits]\nnodes = 2000\n[stop]\npairs = 60\n\
    [analysis]\nphases = true\n";

const PUBLISHED: &str = "name = \"Beside others\"\ngame = \"fide\"\nlength_cap = 120\n[limits]\nnodes = 2000\n[stop]\npairs = 30\n\
    [factorial]\nstalemate = [\"draw\", \"win\"]\n\
    [[published]]\nsource = \"Them & <others>\"\narm = \"stalemate draw\"\ngames = 10000\nwhite_score = 0.518\ndecisive = 0.118\n\
    [[published]]\nsource = \"Them & <others>\"\narm = \"stalemate win\"\ngames = 10000\nwhite_score = 0.530\ndecisive = 0.139\n\
    [[published]]\nsource = \"Somebody\"\narm = \"stalemate win\"\ndecisive = 0.5\nvalues = { N = 3, Q = 9 }\n";

const SPRT: &str = "name = \"A test\"\ngame = \"sonic\"\nkind = \"match\"\nlength_cap = 120\n[limits]\nnodes = 2000\n\
    [stop]\npairs = 200\nsprt = { elo0 = 0, elo1 = 150 }\n[[player]]\nname = \"one\"\n[[player]]\nname = \"other\"\n";

const PRECISE: &str = "name = \"Known well\"\ngame = \"sonic\"\nlength_cap = 60\n[limits]\nnodes = 2000\n\
    [stop]\npairs = 80\nprecision = 0.2\n[factorial]\nsprings = [false, true]\n";

const RACE: &str = "name = \"A race\"\ngame = \"sonic\"\nlength_cap = 60\n[limits]\nnodes = 2000\n[stop]\npairs = 20\n\
    halving = { measure = \"decisive\", first = 3 }\n[factorial]\nsprings = [false, true]\nturning = [\"curved\", \"crooked\"]\n";

const LADDER: &str = "name = \"A ladder\"\ngame = \"fide\"\nlength_cap = 120\n[limits]\nnodes = 2000\n[stop]\npairs = 8\n\
    [[player]]\nname = \"weak\"\ndepth = 2\n[[player]]\nname = \"strong\"\ndepth = 4\n";

const LADDER_OF_RULES: &str = "name = \"A ladder of rules\"\ngame = \"sonic\"\nlength_cap = 100\n[limits]\nnodes = 2000\n[stop]\npairs = 6\n\
    [factorial]\nturning = [\"curved\", \"crooked\"]\n\
    [[player]]\nname = \"N\"\n[[player]]\nname = \"4N\"\nnodes = 8000\n[[player]]\nname = \"16N\"\nnodes = 32000\n";

/// The findings of a study whose games were played at random.
pub(crate) fn played(text: &str) -> Findings {
    let study = games::study(text);
    let records = games::records(&study);
    let records = records
        .iter()
        .map(|(key, game, record)| (*key, *game, record));
    analyse(&study, records).unwrap()
}

/// A small factorial whose games were played at random.
fn at_random() -> Findings {
    let study = games::study(
        "name = \"Random games\"\ngame = \"sonic\"\nseed = 5\nlength_cap = 120\n[limits]\nnodes = 2000\n\
         [stop]\npairs = 12\n[factorial]\nturning = [\"curved\", \"crooked\"]\nsprings = [false, true]\n",
    );
    let records = games::records(&study);
    analyse(
        &study,
        records
            .iter()
            .map(|(key, game, record)| (*key, *game, record)),
    )
    .unwrap()
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn words_of(svg: &str) -> String {
    let document = Document::parse(svg).expect("charts are XML");
    let texts = document.descendants().filter(Node::is_text);
    squeezed(&texts.filter_map(|n| n.text()).collect::<String>())
}

/// What a chart has a row or a line for.
fn named(findings: &Findings, path: &str) -> Vec<String> {
    let players = || {
        findings
            .study
            .roster
            .iter()
            .map(|player| player.name.clone())
    };
    match (path, &findings.ladder) {
        ("charts/ratings.svg" | "charts/match.svg", _) => players().collect(),
        ("charts/tuning.svg", _) => {
            let tuning = findings.tuning.as_ref().unwrap();
            tuning.parameters.iter().map(|p| p.name.clone()).collect()
        }
        ("charts/ladder.svg", Some(ladder)) if ladder.lines.len() > 1 => {
            ladder.lines.iter().map(|line| line.name.clone()).collect()
        }
        ("charts/ladder.svg", _) => Vec::new(),
        _ => findings
            .balance()
            .iter()
            .map(|arm| arm.name.clone())
            .collect(),
    }
}

#[test]
fn every_chart_names_its_arms_and_facts() {
    for case in ALL.iter() {
        let findings = &case.findings;
        for (path, text) in case.texts(".svg") {
            let what = format!("{} {path}", case.name);
            let document = Document::parse(text).unwrap();
            let root = document.root_element();
            assert_eq!(root.attribute("role"), Some("img"), "{what}");
            assert!(root.children().any(|n| n.has_tag_name("title")), "{what}");
            let words = words_of(text);
            let by_piece = [
                "charts/piece-values.svg",
                "charts/piece-values-two-ways.svg",
                "charts/piece-values-by-option.svg",
                "charts/piece-values-by-phase.svg",
                "charts/effects.svg",
                "charts/published.svg",
            ];
            if !by_piece.contains(&path) {
                for name in named(findings, path) {
                    assert!(words.contains(&squeezed(&name)), "{what}: {name}");
                }
            }
            let facts = [
                format!("{} games", assay_report::count(findings.games())),
                format!("{} pair", assay_report::count(findings.pairs())),
                findings.study.limits.clone(),
                "assay 0.1.0".to_owned(),
                findings.study.game_name.clone(),
            ];
            for fact in facts {
                assert!(words.contains(&squeezed(&fact)), "{what}: {fact}");
            }
            let kinds = [
                "95%interval",
                "95%Wilsoninterval",
                "nointervals",
                "themiddlehalf",
            ];
            assert!(
                kinds.iter().any(|kind| words.contains(kind)),
                "{what}: kind of interval"
            );
        }
    }
}

#[test]
fn the_page_holds_every_chart_and_needs_nothing_else() {
    for case in ALL.iter() {
        assert_eq!(case.files[0].0, "index.html");
        let page = std::str::from_utf8(&case.files[0].1).unwrap();
        assert_eq!(
            page.matches("<svg ").count(),
            case.texts(".svg").len(),
            "{}",
            case.name
        );
        for outside in ["src=", "<link", "<script", "@import", "url("] {
            assert!(!page.contains(outside), "{}: {outside}", case.name);
        }
        let names_of_xml = page.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(page.matches("http").count(), names_of_xml, "{}", case.name);
        for credit in &case.findings.study.credits {
            assert!(page.contains(credit.as_str()), "{}: {credit}", case.name);
        }
    }
}

#[test]
fn the_same_findings_give_the_same_bytes() {
    for case in ALL.iter().filter(|case| case.name != "sixteen") {
        assert!(
            case.files == render(&case.findings, &made::meta()),
            "{}",
            case.name
        );
    }
}

#[test]
fn no_output_holds_a_number_that_is_none() {
    for case in ALL.iter() {
        let terminal = assay_report::summary(&case.findings, 100);
        let mut outputs = vec![("terminal", terminal.as_str())];
        for ending in [".html", ".svg", ".csv", ".json"] {
            outputs.extend(case.texts(ending));
        }
        for (path, text) in outputs {
            for word in text.split(|c: char| !c.is_alphanumeric()) {
                let number = !["NaN", "nan", "inf", "Infinity"].contains(&word);
                assert!(number, "{} {path}", case.name);
            }
        }
    }
}

#[test]
fn nothing_finished_is_said_so() {
    let page = std::str::from_utf8(case("nothing").file("index.html")).unwrap();
    assert!(page.contains("No pair of games is finished yet"));
    assert!(
        case("nothing")
            .files
            .iter()
            .all(|(path, _)| !path.starts_with("charts/"))
    );
}

#[test]
fn notes_and_names_are_escaped() {
    let mut findings = made::named(&["a <b> & \"c\""], 4);
    findings.left_out.push("pair 3: <script>".to_owned());
    let meta = RenderMeta {
        notes: vec!["1 pair is quarantined & shown".to_owned()],
        ..made::meta()
    };
    let files = render(&findings, &meta);
    let page = std::str::from_utf8(&files[0].1).unwrap();
    assert!(page.contains("pair 3: &lt;script&gt;"));
    assert!(page.contains("quarantined &amp; shown"));
    assert!(page.contains("a &lt;b&gt; &amp; &quot;c&quot;"));
}

#[test]
fn the_numbers_as_csv() {
    let files = render(
        &made::named(&["curved", "crooked, \"odd\""], 120),
        &made::meta(),
    );
    let file = |name: &str| {
        let (_, bytes) = files.iter().find(|(path, _)| path == name).unwrap();
        String::from_utf8(bytes.clone()).unwrap()
    };
    assert_eq!(
        file("numbers/arms.csv"),
        "arm,options,games,pairs,distinct_games,white_wins,draws,black_wins,\
         score_percent,score_percent_low,score_percent_high,\
         decisive_percent,decisive_percent_low,decisive_percent_high,\
         draw_percent,draw_percent_low,draw_percent_high,\
         white_of_decisive_percent,white_of_decisive_percent_low,white_of_decisive_percent_high,\
         first_move_elo,first_move_elo_low,first_move_elo_high,\
         length_plies,length_plies_low,length_plies_high,\
         length_min,length_p10,length_p25,length_median,length_p75,length_p90,length_max,moves,\
         distinct_openings,repeated_openings_percent\n\
         curved,stalemate=draw,240,120,240,100,45,95,51.0,45.2,56.8,81.2,76.4,86.1,18.8,14.0,23.5,\
         41.7,35.7,47.7,7,-30,55,71.3,66.0,77.0,11,30,44,66,93,130,311,15600,120,0.0\n\
         \"crooked, \"\"odd\"\"\",stalemate=draw,240,120,239,103,43,94,51.9,46.1,57.7,82.1,77.3,86.9,17.9,13.1,22.7,\
         42.9,36.9,48.9,13,-30,55,75.3,70.0,81.0,11,30,44,67,95,130,311,15600,120,0.0\n"
    );
    assert_eq!(
        file("numbers/differences.csv"),
        "measure,unit,arm,against,change,change_low,change_high,p,p_holm,visible\n\
         white-score,percentage points,\"crooked, \"\"odd\"\"\",curved,1.1,-3.0,5.2,0.100,0.700,5.9\n\
         decisive-rate,percentage points,\"crooked, \"\"odd\"\"\",curved,1.1,-3.0,5.2,0.100,0.700,5.9\n\
         length,plies,\"crooked, \"\"odd\"\"\",curved,4.4,-12.0,20.8,0.100,0.700,23.5\n"
    );
}

/// What the page shows is what the JSON says: every text of an estimate stands on the page.
#[test]
fn page_and_json_agree_to_the_last_digit() {
    let case = case("factorial");
    let page = squeezed(std::str::from_utf8(case.file("index.html")).unwrap());
    let json: serde_json::Value =
        serde_json::from_slice(case.file("numbers/findings.json")).unwrap();
    for arm in json["arms"].as_array().unwrap() {
        for name in [
            "score",
            "decisive_rate",
            "white_of_decisive",
            "first_move_elo",
        ] {
            let text = arm[name]["text"].as_str().unwrap();
            let (number, interval) = text.split_once(" (").unwrap();
            let cell = format!(
                "<td>{number}<br><small>{}</small></td>",
                interval.trim_end_matches(')')
            );
            assert!(page.contains(&squeezed(&cell)), "{name} {text}");
        }
    }
    assert_eq!(json["games"], case.findings.games());
    assert_eq!(json["meta"]["program"], "assay 0.1.0");
}

/// The files of players: which there are, and that they say what the page says.
#[test]
fn tables_of_players_agree_with_the_page() {
    let names = |name: &str| -> Vec<String> {
        let csv = case(name).texts(".csv");
        csv.into_iter().map(|(path, _)| path.to_owned()).collect()
    };
    assert!(!names("factorial").contains(&"numbers/matches.csv".to_owned()));
    assert!(names("match").contains(&"numbers/matches.csv".to_owned()));
    assert!(names("ladder").contains(&"numbers/ladder.csv".to_owned()));
    for name in ["tournament", "gauntlet"] {
        for file in ["standings", "cross-table", "ratings-compared", "matches"] {
            assert!(
                names(name).contains(&format!("numbers/{file}.csv")),
                "{name} {file}"
            );
        }
    }
    let case = case("tournament");
    let page = squeezed(std::str::from_utf8(case.file("index.html")).unwrap());
    let terminal = squeezed(&assay_report::summary(&case.findings, 120));
    let json: serde_json::Value =
        serde_json::from_slice(case.file("numbers/findings.json")).unwrap();
    let ratings = words_of(std::str::from_utf8(case.file("charts/ratings.svg")).unwrap());
    for standing in json["tournament"]["standings"].as_array().unwrap() {
        let text = standing["rating"]["text"].as_str().unwrap();
        assert!(terminal.contains(&squeezed(text)), "{text}");
        assert!(ratings.contains(&squeezed(text)), "{text}");
        let (number, interval) = text.split_once(" (").unwrap();
        let cell = format!(
            "<td>{number}<br><small>{}</small></td>",
            interval.trim_end_matches(')')
        );
        assert!(page.contains(&squeezed(&cell)), "{text}");
    }
}

#[test]
fn none_of_many_moves_is_said_in_words() {
    let case = case("match");
    let page = std::str::from_utf8(case.file("index.html")).unwrap();
    assert!(page.contains("<td>none in ") && page.contains("<small>at most "));
    // Orthodox rules know no springs, so there is no column for them.
    assert!(!page.contains("touches a spring"));
    let random = case_page("random");
    assert!(random.contains("A dash stands where the rules have no such move."));
    assert!(random.contains("<td>–</td>"));
}

fn case_page(name: &str) -> &'static str {
    std::str::from_utf8(case(name).file("index.html")).unwrap()
}

#[test]
fn two_arms_have_one_table_of_what_the_option_does() {
    let two = played(
        "name = \"Two\"\ngame = \"fide\"\nlength_cap = 60\n[limits]\nnodes = 2000\n[stop]\npairs = 4\n\
         [factorial]\nstalemate = [\"draw\", \"win\"]\n",
    );
    let files = render(&two, &made::meta());
    let page = std::str::from_utf8(&files[0].1).unwrap();
    assert!(page.contains("<h2 id=\"options\">") && !page.contains("<h2 id=\"arms\">"));
    assert!(case_page("random").contains("<h2 id=\"arms\">"));
}

/// Writes every report below the folder named by `ASSAY_LOOK`, for a person to look at.
#[test]
fn written_out_to_be_looked_at() {
    let Ok(folder) = std::env::var("ASSAY_LOOK") else {
        return;
    };
    for case in ALL.iter() {
        for (path, bytes) in &case.files {
            let path = std::path::Path::new(&folder).join(case.name).join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }
}
