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

fn count<W: Width>(rules: &Rules<W>, pos: &Position<W>, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else {
        return 1;
    };
    rules.legal_moves(pos, list);
    if rest.is_empty() {
        return list.len() as u64;
    }
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
