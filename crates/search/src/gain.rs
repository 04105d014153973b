use assay_rules::{Facts, KingFate, Move, Position, Rules, Width};

use crate::evaluation::Evaluator;

impl<W: Width> Evaluator<W> {
    /// What a tactical move is worth for the moment, in centipawns: what it takes, less what is then taken
    /// on the same cell. Of equal captures the one with the cheaper piece is worth a trifle more.
    pub(crate) fn gain(&self, rules: &Rules<W>, position: &Position<W>, mv: Move) -> i32 {
        let us = position.side();
        let mover = position
            .piece(mv.from())
            .map_or(self.geometry.king, |(_, kind)| kind);
        let gain = match position.piece(mv.to()) {
            Some((side, kind)) if side != us && self.settles => {
                self.worth(kind)
                    + mv.kind()
                        .map_or(0, |new| self.worth(new) - self.worth(mover))
            }
            _ => self.gain_by_facts(position, &rules.facts(position, mv)),
        };
        if self.settles && gain < self.worth(mover) {
            let settled = self.exchange(position, mv, mover, gain);
            if settled < 0 {
                return settled;
            }
        }
        gain - self.worth(mover) / 64
    }

    fn gain_by_facts(&self, position: &Position<W>, facts: &Facts) -> i32 {
        const KING: i32 = 20_000;
        let mut gain: i32 = facts.captured.iter().map(|&kind| self.worth(kind)).sum();
        if let Some(kind) = facts.promotion {
            gain += self.worth(kind) - self.worth(facts.mover);
        }
        if facts.mover_lost {
            gain -= self.worth(facts.mover);
        }
        match facts.king {
            KingFate::Safe => gain,
            KingFate::Hit => gain + self.hit(position, facts.hits),
            KingFate::Taken | KingFate::LastFormLost => gain + KING,
        }
    }

    /// What the side not to move loses by so many hits, fewer than its king has forms left.
    fn hit(&self, position: &Position<W>, hits: u8) -> i32 {
        let forms = position.forms(position.side().other());
        let mean = self.forms.iter().sum::<i32>() / 3;
        let current = forms.current().map_or(mean, |f| self.forms[usize::from(f)]);
        let last = if forms.count() <= hits + 1 {
            self.tunables.last_form
        } else {
            0
        };
        current + mean * (i32::from(hits) - 1) + last
    }
}
