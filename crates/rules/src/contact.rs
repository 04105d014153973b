//! Bounce and flight: moves whose way depends on what they meet.

use crate::moves::{Tag, Turn};
use crate::rules::ContactLines;
use crate::{Cell, Move, Rules, Width};

/// The board as a bouncing or flying piece meets it.
#[derive(Clone, Copy)]
pub(crate) struct Scene<W> {
    /// The mover's side without the mover: its start cell counts as empty.
    pub(crate) own: W,
    /// The other side, its king included.
    pub(crate) enemies: W,
    /// The enemy king's cell.
    pub(crate) king: Option<Cell>,
    /// How many hits the enemy king can take before it is lost.
    pub(crate) lives: u8,
}

/// What a bounce or flight comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ride<W> {
    /// Where the mover ends.
    pub(crate) end: Cell,
    /// Whether it is taken off the board, having to end on the enemy king's cell.
    pub(crate) mover_lost: bool,
    /// The cells of the pieces it takes.
    pub(crate) captured: W,
    /// How often it hits the enemy king.
    pub(crate) hits: u8,
    /// Whether the last hit takes the king's last form.
    pub(crate) king_lost: bool,
    /// Contacts with springs on which nothing stood.
    pub(crate) springs: u8,
    /// Contacts of any kind.
    pub(crate) contacts: u8,
}

impl<W: Width> Ride<W> {
    fn begin(at: Cell) -> Ride<W> {
        Ride {
            end: at,
            mover_lost: false,
            captured: W::EMPTY,
            hits: 0,
            king_lost: false,
            springs: 0,
            contacts: 0,
        }
    }
}

/// What a contact does to the move.
#[derive(PartialEq, Eq)]
enum Touch {
    Spring,
    Removed,
    Hit,
    KingLost,
}

impl<W: Width> Scene<W> {
    /// The contact of the mover with a cell that holds an enemy or a free spring.
    #[inline]
    fn touch(&mut self, cell: Cell, ride: &mut Ride<W>) -> Touch {
        ride.end = cell;
        ride.contacts += 1;
        if !self.enemies.has(cell) {
            ride.springs = ride.springs.saturating_add(1);
            return Touch::Spring;
        }
        if self.king == Some(cell) {
            ride.hits += 1;
            ride.king_lost = ride.hits >= self.lives;
            return if ride.king_lost {
                Touch::KingLost
            } else {
                Touch::Hit
            };
        }
        self.enemies &= !W::bit(cell);
        ride.captured |= W::bit(cell);
        Touch::Removed
    }

    /// The move ends on a contact cell; a piece cannot stay where the enemy king stands.
    #[inline]
    fn stay(&self, ride: &mut Ride<W>) {
        ride.mover_lost = self.king == Some(ride.end);
    }
}

/// The contact cells already left, with their directions, since the last capture or hit.
struct Loops {
    seen: [(Cell, u8); Loops::MAX],
    len: usize,
}

impl Loops {
    // A loop without captures runs over springs only: at most every spring in every direction.
    const MAX: usize = 64;

    fn new() -> Loops {
        Loops {
            seen: [(Cell(0), 0); Loops::MAX],
            len: 0,
        }
    }

    /// Whether the move leaves a cell as it has left it before.
    fn closes(&mut self, cell: Cell, direction: usize) -> bool {
        let state = (cell, direction as u8);
        if self.seen[..self.len].contains(&state) || self.len == Loops::MAX {
            return true;
        }
        self.seen[self.len] = state;
        self.len += 1;
        false
    }
}

impl<W: Width> Rules<W> {
    #[inline]
    fn turned(&self, direction: usize, turn: Turn) -> usize {
        let turned = match turn {
            Turn::Clockwise | Turn::Only => direction + self.turn.clockwise,
            Turn::Anticlockwise => direction + self.directions - self.turn.clockwise,
        };
        if turned >= self.directions {
            turned - self.directions
        } else {
            turned
        }
    }

    /// The cell a mover at a contact would enter if it turned, unless a friend stands there.
    #[inline]
    fn opening(&self, own: W, cell: Cell, direction: usize, turn: Turn) -> Option<Cell> {
        self.ray(self.turned(direction, turn), cell)
            .next
            .filter(|&n| !own.has(n))
    }

    /// Whether a slide that runs into its first contact may turn clockwise there, and anticlockwise.
    #[inline]
    pub(crate) fn turns(&self, own: W, contact: Cell, direction: usize) -> (bool, bool) {
        let open = |turn| self.opening(own, contact, direction, turn).is_some();
        // With 180 degrees there is one turn.
        let two = 2 * self.turn.clockwise != self.directions;
        (open(Turn::Clockwise), two && open(Turn::Anticlockwise))
    }

