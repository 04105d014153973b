use crate::forms::FormState;
use crate::game::DeadRule;
use crate::{Move, MoveList, Position, Rules, Side, Width, bits};

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// A king was captured at once.
    KingTaken,
    /// A king lost its last form.
    LastFormLost,
    /// Checkmate.
    Mate,
    /// No legal move, not in check.
    Stalemate,
    /// A position occurred too often.
    Repetition,
    /// Too many quiet plies.
    MoveCount,
    /// Neither side can win with what is left.
    DeadPosition,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How it ended.
    pub ending: Ending,
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
}

impl Ending {
    /// What happened, as the end of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Ending::KingTaken => "a king is taken",
            Ending::LastFormLost => "a king has lost its last form",
            Ending::Mate => "it is mate",
            Ending::Stalemate => "it is stalemate",
            Ending::Repetition => "the position has come up too often",
            Ending::MoveCount => "too many plies went by without a capture or a pawn's move",
            Ending::DeadPosition => "neither side can win with what is left",
        }
    }
}

impl<W: Width> Rules<W> {
    /// Whether the game is over, as far as the position alone tells: all but repetition.
    pub fn verdict(&self, pos: &Position<W>) -> Option<Verdict> {
        self.verdict_with(pos, &mut MoveList::default())
    }

    /// As [`verdict`](Rules::verdict), with a list to reuse; unless a king is gone it holds the legal moves afterwards.
    pub fn verdict_with(&self, pos: &Position<W>, list: &mut MoveList) -> Option<Verdict> {
        if let Some(verdict) = self.fallen(pos) {
            return Some(verdict);
        }
        self.legal_moves(pos, list);
        if list.is_empty() {
            let winner = Some(pos.side.other());
            return Some(if self.is_checkmate_game() && self.in_check(pos) {
                Verdict {
                    ending: Ending::Mate,
                    winner,
                }
            } else {
                Verdict {
                    ending: Ending::Stalemate,
                    winner: winner.filter(|_| self.stalemate_wins),
                }
            });
        }
        self.drawn(pos).map(|ending| Verdict {
            ending,
            winner: None,
        })
    }

    /// The end of the game where a king is gone.
    fn fallen(&self, pos: &Position<W>) -> Option<Verdict> {
        let side = Side::BOTH
            .into_iter()
            .find(|&side| self.king(pos, side).is_none())?;
        let ending = match pos.forms(side).state() {
            FormState::Lost => Ending::LastFormLost,
            _ => Ending::KingTaken,
        };
        Some(Verdict {
            ending,
            winner: Some(side.other()),
        })
    }

    /// Where a game that begins with these moves is over already: after how many plies, and how it ended. Counts repetitions,
    /// which no position tells by itself. The moves must be legal, each after those before it.
    pub fn over_within(&self, start: &Position<W>, line: &[Move]) -> Option<(usize, Ending)> {
        let mut seen = vec![*start];
        for plies in 0..=line.len() {
            let now = seen[plies];
            // Where a move follows there was one: then a king is gone or the game is drawn, if anything.
            let over = match line.get(plies) {
                Some(_) => self
                    .fallen(&now)
                    .map(|verdict| verdict.ending)
                    .or_else(|| self.drawn(&now)),
                None => self.verdict(&now).map(|verdict| verdict.ending),
            };
            if let Some(ending) = over {
                return Some((plies, ending));
            }
            let times = seen.iter().filter(|&&before| before == now).count();
            if times >= usize::from(self.repetition_limit()) {
                return Some((plies, Ending::Repetition));
            }
            if let Some(&mv) = line.get(plies) {
                seen.push(self.play(&now, mv));
            }
        }
        None
    }

    /// Whether the position is drawn by move count or for want of pieces; mate and stalemate are judged first.
    pub fn drawn(&self, pos: &Position<W>) -> Option<Ending> {
        if pos.halfmoves >= self.move_count {
            return Some(Ending::MoveCount);
        }
        self.is_dead(pos).then_some(Ending::DeadPosition)
    }

    fn is_dead(&self, pos: &Position<W>) -> bool {
        if self.dead == DeadRule::Never || !pos.hands.as_flattened().iter().all(|&n| n == 0) {
            return false;
        }
        let others = pos.occupied() & !pos.kinds[self.royal.index()];
        if others.is_empty() {
            return true;
        }
        if self.dead == DeadRule::Bare {
            return false;
        }
        // Any other piece decides it, and nearly always the first one met is such a piece.
        let first = pos.piece(others.lowest());
        if first.is_none_or(|(_, kind)| !matches!(self.kinds[kind.index()].letter, 'N' | 'B')) {
            return false;
        }
        let of = |letter| {
            self.kind_of(letter)
                .map_or(W::EMPTY, |k| pos.kinds[k.index()])
        };
        let (knights, bishops) = (of('N'), of('B'));
        if !others.is_several() {
            return !(others & (knights | bishops)).is_empty();
        }
        let dark = |cell| {
            let p = self.board.point(cell);
            (p.x + p.y) % 2 == 0
        };
        let darks = bits(bishops).filter(|&c| dark(c)).count() as u32;
        (others & !bishops).is_empty() && (darks == 0 || darks == bishops.count())
    }
}
