use assay_rules::{Cell, Position, Side, Width, bits};

use crate::attacks::Attacks;
use crate::correction::mixed;
use crate::evaluation::{Evaluator, Pair};

/// Steps from which on a king is too far away to matter.
const FAR: i32 = 5;

/// What the pawns of a position come to by themselves, whatever else is on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PawnScene<W> {
    /// The hash of the pawns.
    key: u64,
    sides: [PawnSide<W>; 2],
}

/// What one side's pawns come to by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PawnSide<W> {
    /// The cells that they take on.
    pub(crate) takes: W,
    /// The cells that they take on now or further on their ways.
    pub(crate) reached: W,
    /// The cells that they would take on after a step each.
    pub(crate) pushed: W,
    /// Those that no enemy pawn can stop.
    passed: W,
    /// What they are worth beside their number and place.
    worth: Pair,
}

/// Scenes of pawns seen before: pawns move seldom. A scene is a function of its pawns alone, so that it never
/// grows stale.
#[derive(Clone, Debug)]
pub(crate) struct PawnScenes<W>(Vec<PawnScene<W>>);

/// A power of two; a scene of a large board has 176 bytes, all of them 352 KiB, which stays near the processor.
const SIZE: usize = 1 << 11;

impl<W: Width> PawnScenes<W> {
    pub(crate) fn new() -> PawnScenes<W> {
        // The key of a position without pawns is 0, and this is its scene.
        let none = PawnScene {
            key: 0,
            sides: [PawnSide::default(); 2],
        };
        PawnScenes(vec![none; SIZE])
    }

    /// The scene of a position's pawns, by side.
    #[inline]
    pub(crate) fn of(
        &mut self,
        evaluator: &Evaluator<W>,
        position: &Position<W>,
    ) -> &[PawnSide<W>; 2] {
        let key = evaluator.pawn_hash(position);
        let scene = &mut self.0[(key >> 40) as usize & (SIZE - 1)];
        if scene.key != key {
            *scene = PawnScene {
                key,
                sides: evaluator.pawn_sides(position),
            };
        }
        &scene.sides
    }
}

impl<W: Width> Evaluator<W> {
    /// A hash of where the pawns stand; 0 if there are none.
    #[inline]
    pub(crate) fn pawn_hash(&self, position: &Position<W>) -> u64 {
        self.geometry.pawns.iter().fold(0, |hash, &kind| {
            Side::BOTH.into_iter().fold(hash, |hash, side| {
                mixed(hash, position.pieces(side, kind).digest())
            })
        })
    }

    fn pawn_sides(&self, position: &Position<W>) -> [PawnSide<W>; 2] {
        let takes = Side::BOTH.map(|side| self.pawn_takes(position, side));
        Side::BOTH.map(|side| {
            let [ours, theirs] = [side, side.other()].map(|s| takes[s.index()]);
            self.pawn_side(position, side, ours, theirs)
        })
    }

    /// Pawns that own pawns guard, obstruct or cannot come to guard, and which of them no enemy pawn can stop.
    /// `ours` and `theirs` are the cells on which pawns take.
    fn pawn_side(&self, position: &Position<W>, side: Side, ours: W, theirs: W) -> PawnSide<W> {
        let g = &self.geometry;
        let t = &self.tunables;
        let mut scene = PawnSide {
            takes: ours,
            ..PawnSide::default()
        };
        let pair = &mut scene.worth;
        for &kind in &g.pawns {
            let own = position.pieces(side, kind);
            let enemies = position.pieces(side.other(), kind);
            let supported = (own & ours).count() as i32;
            pair.mg += t.supported_mg * supported;
            pair.eg += t.supported_eg * supported;
            for cell in bits(own) {
                scene.reached |= self.spans.reached(side, cell);
                let way = g.way(side, cell);
                let next = self.spans.next(side, cell);
                for to in bits(next) {
                    scene.pushed |= g.takes(side, kind, to);
                }
                if !(way & own).is_empty() {
                    pair.mg -= t.obstructed_mg;
                    pair.eg -= t.obstructed_eg;
                }
                if (self.spans.helpers(side, cell) & own).is_empty() {
                    pair.mg -= t.isolated_mg;
                    pair.eg -= t.isolated_eg;
                } else if !(next & theirs & !ours).is_empty() {
                    pair.mg -= t.backward_mg;
                }
                if !(next & ours).is_empty() {
                    pair.mg += t.escorted_mg;
                    pair.eg += t.escorted_eg;
                }
                if (g.stoppers(side, cell) & enemies).is_empty() {
                    scene.passed |= W::bit(cell);
                }
            }
        }
        scene
    }

    /// What a side's pawns are worth beside their number and place.
    pub(crate) fn pawns(
        &self,
        position: &Position<W>,
        side: Side,
        pawns: &PawnSide<W>,
        ours: &Attacks<W>,
        theirs: &Attacks<W>,
    ) -> Pair {
        let mut pair = pawns.worth;
        for cell in bits(pawns.passed) {
            let passed = self.passed(position, side, cell, ours, theirs);
            pair.mg += passed.mg;
            pair.eg += passed.eg;
        }
        pair
    }

    /// The worth of a pawn that no enemy pawn can stop, beyond that of others.
    fn passed(
        &self,
        position: &Position<W>,
        side: Side,
        cell: Cell,
        ours: &Attacks<W>,
        theirs: &Attacks<W>,
    ) -> Pair {
        let g = &self.geometry;
        let t = &self.tunables;
        let way = g.way(side, cell);
        let next = self.spans.next(side, cell);
        let far = g.progress(side, cell);
        let mut mg = t.passed_mg;
        let mut eg = t.passed_eg;
        if (way & (position.occupied() | theirs.all)).is_empty() {
            mg += t.passed_open_mg;
            eg += t.passed_open_eg;
        }
        if !(next & position.occupied_by(side.other())).is_empty() {
            mg -= t.passed_blocked_mg;
            eg -= t.passed_blocked_eg;
        } else if (next & theirs.all).is_empty() {
            eg += t.passed_free_eg;
        }
        if !(next & ours.all).is_empty() {
            eg += t.passed_led_eg;
        }
        if !next.is_empty() {
            let steps = |side: Side| {
                let king = position.pieces(side, g.king);
                if king.is_empty() {
                    return FAR;
                }
                let steps = bits(next).map(|c| self.spans.distance(king.lowest(), c));
                steps.fold(FAR, i32::min)
            };
            eg += t.passed_far_eg * steps(side.other()) - t.passed_near_eg * steps(side);
        }
        Pair {
            mg: mg * far / 256,
            eg: eg * far / 256,
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_rules::{Game, MoveList};

    use super::*;
    use crate::Settings;

    #[test]
    fn a_scene_kept_is_the_scene_of_the_position() {
        for id in ["fide", "capablanca", "glinski", "sonic"] {
            let game = Game::builtin(id).expect("a built-in game");
            let choice = game.choose([]).expect("the defaults");
            let any = game.compile(&choice, None).expect("it compiles");
            assay_rules::with_rules!(&any, rules => {
                let evaluator = Evaluator::new(rules, &Settings::default());
                let mut scenes = PawnScenes::new();
                let mut position = *rules.start();
                let mut moves = MoveList::default();
                for ply in 0..200 {
                    let fresh = evaluator.pawn_sides(&position);
                    assert_eq!(scenes.of(&evaluator, &position), &fresh, "{id} {ply}");
                    rules.legal_moves(&position, &mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    let chosen = (position.hash() >> 32) as usize % moves.len();
                    position = rules.play(&position, moves[chosen]);
                }
            });
        }
    }
}
