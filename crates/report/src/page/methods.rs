use assay_study::words::listed;

use crate::findings::{ErrorsOfRatings, Findings, Phase, TournamentFindings};
use crate::format::{count, counted};
use crate::words::{append, escape, imagined};

/// How the numbers came to be, in plain words.
pub(super) fn methods(findings: &Findings) -> String {
    let mut text = String::from("<h2 id=\"methods\">Methods</h2>\n");
    for paragraph in paragraphs(findings) {
        append!(text, "<p>{}</p>\n", escape(&paragraph));
    }
    text
}

fn paragraphs(findings: &Findings) -> Vec<String> {
    let mut all = vec![games(findings), intervals()];
    all.extend(super::tuning::method(findings));
    if !findings.matches.is_empty() {
        all.push(matches());
    }
    if let Some(tournament) = &findings.tournament {
        all.push(ratings(tournament));
    } else {
        all.push(comparisons(findings));
    }
    if findings.ladder.is_some() {
        all.push(ladder());
    }
    all.extend(super::imbalance::method(findings));
    if findings.values.is_some() {
        all.push(values());
        all.extend(phases(findings));
    }
    all.extend(super::published::method(findings));
    all.push(determinism(findings));
    all
}

fn games(findings: &Findings) -> String {
    let study = &findings.study;
    let players = if study.players.is_empty() {
        "the same engine on both sides".to_owned()
    } else {
        listed(&study.players)
    };
    let (one, _) = study.kind.arm_noun();
    let arm = if study.kind.is_tournament() {
        "A pairing is two players who meet; all play by the same rules."
    } else if findings.ladder.is_some() {
        "An arm is one decided set of rules played by one of the players against himself."
    } else {
        "An arm is one decided set of rules."
    };
    let adjudication = study.adjudication.as_ref().map_or_else(
        || "No game was adjudicated.".to_owned(),
        |how| format!("Games were adjudicated: {how}."),
    );
    let early = study.early_stop.as_ref().map_or_else(String::new, |how| {
        format!(" That is the most an arm could come to. {how} Pairs count in the order of their numbers, so that short games are not favoured.")
    });
    format!(
        "{arm} In every {one} the same games were asked for: {} of {}, played by {players}.{early} A pair is two games from one opening with the \
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
     have Wilson's score interval, which stays between 0 and 100% and is honest near its ends. Where none of the moves is of a kind, at most three in as many moves are (the rule of three). The first move in Elo is the score on the logistic scale, 400 points a factor of ten in the odds, \
     its ends moved over from the score's interval; a side that wins every game has no finite Elo."
        .to_owned()
}

fn matches() -> String {
    "The score of a match is that of the player named first; its interval and test go by pairs (the variance of the points of a pair), so that the advantage an opening gives to one colour cancels. Elo is the \
     score on the logistic scale, 400 points a factor of ten; normalized Elo is the score's distance from even in standard deviations of a game, 800 / ln 10 points each, and does not depend on how drawish the games are \
     (Van den Bergh). The likelihood of superiority is the normal probability that the true score is above 50%, by pairs; where all pairs brought the same points it is that of the sign test. After a sequential test, which stops when results look \
     good, Elo and likelihood of superiority are by the stage at which the test could have stopped (Siegmund), not by the score."
        .to_owned()
}

fn ratings(tournament: &TournamentFindings) -> String {
    let imagined = match (tournament.imagined_games, &tournament.imagined_because) {
        (Some(games), Some(because)) => format!(" {}", imagined(games, because)),
        _ => String::new(),
    };
    let errors = match tournament.errors {
        ErrorsOfRatings::ByOpenings => {
            "Errors are clustered by opening, which all pairings share, by the jackknife (CR3) with Student's t: whatever the games of an opening have in common is accounted for."
        }
        ErrorsOfRatings::OfTheModel => {
            "Errors are those of the model, for independent games: there are too few openings, or two players shared the points in every one of them, or games had to be imagined. Where games of a pair tend to go the same way such errors are too small."
        }
    };
    format!(
        "Ratings are maximum likelihood by Davidson's model, in which wins, draws and losses of two players go as e to the half difference, a constant, and e to minus the half difference, with a term for moving first; in it \
         the points decide the ratings. Beside them stand those of Rao and Kupper's model, in which a draw is a difference too small to win by. Both count Elo in the odds of winning among decisive games, so with many draws they are larger than \
         the Elo of a score. {errors} The likelihood of superiority is the probability by these errors that the difference of two ratings is above nought. The p-values of all \
         differences together are raised by Holm's method; players of fewer than twenty pairs are not compared.{imagined}"
    )
}

fn ladder() -> String {
    "Balance depends on the strength of play. The players of this study differ in how they think, and each plays himself under every set of rules; the player is a factor beside the options. The effect of an option is then the mean over the players, \
     and an interaction with the player says that the option does more, or less, at another strength."
        .to_owned()
}

fn comparisons(findings: &Findings) -> String {
    let factorial = if findings.effects.is_empty() {
        ""
    } else {
        " Where options are crossed, the main effect of an option is the mean change when it alone is switched, every setting of the others weighing the same; an interaction is by how \
         much one option's effect changes when another is switched. Both are weighed sums of the arms' means, with the errors of any difference of arms; the same effects in \
         log-odds come from a logistic regression of the games on the options and their products."
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
     king or promotes) the difference in pieces, in pieces in hand and in king forms left, White minus Black, is set against the game's result by logistic regression, a draw counting as half a win. At most eight positions of a game \
     are used, evenly spread over its quiet positions, and every game has the same weight, so that long games do not dominate. Errors are robust and clustered by pair, over several arms by opening, each pair's pull on the fit taken off by the jackknife (CR3), with Student's t of as many degrees of freedom as pairs carry the figure. Worth in pawns is the ratio of two \
     coefficients with Fieller's interval; where the pawn itself is not told from worthless, or the game has none, pieces are counted in the one whose worth has the smallest error for its size. Where material separates the results the plain fit has no finite answer: then Firth's penalty is \
     used, and it is said. A piece in which the sides never differed, or that the games leave undetermined, gets no value. These are values under this engine at this strength, with what it does with the pieces."
        .to_owned()
}

fn phases(findings: &Findings) -> Option<String> {
    let values = findings.values.as_ref()?;
    let asked = values.fits.iter().any(|fit| fit.of.phase().is_some());
    asked.then(|| {
        format!(
            "Values by phase are the same regression on at most eight quiet positions of a game within the phase. {} A game counts once in every phase it has quiet positions in, so the fits of different \
             phases share games; the interval of a change is that of Zou and Donner as if they did not, which is on the safe side where luck in one phase is luck in the next. A value is a ratio to the pawn of \
             the same phase: a piece whose worth falls may be as strong as before beside pawns that have become stronger, which the log-odds show.",
            Phase::MEANING
        )
    })
}

fn determinism(findings: &Findings) -> String {
    format!(
        "With node or depth limits every game depends only on the study's seed ({}), the arm, the pair's number, the players and the engine's version: not on the machine, nor on who played what when. The same study gives the same \
         games again, and the same games give this page again to the last byte.",
        findings.study.seed
    )
}
