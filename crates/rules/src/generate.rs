//! Move generation.

use crate::attack::Attackers;
use crate::chain::ChainScene;
use crate::contact::{Ride, Scene};
use crate::game::Goal;
use crate::moves::Tag;
use crate::rules::{Advance, Class, ContactLines, PawnSide};
use crate::{Cell, Kind, Move, MoveList, Position, Rules, Side, Width, bits};

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Every move.
    All,
    /// Captures, hits and promotions.
    Tactical,
}

impl<W: Width> Rules<W> {
    /// Lists every legal move; none in a finished game. What the list held before is gone.
    pub fn legal_moves(&self, pos: &Position<W>, list: &mut MoveList) {
        list.clear();
        match self.goal {
            Goal::Checkmate => {
                self.pseudo(pos, self.royal.index(), Wanted::All, list);
                self.keep_legal(pos, list);
            }
            Goal::King => self.king_game_moves(pos, Wanted::All, list),
        }
    }

    /// Lists the legal moves that capture, hit a king or promote, none of them with a change of form.
    pub fn tactical_moves(&self, pos: &Position<W>, list: &mut MoveList) {
        list.clear();
        match self.goal {
            Goal::Checkmate => {
                self.pseudo(pos, self.royal.index(), Wanted::Tactical, list);
                self.keep_legal(pos, list);
            }
            Goal::King => self.king_game_moves(pos, Wanted::Tactical, list),
        }
    }

    /// Whether a move, from any packed word, is legal: looks at the moves of one piece only.
    pub fn is_legal(&self, pos: &Position<W>, mv: Move) -> bool {
        let us = pos.side;
        if mv.tag() == Some(Tag::Drop) {
            let mut list = MoveList::default();
            self.drop_moves(pos, &mut list);
            return list.contains(&mv) && self.is_safe(pos, mv);
        }
        let Some((side, kind)) = pos.piece_on(mv.from()) else {
            return false;
        };
        if side != us || Side::BOTH.into_iter().any(|s| self.king(pos, s).is_none()) {
            return false;
        }
        let forms = pos.forms(us);
        let royal_mover = match (self.forms.is_empty(), forms.current(), mv.choice()) {
            (true, _, None) if mv.form().is_none() => self.royal.index(),
            (false, Some(form), None) => self.kinds.len() + usize::from(form),
            (false, None, Some(form)) if forms.open() >> form & 1 == 1 => {
                self.kinds.len() + usize::from(form)
            }
            _ => return false,
        };
        let bare = mv.bare();
        let mut list = MoveList::default();
        if mv.tag() == Some(Tag::Castle) {
            self.castling_moves(pos, &mut list);
        } else {
            self.piece_moves(pos, kind, mv.from(), royal_mover, Wanted::All, &mut list);
        }
        if !list.contains(&bare) {
            return false;
        }
        if self.goal == Goal::Checkmate {
            return self.is_safe(pos, mv);
        }
        let Some(form) = mv.form() else { return true };
        let chosen = mv.choice().map_or(forms, |f| forms.chosen(f));
        let others = chosen.left() & !chosen.open();
        others >> form & 1 == 1
            && self.may_change_form(pos, mv.without_form(), self.attacks_king(pos, us.other()))
    }

    fn king_game_moves(&self, pos: &Position<W>, wanted: Wanted, list: &mut MoveList) {
        let us = pos.side;
        if self.king(pos, Side::White).is_none() || self.king(pos, Side::Black).is_none() {
            return;
        }
        if self.forms.is_empty() {
            self.pseudo(pos, self.royal.index(), wanted, list);
            return;
        }
        let forms = pos.forms(us);
        let forced = forms.current().is_none();
        for form in (0..self.forms.len() as u8).filter(|f| forms.open() >> f & 1 == 1) {
            let first = list.len();
            self.pseudo(pos, self.kinds.len() + usize::from(form), wanted, list);
            if forced {
                for i in first..list.len() {
                    list.set(i, list[i].with_choice(form));
                }
            }
            if wanted == Wanted::All {
                self.add_form_changes(pos, first, list);
            }
        }
    }

