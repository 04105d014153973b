//! The fuzz targets on their seeds and on mutants of them: a bounded run, the same every time. `scripts/fuzz` runs
//! the targets for as long as one likes.

use std::fs;
use std::path::Path;

use assay_rules::Game;

use crate::checks::targets::{game_file, move_text, play, position_text};

/// The seeds of a target, each with its name.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/seeds")
        .join(target);
    let mut seeds: Vec<(String, Vec<u8>)> = fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect();
    if target == "game_file" {
        let built_in = |id: &str| Game::builtin(id).unwrap().source().as_bytes().to_owned();
        seeds.extend(
            Game::builtin_ids()
                .iter()
                .map(|id| ((*id).to_owned(), built_in(id))),
        );
    }
    seeds.sort();
    assert!(seeds.len() >= 10, "only {} seeds of {target}", seeds.len());
    seeds
}

/// Runs a target on its seeds and on so many mutants of each.
fn run(name: &str, target: fn(&[u8]), mutants: u64) {
    let seeds = seeds(name);
    for (number, (seed, data)) in seeds.iter().enumerate() {
        let told = |input: &[u8]| {
            let caught = std::panic::catch_unwind(|| target(input));
            assert!(
                caught.is_ok(),
                "{name} on {:?}, from {seed}",
                String::from_utf8_lossy(input)
            );
        };
        told(data);
        let mut dice = Dice(number as u64);
        for _ in 0..mutants {
            let other = &seeds[dice.below(seeds.len())].1;
            let mut mutant = data.clone();
            for _ in 0..=dice.below(3) {
                mutate(&mut mutant, other, &mut dice);
            }
            told(&mutant);
        }
    }
}

/// One change: a byte altered, left out, put in, a run of bytes repeated, or the end of another seed.
fn mutate(data: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    // Half of the bytes put in are such as these texts consist of.
    const LIKELY: &[u8] = b"KQRBNPkqrbnpW123890*/[]-:?!~=+@wbaceh. \n\"";
    let at = dice.below(data.len() + 1);
    let likely = LIKELY[dice.below(LIKELY.len())];
    let byte = if dice.below(2) == 0 {
        likely
    } else {
        dice.next() as u8
    };
    match dice.below(5) {
        0 if at < data.len() => data[at] = byte,
        1 if at < data.len() => {
            data.remove(at);
        }
        2 => {
            let end = (at + 1 + dice.below(8)).min(data.len());
            let run = data[at.min(end)..end].to_vec();
            data.splice(at..at, run);
        }
        3 => {
            data.truncate(at);
            data.extend(&other[dice.below(other.len() + 1)..]);
        }
        _ => data.insert(at, byte),
    }
}

/// A generator by Steele, Lea and Flood (2014).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

#[test]
fn position_texts() {
    run("position_text", position_text, 150);
}

#[test]
fn move_texts() {
    run("move_text", move_text, 100);
}

#[test]
fn game_files() {
    run("game_file", game_file, 60);
}

#[test]
fn games_played() {
    run("play", play, 3);
}
