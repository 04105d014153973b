//! One record played again: what the counts and the regression need of it.

use std::hash::{DefaultHasher, Hash, Hasher};

use assay_arena::{GameResult, Reason, Record};
use assay_rules::{
    AnyRules, Facts, Kind, Move, MoveList, Position, Rules, Side, Width, with_rules,
};
use assay_study::Phases;

use crate::findings::{Phase, Special};

/// Positions of one game that the regression sees at most.
const POSITIONS: usize = 8;

/// A count of moves for each of [`Phase::ALL`].
pub(super) type ByPhase = [u32; Phase::ALL.len()];

/// What a game tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameFacts {
    pub(super) result: GameResult,
    pub(super) reason: Reason,
    /// Plies, the opening included.
    pub(super) plies: u32,
    /// Moves chosen by the players, in each phase.
    pub(super) moves: ByPhase,
    /// Moves of each special kind, in the order of [`Special::ALL`], in each phase.
    pub(super) specials: [ByPhase; Special::ALL.len()],
    /// The position the players took over, equal for equal positions.
    pub(super) opening: u64,
    /// White minus Black at quiet positions, in the order of [`terms`].
    material: Vec<Vec<i8>>,
    /// The same within each phase; empty unless the study asks for phases.
    by_phase: [Vec<Vec<i8>>; Phase::ALL.len()],
    /// White minus Black at the start, in the same order.
    pub(super) start: Vec<i8>,
    /// Equal for games with the same start and moves.
    pub(super) fingerprint: u64,
}

impl GameFacts {
    /// White minus Black at quiet positions of the whole game or of a phase, in the order of [`terms`].
    pub(super) fn positions(&self, phase: Option<Phase>) -> &[Vec<i8>] {
        phase.map_or(&self.material, |phase| &self.by_phase[phase as usize])
    }
}

/// A piece kind or king form whose worth is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) symbol: String,
    pub(super) name: String,
    /// Whether it is the pawn, in which the others are counted.
    pub(super) is_unit: bool,
}

/// What the regression is asked about: every kind that can be lost without losing the game, those that can be in a hand
/// once more as that, then the king's forms.
fn terms(rules: &AnyRules) -> Vec<Term> {
    with_rules!(rules, r => terms_of(r))
}

/// The terms of all arms of a study, each once, and for each arm which of them its own are. Options may put other
/// pieces in the array, so arms need not have the same kinds.
pub(super) fn all_terms(arms: &[AnyRules]) -> (Vec<Term>, Vec<Vec<usize>>) {
    let mut all: Vec<Term> = Vec::new();
    let columns = arms
        .iter()
        .map(|rules| {
            terms(rules)
                .into_iter()
                .map(|term| {
                    let known = all.iter().position(|t| t.symbol == term.symbol);
                    known.unwrap_or_else(|| {
                        all.push(term);
                        all.len() - 1
                    })
                })
                .collect()
        })
        .collect();
    (all, columns)
}

/// Plays a record again; the error says at which ply it fails.
pub(super) fn replay(
    rules: &AnyRules,
    record: &Record,
    phases: Phases,
) -> Result<GameFacts, String> {
    with_rules!(rules, r => replay_on(r, record, phases))
}

fn terms_of<W: Width>(rules: &Rules<W>) -> Vec<Term> {
    let pawns: Vec<Kind> = counted(rules)
        .filter(|k| rules.kinds()[k.index()].pawn)
        .collect();
    let pieces = counted(rules).map(|kind| {
        let info = &rules.kinds()[kind.index()];
        Term {
            symbol: info.letter.to_string(),
            name: info.name.clone(),
            is_unit: pawns.first() == Some(&kind),
        }
    });
    let hands = held(rules).map(|kind| {
        let info = &rules.kinds()[kind.index()];
        Term {
            symbol: format!("hand {}", info.letter),
            name: format!("{} in hand", info.name),
            is_unit: false,
        }
    });
    let forms = rules.form_letters().iter().map(|letter| Term {
        symbol: format!("form {}", letter.to_ascii_uppercase()),
        name: format!("king form {}", letter.to_ascii_uppercase()),
        is_unit: false,
    });
    pieces.chain(hands).chain(forms).collect()
}