    /// Adds the moves of `list` from `first` on again with each change of the own king's form that is allowed.
    fn add_form_changes(&self, pos: &Position<W>, first: usize, list: &mut MoveList) {
        let Some(&sample) = list.get(first) else {
            return;
        };
        let us = pos.side;
        let forms = match sample.choice() {
            Some(form) => pos.forms(us).chosen(form),
            None => pos.forms(us),
        };
        let others = forms.left() & !forms.open();
        if others == 0 {
            return;
        }
        let was_in_check = self.attacks_king(pos, us.other());
        for i in first..list.len() {
            let mv = list[i];
            if mv.tag() == Some(Tag::Castle)
                || pos.piece(mv.from()).is_some_and(|p| p.1 == self.royal)
            {
                continue;
            }
            let after = self.apply(pos, mv);
            let enemy = after.forms(us.other());
            let hit = enemy != pos.forms(us.other());
            if hit
                || self.attacks_king(&after, us)
                || (was_in_check && !self.attacks_king(&after, us.other()))
            {
                continue;
            }
            for form in (0..self.forms.len() as u8).filter(|f| others >> f & 1 == 1) {
                list.push(mv.with_form(form));
            }
        }
    }

    /// Whether the own king may change form after a move: not after a move of its own, a hit, an escape from
    /// check or giving check.
    fn may_change_form(&self, pos: &Position<W>, mv: Move, was_in_check: bool) -> bool {
        let us = pos.side;
        if mv.tag() == Some(Tag::Castle) || pos.piece(mv.from()).is_some_and(|p| p.1 == self.royal)
        {
            return false;
        }
        let after = self.apply(pos, mv);
        after.forms(us.other()) == pos.forms(us.other())
            && !self.attacks_king(&after, us)
            && (!was_in_check || self.attacks_king(&after, us.other()))
    }

    /// Every move by the pieces' ways of moving, whether or not it leaves the own king in check.
    fn pseudo(&self, pos: &Position<W>, royal_mover: usize, wanted: Wanted, list: &mut MoveList) {
        let own = pos.occupied_by(pos.side);
        for index in 0..self.kinds.len() {
            for from in bits(pos.kinds[index] & own) {
                self.piece_moves(pos, Kind::new(index), from, royal_mover, wanted, list);
            }
        }
        if wanted == Wanted::All {
            if pos.castling != 0 {
                self.castling_moves(pos, list);
            }
            if self.hands {
                self.drop_moves(pos, list);
            }
        }
    }

    /// The moves of one piece, castling apart.
    #[inline]
    fn piece_moves(
        &self,
        pos: &Position<W>,
        kind: Kind,
        from: Cell,
        royal_mover: usize,
        wanted: Wanted,
        list: &mut MoveList,
    ) {
        let us = pos.side;
        let own = pos.occupied_by(us);
        let enemies = pos.occupied_by(us.other());
        let takeable = match self.goal {
            Goal::Checkmate => enemies & !pos.kinds[self.royal.index()],
            Goal::King => enemies,
        };
        let free = !(own | enemies);
        let info = &self.kinds[kind.index()];
        match &info.class {
            Class::Plain => {
                let mover = if info.royal {
                    royal_mover
                } else {
                    kind.index()
                };
                let to = self.targets(mover, us, from, free, takeable, wanted);
                let advance = &info.advance[us.index()];
                if advance.to.is_empty() {
                    push_plain(list, from, to);
                } else {
                    advancing_moves(advance, from, to, list);
                    if wanted == Wanted::Tactical {
                        let all = self.targets(mover, us, from, free, takeable, Wanted::All);
                        promoting_moves(advance, from, all & free & advance.may, list);
                    }
                }
            }
            Class::Repulse(headings) => {
                self.repulse_moves(pos, &headings[us.index()], from, wanted, list);
            }
            Class::Pawn(pawn) => self.pawn_moves(pos, *pawn, from, takeable, wanted, list),
            Class::Contact(lines) => {
                let mut to = self.targets(kind.index(), us, from, free, takeable, wanted);
                if wanted == Wanted::All {
                    to |= self.contactless(&lines[us.index()], own | enemies, from);
                }
                push_plain(list, from, to);
                self.contact_moves(pos, &lines[us.index()], from, wanted, list);
            }
        }
    }

    fn repulse_moves(
        &self,
        pos: &Position<W>,
        headings: &[u8],
        from: Cell,
        wanted: Wanted,
        list: &mut MoveList,
    ) {
        let us = pos.side;
        let occupied = pos.occupied();
        for direction in headings.iter().map(|&d| usize::from(d)) {
            let Some(to) = self.ray(direction, from).next.filter(|&c| !occupied.has(c)) else {
                continue;
            };
            let scene = self.repulse_scene(pos, from, to);
            let Some(thrown) = self.repulsion(&scene, to, direction) else {
                if wanted == Wanted::All {
                    list.push(Move::plain(from, to));
                }
                continue;
            };
            // The enemy king on the landing cell would be taken, which no legal position allows.
            if pos.kinds[self.royal.index()].has(thrown.to) {
                continue;
            }
            let mv = Move::new(Tag::Repulse, from, to);
            match pos.piece(thrown.from) {
                Some((side, kind)) if side == us && self.is_last_for(us, kind, thrown.to) => {
                    for &kind in self.promotions(kind) {
                        list.push(mv.with_kind(kind));
                    }
                }
                _ if wanted == Wanted::All || occupied.has(thrown.to) => list.push(mv),
                _ => {}
            }
        }
    }

