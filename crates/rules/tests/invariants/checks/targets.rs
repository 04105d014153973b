//! The fuzz targets: each takes any bytes and panics if an invariant does not hold.

use assay_faults::Faults;
use assay_rules::{AnyRules, Choice, Game, MoveList, Position, Rules, Width, with_rules};

use super::flip::check_flip;
use super::games::{rules_of, walk};
use super::position::{check_legality, check_move, check_position};

/// No more moves of an input are played than this.
const LONGEST: usize = 64;

/// A line with game and options, then a position text. What is read as a position keeps every invariant, and so
/// does what its moves lead to; what is not has a fault with its place.
pub(crate) fn position_text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (game, position) = text.split_once('\n').unwrap_or(("", &text));
    with_rules!(rules_of(game), r => match r.parse_position(position) {
        Ok(pos) => check_all(r, &pos),
        Err(faults) => check_faults(&faults, &[position]),
    });
}

/// A line with game and options, a line with a position (the start position if it is none), then move texts, one a
/// line, each tried in the position that those before it led to.
pub(crate) fn move_text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.split('\n');
    let rules = rules_of(lines.next().unwrap_or_default());
    let position = lines.next().unwrap_or_default();
    with_rules!(rules, r => {
        let mut pos = r.parse_position(position).unwrap_or(*r.start());
        for line in lines.take(LONGEST) {
            pos = try_move(r, pos, line);
        }
    });
}

/// A game file. Without a line break it is the notation of a piece in a small game instead.
pub(crate) fn game_file(data: &[u8]) {
    let given = String::from_utf8_lossy(data);
    let text = if given.contains('\n') {
        given.into_owned()
    } else {
        let hex = given.contains("step") || given.contains("slide");
        let template = if hex { HEX } else { SQUARE };
        template.replace("MOVE", &given.replace(['\\', '"'], "_"))
    };
    match Game::parse("input", &text) {
        Err(faults) => check_faults(&faults, &text.split('\n').collect::<Vec<_>>()),
        Ok(game) => {
            for choice in near_default(&game) {
                let rules = game
                    .compile(&choice, None)
                    .unwrap_or_else(|f| panic!("{choice} of a valid game:\n{f}"));
                check_start(&rules);
            }
        }
    }
}

/// A line with game and options, then bytes that pick moves, two a move.
pub(crate) fn play(data: &[u8]) {
    let end = data.iter().position(|&b| b == b'\n').unwrap_or(data.len());
    let (game, picks) = (&data[..end], data.get(end + 1..).unwrap_or_default());
    let picks = picks
        .chunks(2)
        .map(|pair| pair.iter().fold(0, |n, &b| n << 8 | u16::from(b)));
    with_rules!(rules_of(&String::from_utf8_lossy(game)), r => {
        walk(r, picks.take(2 * LONGEST), |pos, list, mv| {
            check_position(r, pos, list);
            if let Some(mv) = mv {
                check_move(r, pos, mv);
            }
            // These take as long as all else; the hash decides by chance, and the same way every time.
            match pos.hash() % 16 {
                0 => check_flip(r, pos, list),
                1 => check_legality(r, pos, list, &words(pos.hash())),
                _ => {}
            }
        });
    });
}

fn check_all<W: Width>(rules: &Rules<W>, pos: &Position<W>) {
    let mut list = MoveList::default();
    rules.legal_moves(pos, &mut list);
    check_position(rules, pos, &list);
    check_flip(rules, pos, &list);
    check_legality(rules, pos, &list, &words(pos.hash()));
    let mut replies = MoveList::default();
    for &mv in list.iter() {
        check_move(rules, pos, mv);
        let after = rules.play(pos, mv);
        rules.legal_moves(&after, &mut replies);
        if rules.verdict(&after).is_none() {
            assert!(!replies.is_empty(), "{}", rules.position_text(&after));
        }
        let text = rules.position_text(&after);
        let again = rules
            .parse_position(&text)
            .unwrap_or_else(|f| panic!("{text}\n{f}"));
        assert!(again == after, "{text} read again is another position");
    }
}

/// Plays a move text if it is one; the position after.
fn try_move<W: Width>(rules: &Rules<W>, pos: Position<W>, text: &str) -> Position<W> {
    match rules.parse_move(&pos, text) {
        Ok(mv) => {
            assert!(rules.is_legal(&pos, mv), "{text}");
            assert_eq!(rules.move_text(&pos, mv), text);
            check_move(rules, &pos, mv);
            rules.play(&pos, mv)
        }
        Err(fault) => {
            assert_eq!(fault.given, text);
            if let Some(near) = fault.nearest {
                assert!(rules.parse_move(&pos, &near).is_ok(), "{near}");
            }
            pos
        }
    }
}

/// There is a fault, and each place lies in the text of these lines.
fn check_faults(faults: &Faults, lines: &[&str]) {
    assert!(!faults.list.is_empty(), "a refusal without a reason");
    for fault in &faults.list {
        assert!(!fault.what.is_empty());
        let Some(place) = fault.place else {
            continue;
        };
        let line = lines.get(place.line as usize - 1);
        let longest = line.map(|l| l.chars().count() + 1);
        assert!(
            (1..=longest.unwrap_or(0)).contains(&(place.column as usize)),
            "{fault:?} lies outside {lines:?}"
        );
    }
    assert!(!faults.to_string().is_empty());
}

/// The defaults, and each other value of each option with the rest at their defaults.
fn near_default(game: &Game) -> Vec<Choice> {
    let mut choices: Vec<Choice> = game.choose([]).into_iter().collect();
    for option in game.options() {
        for value in &option.values {
            choices.extend(game.choose([(option.name.as_str(), value.as_str())]).ok());
        }
    }
    choices.sort();
    choices.dedup();
    choices
}

fn check_start(rules: &AnyRules) {
    with_rules!(rules, r => {
        let mut picks = words(r.start().hash()).into_iter().cycle().zip(0..12).map(|(w, n)| (w >> n) as u16);
        walk(r, picks.by_ref(), |pos, list, mv| {
            check_position(r, pos, list);
            check_flip(r, pos, list);
            if let Some(mv) = mv {
                check_move(r, pos, mv);
            }
        });
    });
}

/// Words that may be moves, each from the one before (Marsaglia: Xorshift RNGs, 2003).
fn words(seed: u64) -> Vec<u32> {
    std::iter::successors(Some(seed | 1), |&x| {
        let x = x ^ x << 13;
        let x = x ^ x >> 7;
        Some(x ^ x << 17)
    })
    .skip(1)
    .take(16)
    .map(|x| (x >> 16) as u32)
    .collect()
}

/// A small game with one piece to be described.
const SQUARE: &str = r#"
id = "small"
name = "Small"
start = "xkx/3/1*1/3/XKX w - - 0 1"
[board]
shape = "square"
width = 3
height = 5
missing = ["b3"]
[pieces.X]
name = "piece"
move = "MOVE"
[pieces.K]
name = "king"
move = "K"
royal = true
"#;

/// The same on a board of hexagons.
const HEX: &str = r#"
id = "small"
name = "Small"
start = "X1x/K2k/X3x/4/3 w - - 0 1"
[board]
shape = "hex-upright"
files = "abcde"
ranks = ["1-3", "1-4", "1-5", "1-4", "1-3"]
bend = "c"
[pieces.X]
name = "piece"
move = "MOVE"
[pieces.K]
name = "king"
move = "step orthogonals"
royal = true
"#;
