use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Name of a study everywhere outside its file: a slug of its name and a short hash of its text and
/// its game, so that the same file over the same game is the same study on every machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StudyId(Arc<str>);

/// Longest slug of a study's name in its id, in bytes.
const SLUG_LENGTH: usize = 40;
/// Longest text accepted as a study's id, in bytes.
const ID_LENGTH: usize = 64;

impl StudyId {
    /// The id of a study file's text over a game file's text. Line ends do not count: a file
    /// checked out on another system stays the same study.
    pub fn of(name: &str, study_text: &str, game_source: &str) -> StudyId {
        let mut hasher = blake3::Hasher::new_derive_key("assay study id v1");
        for text in [study_text, game_source] {
            let text = text.replace("\r\n", "\n");
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        let hash = hasher.finalize().to_hex();
        StudyId(format!("{}-{}", slug(name), &hash[..8]).into())
    }

    /// The text of the id: lower-case letters, digits and hyphens.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Lower-case letters and digits of a name, everything else a hyphen.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars() {
        if slug.len() >= SLUG_LENGTH {
            break;
        }
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() {
        "study".to_owned()
    } else {
        slug.to_owned()
    }
}

impl FromStr for StudyId {
    type Err = BadStudyId;

    fn from_str(text: &str) -> Result<Self, BadStudyId> {
        let fits = !text.is_empty()
            && text.len() <= ID_LENGTH
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if fits {
            Ok(StudyId(text.into()))
        } else {
            Err(BadStudyId(text.chars().take(ID_LENGTH).collect()))
        }
    }
}

impl fmt::Display for StudyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that cannot be a study's id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no study id: lower-case letters, digits and hyphens, such as sonic-1a2b3c4d")]
pub struct BadStudyId(pub String);

/// Which arm of a study, in the order of the file, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArmIndex(pub u16);

/// Which pair of an arm, from 0. The same number in two arms means the same opening where the rules allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairNumber(pub u32);

/// One pair of a study: the unit of work, of resampling and of counting. Ordered by arm, then number,
/// as records are listed; [`Schedule`](crate::Schedule) has the order in which pairs are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairKey {
    /// The arm.
    pub arm: ArmIndex,
    /// The pair within the arm.
    pub pair: PairNumber,
}

/// Which game of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameNumber {
    /// Game 0: the first player has White.
    First,
    /// Game 1: the same opening with sides swapped.
    Second,
}

impl GameNumber {
    /// Both games, in order.
    pub const BOTH: [GameNumber; 2] = [GameNumber::First, GameNumber::Second];

    /// 0 or 1.
    pub fn index(self) -> usize {
        match self {
            GameNumber::First => 0,
            GameNumber::Second => 1,
        }
    }

    /// The game of an index, if it is 0 or 1.
    pub fn from_index(index: u64) -> Option<GameNumber> {
        match index {
            0 => Some(GameNumber::First),
            1 => Some(GameNumber::Second),
            _ => None,
        }
    }
}

/// How many times a pair has been lent, this time included: 1 for the first lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt(pub u32);

/// One lease. Never used twice while a coordinator runs; means nothing after it restarts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeaseId(pub u64);

/// Name by which a worker calls itself, such as `host-4711`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkerName(Arc<str>);

impl WorkerName {
    /// A worker of this name.
    pub fn new(name: &str) -> WorkerName {
        WorkerName(name.into())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ArmIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "arm {}", self.0)
    }
}

impl fmt::Display for PairKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "arm {} pair {}", self.arm.0, self.pair.0)
    }
}

impl fmt::Display for LeaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lease {}", self.0)
    }
}

impl fmt::Display for WorkerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_slug_and_a_hash_of_both_texts() {
        let id = StudyId::of("Sonic: what do the options do?", "a", "b");
        assert_eq!(
            id.as_str().rsplit_once('-').unwrap().0,
            "sonic-what-do-the-options-do"
        );
        assert_eq!(id, StudyId::of("Sonic: what do the options do?", "a", "b"));
        assert_eq!(id.as_str().parse(), Ok(id.clone()));
        for (study, game) in [("a", "c"), ("b", "a"), ("ab", ""), ("", "ab")] {
            let other = StudyId::of("Sonic: what do the options do?", study, game);
            assert_ne!(id, other, "{study} {game}");
        }
        assert_eq!(
            StudyId::of("x", "1\r\n2\n", "g"),
            StudyId::of("x", "1\n2\n", "g")
        );
    }

    #[test]
    fn slugs() {
        let long = "many words ".repeat(20);
        for (name, want) in [
            ("Échecs!", "checs"),
            ("???", "study"),
            ("", "study"),
            ("a--b  c", "a-b-c"),
            (&long, "many-words-many-words-many-words-many-wo"),
        ] {
            assert_eq!(slug(name), want);
        }
    }

    #[test]
    fn only_slugs_are_ids() {
        for text in ["", "A", "a b", "a/b", "../x", &"a".repeat(65)] {
            assert!(text.parse::<StudyId>().is_err(), "{text}");
        }
        assert!("a-1".parse::<StudyId>().is_ok());
    }
}