    /// What a pawn is promoted to.
    pub(crate) fn promotions(&self, kind: Kind) -> &[Kind] {
        match self.kinds[kind.index()].class {
            Class::Pawn(table) => &self.pawns[table].promotes,
            _ => &[],
        }
    }

    fn drop_moves(&self, pos: &Position<W>, list: &mut MoveList) {
        let us = pos.side;
        let free = !pos.occupied();
        for (index, info) in self.kinds.iter().enumerate() {
            let kind = Kind::new(index);
            if pos.hand(us, kind) > 0 {
                for cell in bits(info.drops[us.index()] & free) {
                    list.push(Move::new(Tag::Drop, cell, cell).with_kind(kind));
                }
            }
        }
    }

    /// Where a piece may go by its mover table.
    #[inline]
    fn targets(
        &self,
        mover: usize,
        side: Side,
        from: Cell,
        free: W,
        takeable: W,
        wanted: Wanted,
    ) -> W {
        let table = &self.movers[mover][side.index()];
        let mut quiet = table.step_quiet[from.index()];
        let mut take = table.step_take[from.index()] & takeable;
        for track in &table.tracks[from.index()] {
            let (run, met) = track.run(!free);
            quiet |= run & track.quiet;
            if let Some(met) = met {
                take |= W::bit(met) & track.take & takeable;
            }
        }
        match wanted {
            Wanted::All => quiet & free | take,
            Wanted::Tactical => take,
        }
    }

    pub(crate) fn scene(&self, pos: &Position<W>, from: Cell) -> Scene<W> {
        let us = pos.side;
        Scene {
            own: pos.occupied_by(us) & !W::bit(from),
            enemies: pos.occupied_by(us.other()),
            king: self.king(pos, us.other()),
            lives: self.lives(pos, us.other()),
        }
    }

    fn contact_moves(
        &self,
        pos: &Position<W>,
        lines: &ContactLines,
        from: Cell,
        wanted: Wanted,
        list: &mut MoveList,
    ) {
        let scene = self.scene(pos, from);
        self.contacts(lines, scene, from, &mut |mv, ride: Ride<W>| {
            // In a checkmate game a line of play that would reach the enemy king is no move.
            let reaches = self.goal == Goal::Checkmate && ride.hits > 0;
            let takes = !ride.captured.is_empty() || ride.hits > 0;
            if !reaches && (wanted == Wanted::All || takes) {
                list.push(mv);
            }
        });
    }

    fn pawn_moves(
        &self,
        pos: &Position<W>,
        pawn: usize,
        from: Cell,
        takeable: W,
        wanted: Wanted,
        list: &mut MoveList,
    ) {
        let table = &self.pawns[pawn];
        let us = pos.side;
        let side = &table.sides[us.index()];
        let occupied = pos.occupied();
        let mut push = |mv: Move, end: Cell| {
            if side.last.has(end) {
                for &kind in &table.promotes {
                    list.push(mv.with_kind(kind));
                }
            } else {
                list.push(mv);
            }
        };
        if table.chain {
            table.chains(&self.chain_scene(pos, from), from, &mut |chain| {
                let tag = if chain.step {
                    Tag::ChainStep
                } else {
                    Tag::Chain
                };
                push(
                    Move::new(tag, from, chain.cells[0]).with_links(chain.links),
                    chain.end(),
                );
            });
        } else {
            // A pawn that was jumped over stands on the cell where the jumper is taken in passing.
            let passant = side.takes[from.index()] & pos.passant.cells;
            for to in bits(side.takes[from.index()] & takeable & !passant) {
                push(Move::plain(from, to), to);
            }
            for to in bits(passant) {
                push(Move::new(Tag::EnPassant, from, to), to);
            }
        }
        if wanted == Wanted::All {
            for to in bits(side.sideways[from.index()] & !occupied) {
                push(Move::plain(from, to), to);
            }
            if table.jumps
                && let Some(to) = self.jump(pos, side, from)
            {
                push(Move::new(Tag::Jump, from, to), to);
            }
        }
        let mut at = from;
        for step in 1..=side.reach[from.index()] {
            let Some(to) = side.ahead[at.index()].filter(|&c| !occupied.has(c)) else {
                break;
            };
            at = to;
            if wanted == Wanted::Tactical && !side.last.has(to) {
                continue;
            }
            let tag = if step == 1 {
                Tag::Plain
            } else {
                Tag::MultiStep
            };
            push(Move::new(tag, from, to), to);
        }
    }

