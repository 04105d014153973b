//! `[[imbalance]]`: start arrays with pieces less or others.

use std::collections::BTreeMap;

use assay_faults::{Fault, Faults, Place, Table, Value};
use assay_rules::{Side, with_rules};

use crate::imbalance::{Arrays, starts};
use crate::{Arm, Change, Changes, Imbalance, PairNumber, StudyKind, StudySeed};

/// The keys that only a values study has.
const KEYS: [&str; 3] = ["imbalance", "pawn_odds", "shuffle"];
/// Most imbalances of a study.
const MOST: usize = 200;
/// Most pieces one word may change.
const COUNT: u8 = 60;

/// How to write a change.
const HINT: &str =
    "write -N for a knight less, -2P for two pawns less, N>B for a bishop in the place of a knight";

/// The arms of a values study: one a match, before them the even one. Other kinds of study keep theirs.
pub(super) fn matches(
    root: &Table,
    kind: StudyKind,
    seed: StudySeed,
    arms: Vec<Arm>,
    faults: &mut Faults,
) -> Vec<Arm> {
    if kind != StudyKind::Values {
        for key in KEYS {
            if let Some(item) = root.get(key) {
                let fault = Fault::new(format!("{key} in a study that is none of values"));
                faults.push(fault.at(item.place).hint("kind = \"values\" makes it one"));
            }
        }
        return arms;
    }
    for key in ["arm", "factorial"] {
        if let Some(item) = root.get(key) {
            let what = format!("{key} in a study of values, which has one set of rules");
            let hint = "give the options under [options]; every [[imbalance]] is an arm";
            faults.push(Fault::new(what).at(item.place).hint(hint));
            return Vec::new();
        }
    }
    let pawn_odds = root.bool("pawn_odds", faults).unwrap_or(true);
    let arrays = match root.bool("shuffle", faults) {
        Some(true) => Arrays::Shuffled,
        Some(false) | None => Arrays::Own,
    };
    let Some(arm) = arms.into_iter().next() else {
        return Vec::new();
    };
    let mut given = listed(root, &arm, faults);
    if pawn_odds && let Some(pawn) = pawn(&arm) {
        let odds = Imbalance {
            white: Changes(vec![Change {
                count: 1,
                piece: pawn,
                by: None,
            }]),
            black: Changes::default(),
        };
        if given
            .iter()
            .all(|match_| match_.imbalance.net() != odds.net())
        {
            let name = odds.to_string();
            given.insert(0, Given::new(name, odds, root.place));
        }
    }
    given.insert(
        0,
        Given::new("even".to_owned(), Imbalance::default(), root.place),
    );
    alike(&given, faults);
    let arms = given.into_iter().filter_map(|match_| {
        let start_seed = seed.start(&match_.name, PairNumber(0));
        match starts(&arm.rules, &match_.imbalance, start_seed, arrays) {
            Ok(starts) => Some(Arm {
                name: match_.name,
                imbalance: Some(match_.imbalance),
                starts,
                ..arm.clone()
            }),
            Err(why) => {
                let what = format!("imbalance {:?}: {why}", match_.name);
                faults.push(Fault::new(what).at(match_.place));
                None
            }
        }
    });
    arms.collect()
}

/// An imbalance and where it stands.
struct Given {
    name: String,
    imbalance: Imbalance,
    place: Place,
}

impl Given {
    fn new(name: String, imbalance: Imbalance, place: Place) -> Given {
        Given {
            name,
            imbalance,
            place,
        }
    }
}

/// The letter of the game's first pawn, the unit of values.
fn pawn(arm: &Arm) -> Option<char> {
    with_rules!(&arm.rules, r => r.kinds().iter().find(|kind| kind.pawn).map(|kind| kind.letter))
}

fn listed(root: &Table, arm: &Arm, faults: &mut Faults) -> Vec<Given> {
    let tables = match root.get("imbalance").map(|item| &item.value) {
        None => {
            let fault = Fault::new("a study of values has no imbalance").at(root.place);
            let hint = "[[imbalance]] white = \"-N\" black = \"-B\" plays knights against bishops";
            faults.push(fault.hint(hint));
            return Vec::new();
        }
        Some(Value::List(list)) if list.len() > MOST => {
            let what = format!("{} imbalances are more than {MOST}", list.len());
            faults.push(Fault::new(what).at(list[MOST].place));
            return Vec::new();
        }
        Some(_) => root.tables("imbalance", faults),
    };
    let mut given = Vec::new();
    for table in tables {
        table.only("[[imbalance]]", &["name", "white", "black"], faults);
        let known = faults.list.len();
        let imbalance = Imbalance {
            white: changes(table, Side::White, arm, faults),
            black: changes(table, Side::Black, arm, faults),
        };
        if faults.list.len() > known {
            continue;
        }
        if imbalance.is_even() {
            let fault = Fault::new("an imbalance that changes nothing").at(table.place);
            faults.push(fault.hint("the even array is always played"));
            continue;
        }
        let [one, other] = imbalance.net();
        if one == other && !one.is_empty() {
            let what = "an imbalance that is the same for both sides";
            let hint =
                "what both lack says nothing of its worth; change one side, or the two differently";
            faults.push(Fault::new(what).at(table.place).hint(hint));
            continue;
        }
        let name = match table.get("name") {
            Some(_) => super::name(table, "an imbalance", faults).unwrap_or_default(),
            None => imbalance.to_string(),
        };
        given.push(Given::new(name, imbalance, table.place));
    }
    given
}

