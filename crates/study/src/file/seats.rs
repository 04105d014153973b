//! Who plays whom in which arm.

use assay_faults::{Fault, Faults, Item, Place, Table, nearest};

use super::player::Given;
use crate::{
    Arm, Factor, Factorial, Format, Player, PlayerIndex, PlayerKind, PlayerValues, StudyKind,
};

/// Most arms of a study, when every arm is played by every player or every two players.
const ARMS: usize = 4096;

/// Puts players into the arms as the kind of study asks: each arm for each player who plays himself, or
/// for each two who meet.
pub(super) fn seat(
    root: &Table,
    kind: StudyKind,
    arms: Vec<Arm>,
    factorial: Option<Factorial>,
    players: &[Given],
    faults: &mut Faults,
) -> (Vec<Arm>, Option<Factorial>) {
    let meetings = meetings(root, kind, players, faults);
    check_values(&arms, players, faults);
    if arms.len() * meetings.len() > ARMS {
        let (arms, meetings) = (arms.len(), meetings.len());
        let what = format!("{arms} arms for each of {meetings} pairings are more than {ARMS}");
        faults.push(Fault::new(what).at(root.place));
        return (Vec::new(), None);
    }
    match (kind, &meetings[..]) {
        (_, []) => (arms, factorial),
        (StudyKind::Tournament(_), _) if arms.len() > 1 => {
            let place = root.get("factorial").or(root.get("arm"));
            let place = place.map_or(root.place, |item| item.place);
            let what = "a tournament is played by one set of rules";
            let hint = "give the options under [options], or make a study of kind \"match\"";
            faults.push(Fault::new(what).at(place).hint(hint));
            (arms, factorial)
        }
        (_, &[players]) => {
            let arms = arms.into_iter().map(|arm| Arm { players, ..arm });
            (arms.collect(), factorial)
        }
        (StudyKind::Balance | StudyKind::Values | StudyKind::Tune, _) => {
            crossed(&arms, factorial, players)
        }
        (StudyKind::Match | StudyKind::Tournament(_), _) => {
            let arm = |&pairing: &[PlayerIndex; 2]| {
                let [one, other] = pairing.map(|i| &players[usize::from(i.0)].player.name);
                arms.first().map(|arm| Arm {
                    name: format!("{one} – {other}"),
                    players: pairing,
                    ..arm.clone()
                })
            };
            (meetings.iter().filter_map(arm).collect(), factorial)
        }
    }
}

/// Every arm for every player: the player is one more factor, which varies fastest.
fn crossed(
    arms: &[Arm],
    factorial: Option<Factorial>,
    players: &[Given],
) -> (Vec<Arm>, Option<Factorial>) {
    let listed = factorial.is_none() && arms.len() > 1;
    let mut crossed = Vec::with_capacity(arms.len() * players.len());
    for arm in arms {
        for (index, given) in players.iter().enumerate() {
            let player = PlayerIndex(index as u16);
            let mut levels = arm.levels.clone();
            if !listed {
                levels.push(index);
            }
            let name = match arms.len() {
                1 => given.player.name.clone(),
                _ => format!("{}, {}", arm.name, given.player.name),
            };
            crossed.push(Arm {
                name,
                players: [player, player],
                levels,
                ..arm.clone()
            });
        }
    }
    if listed {
        return (crossed, None);
    }
    let mut factors = factorial.map_or_else(Vec::new, |factorial| factorial.factors);
    factors.push(Factor {
        option: Factor::PLAYER.to_owned(),
        values: players.iter().map(|p| p.player.name.clone()).collect(),
    });
    (crossed, Some(Factorial { factors }))
}

/// Every two players who meet, themselves included.
fn meetings(
    root: &Table,
    kind: StudyKind,
    players: &[Given],
    faults: &mut Faults,
) -> Vec<[PlayerIndex; 2]> {
    let all = || (0..players.len() as u16).map(PlayerIndex);
    match kind {
        StudyKind::Balance | StudyKind::Values => {
            if kind == StudyKind::Values && players.len() > 1 {
                let fault = Fault::new("a study of values has one player, who plays himself");
                faults.push(fault.at(extra(root, players, 1)));
                return Vec::new();
            }
            let mut copies = |given: &&Given| plays_copies(&given.player);
            for given in players.iter().filter(&mut copies) {
                let what = "variety = 0 makes both games of every pair the same game";
                let hint = "a few centipawns of variety keep them apart; 8 is the default";
                faults.push(Fault::new(what).at(given.variety).hint(hint));
            }
            all().map(|player| [player, player]).collect()
        }
        // How many there may be is told where the tuning is read.
        StudyKind::Tune => all().take(1).map(|player| [player, player]).collect(),
        StudyKind::Match if players.len() == 2 => vec![[PlayerIndex(0), PlayerIndex(1)]],
        StudyKind::Match => {
            let what = format!("a match is between two players, not {}", players.len());
            let fault = Fault::new(what).at(extra(root, players, 2));
            faults.push(fault.hint("give two [[player]], or kind = \"tournament\" for more"));
            Vec::new()
        }
        StudyKind::Tournament(_) if players.len() < 2 => {
            let fault = Fault::new("a tournament needs two players or more");
            let fault = fault.at(extra(root, players, 2));
            faults.push(fault.hint("give a [[player]] for each"));
            Vec::new()
        }
        StudyKind::Tournament(Format::Gauntlet) => {
            all().skip(1).map(|other| [PlayerIndex(0), other]).collect()
        }
        StudyKind::Tournament(Format::RoundRobin) => all()
            .flat_map(|one| {
                all()
                    .skip(usize::from(one.0) + 1)
                    .map(move |other| [one, other])
            })
            .collect(),
    }
}