    /// Where a pawn lands that leaps over a pawn of its own: the cell beyond must be free and not the last.
    fn jump(&self, pos: &Position<W>, side: &PawnSide<W>, from: Cell) -> Option<Cell> {
        let over = side.ahead[from.index()].filter(|&c| pos.piece(c) == pos.piece(from))?;
        side.ahead[over.index()].filter(|&c| pos.piece(c).is_none() && !side.last.has(c))
    }

    pub(crate) fn chain_scene(&self, pos: &Position<W>, from: Cell) -> ChainScene<W> {
        let us = pos.side;
        let passant = &pos.passant;
        ChainScene {
            side: us,
            occupied: pos.occupied() & !W::bit(from),
            enemies: pos.occupied_by(us.other()),
            king: self.king(pos, us.other()),
            passant: (!passant.cells.is_empty()).then_some((passant.cells, passant.pawn)),
        }
    }

    fn castling_moves(&self, pos: &Position<W>, list: &mut MoveList) {
        let us = pos.side;
        let occupied = pos.occupied();
        let mut in_check = None;
        for castle in &self.castles {
            if castle.side != us
                || pos.castling & castle.right == 0
                || !(castle.between & occupied).is_empty()
            {
                continue;
            }
            if *in_check.get_or_insert_with(|| self.king_attacked_on(pos, castle.king)) {
                return;
            }
            if castle.path.iter().all(|&c| !self.king_attacked_on(pos, c)) {
                list.push(Move::new(Tag::Castle, castle.king, castle.king_to));
            }
        }
    }

    /// Whether the king of the side to move would be in check on a cell, gone from its own.
    fn king_attacked_on(&self, pos: &Position<W>, cell: Cell) -> bool {
        let us = pos.side;
        let kings = pos.pieces(us, self.royal);
        let attackers = Attackers {
            side: us.other(),
            kinds: &pos.kinds,
            own: pos.occupied_by(us.other()),
            other: pos.occupied_by(us) & !kings | W::bit(cell),
            royal_mover: self.royal_mover(pos.forms(us.other())),
            lives: self.lives(pos, us),
        };
        self.attacked(&attackers, cell)
    }

    /// The index of the castling move that a king's move is.
    pub(crate) fn castle_of(&self, side: Side, mv: Move) -> Option<usize> {
        self.castles
            .iter()
            .position(|c| c.side == side && c.king == mv.from() && c.king_to == mv.to())
    }

    /// Whether a pawn of the side to move can legally take in passing.
    pub(crate) fn passant_is_effective(&self, pos: &Position<W>) -> bool {
        let cells = pos.passant.cells;
        if cells.is_empty() {
            return false;
        }
        let us = pos.side;
        let pawns = self
            .kinds
            .iter()
            .enumerate()
            .filter_map(|(i, info)| match info.class {
                Class::Pawn(table) => Some((Kind::new(i), table)),
                _ => None,
            });
        for (kind, table) in pawns {
            let table = &self.pawns[table];
            for from in bits(pos.pieces(us, kind)) {
                if table.chain {
                    let mut passes = false;
                    table.chains(&self.chain_scene(pos, from), from, &mut |c| {
                        passes |= c.passant;
                    });
                    if passes {
                        return true;
                    }
                    continue;
                }
                for to in bits(table.sides[us.index()].takes[from.index()] & cells) {
                    let mv = Move::new(Tag::EnPassant, from, to);
                    if self.goal == Goal::King || self.is_safe(pos, mv) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

#[inline]
fn push_plain<W: Width>(list: &mut MoveList, from: Cell, to: W) {
    for to in bits(to) {
        list.push(Move::plain(from, to));
    }
}

/// Moves of a forward-only piece, promoted where it may or must be.
fn advancing_moves<W: Width>(advance: &Advance<W>, from: Cell, to: W, list: &mut MoveList) {
    for to in bits(to) {
        promoting_moves(advance, from, W::bit(to) & advance.may, list);
        if !advance.must.has(to) {
            list.push(Move::plain(from, to));
        }
    }
}

fn promoting_moves<W: Width>(advance: &Advance<W>, from: Cell, to: W, list: &mut MoveList) {
    for to in bits(to) {
        for &kind in &advance.to {
            list.push(Move::plain(from, to).with_kind(kind));
        }
    }
}
