//! What a lease means: the one place where a study's words become the arena's.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::{Arc, OnceLock};

use assay_arena::{
    Adjudication, DrawRule, Opening, PairJob, PlayerSpec, Record, ResignRule, Terms, check_record,
    opening_candidates, opening_candidates_from,
};
use assay_rules::{AnyRules, Game, with_rules};
use assay_study::{Arm, ArmIndex, Openings, PairKey, PlayerIndex, Sides, Study};

use crate::seats::{Seats, engine, program};
use crate::{FinishedPair, v1};

/// A study made ready: rules compiled, players set, openings numbered. A worker takes its jobs from it, a
/// coordinator checks records against it; both build it from the same texts with the same code.
pub struct Plan {
    study: Arc<Study>,
    arms: Vec<ArmPlan>,
}

struct ArmPlan {
    rules: AnyRules,
    /// As the study has them; the pairs of a tuning each have values of their own.
    seats: Seats,
    terms: Terms,
    balance: Option<assay_arena::Centipawns>,
    /// Made when the arm is first played: a large study's openings take seconds.
    openings: OnceLock<Book>,
}

/// The openings of an arm, in order.
#[derive(Debug)]
struct Book {
    /// Move texts with spaces between them, which is a tenth of the size of a list of texts.
    lines: Vec<String>,
    /// How many of them are there before they repeat.
    distinct: usize,
}

/// How many openings are tried for a pair before the most balanced of them is taken.
const CANDIDATES: usize = 8;

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plan({})", self.study.id)
    }
}

impl Plan {
    /// Builds the plan of a package. Costs CPU.
    ///
    /// # Errors
    /// Everything that is wrong with the study or its game, for people.
    pub fn of(package: &v1::StudyPackage) -> Result<Plan, String> {
        package.check_hashes().map_err(|fault| fault.to_string())?;
        let mut load = |_: &str| Game::parse("the study's game", &package.game);
        let study = Study::parse(&package.origin, &package.text, &mut load)
            .map_err(|faults| faults.to_string())?;
        if !package.study.is_empty() && package.study != study.id.as_str() {
            return Err(format!(
                "the package is of study {}, its texts are of {}",
                package.study, study.id
            ));
        }
        Plan::of_study(study)
    }

    /// Builds the plan of a valid study. Costs CPU.
    ///
    /// # Errors
    /// What the rules or the openings have against it, for people.
    pub fn of_study(study: Study) -> Result<Plan, String> {
        let mut arms = Vec::with_capacity(study.arms.len());
        let players = (0..).map(PlayerIndex).zip(&study.players);
        let programs = players
            .filter_map(|(index, player)| Some((index, program(player)?)))
            .collect();
        for (_, arm) in study.arms() {
            arms.push(
                arm_plan(&study, arm, &programs)
                    .map_err(|why| format!("arm {:?}: {why}", arm.name))?,
            );
        }
        Ok(Plan {
            study: Arc::new(study),
            arms,
        })
    }

    /// The study.
    pub fn study(&self) -> &Arc<Study> {
        &self.study
    }

    /// What is to be played for a pair, in a study that tunes with these values.
    ///
    /// # Errors
    /// If the study has no such pair, or the values are not those of such a study, for people.
    pub fn job(&self, key: PairKey, sides: Option<&Sides>) -> Result<PairJob, String> {
        if !self.study.has(key) {
            return Err(format!("the study has no {key}"));
        }
        let arm = &self.arms[usize::from(key.arm.0)];
        Ok(PairJob {
            rules: arm.rules.clone(),
            openings: self.openings(key),
            balance: arm.balance,
            players: self.seats(key.arm, sides)?.players.clone(),
            terms: arm.terms.clone(),
            seed: self.study.pair_seed(key.arm, key.pair).0,
        })
    }

