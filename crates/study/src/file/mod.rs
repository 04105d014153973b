//! The study file: as given, and how it becomes a valid [`Study`].

mod arms;
mod book;
mod imbalance;
mod name;
mod options;
mod player;
mod published;
mod retune;
mod seats;
mod section;
mod stop;
mod tune;

use assay_faults::{Document, Fault, Faults, Item, Place, Table};

use crate::{Game, Study, StudyId, StudyKind, StudySeed};

/// A study file as given: TOML, nothing else known of it.
#[derive(Clone, Debug)]
pub struct StudyFile {
    document: Document,
    text: String,
}

/// The keys of a study file outside its tables.
const KEYS: &[&str] = &[
    "name",
    "game",
    "kind",
    "seed",
    "length_cap",
    "limits",
    "openings",
    "stop",
    "options",
    "arm",
    "imbalance",
    "pawn_odds",
    "shuffle",
    "factorial",
    "player",
    "tournament",
    "adjudication",
    "analysis",
    "published",
    "retune",
    "fitted",
    "tune",
    "verify",
    "tuned",
];

/// Longest name of a study or an arm, in characters.
const NAME_LENGTH: usize = 80;

impl StudyFile {
    /// Reads a file's text; `origin` is its path, for messages. The faults are those of a text that is not TOML.
    pub fn parse(origin: &str, text: &str) -> Result<StudyFile, Faults> {
        Ok(StudyFile {
            document: Document::parse(origin, text)?,
            text: text.to_owned(),
        })
    }

    /// The valid study of the file, or every fault of the file at once. `load` finds the game that the
    /// file names by id or path.
    pub fn check(
        &self,
        load: &mut dyn FnMut(&str) -> Result<Game, Faults>,
    ) -> Result<Study, Faults> {
        match seats::kind(&self.document.root) {
            Ok(kind) => self.check_as(kind, load),
            Err(fault) => Err(self.faults_of_any_kind(fault, load)),
        }
    }

    /// The fault of an unknown kind with those that the file has whichever of the likely kinds is meant.
    fn faults_of_any_kind(
        &self,
        fault: Fault,
        load: &mut dyn FnMut(&str) -> Result<Game, Faults>,
    ) -> Faults {
        let found = seats::likely_kinds(&self.document.root)
            .into_iter()
            .map(|kind| match self.check_as(kind, load) {
                Ok(_) => Vec::new(),
                Err(faults) => faults.list,
            });
        let common = found.reduce(|mut common, others| {
            common.retain(|fault| others.contains(fault));
            common
        });
        let mut faults = Faults::one(&self.document.origin, fault);
        for fault in common.unwrap_or_default() {
            faults.push(fault);
        }
        faults.list.sort_by_key(|fault| fault.place);
        faults
    }

