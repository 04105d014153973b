use std::sync::Arc;

use assay_rules::{AnyRules, Cell, Kind, Rules, Side, Width, bits, with_rules};
use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::{Change, Changes, Imbalance, shuffle};
use crate::seed::StartSeed;
use crate::{ArmIndex, OpeningSeed, PairKey, PairNumber, Study};

/// Most choices of cells that the starts of an arm go through.
const CHOICES: usize = 128;
/// Most choices of cells of one side that are listed; beyond, changes are refused.
const LISTED: usize = 20_000;

/// Where the pairs of an arm begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Starts {
    /// At the start position of the arm's rules.
    Own,
    /// Pair p at start p modulo their number: every choice of the cells concerned, as far as there are not too many,
    /// each as written and then with the colours swapped.
    Turns(Vec<Start>),
    /// At an array of its own for every two pairs, first as written and then with the colours swapped.
    Shuffled,
}

/// A start position of an imbalance match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position, before any opening moves.
    pub text: String,
    /// Whose list of changes is whose.
    pub colours: Colours,
}

/// Whose pieces an imbalance changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// White's are changed by the list of White, Black's by that of Black.
    AsWritten,
    /// The other way round, on the mirrored board.
    Swapped,
}

/// Which arrays the changes are made to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrays {
    /// That of the rules.
    Own,
    /// Its pieces on each other's cells.
    Shuffled,
}

/// What stands on a cell after a change.
pub(super) type Placed = (Cell, Option<(Side, Kind)>);

impl Study {
    /// Where a pair begins; `None` where that is the start of its arm's rules.
    pub fn start_of(&self, key: PairKey) -> Option<Start> {
        let arm = self.arm(key.arm);
        match &arm.starts {
            Starts::Own => None,
            Starts::Turns(starts) => Some(starts[key.pair.0 as usize % starts.len()].clone()),
            Starts::Shuffled => {
                let seed = self.seed.start(&arm.name, PairNumber(key.pair.0 / 2));
                let imbalance = arm.imbalance.as_ref()?;
                with_rules!(&arm.rules, r => shuffle::start(r, imbalance, seed, colours(key.pair)))
            }
        }
    }

    /// Whose list of changes is whose in a pair.
    pub fn colours_of(&self, key: PairKey) -> Colours {
        match &self.arm(key.arm).starts {
            Starts::Own => Colours::AsWritten,
            Starts::Turns(starts) => starts[key.pair.0 as usize % starts.len()].colours,
            Starts::Shuffled => colours(key.pair),
        }
    }

    /// The seed of the openings that are played from a pair's start, and the place of the pair's own among them.
    pub fn opening_of(&self, key: PairKey) -> (OpeningSeed, usize) {
        let pair = key.pair.0;
        match &self.arm(key.arm).starts {
            Starts::Own => (self.seed.openings(), pair as usize),
            Starts::Turns(starts) => {
                let start = pair % starts.len() as u32;
                (
                    self.openings_from(key.arm, start),
                    pair as usize / starts.len(),
                )
            }
            Starts::Shuffled => (self.openings_from(key.arm, pair), 0),
        }
    }

    fn openings_from(&self, arm: ArmIndex, start: u32) -> OpeningSeed {
        self.seed.openings_from(&self.arm(arm).name, start)
    }
}

fn colours(pair: PairNumber) -> Colours {
    if pair.0.is_multiple_of(2) {
        Colours::AsWritten
    } else {
        Colours::Swapped
    }
}

/// The starts of an imbalance; why there are none, for people.
pub(crate) fn starts(
    rules: &AnyRules,
    imbalance: &Imbalance,
    seed: StartSeed,
    arrays: Arrays,
) -> Result<Starts, String> {
    with_rules!(rules, r => {
        if arrays == Arrays::Shuffled {
            shuffle::check(r)?;
            // One that works shows that the changes can be made; which cells they fall on is the pair's matter.
            choices(r, &imbalance.white, Side::White, r.start())?;
            choices(r, &imbalance.black, Side::Black, r.start())?;
            return match shuffle::start(r, imbalance, seed, Colours::AsWritten) {
                Some(_) => Ok(Starts::Shuffled),
                None => Err("no shuffled array of it is a position to play from".to_owned()),
            };
        }
        if imbalance.is_even() {
            return Ok(Starts::Own);
        }
        turns(r, imbalance, seed).map(Starts::Turns)
    })
}

