//! Random games of every built-in game and choice of options: no panic, every game without drops ends by the
//! rules, and its moves played again from their texts lead to the same end.

use std::collections::HashMap;
use std::thread;

use assay_rules::{AnyRules, Game, MoveList, Rules, Verdict, Width, with_rules};

const GAMES: u64 = 1000;

/// No game without drops is longer in practice: pieces and pawn moves run out, and then the move count.
const LONGEST: usize = 20_000;

/// With drops the count of quiet plies is reset for ever and random play need not end by the rules, so that studies
/// have a cap on the length; here games of that kind are left at this one.
const LONGEST_WITH_DROPS: usize = 600;

/// The next number of a generator by Steele, Lea and Flood (2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Plays a game; its moves as texts if `texts` is given. `None` is a draw by repetition or, with drops, by length.
fn play<W: Width>(
    rules: &Rules<W>,
    seed: u64,
    mut texts: Option<&mut Vec<String>>,
) -> (Option<Verdict>, String) {
    let mut state = seed;
    let mut pos = *rules.start();
    let mut list = MoveList::default();
    let mut seen: HashMap<u64, u8> = HashMap::new();
    let longest = if rules.has_hands() {
        LONGEST_WITH_DROPS
    } else {
        LONGEST
    };
    for _ in 0..longest {
        if let Some(verdict) = rules.verdict_with(&pos, &mut list) {
            return (Some(verdict), rules.position_text(&pos));
        }
        let times = seen.entry(pos.hash()).or_default();
        *times += 1;
        if *times >= rules.repetition_limit() {
            return (None, rules.position_text(&pos));
        }
        let mv = list[(next(&mut state) % list.len() as u64) as usize];
        if let Some(texts) = &mut texts {
            texts.push(rules.move_text(&pos, mv));
        }
        pos = rules.play(&pos, mv);
    }
    assert!(
        rules.has_hands(),
        "a game of {} {} does not end",
        rules.game().id(),
        rules.choice()
    );
    (None, rules.position_text(&pos))
}

fn check<W: Width>(rules: &Rules<W>) {
    for game in 0..GAMES {
        let (verdict, end) = play(rules, game, None);
        if game % 50 == 0 {
            let mut texts = Vec::new();
            assert_eq!(play(rules, game, Some(&mut texts)), (verdict, end.clone()));
            let mut pos = *rules.start();
            for text in &texts {
                let mv = rules
                    .parse_move(&pos, text)
                    .unwrap_or_else(|f| panic!("{f}"));
                pos = rules.play(&pos, mv);
            }
            assert_eq!(rules.position_text(&pos), end);
        }
    }
}

#[test]
fn a_thousand_random_games_of_every_choice_end_and_replay() {
    let all: Vec<AnyRules> = Game::builtin_ids()
        .iter()
        .flat_map(|id| {
            let game = Game::builtin(id).unwrap();
            let choices = game.choices().into_iter();
            choices
                .map(move |c| game.compile(&c, None).unwrap())
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(all.len() > 60, "only {} choices", all.len());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for worker in 0..workers {
            let mine = all.iter().skip(worker).step_by(workers);
            scope.spawn(move || mine.for_each(|rules| with_rules!(rules, r => check(r))));
        }
    });
}
