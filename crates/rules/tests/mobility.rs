//! How many cells pieces reach on boards of which three cells in ten are full: figures of an independent program
//! (`mobility_prior` in the statistics' reference files).

use assay_rules::{AnyRules, Cell, Game, Rules, Side, Width, with_rules};
use std::path::Path;

const SHARE_FULL: f64 = 0.3;
/// Boards drawn for every cell a piece stands on.
const SAMPLES: u32 = 150;

/// A piece of the reference's and how it moves; the reflecting bishop that is thrown back but once is in no game.
const PIECES: [(&str, &str); 16] = [
    ("Knight", "move = \"N\""),
    ("Bishop", "move = \"B\""),
    ("Rook", "move = \"R\""),
    ("Queen", "move = \"Q\""),
    ("Archbishop BN", "move = \"BN\""),
    ("Chancellor RN", "move = \"RN\""),
    ("Amazon QN", "move = \"QN\""),
    ("Camel", "move = \"C\""),
    ("Zebra", "move = \"Z\""),
    ("Nightrider", "move = \"NN\""),
    ("Camelrider", "move = \"CC\""),
    ("Zebrarider", "move = \"ZZ\""),
    ("Boyscout (crooked bishop)", "move = \"zB\""),
    (
        "Reflecting bishop, unlimited",
        "reflect = \"B\"\nmirror = \"centre\"",
    ),
    ("Ferz", "move = \"F\""),
    ("Wazir", "move = \"W\""),
];
/// Of which the number does not hang on what stands where.
const LEAPERS: [&str; 5] = ["Knight", "Camel", "Zebra", "Ferz", "Wazir"];

fn rules(movement: &str, [width, height]: [usize; 2]) -> AnyRules {
    let row = |king: &str| format!("{king}{}", width - 1);
    let empty = vec![width.to_string(); height - 2].join("/");
    let text = format!(
        "id = \"trial\"\nname = \"trial\"\nstart = \"{}/{empty}/{} w - - 0 1\"\n\
         [board]\nshape = \"square\"\nwidth = {width}\nheight = {height}\n\
         [pieces.X]\nname = \"x\"\n{movement}\n\
         [pieces.K]\nname = \"king\"\nmove = \"K\"\nroyal = true\n",
        row("k"),
        row("K"),
    );
    let game = Game::parse("trial.toml", &text).unwrap_or_else(|f| panic!("{f}"));
    game.compile(&game.choose([]).unwrap(), None).unwrap()
}

/// Numbers in [0, 1) by the generator `splitmix64` (Steele, Lea and Flood 2014).
struct Chance(u64);

impl Chance {
    fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn mean_mobility<W: Width>(rules: &Rules<W>, chance: &mut Chance) -> f64 {
    let x = rules.kind_of('X').unwrap();
    let cells: Vec<Cell> = rules.board().cells().collect();
    let mut reached = 0;
    for &from in &cells {
        for _ in 0..SAMPLES {
            let others = cells.iter().filter(|&&cell| cell != from);
            let full = others.filter(|_| chance.draw() < SHARE_FULL);
            let full = full.fold(W::EMPTY, |set, &cell| set | W::bit(cell));
            let found = rules.attacks(Side::White, x, from, full) & !W::bit(from);
            reached += found.count();
        }
    }
    f64::from(reached) / f64::from(SAMPLES) / cells.len() as f64
}

#[test]
fn pieces_reach_as_many_cells_as_another_program_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../stats/tests/vectors/vectors.json");
    let text = std::fs::read_to_string(path).unwrap();
    let all: serde_json::Value = serde_json::from_str(&text).unwrap();
    let boards = all["mobility_prior"]["boards"].as_object().unwrap();
    assert_eq!(boards.len(), 3);
    let mut chance = Chance(1);
    for (size, told) in boards {
        let (width, height) = size.split_once('x').unwrap();
        let size_of = |text: &str| text.parse::<usize>().unwrap();
        let board = [size_of(width), size_of(height)];
        assert_eq!(told.as_object().unwrap().len(), PIECES.len() + 1);
        for (name, movement) in PIECES {
            let found = with_rules!(&rules(movement, board), r => mean_mobility(r, &mut chance));
            let told = told[name].as_f64().unwrap();
            // The reference's error is about 0.02, ours of a long-ranged piece about 0.03.
            let allowed = if LEAPERS.contains(&name) { 0.006 } else { 0.15 };
            println!("{size} {name}: {found:.2}, told {told}");
            assert!(
                (found - told).abs() < allowed,
                "{size} {name}: {found}, told {told}"
            );
        }
    }
}