/// A fault for each match that is another's, and each name that is another's.
fn alike(given: &[Given], faults: &mut Faults) {
    let mut names: BTreeMap<&str, &Given> = BTreeMap::new();
    let mut nets = BTreeMap::new();
    for match_ in given {
        let net = match_.imbalance.net();
        let even = net.iter().all(BTreeMap::is_empty);
        let first: Option<&Given> = nets.insert(net, match_);
        if let Some(first) = first {
            let what = if even {
                format!("{:?} changes nothing in the end", match_.name)
            } else {
                format!(
                    "{:?} is the match of {:?} again: sides are swapped in every second pair",
                    match_.name, first.name
                )
            };
            faults.push(Fault::new(what).at(match_.place));
        } else if let Some(first) = names.insert(&match_.name, match_) {
            let what = format!(
                "an arm is called {:?} already, in line {}",
                match_.name, first.place.line
            );
            let hint = "a values study has the arms \"even\" and, for the pawn, \"-P\" of itself";
            faults.push(Fault::new(what).at(match_.place).hint(hint));
        }
    }
}

/// The changes of one side; a fault for each word that is none.
fn changes(table: &Table, side: Side, arm: &Arm, faults: &mut Faults) -> Changes {
    let key = match side {
        Side::White => "white",
        Side::Black => "black",
    };
    let Some(text) = table.text(key, faults) else {
        return Changes::default();
    };
    let place = table.get(key).map_or(table.place, |item| item.place);
    let mut changes = Vec::new();
    for word in text.split_whitespace() {
        match change(word, arm) {
            Ok(change) => changes.push(change),
            Err(fault) => faults.push(fault.at(place)),
        }
    }
    let changes = Changes(changes);
    let mut taken: BTreeMap<char, u32> = BTreeMap::new();
    for change in &changes.0 {
        *taken.entry(change.piece).or_insert(0) += u32::from(change.count);
    }
    for (letter, count) in taken {
        let there = in_array(arm, letter, side);
        if count > there {
            let what = format!("{text:?} takes {count} {letter}, of which {side:?} has {there}");
            faults.push(Fault::new(what).at(place));
        }
    }
    changes
}

/// How many pieces of a letter a side has in the array.
fn in_array(arm: &Arm, letter: char, side: Side) -> u32 {
    with_rules!(&arm.rules, r => r.kind_of(letter).map_or(0, |kind| r.start().count(side, kind)))
}

fn change(word: &str, arm: &Arm) -> Result<Change, Fault> {
    let none = || Fault::new(format!("{word:?} is no change")).hint(HINT);
    let (given, by) = if let Some(rest) = word.strip_prefix('-') {
        (rest, None)
    } else {
        let (given, by) = word.split_once('>').ok_or_else(none)?;
        (given, Some(by))
    };
    let digits = given.len() - given.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (count, letter) = given.split_at(digits);
    let count = match count {
        "" => 1,
        digits => digits
            .parse::<u8>()
            .ok()
            .filter(|n| (1..=COUNT).contains(n))
            .ok_or_else(none)?,
    };
    let piece = piece(letter, word, arm)?;
    let by = by
        .map(|letter| self::piece(letter, word, arm))
        .transpose()?;
    if by == Some(piece) {
        return Err(none());
    }
    Ok(Change { count, piece, by })
}

/// The letter of a piece that may come and go.
fn piece(letter: &str, word: &str, arm: &Arm) -> Result<char, Fault> {
    let letters = arm.piece_letters();
    if let &[only] = &letter.chars().collect::<Vec<char>>()[..]
        && letters.contains(&only)
    {
        return Ok(only);
    }
    let royal = with_rules!(&arm.rules, r => r.kinds()[r.royal().index()].letter.to_string());
    if letter == royal {
        let fault = Fault::new(format!("{word:?} changes the royal piece"));
        return Err(fault.hint("every other piece can be taken away or replaced"));
    }
    let texts: Vec<String> = letters.iter().map(char::to_string).collect();
    let capital = letter.to_uppercase();
    let hint = if texts.contains(&capital) {
        format!("did you mean {capital:?}?")
    } else {
        format!("there are {}", texts.join(", "))
    };
    Err(Fault::new(format!("{word:?} names no piece of the game")).hint(hint))
}