/// Kinds that can be in a hand.
fn held<W: Width>(rules: &Rules<W>) -> impl Iterator<Item = Kind> {
    let returned = |kind: &Kind| rules.kinds().iter().any(|info| info.returns == Some(*kind));
    counted(rules).filter(returned)
}

fn counted<W: Width>(rules: &Rules<W>) -> impl Iterator<Item = Kind> {
    (0..rules.kinds().len())
        .map(Kind::new)
        .filter(|kind| !rules.kinds()[kind.index()].royal)
}

fn replay_on<W: Width>(
    rules: &Rules<W>,
    record: &Record,
    phases: Phases,
) -> Result<GameFacts, String> {
    let mut position = rules
        .parse_position(&record.start)
        .map_err(|faults| format!("its start position is not valid: {faults}"))?;
    let start = material(rules, &position);
    let opening = usize::from(record.opening_plies);
    let men = position.occupied().count();
    let mut moves = ByPhase::default();
    let mut specials = [ByPhase::default(); Special::ALL.len()];
    let mut taken_over = position.hash();
    let mut quiet: Vec<(usize, Vec<i8>)> = Vec::new();
    let mut list = MoveList::default();
    let mut calm = true;
    for (ply, text) in record.moves.iter().enumerate() {
        let mv = find(rules, &position, text, &mut list)
            .ok_or_else(|| format!("{text:?} is not legal at ply {}", ply + 1))?;
        let tactical = rules.is_tactical(&position, mv);
        if ply >= opening {
            let facts = rules.facts(&position, mv);
            let phase = Phase::of(position.occupied().count(), men) as usize;
            moves[phase] += 1;
            for (count, special) in specials.iter_mut().zip(Special::ALL) {
                count[phase] += u32::from(is(special, &facts));
            }
            if calm && !tactical && !rules.in_check(&position) {
                quiet.push((phase, material(rules, &position)));
            }
        }
        calm = !tactical;
        position = rules.play(&position, mv);
        if ply < opening {
            taken_over = position.hash();
        }
    }
    let in_phase = |phase: Phase| {
        let of = quiet.iter().filter(|(at, _)| *at == phase as usize);
        spread(of)
    };
    let mut hasher = DefaultHasher::new();
    (&record.start, &record.moves).hash(&mut hasher);
    Ok(GameFacts {
        result: record.result,
        reason: record.reason,
        plies: record.moves.len() as u32,
        moves,
        specials,
        opening: taken_over,
        material: spread(quiet.iter()),
        by_phase: match phases {
            Phases::Together => Default::default(),
            Phases::Apart => Phase::ALL.map(in_phase),
        },
        start,
        fingerprint: hasher.finish(),
    })
}

/// The legal move of a text. Texts are made only for moves that start where the text has a cell of that name.
fn find<W: Width>(
    rules: &Rules<W>,
    position: &Position<W>,
    text: &str,
    list: &mut MoveList,
) -> Option<Move> {
    list.clear();
    rules.legal_moves(position, list);
    list.iter()
        .copied()
        .filter(|mv| text.contains(rules.cell_name(mv.from())))
        .find(|mv| rules.move_text(position, *mv) == text)
        .or_else(|| rules.parse_move(position, text).ok())
}

/// The special moves that are possible at all, in the order of [`Special::ALL`].
pub(super) fn allowed(rules: &AnyRules) -> [Allowed; Special::ALL.len()] {
    let all = with_rules!(rules, r => r.mechanics());
    Special::ALL.map(|special| {
        let possible = match special {
            Special::Bounce => all.bounce,
            Special::MultiCapture => all.bounce || all.flight || all.chain || all.jump,
            Special::SpringContact => all.springs,
            Special::KingHit => all.forms && (all.bounce || all.flight),
            Special::FormChange => all.forms,
            Special::Flight => all.flight,
            Special::Castling => all.castling,
            Special::Promotion => all.promotion,
            Special::EnPassant => all.en_passant,
            Special::Repulsion => all.repulsion,
            Special::Jump => all.jump,
            Special::Drop => all.drop,
        };
        if possible { Allowed::Yes } else { Allowed::No }
    })
}