    /// Who plays a pair of an arm, in a study that tunes with these values.
    fn seats(&self, index: ArmIndex, sides: Option<&Sides>) -> Result<Cow<'_, Seats>, String> {
        let plan = &self.arms[usize::from(index.0)];
        if self.study.tune.is_none() && sides.is_none() {
            return Ok(Cow::Borrowed(&plan.seats));
        }
        let players = self.study.seated(self.study.arm(index), sides);
        let players = players.map_err(|unfit| unfit.to_string())?;
        let players = players.map(|player| engine(&player, &plan.rules));
        let [Some(one), Some(other)] = players else {
            return Err("another program has no values of ours".to_owned());
        };
        let (terms, balance) = (&plan.terms, plan.balance);
        Ok(Cow::Owned(Seats::of(
            &plan.rules,
            [one, other],
            terms,
            balance,
        )))
    }

    /// Checks that a pair could have been played so: the settings, in a study that tunes with these values, the opening, and
    /// every move to the end. Costs CPU.
    ///
    /// # Errors
    /// What is wrong, for people.
    pub fn check(&self, pair: &FinishedPair, sides: Option<&Sides>) -> Result<(), String> {
        if pair.study != self.study.id {
            return Err(format!("of study {}, not {}", pair.study, self.study.id));
        }
        if !self.study.has(pair.key) {
            return Err(format!("the study has no {}", pair.key));
        }
        let [first, second] = &pair.games;
        if opening_of(first) != opening_of(second) || first.start != second.start {
            return Err("the two games of the pair have different openings".to_owned());
        }
        self.check_opening(pair.key, first)?;
        let seats = self.seats(pair.key.arm, sides)?;
        for (number, game) in pair.games.iter().enumerate() {
            self.check_game(pair.key, game, &seats.settings)
                .map_err(|why| format!("game {number}: {why}"))?;
        }
        Ok(())
    }

    fn check_game(&self, key: PairKey, game: &Record, settings: &str) -> Result<(), String> {
        let arm = &self.arms[usize::from(key.arm.0)];
        if game.engine != assay_search::VERSION {
            return Err(format!(
                "played by {:?}, not {:?}",
                game.engine,
                assay_search::VERSION
            ));
        }
        if game.settings != settings {
            return Err(format!(
                "played with settings {:?}, the study's are {settings:?}",
                game.settings
            ));
        }
        check_record(&arm.rules, &arm.terms, game).map_err(|fault| fault.to_string())
    }

    fn check_opening(&self, key: PairKey, game: &Record) -> Result<(), String> {
        let arm = &self.arms[usize::from(key.arm.0)];
        if self
            .openings(key)
            .iter()
            .any(|opening| opening.begins(&arm.rules, game))
        {
            return Ok(());
        }
        let given = opening_of(game).join(" ");
        let start = with_rules!(&arm.rules, r => r.position_text(r.start()));
        let mut from = String::new();
        if game.start != start {
            // Writing to a string cannot fail.
            let _infallible = write!(from, " from {}", game.start);
        }
        Err(format!(
            "the opening {given:?}{from} is none of this pair's"
        ))
    }

    /// The openings a pair may use, in order of preference. None is another pair's while there are enough.
    fn openings(&self, key: PairKey) -> Vec<Opening> {
        match self.study.start_of(key) {
            None => self.lines(key).map(opening).collect(),
            Some(start) => self.openings_from(key, &start.text),
        }
    }

    /// The opening of a pair with a start position of its own: the next of the random openings from there.
    fn openings_from(&self, key: PairKey, start: &str) -> Vec<Opening> {
        let arm = &self.arms[usize::from(key.arm.0)];
        let (seed, place) = self.study.opening_of(key);
        let plies = match self.study.openings {
            Openings::Random { plies, .. } => plies.0,
            Openings::Book { .. } => 0,
        };
        let candidates = opening_candidates_from(&arm.rules, start, seed.0, plies, place + 1);
        let candidates = candidates.expect("a start position that the study has made");
        candidates.into_iter().skip(place).collect()
    }

    /// The openings from the start of the arm's rules.
    fn lines(&self, key: PairKey) -> impl Iterator<Item = &str> {
        let arm = &self.arms[usize::from(key.arm.0)];
        let book = arm.openings.get_or_init(|| book(&self.study, &arm.rules));
        let (first, step) = (key.pair.0 as usize, self.study.pairs_per_arm() as usize);
        // Nothing is taken from a repetition of the list but the opening a pair cannot do without.
        let own = (first..book.distinct).step_by(step.max(1));
        let lent = (first >= book.distinct && book.distinct > 0).then(|| first % book.distinct);
        own.take(CANDIDATES)
            .chain(lent)
            .map(|i| book.lines[i].as_str())
    }
}

/// `programs` are the players that are other programs: all arms share them, so that none runs more often than games do.
fn arm_plan(
    study: &Study,
    arm: &Arm,
    programs: &BTreeMap<PlayerIndex, PlayerSpec>,
) -> Result<ArmPlan, String> {
    let rules = study
        .game
        .compile(&arm.choice, arm.start.as_deref())
        .map_err(|faults| faults.to_string())?;
    let players = arm.players.map(|index| {
        let spec = engine(study.player(index), &rules);
        spec.unwrap_or_else(|| programs[&index].clone())
    });
    let terms = terms(study);
    let balance = match study.openings {
        Openings::Random { balance, .. } => balance.map(|b| assay_arena::Centipawns(b.0)),
        Openings::Book { .. } => None,
    };
    check_openings(study, &rules)?;
    Ok(ArmPlan {
        seats: Seats::of(&rules, players, &terms, balance),
        rules,
        terms,
        balance,
        openings: OnceLock::new(),
    })
}

