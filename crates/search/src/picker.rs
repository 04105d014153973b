use assay_rules::{Move, Width};

use crate::gain::Gain;
use crate::node::Node;
use crate::worker::Worker;

/// Hands out the moves of a position, the most promising first, and generates them only when they
/// are needed: the table's move, what gains material, the rest, last what loses material.
#[derive(Clone, Debug)]
pub(crate) struct Picker {
    stage: Stage,
    /// The table's move, legal here, or [`Move::NULL`].
    known: Move,
    /// The next tactical move in the frame's list, and where they end; the quiet ones follow.
    tactical: usize,
    tactical_end: usize,
    quiet: usize,
    changes: Changes,
    wants_quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Known,
    ListTactical,
    Gaining,
    ListQuiet,
    Quiet,
    ListChanges,
    Changes,
    Losing,
}

/// Whether moves that change the king's form are worth handing out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changes {
    /// Yes, late.
    Wanted,
    /// No: which of them are legal is not even looked at.
    LeftOut,
}

/// A move and why it comes when it comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) mv: Move,
    /// The higher the earlier. Of a tactical move what it gains in centipawns, negative if it loses; of a
    /// quiet move its history.
    pub(crate) key: i32,
    /// What a tactical move gains if nothing takes back, where that was not asked yet: the key is then the most that
    /// it can come to.
    pub(crate) promised: Option<i32>,
}

/// A move handed out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picked {
    pub(crate) mv: Move,
    pub(crate) sort: Sort,
    /// As in [`Scored`]; 0 for the table's move.
    pub(crate) key: i32,
}

impl Picked {
    /// Whether it neither takes, hits nor promotes, and is not the table's.
    pub(crate) fn is_quiet(&self) -> bool {
        matches!(self.sort, Sort::Quiet | Sort::Change)
    }
}

/// What sort of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// The table's move, whatever it does.
    Known,
    /// Takes, hits or promotes.
    Tactical,
    /// Neither.
    Quiet,
    /// Any move with a change of the king's form after it: the same move exists without.
    Change,
}

impl Picker {
    /// A picker for a node; `known` must be legal there or null.
    pub(crate) fn new(known: Move, changes: Changes) -> Picker {
        Picker {
            stage: Stage::Known,
            known,
            tactical: 0,
            tactical_end: 0,
            quiet: 0,
            changes,
            wants_quiet: true,
        }
    }

    /// Leaves out the quiet moves that were not handed out yet, and those that change the king's form.
    pub(crate) fn leave_out_quiet(&mut self) {
        if !matches!(
            self.stage,
            Stage::Known | Stage::ListTactical | Stage::Gaining
        ) {
            self.stage = Stage::Losing;
        }
        self.wants_quiet = false;
    }

    /// The next move. `worker` holds the list of the node's ply and scores what is put on it.
    pub(crate) fn next<W: Width>(
        &mut self,
        worker: &mut Worker<W>,
        node: &Node<W>,
    ) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = Stage::ListTactical;
                    if self.known != Move::NULL {
                        return Some(Picked {
                            mv: self.known,
                            sort: Sort::Known,
                            key: 0,
                        });
                    }
                }
                Stage::ListTactical => {
                    worker.list_tactical(node, self.known);
                    self.tactical_end = worker.list(node.ply).len();
                    self.quiet = self.tactical_end;
                    self.stage = Stage::Gaining;
                }
                Stage::Gaining => {
                    match worker.best_taken(node, self.tactical, self.tactical_end, 0) {
                        Some(scored) if scored.key >= 0 => {
                            self.tactical += 1;
                            return Some(scored.picked(Sort::Tactical));
                        }
                        _ if self.wants_quiet => self.stage = Stage::ListQuiet,
                        _ => self.stage = Stage::Losing,
                    }
                }
                Stage::ListQuiet => {
                    worker.list_quiet(node, self.known, self.tactical_end);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match best_first(&mut worker.list(node.ply)[self.quiet..]) {
                    Some(scored) => {
                        self.quiet += 1;
                        return Some(scored.picked(Sort::Quiet));
                    }
                    None => self.stage = Stage::ListChanges,
                },
                Stage::ListChanges => {
                    if self.changes == Changes::Wanted {
                        worker.list_changes(node, self.known);
                    }
                    self.stage = Stage::Changes;
                }
                Stage::Changes => match best_first(&mut worker.list(node.ply)[self.quiet..]) {
                    Some(scored) => {
                        self.quiet += 1;
                        return Some(scored.picked(Sort::Change));
                    }
                    None => self.stage = Stage::Losing,
                },
                Stage::Losing => {
                    let scored =
                        worker.best_taken(node, self.tactical, self.tactical_end, i32::MIN)?;
                    self.tactical += 1;
                    return Some(scored.picked(Sort::Tactical));
                }
            }
        }
    }
}