    /// The study, taken to be of a kind.
    fn check_as(
        &self,
        kind: StudyKind,
        load: &mut dyn FnMut(&str) -> Result<Game, Faults>,
    ) -> Result<Study, Faults> {
        let root = &self.document.root;
        let mut faults = Faults::new(&self.document.origin);
        root.only("the study", KEYS, &mut faults);
        let name = name(root, "the study", &mut faults).unwrap_or_default();
        let seed = root.integer("seed", 0, i64::MAX, &mut faults).unwrap_or(1);
        let limit = section::limit(root, &mut faults);
        let mut players = player::players(root, limit, &mut faults);
        let kind = seats::with_format(root, kind, &mut faults);
        let openings = section::openings(root, kind, &mut faults);
        let stop = (kind != StudyKind::Tune).then(|| stop::stop(root, kind, &mut faults));
        let length_cap = section::length_cap(root, &mut faults);
        section::room_for_openings(root, &openings, length_cap, &mut faults);
        let adjudication = section::adjudication(root, &mut faults);
        let analysis = section::analysis(root, kind, &mut faults);
        let game = game(root, load, &mut faults);
        let (arms, factorial) = arms::arms(root, game.as_ref(), &mut faults);
        let tune = tune::tune(root, kind, &players, arms.len(), &mut faults);
        let verified = tune::verification(root, tune.as_ref(), &mut players, &mut faults);
        let (kind, stop) = match verified {
            Some(stop) => (StudyKind::Match, stop),
            None => (kind, stop.unwrap_or_else(|| tune::rule(tune.as_ref()))),
        };
        let arms = imbalance::matches(root, kind, StudySeed(seed as u64), arms, &mut faults);
        let (arms, factorial) = seats::seat(root, kind, arms, factorial, &players, &mut faults);
        let (mut arms, mut players) = (arms, players);
        let published = published::published(root, &arms, &mut faults);
        let retune = retune::retune(root, kind, &mut faults);
        let round = retune::fitted(root, &mut arms, &mut players, &mut faults);
        book::check(root, &arms, &mut faults);
        stop::size(root, arms.len(), stop, &mut faults);
        let game = faults
            .or(game)?
            .expect("a game that is missing or unknown is a fault");
        let seed = StudySeed(seed as u64).of_round(round);
        let (name, seed) = match verified {
            None => (name, seed),
            Some(_) => (
                format!("{name}: tuned against untuned"),
                seed.of_verification(),
            ),
        };
        Ok(Study {
            id: StudyId::of(&name, &self.text, game.source()),
            name,
            origin: self.document.origin.clone(),
            text: self.text.clone(),
            game,
            kind,
            seed,
            openings,
            stop,
            arms,
            factorial,
            players: players.into_iter().map(|given| given.player).collect(),
            adjudication,
            length_cap,
            analysis,
            published,
            retune,
            round,
            tune: tune.filter(|_| verified.is_none()),
        })
    }
}

impl Study {
    /// Reads a study file and checks it: [`StudyFile::parse`], then [`StudyFile::check`].
    pub fn parse(
        origin: &str,
        text: &str,
        load: &mut dyn FnMut(&str) -> Result<Game, Faults>,
    ) -> Result<Study, Faults> {
        StudyFile::parse(origin, text)?.check(load)
    }
}

/// The name of the study or of an arm.
fn name(table: &Table, room: &str, faults: &mut Faults) -> Option<String> {
    let Some(item) = table.get("name") else {
        table.missing("name", room, faults);
        return None;
    };
    let name = table.text("name", faults)?.trim();
    let length = name.chars().count();
    let what = if length == 0 {
        format!("the name of {room} is empty")
    } else if length > NAME_LENGTH {
        format!("the name of {room} has {length} characters, more than {NAME_LENGTH}")
    } else if name.chars().any(char::is_control) {
        format!("the name of {room} has a control character in it")
    } else {
        return Some(name.to_owned());
    };
    faults.push(Fault::new(what).at(item.place));
    None
}

/// The game, found by `load`; its own faults are laid at the line that names it.
fn game(
    root: &Table,
    load: &mut dyn FnMut(&str) -> Result<Game, Faults>,
    faults: &mut Faults,
) -> Option<Game> {
    let Some(Item { place, .. }) = root.get("game") else {
        root.missing("game", "the study", faults);
        return None;
    };
    let id = root.text("game", faults)?;
    match load(id) {
        Ok(game) => Some(game),
        Err(found) => {
            if found.is_empty() {
                faults.push(Fault::new(format!("the game {id:?} cannot be read")).at(*place));
            }
            for fault in found.list {
                faults.push(elsewhere(&found.origin, fault, *place));
            }
            None
        }
    }
}

/// A fault of another text, told at a place of this one: its own place goes into the message.
fn elsewhere(origin: &str, fault: Fault, place: Place) -> Fault {
    let what = match fault.place {
        Some(Place { line, column }) => format!("{origin}:{line}:{column}: {}", fault.what),
        None => fault.what,
    };
    Fault {
        place: Some(place),
        what,
        hint: fault.hint,
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod fuzz;
