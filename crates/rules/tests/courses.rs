//! The ways told for drawings agree with the moves played, in positions met in random play of every game.

use assay_rules::{Course, Game, Move, MoveList, Position, Rules, Width, bits, with_rules};
use proptest::prelude::*;

/// A legal move's way, by its text without forms and promotion.
fn course_of<W: Width>(rules: &Rules<W>, pos: &Position<W>, mv: Move) -> Course {
    let courses = rules.courses(pos, mv.from());
    let text = rules.move_text(pos, mv);
    let text = text.split_once(':').map_or(text.as_str(), |t| t.1);
    let text = text.split(['=', '~']).next().unwrap();
    let found = courses.iter().find(|c| c.text == text);
    found.unwrap_or_else(|| panic!("no course {text}")).clone()
}

fn check<W: Width>(rules: &Rules<W>, pos: &Position<W>, mv: Move) {
    let facts = rules.facts(pos, mv);
    if facts.drop {
        return;
    }
    let (course, after) = (course_of(rules, pos, mv), rules.play(pos, mv));
    let what = format!("{} in {}", course.text, rules.position_text(pos));
    let (us, them) = (pos.side(), pos.side().other());
    assert_eq!(course.stops[0], mv.from(), "{what}");
    // A king whose last form is lost is taken off though nothing captures it.
    let gone: Vec<_> = bits(pos.occupied_by(them))
        .filter(|&c| rules.king(&after, them).is_some() || pos.piece(c).unwrap().1 != rules.royal())
        .filter(|&c| after.piece(c).is_none_or(|p| p.0 == us))
        .collect();
    let mut taken = course.takes.clone();
    taken.retain(|&c| pos.piece(c).unwrap().1 != rules.royal());
    taken.sort_unstable();
    if course.thrown.is_none() {
        let mut gone = gone;
        gone.retain(|&c| pos.piece(c).unwrap().1 != rules.royal());
        assert_eq!(taken, gone, "{what}");
    }
    assert_eq!(course.takes.len(), facts.captured.len(), "{what}");
    assert_eq!(course.springs, facts.springs, "{what}");
    assert_eq!(course.hit.is_some(), facts.hits > 0, "{what}");
    assert_eq!(course.mover_lost, facts.mover_lost, "{what}");
    assert_eq!(course.thrown.is_some(), facts.repulsion, "{what}");
    let ends = after.piece(course.end());
    if course.mover_lost {
        assert_ne!(ends.map(|p| p.0), Some(us), "{what}");
    } else {
        let kind = facts.promotion.filter(|_| course.thrown.is_none());
        assert_eq!(ends, Some((us, kind.unwrap_or(facts.mover))), "{what}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn courses_are_the_moves_that_are_played(picks in prop::collection::vec(any::<u16>(), 60)) {
        for game in Game::builtin_ids().iter().filter_map(|id| Game::builtin(id)) {
            for choice in game.choices() {
                with_rules!(&game.compile(&choice, None).unwrap(), r => {
                    let (mut pos, mut list) = (*r.start(), MoveList::default());
                    for &pick in &picks {
                        r.legal_moves(&pos, &mut list);
                        let Some(&mv) = list.get(usize::from(pick) % list.len().max(1)) else { break };
                        check(r, &pos, mv);
                        pos = r.play(&pos, mv);
                    }
                });
            }
        }
    }
}
