use crate::forms::FormState;
use crate::moves::Tag;
use crate::{Kind, Move, Position, Rules, Side, Width, bits};

/// What a legal move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The kind that moves.
    pub mover: Kind,
    /// The kinds it takes, the king among them where kings are taken.
    pub captured: Vec<Kind>,
    /// Hits on the enemy king.
    pub hits: u8,
    /// Contacts with springs on which nothing stood.
    pub springs: u8,
    /// Whether the mover bounced.
    pub bounce: bool,
    /// Whether the mover flew on.
    pub flight: bool,
    /// Whether it castles.
    pub castling: bool,
    /// Whether it takes in passing.
    pub en_passant: bool,
    /// The kind a pawn becomes.
    pub promotion: Option<Kind>,
    /// Whether the own king changes form after the move.
    pub form_change: bool,
    /// Whether the own king, hit before, takes a form first.
    pub forced_form: bool,
    /// Whether a piece is thrown.
    pub repulsion: bool,
    /// Whether a piece is put from the hand.
    pub drop: bool,
    /// Whether a pawn leaps over a pawn of its own.
    pub jump: bool,
    /// What becomes of the enemy king.
    pub king: KingFate,
    /// Whether the mover is lost, having to end on the enemy king's cell.
    pub mover_lost: bool,
}

/// What a move does to the enemy king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingFate {
    /// Nothing.
    Safe,
    /// It loses forms.
    Hit,
    /// It is captured at once.
    Taken,
    /// It loses its last form.
    LastFormLost,
}

impl<W: Width> Rules<W> {
    /// What a legal move does.
    pub fn facts(&self, pos: &Position<W>, mv: Move) -> Facts {
        let drop = mv.tag() == Some(Tag::Drop);
        let standing = pos.piece(mv.from()).map(|p| p.1);
        let mover = if drop { mv.kind() } else { standing }.unwrap_or(self.royal);
        let mut facts = Facts {
            mover,
            captured: Vec::new(),
            hits: 0,
            springs: 0,
            bounce: false,
            flight: false,
            castling: mv.tag() == Some(Tag::Castle),
            en_passant: mv.tag() == Some(Tag::EnPassant),
            promotion: mv.kind().filter(|_| !drop),
            form_change: mv.form().is_some(),
            forced_form: mv.choice().is_some(),
            repulsion: mv.tag() == Some(Tag::Repulse),
            drop,
            jump: mv.tag() == Some(Tag::Jump),
            king: KingFate::Safe,
            mover_lost: false,
        };
        let kind_at = |cell| pos.piece(cell).map(|p| p.1);
        match mv.tag() {
            Some(Tag::Plain) => facts.captured.extend(kind_at(mv.to())),
            Some(Tag::EnPassant) => {
                facts.captured.extend(kind_at(pos.passant.pawn));
                facts.captured.extend(kind_at(mv.to()));
            }
            Some(Tag::Repulse) => {
                let thrown = self.repulsion_of(pos, mv.from(), mv.to());
                facts.captured.extend(thrown.and_then(|t| kind_at(t.to)));
            }
            Some(Tag::Contact) => {
                if let Some((_, ride)) = self.ride_of(pos, mv) {
                    facts
                        .captured
                        .extend(bits(ride.captured).filter_map(kind_at));
                    facts.hits = ride.hits;
                    facts.springs = ride.springs;
                    facts.mover_lost = ride.mover_lost;
                    facts.bounce = self.rides_a_ray(pos, mv);
                    facts.flight = !facts.bounce;
                    if ride.king_lost {
                        facts.king = KingFate::LastFormLost;
                    } else if ride.hits > 0 {
                        facts.king = KingFate::Hit;
                    }
                }
            }
            Some(Tag::Chain | Tag::ChainStep) => {
                if let Some(chain) = self.chain_of(pos, mv) {
                    facts
                        .captured
                        .extend(bits(chain.captured).filter_map(kind_at));
                    facts.en_passant = chain.passant;
                }
            }
            _ => {}
        }
        if facts.captured.contains(&self.royal) {
            facts.king = KingFate::Taken;
        }
        facts
    }

    /// Whether a legal move captures, hits a king or promotes.
    pub fn is_tactical(&self, pos: &Position<W>, mv: Move) -> bool {
        match mv.tag() {
            Some(Tag::EnPassant | Tag::Chain | Tag::ChainStep) => true,
            Some(Tag::Contact) => {
                pos.occupied().has(mv.to())
                    || self
                        .ride_of(pos, mv)
                        .is_some_and(|(_, r)| r.hits > 0 || !r.captured.is_empty())
            }
            Some(Tag::Drop) => false,
            Some(Tag::Repulse) => {
                let thrown = self.repulsion_of(pos, mv.from(), mv.to());
                mv.kind().is_some() || thrown.is_some_and(|t| pos.occupied().has(t.to))
            }
            _ => {
                mv.kind().is_some() || (mv.tag() == Some(Tag::Plain) && pos.occupied().has(mv.to()))
            }
        }
    }

    /// Whether a move's first leg is a slide rather than a leap.
    fn rides_a_ray(&self, pos: &Position<W>, mv: Move) -> bool {
        let Some((side, kind)) = pos.piece(mv.from()) else {
            return false;
        };
        let crate::rules::Class::Contact(lines) = &self.kinds[kind.index()].class else {
            return false;
        };
        let directions = &lines[side.index()].directions;
        directions
            .iter()
            .any(|&d| self.ray(usize::from(d), mv.from()).path.has(mv.to()))
    }

    /// Whether a side's king was lost form by form rather than captured.
    pub fn lost_last_form(&self, pos: &Position<W>, side: Side) -> bool {
        pos.forms(side).state() == FormState::Lost
    }
}