    /// Every way on for a slide that runs into its first contact, with the turn to be written.
    /// Endless moves are left out. `see` is told every cell on whose content the ways depend.
    pub(crate) fn bounces(
        &self,
        scene: Scene<W>,
        contact: Cell,
        direction: usize,
        see: &mut impl FnMut(W),
        each: &mut impl FnMut(Turn, Ride<W>),
    ) {
        let mut after = scene;
        let mut ride = Ride::begin(contact);
        let touch = after.touch(contact, &mut ride);
        if touch == Touch::KingLost {
            each(Turn::Only, ride);
            return;
        }
        let mut open = |turn| {
            let next = self.ray(self.turned(direction, turn), contact).next;
            see(next.map_or(W::EMPTY, W::bit));
            next.is_some_and(|n| !scene.own.has(n))
        };
        let clockwise = open(Turn::Clockwise);
        let anticlockwise = 2 * self.turn.clockwise != self.directions && open(Turn::Anticlockwise);
        let mut go = |first: Turn, written: Turn| {
            if let Some(ride) = self.bounce_on(after, ride, direction, first, &mut |_| {}, see) {
                each(written, ride);
            }
        };
        match (clockwise, anticlockwise) {
            (true, true) => {
                go(Turn::Clockwise, Turn::Clockwise);
                go(Turn::Anticlockwise, Turn::Anticlockwise);
            }
            (true, false) => go(Turn::Clockwise, Turn::Only),
            (false, true) => go(Turn::Anticlockwise, Turn::Only),
            (false, false) => {
                after.stay(&mut ride);
                each(Turn::Only, ride);
            }
        }
    }

    /// Runs a bounce on from its first contact, already touched, and tells `touched` of each later one. `None` for
    /// an endless move.
    pub(crate) fn bounce_on(
        &self,
        mut scene: Scene<W>,
        mut ride: Ride<W>,
        mut direction: usize,
        mut turn: Turn,
        touched: &mut impl FnMut(Cell),
        see: &mut impl FnMut(W),
    ) -> Option<Ride<W>> {
        let mut loops = Loops::new();
        loop {
            let cell = ride.end;
            let out = self.turned(direction, turn);
            let ray = self.ray(out, cell);
            if let Some(next) = ray.next.filter(|&n| scene.own.has(n)) {
                see(W::bit(next));
            }
            if ray.next.is_none_or(|n| scene.own.has(n)) {
                scene.stay(&mut ride);
                return Some(ride);
            }
            if loops.closes(cell, out) {
                return None;
            }
            let Some(met) = ray.first(scene.own | scene.enemies | self.springs) else {
                see(ray.path);
                ride.end = ray.last;
                return Some(ride);
            };
            see(ray.before(met) | W::bit(met));
            if scene.own.has(met) {
                let free = ray.before(met);
                ride.end = if ray.up {
                    free.highest()
                } else {
                    free.lowest()
                };
                return Some(ride);
            }
            touched(met);
            match scene.touch(met, &mut ride) {
                Touch::KingLost => return Some(ride),
                Touch::Hit | Touch::Removed => loops.len = 0,
                Touch::Spring => {}
            }
            direction = out;
            if self.turn.crooked {
                turn = match turn {
                    Turn::Clockwise | Turn::Only => Turn::Anticlockwise,
                    Turn::Anticlockwise => Turn::Clockwise,
                };
            }
        }
    }

    /// A flight from its first contact on: the same leap again until a free cell ends it or nothing is open.
    /// `touched` is told of each contact.
    pub(crate) fn flight(
        &self,
        mut scene: Scene<W>,
        contact: Cell,
        leap: &[Option<Cell>],
        touched: &mut impl FnMut(Cell),
        see: &mut impl FnMut(W),
    ) -> Ride<W> {
        let mut ride = Ride::begin(contact);
        let mut at = contact;
        loop {
            touched(at);
            if scene.touch(at, &mut ride) == Touch::KingLost {
                return ride;
            }
            let next = leap[at.index()];
            see(next.map_or(W::EMPTY, W::bit));
            let Some(next) = next.filter(|&n| !scene.own.has(n)) else {
                scene.stay(&mut ride);
                return ride;
            };
            if !scene.enemies.has(next) && !self.springs.has(next) {
                ride.end = next;
                return ride;
            }
            at = next;
        }
    }