/// Where there is one player too many, or where players are to be looked for.
fn extra(root: &Table, players: &[Given], most: usize) -> Place {
    match (players.get(most), root.get("player")) {
        (Some(given), _) => given.place,
        (None, Some(item)) => item.place,
        (None, None) => root.place,
    }
}

/// Whether the player would play both games of a pair against himself alike.
fn plays_copies(player: &Player) -> bool {
    match &player.kind {
        PlayerKind::Builtin(builtin) => builtin.variety.0 == 0 && player.is_deterministic(),
        PlayerKind::Uci(_) => false,
    }
}

/// A fault for every value that is given to a piece or form that no arm has.
fn check_values(arms: &[Arm], players: &[Given], faults: &mut Faults) {
    let letters = |kinds: fn(&Arm) -> Vec<char>| {
        let mut letters: Vec<char> = arms.iter().flat_map(kinds).collect();
        letters.sort_unstable();
        letters.dedup();
        letters
    };
    let (pieces, forms) = (letters(Arm::piece_letters), letters(Arm::form_letters));
    if arms.is_empty() {
        return;
    }
    for given in players {
        let (PlayerKind::Builtin(builtin), Some(place)) = (&given.player.kind, given.values) else {
            continue;
        };
        let PlayerValues::Given(values) = &builtin.values else {
            continue;
        };
        let groups = [
            ("piece", values.pieces.keys(), &pieces),
            ("king form", values.forms.keys(), &forms),
        ];
        for (what, letters, known) in groups {
            for letter in letters.filter(|letter| !known.contains(letter)) {
                let what =
                    format!("[player.values] has a value of {letter}, but there is no such {what}");
                let known: Vec<String> = known.iter().map(char::to_string).collect();
                let fault = Fault::new(what).at(place);
                faults.push(if known.is_empty() {
                    fault
                } else {
                    fault.hint(format!("there are {}", known.join(", ")))
                });
            }
        }
    }
}

/// The kinds of study by name.
const KINDS: [(&str, StudyKind); 5] = [
    ("balance", StudyKind::Balance),
    ("match", StudyKind::Match),
    ("tournament", StudyKind::Tournament(Format::RoundRobin)),
    ("values", StudyKind::Values),
    ("tune", StudyKind::Tune),
];

/// What kinds a file may be meant to be whose kind is unknown: the one with the nearest name, or all that go with its tables.
pub(super) fn likely_kinds(root: &Table) -> Vec<StudyKind> {
    let given = root.get("kind").and_then(Item::plain).unwrap_or_default();
    let near = nearest(&given, KINDS.map(|(name, _)| name));
    let tunes = root.get("tune").is_some();
    let likely = KINDS.iter().filter(|&&(name, kind)| match near {
        Some(near) => name == near,
        None => tunes == (kind == StudyKind::Tune),
    });
    likely.map(|&(_, kind)| kind).collect()
}

/// What kind of study the file asks for; a fault if it is unknown.
pub(super) fn kind(root: &Table) -> Result<StudyKind, Fault> {
    let Some(item) = root.get("kind") else {
        return Ok(StudyKind::Balance);
    };
    let known = "the kinds are balance (rules against each other), match and tournament (players), values (pieces), tune (the engine)";
    let Some(kind) = item.plain() else {
        let what = format!("kind must be a string, not {}", item.value.kind());
        return Err(Fault::new(what).at(item.place).hint(known));
    };
    if let Some(&(_, found)) = KINDS.iter().find(|(name, _)| *name == kind) {
        return Ok(found);
    }
    let hint = match nearest(&kind, KINDS.map(|(name, _)| name)) {
        Some(name) => format!("did you mean {name:?}?"),
        None => known.to_owned(),
    };
    let what = format!("unknown kind of study {kind:?}");
    Err(Fault::new(what).at(item.place).hint(hint))
}

/// The kind with what `[tournament]` says of it.
pub(super) fn with_format(root: &Table, kind: StudyKind, faults: &mut Faults) -> StudyKind {
    let Some(item) = root.get("tournament") else {
        return kind;
    };
    let StudyKind::Tournament(format) = kind else {
        let fault = Fault::new("[tournament] in a study that is none").at(item.place);
        faults.push(fault.hint("kind = \"tournament\" makes it one"));
        return kind;
    };
    let Some(table) = root.table("tournament", faults) else {
        return kind;
    };
    table.only("[tournament]", &["format"], faults);
    let given = match table.text("format", faults) {
        None => format,
        Some("round-robin") => Format::RoundRobin,
        Some("gauntlet") => Format::Gauntlet,
        Some(other) => {
            let place = table.get("format").map_or(table.place, |item| item.place);
            let fault = Fault::new(format!("unknown format of a tournament {other:?}")).at(place);
            faults.push(
                fault.hint(match nearest(other, ["round-robin", "gauntlet"]) {
                    Some(name) => format!("did you mean {name:?}?"),
                    None => "the formats are round-robin and gauntlet".to_owned(),
                }),
            );
            format
        }
    };
    StudyKind::Tournament(given)
}