/// Finds out before any game is played that there is something to begin it with.
fn check_openings(study: &Study, rules: &AnyRules) -> Result<(), String> {
    // Lines of a book were played in every arm by the check of the study's file.
    if let Openings::Random { plies, .. } = &study.openings {
        let seed = study.seed.openings().0;
        if opening_candidates(rules, seed, plies.0, 1).is_empty() {
            return Err(format!(
                "no game lasts the {} random plies of an opening; ask for fewer plies",
                plies.0
            ));
        }
    }
    Ok(())
}

fn book(study: &Study, rules: &AnyRules) -> Book {
    let lines: Vec<String> = match &study.openings {
        Openings::Random { plies, balance } => {
            let each = if balance.is_some() { CANDIDATES } else { 1 };
            let count = study.pairs_per_arm() as usize * each;
            opening_candidates(rules, study.seed.openings().0, plies.0, count)
                .into_iter()
                .map(|opening| opening.moves.join(" "))
                .collect()
        }
        Openings::Book { lines } => lines.iter().map(|line| line.join(" ")).collect(),
    };
    let again = lines.first().and_then(|first| {
        let later = lines.iter().skip(1).position(|line| line == first);
        later.map(|i| i + 1)
    });
    // The order of a book is its author's; repeated lines are meant.
    let distinct = match study.openings {
        Openings::Random { .. } => again.unwrap_or(lines.len()),
        Openings::Book { .. } => lines.len(),
    };
    Book { lines, distinct }
}

fn opening(line: &str) -> Opening {
    Opening {
        moves: line.split_whitespace().map(str::to_owned).collect(),
        start: None,
    }
}

fn opening_of(game: &Record) -> &[String] {
    game.moves
        .get(..usize::from(game.opening_plies))
        .unwrap_or_default()
}

