use assay_rules::{Facts, Kind, KingFate, Move, Position, Rules, Width, bits};

use crate::evaluation::Evaluator;

/// What a tactical move gains, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gain {
    /// So much.
    Sure(i32),
    /// So much if nothing takes back, or less.
    AtMost(i32),
}

impl<W: Width> Evaluator<W> {
    /// What a tactical move takes, hits or promotes to, and whether it may be less: not where the mover is worth no
    /// more than that.
    #[inline]
    pub(crate) fn promised(&self, rules: &Rules<W>, position: &Position<W>, mv: Move) -> Gain {
        let mover = self.mover(position, mv);
        let gain = match position.piece(mv.to()) {
            Some((side, kind)) if side != position.side() && self.settles => {
                let risen = mv
                    .kind()
                    .map_or(0, |new| self.worth(new) - self.worth(mover));
                self.spoils(kind) + risen
            }
            _ => self.gain_by_facts(position, &rules.facts(position, mv)),
        };
        if gain < self.spoils(mover) {
            Gain::AtMost(gain)
        } else {
            Gain::Sure(gain)
        }
    }

    /// What a tactical move comes to that is promised to gain `gain`: less what is then taken on the same cell, if
    /// that is more.
    pub(crate) fn settled(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        mv: Move,
        gain: i32,
    ) -> i32 {
        let mover = self.mover(position, mv);
        let settled = if self.settles {
            self.exchange(position, mv, mover, gain)
        } else {
            self.risked(rules, position, mv, mover, gain)
        };
        if settled < 0 {
            settled
        } else {
            gain - self.trifle(position, mv)
        }
    }

    /// By what a capture is worth less than an equal one with a cheaper piece.
    #[inline]
    pub(crate) fn trifle(&self, position: &Position<W>, mv: Move) -> i32 {
        self.worth(self.mover(position, mv)) / 64
    }

    fn mover(&self, position: &Position<W>, mv: Move) -> Kind {
        let piece = position.piece(mv.from());
        piece.map_or(self.geometry.king, |(_, kind)| kind)
    }

    /// What a quiet move may lose in centipawns: the piece, if it can be taken where it ends and that pays.
    pub(crate) fn risk(&self, position: &Position<W>, mv: Move) -> i32 {
        let us = position.side();
        let Some((side, kind)) = position.piece(mv.from()) else {
            return 0;
        };
        if side != us || kind == self.geometry.king || position.occupied().has(mv.to()) {
            return 0;
        }
        if self.settles {
            return -self.exchange(position, mv, kind, 0);
        }
        let occupied = position.occupied() & !W::bit(mv.from());
        match self.cheapest_taker(position, us.other(), mv.to(), occupied) {
            Some(_) => self.spoils(kind),
            None => 0,
        }
    }

    /// What a capture comes to where a piece that takes goes on from there: it may be taken where it ends,
    /// and its taker is then gone from that cell too, so that nothing more follows.
    fn risked(
        &self,
        rules: &Rules<W>,
        position: &Position<W>,
        mv: Move,
        mover: Kind,
        gain: i32,
    ) -> i32 {
        let us = position.side();
        let after = rules.play(position, mv);
        let Some(end) = bits(after.occupied_by(us) & !position.occupied_by(us)).next() else {
            return gain;
        };
        match self.cheapest_taker(&after, us.other(), end, after.occupied()) {
            Some(_) => gain - self.spoils(mv.kind().unwrap_or(mover)),
            None => gain,
        }
    }

    fn gain_by_facts(&self, position: &Position<W>, facts: &Facts) -> i32 {
        const KING: i32 = 20_000;
        let mut gain: i32 = facts.captured.iter().map(|&kind| self.spoils(kind)).sum();
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
