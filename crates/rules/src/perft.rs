use crate::{Move, MoveList, Position, Rules, Width};

/// How many lines of play of `depth` plies there are. Draws by repetition, move count or dead position do
/// not end a line; a finished game has no moves.
pub fn perft<W: Width>(rules: &Rules<W>, pos: &Position<W>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lists = vec![MoveList::default(); depth as usize];
    count(rules, pos, &mut lists)
}

/// The same count with every move of the last ply made, hash and all: what a program pays that looks at each position.
pub fn perft_made<W: Width>(rules: &Rules<W>, pos: &Position<W>, depth: u32) -> u64 {
    let mut lists = vec![MoveList::default(); depth as usize];
    count_made(rules, pos, &mut lists)
}

fn count_made<W: Width>(rules: &Rules<W>, pos: &Position<W>, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else {
        // What is made must not be made for nothing.
        std::hint::black_box(pos.hash());
        return 1;
    };
    rules.legal_moves(pos, list);
    list.iter()
        .map(|&mv| count_made(rules, &rules.apply(pos, mv), rest))
        .sum()
}

fn count<W: Width>(rules: &Rules<W>, pos: &Position<W>, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else {
        return 1;
    };
    if rest.is_empty() {
        return rules.count_legal(pos, list);
    }
    rules.legal_moves(pos, list);
    list.iter()
        .map(|&mv| count(rules, &rules.apply(pos, mv), rest))
        .sum()
}

/// The count below each legal move, in the order of generation.
pub fn divide<W: Width>(rules: &Rules<W>, pos: &Position<W>, depth: u32) -> Vec<(Move, u64)> {
    let mut list = MoveList::default();
    rules.legal_moves(pos, &mut list);
    list.iter()
        .map(|&mv| {
            (
                mv,
                perft(rules, &rules.play(pos, mv), depth.saturating_sub(1)),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, with_rules};

    #[test]
    fn counting_and_making_the_last_ply_come_to_the_same() {
        for id in [
            "fide",
            "sonic",
            "echidna",
            "seenschach",
            "horn-rimmed-mccooey",
        ] {
            let game = Game::builtin(id).expect("a built-in game");
            let choice = game.choose([]).expect("its defaults");
            let rules = game.compile(&choice, None).expect("its rules");
            with_rules!(&rules, r => {
                for depth in 0..=2 {
                    assert_eq!(perft_made(r, r.start(), depth), perft(r, r.start(), depth), "{id} {depth}");
                }
            });
        }
    }
}