/// Whether rules allow a kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowed {
    /// Some position has one.
    Yes,
    /// No position has one.
    No,
}

fn is(special: Special, facts: &Facts) -> bool {
    match special {
        Special::Bounce => facts.bounce,
        Special::MultiCapture => facts.captured.len() >= 2,
        Special::SpringContact => facts.springs > 0,
        Special::KingHit => facts.hits > 0,
        Special::FormChange => facts.form_change,
        Special::Flight => facts.flight,
        Special::Castling => facts.castling,
        Special::Promotion => facts.promotion.is_some(),
        Special::EnPassant => facts.en_passant,
        Special::Repulsion => facts.repulsion,
        Special::Jump => facts.jump,
        Special::Drop => facts.drop,
    }
}

fn material<W: Width>(rules: &Rules<W>, position: &Position<W>) -> Vec<i8> {
    let board = |side: Side, kind: Kind| position.count(side, kind) as i8;
    let hand = |side: Side, kind: Kind| position.hand(side, kind) as i8;
    let pieces = counted(rules).map(|kind| board(Side::White, kind) - board(Side::Black, kind));
    let hands = held(rules).map(|kind| hand(Side::White, kind) - hand(Side::Black, kind));
    let left = |side: Side, form: usize| (position.forms(side).left() >> form & 1) as i8;
    let forms = (0..rules.form_count()).map(|f| left(Side::White, f) - left(Side::Black, f));
    pieces.chain(hands).chain(forms).collect()
}

/// At most [`POSITIONS`] of a game's positions, evenly spread.
fn spread<'a>(quiet: impl Iterator<Item = &'a (usize, Vec<i8>)>) -> Vec<Vec<i8>> {
    let quiet: Vec<&Vec<i8>> = quiet.map(|(_, material)| material).collect();
    if quiet.len() <= POSITIONS {
        return quiet.into_iter().cloned().collect();
    }
    (0..POSITIONS)
        .map(|k| quiet[(2 * k + 1) * quiet.len() / (2 * POSITIONS)].clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use assay_rules::Game;

    use super::*;

    #[test]
    fn arms_with_other_pieces_keep_their_terms_apart() {
        let game = Game::builtin("echidna").unwrap();
        let arms: Vec<AnyRules> = ["knight", "kwagga"]
            .into_iter()
            .map(|v| {
                let choice = game.choose([("knights", v)]).unwrap();
                game.compile(&choice, None).unwrap()
            })
            .collect();
        let (terms, columns) = all_terms(&arms);
        let symbols: Vec<&str> = terms.iter().map(|t| t.symbol.as_str()).collect();
        assert_eq!(symbols, ["P", "N", "B", "R", "Q", "E", "W"]);
        assert_eq!(columns[0], [0, 1, 2, 3, 4, 5]);
        assert_eq!(columns[1], [0, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn pieces_in_hand_are_pieces_of_their_own() {
        let game = Game::builtin("horn-rimmed-mccooey").unwrap();
        let rules = game.compile(&game.choose([]).unwrap(), None).unwrap();
        let terms = terms(&rules);
        let place = |symbol: &str| terms.iter().position(|term| term.symbol == symbol).unwrap();
        assert_eq!(terms[place("hand W")].name, "wing in hand");
        assert!(!terms.iter().any(|term| term.symbol == "hand R"));
        with_rules!(&rules, r => {
            let start = r.position_text(r.start());
            let text = start.replacen("[]", "[WWh]", 1);
            assert_ne!(text, start);
            let position = r.parse_position(&text).unwrap();
            let counts = material(r, &position);
            assert_eq!(counts.len(), terms.len());
            assert_eq!((counts[place("hand W")], counts[place("hand H")]), (2, -1));
            assert_eq!((counts[place("W")], counts[place("H")]), (0, 0));
        });
    }

    #[test]
    fn spread_positions_are_even_and_few() {
        let all: Vec<(usize, Vec<i8>)> = (0..40).map(|i| (0, vec![i])).collect();
        let picked: Vec<i8> = spread(all.iter()).iter().map(|row| row[0]).collect();
        assert_eq!(picked, [2, 7, 12, 17, 22, 27, 32, 37]);
        assert_eq!(spread(all[..3].iter()).len(), 3);
    }
}