fn terms(study: &Study) -> Terms {
    Terms {
        length_cap: assay_arena::Plies(study.length_cap.0),
        adjudication: Adjudication {
            resign: study.adjudication.resign.map(|rule| ResignRule {
                score: assay_arena::Centipawns(rule.score.0),
                plies: assay_arena::Plies(rule.plies.0),
            }),
            draw: study.adjudication.draw.map(|rule| DrawRule {
                score: assay_arena::Centipawns(rule.score.0),
                plies: assay_arena::Plies(rule.plies.0),
                after: assay_arena::Plies(rule.after.0),
            }),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use assay_arena::{Stop, play_pair};
    use assay_study::{ArmIndex, Attempt, PairNumber};

    use super::*;

    const STUDY: &str = r#"
name = "two rules"
game = "sonic"
seed = 7
length_cap = 60
[limits]
nodes = 30
[openings]
kind = "random"
plies = 4
balance = 200
[stop]
pairs = 5
[[arm]]
name = "curved"
[[arm]]
name = "crooked"
options = { turning = "crooked" }
"#;

    fn package(text: &str) -> v1::StudyPackage {
        let game = Game::builtin("sonic").unwrap();
        v1::StudyPackage::of("", "two.toml", text, game.source())
    }

    fn key(arm: u16, pair: u32) -> PairKey {
        PairKey {
            arm: ArmIndex(arm),
            pair: PairNumber(pair),
        }
    }

    fn played(plan: &Plan, key: PairKey) -> FinishedPair {
        FinishedPair {
            study: plan.study().id.clone(),
            key,
            attempt: Attempt(1),
            games: play_pair(&plan.job(key, None).unwrap(), &Stop::new(), &mut |_, _| {}).unwrap(),
        }
    }

    #[test]
    fn what_is_played_passes_and_is_the_same_again() {
        let plan = Plan::of(&package(STUDY)).unwrap();
        let other = Plan::of(&package(STUDY)).unwrap();
        for key in [key(0, 0), key(0, 4), key(1, 2)] {
            let pair = played(&plan, key);
            assert_eq!(other.check(&pair, None), Ok(()));
            let again = played(&other, key);
            assert!(pair.games[0].same_game(&again.games[0]));
            assert!(pair.games[1].same_game(&again.games[1]));
        }
    }

    #[test]
    fn no_two_pairs_share_an_opening() {
        let plan = Plan::of(&package(STUDY)).unwrap();
        let mut seen = BTreeSet::new();
        for pair in 0..5 {
            let lines: Vec<&str> = plan.lines(key(0, pair)).collect();
            assert_eq!(lines.len(), CANDIDATES);
            for line in lines {
                assert!(seen.insert(line.to_owned()), "{line} twice");
            }
        }
    }

    type Bend = fn(&mut FinishedPair);

    #[test]
    fn impossible_pairs_are_refused_with_the_reason() {
        let plan = Plan::of(&package(STUDY)).unwrap();
        let good = played(&plan, key(0, 1));
        let table: [(Bend, &str); 9] = [
            (|p| p.key = key(2, 0), "the study has no arm 2 pair 0"),
            (|p| p.key = key(0, 5), "the study has no arm 0 pair 5"),
            (|p| p.key = key(0, 2), "is none of this pair's"),
            (|p| p.study = "other-1".parse().unwrap(), "of study other-1"),
            (
                |p| p.games[1].engine = "assay 9".into(),
                "game 1: played by \"assay 9\"",
            ),
            (
                |p| p.games[0].settings = "0".into(),
                "game 0: played with settings",
            ),
            (|p| p.games[0].moves[4] = "a1-a9".into(), "game 0: ply 5"),
            (|p| drop(p.games[0].moves.pop()), "game 0: "),
            (|p| p.games[1].opening_plies = 3, "different openings"),
        ];
        for (bend, words) in table {
            let mut bad = good.clone();
            bend(&mut bad);
            let why = plan.check(&bad, None).unwrap_err();
            assert!(why.contains(words), "{why:?} without {words:?}");
        }
    }

    #[test]
    fn unequal_arrays_are_played_from_their_own_starts_and_checked_against_them() {
        for shuffle in [false, true] {
            let text = format!(
                "name = \"values\"\ngame = \"sonic\"\nkind = \"values\"\nshuffle = {shuffle}\nlength_cap = 40\n\
                 [limits]\nnodes = 20\n[openings]\nplies = 3\n[stop]\npairs = 20\n\
                 [[imbalance]]\nwhite = \"-N\"\nblack = \"-B\"\n"
            );
            let plan = Plan::of(&package(&text)).unwrap();
            let mut seen = BTreeSet::new();
            for pair in 0..20 {
                let [opening] = &plan.openings(key(2, pair))[..] else {
                    panic!("one opening, without a window to choose by");
                };
                assert!(seen.insert(opening.clone()), "{opening:?} twice");
            }
            let starts: BTreeSet<_> = seen.iter().map(|o| o.start.clone()).collect();
            assert_eq!(starts.len(), if shuffle { 20 } else { 8 });
            for pair in [0, 1, 11] {
                let good = played(&plan, key(2, pair));
                assert_eq!(plan.check(&good, None), Ok(()));
                let mut other = good;
                other.key = key(2, pair + 1);
                let why = plan.check(&other, None).unwrap_err();
                assert!(why.contains("is none of this pair's"), "{why}");
                other.key = key(1, pair);
                assert!(plan.check(&other, None).is_err());
            }
        }
    }

    #[test]
    fn pairs_of_a_tuning_are_played_and_checked_with_their_own_values() {
        let text = "name = \"tuning\"\ngame = \"sonic\"\nkind = \"tune\"\nlength_cap = 30\n[limits]\nnodes = 20\n\
                    [openings]\nplies = 2\n[tune]\niterations = 3\npairs = 2\nparameters = [\"tempo\", \"razor\"]\n";
        let plan = Plan::of(&package(text)).unwrap();
        let sides = |plus: i32| Sides {
            plus: vec![plus, 240],
            minus: vec![9, 250],
        };
        let job = plan.job(key(0, 3), Some(&sides(13))).unwrap();
        let pair = FinishedPair {
            study: plan.study().id.clone(),
            key: key(0, 3),
            attempt: Attempt(1),
            games: play_pair(&job, &Stop::new(), &mut |_, _| {}).unwrap(),
        };
        assert_eq!(plan.check(&pair, Some(&sides(13))), Ok(()));
        let why = |sides: Option<&Sides>| plan.check(&pair, sides).unwrap_err();
        assert!(why(Some(&sides(14))).contains("game 0: played with settings"));
        assert!(why(Some(&sides(61))).contains("tempo = 61 is outside 0 to 60"));
        assert!(why(None).contains("not known yet"));
        assert!(plan.job(key(0, 3), None).is_err());
        assert!(plan.job(key(0, 6), Some(&sides(13))).is_err());
        let other = Plan::of(&package(STUDY)).unwrap();
        assert!(other.job(key(0, 0), Some(&sides(13))).is_err());
    }

    #[test]
    fn a_package_that_does_not_fit_its_study_is_refused() {
        let mut wrong = package(STUDY);
        wrong.study = "two-rules-00000000".into();
        assert!(
            Plan::of(&wrong)
                .unwrap_err()
                .contains("its texts are of two-rules-")
        );
        let broken = Plan::of(&package("name = 3")).unwrap_err();
        assert!(broken.contains("two.toml"), "{broken}");
    }

    #[test]
    fn books_are_checked_before_anything_is_played() {
        let text = STUDY.replace(
            "kind = \"random\"\nplies = 4\nbalance = 200",
            "kind = \"book\"\nlines = [\"a1-a9\"]",
        );
        let why = Plan::of(&package(&text)).unwrap_err();
        assert!(
            why.contains("arm \"curved\": \"a1-a9\" is not a legal move"),
            "{why}"
        );
    }
}