    /// Every move of a piece at `from` that makes a contact. `see` is told every cell on whose content it depends what
    /// contacts there are and what they come to.
    pub(crate) fn contacts(
        &self,
        lines: &ContactLines,
        scene: Scene<W>,
        from: Cell,
        see: &mut impl FnMut(W),
        each: &mut impl FnMut(Move, Ride<W>),
    ) {
        for &direction in &lines.directions {
            let direction = usize::from(direction);
            let ray = self.ray(direction, from);
            let met = ray.first(scene.own | scene.enemies | self.springs);
            see(met.map_or(ray.path, |met| ray.before(met) | W::bit(met)));
            let Some(contact) = met.filter(|&c| !scene.own.has(c)) else {
                continue;
            };
            self.bounces(scene, contact, direction, see, &mut |turn, ride| {
                each(Move::new(Tag::Contact, from, contact).with_turn(turn), ride);
            });
        }
        for leap in &lines.leaps {
            let Some(to) = leap[from.index()] else {
                continue;
            };
            see(W::bit(to));
            let free = !scene.enemies.has(to) && !self.springs.has(to);
            if !scene.own.has(to) && !free {
                each(
                    Move::new(Tag::Contact, from, to),
                    self.flight(scene, to, leap, &mut |_| {}, see),
                );
            }
        }
    }

    /// The cells a piece at `from` may go to without a contact.
    pub(crate) fn contactless(&self, lines: &ContactLines, occupied: W, from: Cell) -> W {
        let stops = occupied | self.springs;
        let mut free = W::EMPTY;
        for &direction in &lines.directions {
            let ray = self.ray(usize::from(direction), from);
            free |= ray.first(stops).map_or(ray.path, |met| ray.before(met));
        }
        for leap in &lines.leaps {
            if let Some(to) = leap[from.index()].filter(|&to| !stops.has(to)) {
                free |= W::bit(to);
            }
        }
        free
    }

    /// Runs one contact move again from its packed word: the ride it implies, or `None` if there is no such move.
    pub(crate) fn ride(&self, lines: &ContactLines, scene: Scene<W>, mv: Move) -> Option<Ride<W>> {
        let (from, contact) = (mv.from(), mv.to());
        for &direction in &lines.directions {
            let direction = usize::from(direction);
            if self
                .ray(direction, from)
                .first(scene.own | scene.enemies | self.springs)
                != Some(contact)
            {
                continue;
            }
            if scene.own.has(contact) {
                return None;
            }
            let mut found = None;
            self.bounces(scene, contact, direction, &mut |_| {}, &mut |turn, ride| {
                if turn == mv.turn() {
                    found = Some(ride);
                }
            });
            return found;
        }
        let leap = lines
            .leaps
            .iter()
            .find(|leap| leap[from.index()] == Some(contact))?;
        let touches = scene.enemies.has(contact) || self.springs.has(contact);
        (touches && !scene.own.has(contact) && mv.turn() == Turn::Only)
            .then(|| self.flight(scene, contact, leap, &mut |_| {}, &mut |_| {}))
    }

    /// The contact cells of a contact move in order, and what it comes to.
    pub(crate) fn route(
        &self,
        lines: &ContactLines,
        scene: Scene<W>,
        mv: Move,
    ) -> Option<(Vec<Cell>, Ride<W>)> {
        let ride = self.ride(lines, scene, mv)?;
        let (from, contact) = (mv.from(), mv.to());
        let mut met = Vec::new();
        let leap = lines
            .leaps
            .iter()
            .find(|leap| leap[from.index()] == Some(contact));
        if let Some(leap) = leap {
            self.flight(
                scene,
                contact,
                leap,
                &mut |cell| met.push(cell),
                &mut |_| {},
            );
            return Some((met, ride));
        }
        let direction = lines
            .directions
            .iter()
            .map(|&d| usize::from(d))
            .find(|&d| self.ray(d, from).path.has(contact))?;
        let turn = match (mv.turn(), self.turns(scene.own, contact, direction)) {
            (Turn::Only, (false, true)) => Turn::Anticlockwise,
            (Turn::Only, _) => Turn::Clockwise,
            (chosen, _) => chosen,
        };
        let (mut after, mut first) = (scene, Ride::begin(contact));
        met.push(contact);
        if after.touch(contact, &mut first) != Touch::KingLost {
            let met = &mut |cell| met.push(cell);
            self.bounce_on(after, first, direction, turn, met, &mut |_| {});
        }
        Some((met, ride))
    }
}