/// Every choice of the cells concerned in a seeded order, each as written and with the colours swapped.
fn turns<W: Width>(
    rules: &Arc<Rules<W>>,
    imbalance: &Imbalance,
    seed: StartSeed,
) -> Result<Vec<Start>, String> {
    let white = choices(rules, &imbalance.white, Side::White, rules.start())?;
    let black = choices(rules, &imbalance.black, Side::Black, rules.start())?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed.0);
    let mut starts = Vec::new();
    let mut why = String::new();
    for both in some_of(white.len() * black.len(), &mut rng) {
        if starts.len() >= 2 * CHOICES {
            break;
        }
        let (white, black) = (&white[both % white.len()], &black[both / white.len()]);
        let pieces: Vec<Placed> = white.iter().chain(black).copied().collect();
        match both_colours(rules, &pieces) {
            Ok(both) => starts.extend(both),
            Err(fault) => why = fault,
        }
    }
    if starts.is_empty() {
        Err(why)
    } else {
        Ok(starts)
    }
}

/// The numbers below `count` in a random order, all of them or as many as are wanted at most.
fn some_of(count: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    if count > LISTED {
        return (0..2 * CHOICES)
            .map(|_| rng.random_range(0..count))
            .collect();
    }
    let mut all: Vec<usize> = (0..count).collect();
    all.shuffle(rng);
    all
}

/// A changed array and its mirror image, both positions to play from.
fn both_colours<W: Width>(rules: &Rules<W>, pieces: &[Placed]) -> Result<[Start; 2], String> {
    Ok([
        playable(rules, pieces, Colours::AsWritten)?,
        playable(rules, pieces, Colours::Swapped)?,
    ])
}

/// The position with these changes to the array of the rules, if it is one to play from.
pub(super) fn playable<W: Width>(
    rules: &Rules<W>,
    pieces: &[Placed],
    colours: Colours,
) -> Result<Start, String> {
    let made = match colours {
        Colours::AsWritten => rules.rearranged(pieces.iter().copied()),
        Colours::Swapped => rules.rearranged(mirrored(rules, pieces)),
    };
    let position = made.map_err(|faults| {
        let all: Vec<&str> = faults
            .list
            .iter()
            .map(|fault| fault.what.as_str())
            .collect();
        all.join("; ")
    })?;
    if rules.verdict(&position).is_some() {
        return Err("the game is over in its start position".to_owned());
    }
    Ok(Start {
        text: rules.position_text(&position),
        colours,
    })
}

/// Every cell of the changed array as the other side sees it.
fn mirrored<W: Width>(rules: &Rules<W>, pieces: &[Placed]) -> Vec<Placed> {
    let board = rules.board();
    let mut array: Vec<Placed> = board
        .cells()
        .map(|cell| (cell, rules.start().piece(cell)))
        .collect();
    for (cell, piece) in pieces {
        array[cell.index()].1 = *piece;
    }
    array
        .into_iter()
        .map(|(cell, piece)| {
            let other = piece.map(|(side, kind)| (side.other(), kind));
            (board.mirror(cell), other)
        })
        .collect()
}

/// Every choice of the cells that a side's changes fall on; why there is none, for people.
pub(super) fn choices<W: Width>(
    rules: &Rules<W>,
    changes: &Changes,
    side: Side,
    array: &assay_rules::Position<W>,
) -> Result<Vec<Vec<Placed>>, String> {
    let mut all: Vec<Vec<Placed>> = vec![Vec::new()];
    for change in &changes.0 {
        let Change { count, piece, by } = *change;
        let kind = |letter| {
            rules
                .kind_of(letter)
                .ok_or_else(|| format!("there is no piece {letter:?}"))
        };
        let cells: Vec<Cell> = bits(array.pieces(side, kind(piece)?)).collect();
        let by = by.map(kind).transpose()?.map(|kind| (side, kind));
        let mut next = Vec::new();
        for chosen in &all {
            let free: Vec<Cell> = cells
                .iter()
                .copied()
                .filter(|cell| chosen.iter().all(|(taken, _)| taken != cell))
                .collect();
            for set in subsets(&free, usize::from(count)) {
                let placed = set.into_iter().map(|cell| (cell, by));
                next.push(chosen.iter().copied().chain(placed).collect());
                if next.len() > LISTED {
                    return Err(format!(
                        "{changes:?} can be made in more than {LISTED} ways"
                    ));
                }
            }
        }
        if next.is_empty() {
            let name = &rules.kinds()[kind(piece)?.index()].name;
            return Err(format!(
                "{changes} takes more than there are of {piece} ({name})"
            ));
        }
        all = next;
    }
    Ok(all)
}

/// Every set of `count` of the cells, in order.
fn subsets(cells: &[Cell], count: usize) -> Vec<Vec<Cell>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut sets = Vec::new();
    for (index, &first) in cells.iter().enumerate() {
        for rest in subsets(&cells[index + 1..], count - 1) {
            sets.push(std::iter::once(first).chain(rest).collect());
        }
    }
    sets
}