impl Scored {
    /// A tactical move and what it gains, less a trifle.
    pub(crate) fn taken(mv: Move, gain: Gain, trifle: i32) -> Scored {
        let (key, promised) = match gain {
            Gain::Sure(gain) => (gain - trifle, None),
            // What loses in exchanges loses one centipawn at least.
            Gain::AtMost(gain) => ((gain - trifle).max(-1), Some(gain)),
        };
        Scored { mv, key, promised }
    }

    /// A move whose key is known for certain.
    pub(crate) fn sure(mv: Move, key: i32) -> Scored {
        Scored {
            mv,
            key,
            promised: None,
        }
    }

    fn picked(self, sort: Sort) -> Picked {
        Picked {
            mv: self.mv,
            sort,
            key: self.key,
        }
    }
}

impl<W: Width> Worker<W> {
    /// Swaps the tactical move that gains most, of the node's list from `first` to `end`, to the front; of equal
    /// ones the first listed. What takes back is asked of no more moves than must be known for that, and of none that
    /// gains less than `least` at most.
    pub(crate) fn best_taken(
        &mut self,
        node: &Node<W>,
        first: usize,
        end: usize,
        least: i32,
    ) -> Option<Scored> {
        loop {
            let best = first + highest(&self.list(node.ply)[first..end])?;
            let little = self.list(node.ply)[best].key < least;
            if little || !self.settle(node, best) {
                let list = self.list(node.ply);
                list.swap(first, best);
                return Some(list[first]);
            }
        }
    }

    /// Makes sure what a move of the node's list gains; tells whether it was only promised before.
    pub(crate) fn settle(&mut self, node: &Node<W>, index: usize) -> bool {
        let Scored { mv, key, promised } = self.list(node.ply)[index];
        let Some(gain) = promised else {
            return false;
        };
        let settled = self
            .evaluator
            .settled(&self.rules, &node.position, mv, gain);
        debug_assert!(settled <= key);
        self.list(node.ply)[index] = Scored::sure(mv, settled);
        true
    }
}

/// Swaps the move with the highest key to the front; of equal ones the first listed.
pub(crate) fn best_first(list: &mut [Scored]) -> Option<Scored> {
    let best = highest(list)?;
    list.swap(0, best);
    Some(list[0])
}

/// Where the highest key is; of equal ones the first.
fn highest(list: &[Scored]) -> Option<usize> {
    if list.is_empty() {
        return None;
    }
    let mut best = 0;
    for i in 1..list.len() {
        if list[i].key > list[best].key {
            best = i;
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_comes_first_and_ties_keep_their_order() {
        let scored = |bits, key| Scored {
            mv: Move::from_bits(bits),
            key,
            promised: None,
        };
        let mut list = [scored(1, 5), scored(2, 9), scored(3, 9), scored(4, -1)];
        let order: Vec<u32> = (0..4)
            .map(|i| best_first(&mut list[i..]).unwrap().mv.bits())
            .collect();
        assert_eq!(order[0], 2);
        assert_eq!(order[3], 4);
        assert!(best_first(&mut []).is_none());
    }
}
