use crate::findings::Findings;
use crate::format::{count, counted};
use crate::words::{append, escape};

/// How the numbers came to be, in plain words.
pub(super) fn methods(findings: &Findings) -> String {
    let mut text = String::from("<h2 id=\"methods\">Methods</h2>\n");
    for paragraph in paragraphs(findings) {
        append!(text, "<p>{}</p>\n", escape(&paragraph));
    }
    text
}

fn paragraphs(findings: &Findings) -> Vec<String> {
    let mut all = vec![games(findings), intervals(), comparisons(findings)];
    all.extend(super::imbalance::method(findings));
    if findings.values.is_some() {
        all.push(values());
    }
    all.push(determinism(findings));
    all
}

fn games(findings: &Findings) -> String {
    let study = &findings.study;
    let players = if study.players.is_empty() {
        "the same engine on both sides".to_owned()
    } else {
        study.players.join(" and ")
    };
    let adjudication = study.adjudication.as_ref().map_or_else(
        || "No game was adjudicated.".to_owned(),
        |how| format!("Games were adjudicated: {how}."),
    );
    let early = study.early_stop.as_ref().map_or_else(String::new, |how| {
        format!(" That is the most an arm could come to. {how} Pairs count in the order of their numbers, so that short games are not favoured.")
    });
    format!(
        "An arm is one decided set of rules. In every arm the same games were asked for: {} of {}, played by {players}.{early} A pair is two games from one opening with the \
         players' sides swapped, so that neither an easy opening nor the better player helps one colour. Openings are {}. {adjudication} A game of {} plies \
         is a draw by the length cap. Every record was played again through the rules before it was counted.",
        counted(study.pairs_per_arm, "pair", "pairs"),
        study.game_name,
        study.openings,
        count(u64::from(study.length_cap)),
    )
}

fn intervals() -> String {
    "All intervals hold 95%. The two games of a pair share their opening and so are not independent: the intervals of White's score, of the mean length and of the share of \
     special moves are computed from the pairs, not from the games (cluster-robust errors, normal intervals). With fewer than some thirty pairs such intervals are too narrow: at ten pairs they miss about one time in twelve, at five one in eight; below twenty no difference is claimed. Where all pairs agree their spread is zero and would claim certainty; \
     then the share of pairs that might still differ is bounded by Clopper and Pearson's limit. Shares of games (drawn, decisive, ways to end, games with a special move) \
     have Wilson's score interval, which stays between 0 and 100% and is honest near its ends. The first move in Elo is the score on the logistic scale, 400 points a factor of ten in the odds, \
     its ends moved over from the score's interval; a side that wins every game has no finite Elo."
        .to_owned()
}

fn comparisons(findings: &Findings) -> String {
    let factorial = if findings.effects.is_empty() {
        ""
    } else {
        " Where options are crossed, the main effect of an option is the mean change when it alone is switched, every setting of the others weighing the same; an interaction is by how \
         much one option's effect changes when another is switched. Both come from a linear regression of the games on the options and their products, with errors clustered by opening; the same effects in \
         log-odds come from a logistic one."
    };
    format!(
        "Arms are compared by the difference of their means. Pairs of one number begin alike in every arm where the rules allow it, and the errors of a difference take that into account (they are clustered by \
         opening). Many comparisons find something by luck: the p-values of a table are therefore raised by Holm's \
         method, which keeps the chance of even one false finding in the table at 5%. \"No difference detected\" is not \"no difference\": beside it stands the smallest true difference that as many games would \
         have shown four times in five (a two-sided test at 5%, before Holm's adjustment). White's score and the share of decisive games are told apart throughout: a rule can make a game more decisive without \
         making it fairer.{factorial}"
    )
}

fn values() -> String {
    "Piece values come from the results, not from the engine's opinion. At quiet positions after the opening (the side to move is not in check, and neither the move before nor the move played takes, hits a \
     king or promotes) the difference in pieces and in king forms left, White minus Black, is set against the game's result by logistic regression, a draw counting as half a win. At most eight positions of a game \
     are used, evenly spread over its quiet positions, and every game has the same weight, so that long games do not dominate. Errors are robust and clustered by pair, over several arms by opening. Pawns are ratios of two \
     coefficients with Fieller's interval; where the pawn itself is not told from worthless, nothing is said in pawns. Where material separates the results the plain fit has no finite answer: then Firth's penalty is \
     used, and it is said. A piece in which the sides never differed, or that the games leave undetermined, gets no value. These are values under this engine at this strength, with what it does with the pieces."
        .to_owned()
}

fn determinism(findings: &Findings) -> String {
    format!(
        "With node or depth limits every game depends only on the study's seed ({}), the arm, the pair's number, the players and the engine's version: not on the machine, nor on who played what when. The same study gives the same \
         games again, and the same games give this page again to the last byte.",
        findings.study.seed
    )
}
