use crate::{Rules, Width};

/// What can happen at all under some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mechanics {
    /// Some piece's slides bounce.
    pub bounce: bool,
    /// Some piece's leaps fly on.
    pub flight: bool,
    /// Pawns go on after a capture.
    pub chain: bool,
    /// The board has springs, and a piece that can touch them.
    pub springs: bool,
    /// Kings have forms, which they may change and lose.
    pub forms: bool,
    /// Some king may castle.
    pub castling: bool,
    /// Some pawn may step past a square on which it can be taken.
    pub en_passant: bool,
    /// Something may be promoted.
    pub promotion: bool,
    /// Some piece throws others.
    pub repulsion: bool,
    /// Some pawn jumps over its own.
    pub jump: bool,
    /// Captured pieces are dropped again.
    pub drop: bool,
}

impl<W: Width> Rules<W> {
    /// What can happen under these rules, whatever the position.
    pub fn mechanics(&self) -> Mechanics {
        let kinds = &self.kinds;
        let bounce = kinds.iter().any(|kind| kind.bounces);
        let flight = kinds.iter().any(|kind| kind.flies);
        let long_step = |reach: &Vec<u8>| reach.iter().any(|&steps| steps > 1);
        let promoted = |kind: &crate::KindInfo<W>| kind.advance.iter().any(|a| !a.to.is_empty());
        Mechanics {
            bounce,
            flight,
            chain: self.pawns.iter().any(|pawn| pawn.chain),
            springs: !self.springs.is_empty() && (bounce || flight),
            forms: !self.forms.is_empty(),
            castling: !self.castles.is_empty(),
            en_passant: self
                .pawns
                .iter()
                .flat_map(|pawn| &pawn.sides)
                .any(|side| long_step(&side.reach)),
            promotion: self.pawns.iter().any(|pawn| !pawn.promotes.is_empty())
                || kinds.iter().any(promoted),
            repulsion: self.repulsive,
            jump: self.pawns.iter().any(|pawn| pawn.jumps),
            drop: self.hands,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, with_rules};

    fn of(game: &str, options: &[(&str, &str)]) -> Mechanics {
        let game = Game::builtin(game).expect("a built-in game");
        let choice = game.choose(options.iter().copied()).expect("valid options");
        let rules = game.compile(&choice, None).expect("valid rules");
        with_rules!(&rules, r => r.mechanics())
    }

    #[test]
    fn orthodox_chess_castles_promotes_and_takes_in_passing() {
        let nothing = Mechanics {
            bounce: false,
            flight: false,
            chain: false,
            springs: false,
            forms: false,
            castling: false,
            en_passant: false,
            promotion: false,
            repulsion: false,
            jump: false,
            drop: false,
        };
        let wanted = Mechanics {
            castling: true,
            en_passant: true,
            promotion: true,
            ..nothing
        };
        assert_eq!(of("fide", &[]), wanted);
    }

    #[test]
    fn options_take_mechanics_away() {
        let with = of("sonic", &[("springs", "true")]);
        let without = of("sonic", &[("springs", "false")]);
        assert!(with.bounce && with.springs && with.forms);
        assert_eq!(
            without,
            Mechanics {
                springs: false,
                ..with
            }
        );
    }

    #[test]
    fn every_mechanic_is_in_some_game() {
        let all: Vec<Mechanics> = Game::builtin_ids().iter().map(|id| of(id, &[])).collect();
        for (name, has) in [
            ("flight", all.iter().any(|m| m.flight)),
            ("repulsion", all.iter().any(|m| m.repulsion)),
            ("jump", all.iter().any(|m| m.jump)),
            ("drop", all.iter().any(|m| m.drop)),
        ] {
            assert!(has, "{name}");
        }
        assert!(
            of(
                "sonic",
                &[("turning", "crooked"), ("crooked-pawns", "true")]
            )
            .chain
        );
    }
}
