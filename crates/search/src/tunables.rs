/// One number of the engine that may be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name in options and settings.
    pub name: &'static str,
    /// The value the engine plays with unless told otherwise.
    pub default: i32,
    /// The least value that makes sense.
    pub low: i32,
    /// The greatest value that makes sense.
    pub high: i32,
    /// A change large enough to be felt: the first step of a tuning run.
    pub step: i32,
    /// What it does, with its unit.
    pub about: &'static str,
}

macro_rules! tunables {
    ($($name:ident = $default:literal, $low:literal, $high:literal, $step:literal, $about:literal;)*) => {
        /// A value for every tunable number. See [`TUNABLES`] for ranges and meaning.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct Tunables {
            $(#[doc = $about] pub $name: i32,)*
        }

        /// The one table of everything tunable: it feeds defaults, options, tuning and documentation.
        pub const TUNABLES: &[Tunable] = &[
            $(Tunable {
                name: stringify!($name),
                default: $default,
                low: $low,
                high: $high,
                step: $step,
                about: $about,
            },)*
        ];

        impl Default for Tunables {
            fn default() -> Tunables {
                Tunables { $($name: $default,)* }
            }
        }

        impl Tunables {
            fn slot(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// Names and values, in the order of [`TUNABLES`].
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, i32)> {
                [$((stringify!($name), self.$name),)*].into_iter()
            }
        }
    };
}

tunables! {
    // Name = default, low, high, step, meaning.
    tempo = 26, 0, 60, 4, "Worth of having the move, centipawns.";
    placement_mg = 4, 0, 30, 1, "Centipawns for each cell of mobility a piece has more than its kind's average, many pieces left.";
    placement_eg = 4, 0, 30, 1, "The same with few pieces left.";
    centre_mg = 11, 0, 60, 3, "Worth of standing where twice as many lines of pieces end as on the mean cell, many pieces left, centipawns.";
    centre_eg = 6, 0, 60, 3, "The same with few pieces left.";
    mobility_mg = 7, 0, 30, 1, "Worth of each cell a piece can go to just now, many pieces left, centipawns.";
    mobility_eg = 4, 0, 30, 1, "The same with few pieces left.";
    piece_eg = 120, -300, 600, 10, "What a piece other than a pawn is worth more with few pieces left, thousandths of its worth.";
    pawn_mg = 301, -300, 800, 20, "What a pawn is worth less with many pieces left, thousandths of its worth.";
    beside_heavy = 10, -50, 50, 2, "Cost of each pawn beyond half of those a side starts with, for each own piece worth more than half the dearest one, centipawns.";
    beside_light = 7, -50, 50, 2, "Worth of the same for each other piece.";
    advance_mg = 15, 0, 120, 4, "Worth of a promotable piece about to promote, over one at home, many pieces left, centipawns.";
    advance_eg = 131, 0, 300, 10, "The same with few pieces left.";
    passed_mg = 22, 0, 150, 5, "Extra worth of an advanced promotable piece that no enemy one can stop, many pieces left, centipawns.";
    passed_eg = 150, 0, 300, 10, "The same with few pieces left.";
    passed_open_mg = 13, 0, 150, 5, "Extra worth of such a piece whose way is empty and not looked at by the enemy, many pieces left, centipawns.";
    passed_open_eg = 119, 0, 300, 10, "The same with few pieces left.";
    passed_blocked_mg = 8, -50, 100, 5, "Cost of such a piece that has an enemy one right before it, many pieces left, centipawns.";
    passed_blocked_eg = 39, -50, 200, 10, "The same with few pieces left.";
    passed_free_eg = 74, -50, 200, 10, "Extra worth of such a piece that the enemy does not hold back with its next step, few pieces left, centipawns.";
    passed_led_eg = 92, -50, 200, 10, "Extra worth of such a piece whose next step own pieces guard, few pieces left, centipawns.";
    passed_near_eg = 31, 0, 60, 3, "Cost of each step, five at most, of the own king from the next step of such a piece, few pieces left, centipawns.";
    passed_far_eg = 41, 0, 60, 3, "Worth of each step, five at most, of the enemy king from there.";
    supported_mg = 7, -20, 60, 2, "Worth of a pawn on a cell that an own pawn takes on, many pieces left, centipawns.";
    supported_eg = 13, -20, 60, 2, "The same with few pieces left.";
    obstructed_mg = 8, -20, 60, 2, "Cost of a pawn that has own pawns on its way, many pieces left, centipawns.";
    obstructed_eg = 11, -20, 60, 2, "The same with few pieces left.";
    isolated_mg = 13, -20, 60, 2, "Cost of a pawn that no own pawn can ever guard, many pieces left, centipawns.";
    isolated_eg = 10, -20, 60, 2, "The same with few pieces left.";
    backward_mg = 8, -20, 60, 2, "Cost of a pawn whose next step is taken on by enemy pawns and not by own ones, many pieces left, centipawns.";
    escorted_mg = 4, -20, 60, 2, "Worth of a pawn whose next step an own pawn guards, many pieces left, centipawns.";
    escorted_eg = 16, -20, 60, 2, "The same with few pieces left.";
    promise = 61, 0, 500, 15, "Worth of a piece other than a pawn one move from promotion, less with more moves, thousandths of what promotion gains.";
    variety_mg = 32, -50, 150, 5, "Worth of two pieces of a kind that each see a part of the board only, not the same, many pieces left, centipawns.";
    variety_eg = 36, -50, 150, 5, "The same with few pieces left.";
    outpost_mg = 25, -20, 100, 4, "Worth of a piece, one of half the dearest one's worth or less, on a cell that an own pawn takes on and no enemy pawn ever will, many pieces left, centipawns.";
    half_open_eg = 10, -20, 60, 2, "Worth of a piece that takes along all of a pawn's way from its cell with enemy pawns only on it, few pieces left, centipawns.";
    open_eg = 22, -20, 60, 2, "The same without any pawn on the way.";
    disputed_mg = 9, -20, 40, 2, "Worth of each empty cell that both sides take on and the enemy does not hold, many pieces left, centipawns.";
    disputed_eg = -16, -40, 40, 2, "The same with few pieces left.";
    push_threat_mg = 16, -20, 80, 3, "Worth of each enemy piece that a pawn's next step would attack, many pieces left, centipawns.";
    push_threat_eg = -8, -20, 80, 3, "The same with few pieces left.";
    exposure = 25, 0, 60, 3, "Cost of a king for each average share of enemy lines through its cell, many pieces left, centipawns.";
    shelter = 9, 0, 40, 2, "Worth of an own piece beside the own king, many pieces left, centipawns.";
    cover = 19, -50, 100, 4, "Worth of an own pawn beside the own king and before it, many pieces left, centipawns.";
    storm = 9, -50, 100, 4, "Cost of an enemy pawn within three steps before the own king, many pieces left, centipawns.";
    pressure = 43, 0, 200, 6, "Danger of a king for each cell within two steps that an enemy piece takes on, counted for each piece.";
    crowd = 64, -200, 400, 10, "Danger of a king for each cell within two steps that two enemy pieces take on and no own pawn guards.";
    aimed = 69, 0, 400, 10, "Danger of a king for each enemy piece that would look at its surroundings if nothing stood between.";
    siege = 54, 0, 200, 5, "Danger of a king for each enemy piece whose lines pass its surroundings, times the number of such pieces; a danger of 1000 costs 100 centipawns with many pieces left, one of 2000 four times as much.";
    breach = 102, 0, 600, 15, "Danger of a king for each cell beside it that enemy pieces take on and no own piece guards.";
    check = 482, 0, 2000, 40, "Danger of a king for each kind of enemy piece that could check it from where nothing guards.";
    risky_check = 107, -100, 600, 20, "Danger of a king for each kind of enemy piece that could check it from where something guards.";
    calm = 1234, 0, 4000, 100, "Danger that a king is spared where the enemy has no pieces, less the dearer its best one is.";
    danger_eg = 34, 0, 100, 3, "What a danger of 1000 costs with few pieces left, centipawns.";
    flight = 0, 0, 60, 2, "Worth of a cell that the own king can flee to, centipawns.";
    loose_mover = 99, 0, 600, 15, "Cost of own pieces attacked and not guarded, or attacked at all where pieces bounce or fly, with the move, thousandths of their worth.";
    loose_waiter = 225, 0, 800, 15, "The same without the move.";
    traded_mover = 115, 0, 600, 15, "Cost of own pieces attacked by cheaper ones with the move, thousandths of the difference.";
    traded_waiter = 98, 0, 800, 15, "The same without the move.";
    hit_mover = 60, 0, 600, 15, "Cost of a king that may be hit with the move, thousandths of its first form's worth.";
    hunt_corner = 20, 0, 100, 5, "Worth of each cell of mobility that a king left without pieces lacks of the mean, centipawns.";
    hunt_distance = 8, 0, 60, 2, "Cost of each step between the kings when one side has no pieces left and the other has, centipawns.";
    last_form = 126, 0, 1000, 30, "Cost of having one king form left only, beyond the values of the others, centipawns.";
    pawnless = 200, 0, 1000, 50, "What remains of an advantage without pawns and with half the dearest piece more at most, thousandths.";
    pawn_poor = 600, 0, 1000, 50, "What remains of an advantage without pawns otherwise, with few pieces left, thousandths; all of it with four pawns.";
    never_meet = 600, 0, 1000, 50, "What remains of an advantage with few pieces left when each side has one piece other than pawns and these see different parts of the board, thousandths.";
    lazy = 1000, 50, 2000, 25, "How far outside the window material and placement alone must lie for the rest of the evaluation to be skipped, centipawns.";
    aspiration = 25, 5, 200, 5, "Half width of the first window around the score of the iteration before, centipawns.";
    aspiration_growth = 10, 0, 200, 5, "What a window that failed is widened by beyond twice its width, centipawns.";
    reverse_futility = 85, 20, 300, 10, "Margin for each ply of depth by which a position may stand above the window and be cut, centipawns.";
    reverse_futility_depth = 6, 0, 12, 1, "Greatest depth of that cut, plies.";
    razor = 240, 50, 800, 30, "Margin for each ply of depth by which a position may stand below the window and be left to the captures, centipawns.";
    razor_depth = 2, 0, 8, 1, "Greatest depth of that cut, plies.";
    null_depth = 3, 1, 12, 1, "Least depth at which the null move is tried, plies.";
    null_margin = 200, 20, 1000, 25, "One ply more is saved for so many centipawns above the window, three at most.";
    null_base = 3, 1, 6, 1, "Plies saved by the null move.";
    null_divisor = 4, 2, 10, 1, "One ply more is saved for so many plies of depth.";
    futility = 110, 20, 400, 15, "Margin for each ply of depth by which quiet moves must be able to reach the window, centipawns.";
    futility_depth = 5, 0, 12, 1, "Greatest depth of that cut, plies.";
    losing = 100, 10, 500, 15, "What a capture may lose in exchanges for each ply of depth and still be looked at, centipawns.";
    losing_depth = 5, 0, 12, 1, "Greatest depth of that cut, and of the next one, plies.";
    quiet_losing = 60, 0, 500, 15, "What a quiet move may lose in exchanges for each ply of depth and still be looked at, centipawns; 0 looks at all.";
    order_placement = 40, 0, 400, 10, "Weight of a better placement when quiet moves are ordered: history for each centipawn.";
    order_threat = 8, 0, 100, 2, "Weight of leaving or entering a cell that a pawn takes on when quiet moves are ordered: history for each centipawn of the piece.";
    late_base = 4, 1, 20, 1, "Moves looked at at depth 0 before quiet ones are left out; the square of the depth is added, half as many where the mover stands no better than two plies ago.";
    late_depth = 6, 0, 12, 1, "Greatest depth of that cut, plies.";
    shallower_depth = 4, 1, 20, 1, "Least depth at which a position without a move from the table is searched one ply less deep, plies.";
    singular_depth = 6, 3, 100, 1, "Least depth at which the table's move is searched deeper where all others stay behind it, plies.";
    singular_behind = 3, 0, 8, 1, "How much less deep the table's entry may be for that, plies.";
    singular_margin = 12, 0, 100, 3, "How far the others must stay behind, tenths of a centipawn for each ply of depth.";
    singular_double = 20, 0, 1000, 5, "So much further behind counts two plies, centipawns.";
    capture_cut_depth = 5, 2, 100, 1, "Least depth at which a capture far above the window cuts after a shallower search, plies.";
    capture_cut = 180, 20, 600, 20, "How far above the window it must stay, centipawns.";
    capture_cut_saved = 4, 1, 8, 1, "How much less deep that search is, plies.";
    correction_pawns = 20, 0, 300, 10, "Most that is added to evaluations for what searches of positions with the same pawns found, centipawns.";
    correction_pieces = 20, 0, 300, 10, "The same for each side's pieces on their cells.";
    order_after = 100, 0, 400, 10, "Weight of what succeeded after the same moves when quiet moves are ordered, hundredths of the history.";
    history_limit = 16000, 1000, 30000, 500, "No history counts for more.";
    fade = 50, 0, 100, 10, "History kept from move to move of a game, hundredths.";
    failing_depth = 4, 0, 12, 1, "Greatest depth at which quiet moves of bad history are left out, plies.";
    failing = 4000, 500, 30000, 500, "How bad it must be for each ply of depth.";
    check_losing = 0, -5000, 5000, 50, "What a move that gives check may lose in exchanges and still be searched a ply deeper, centipawns; far below 0 searches none deeper.";
    claim_depth = 3, 1, 20, 1, "Least depth at which threads leave alone what another one is searching, plies.";
    learn = 32, 0, 400, 8, "History that a refutation earns for each ply of depth.";
    learn_square = 16, 0, 100, 2, "The same for the square of the depth.";
    learn_most = 1600, 100, 8000, 100, "But at most so much.";
    root_late = 3, 0, 40, 1, "Moves of the root after the first that are searched at full depth before the others are reduced by a ply.";
    reduction_depth = 3, 1, 12, 1, "Least depth at which late moves are reduced, plies.";
    reduction_base = 60, 0, 200, 10, "Reduction of late moves, hundredths of a ply.";
    reduction_scale = 42, 10, 120, 5, "Reduction of late moves for the product of the logarithms of depth and number, hundredths of a ply.";
    reduction_first = 2, 2, 20, 1, "First move that is reduced, one later on the main line.";
    reduction_cut = 100, 0, 400, 20, "Reduction added where some move is expected to refute the position, hundredths of a ply.";
    reduction_worse = 40, 0, 300, 20, "Reduction added where the mover stands no better than two plies ago, hundredths of a ply.";
    reduction_tactical = 40, 0, 300, 20, "Reduction added where the table's move takes, hits or promotes, hundredths of a ply.";
    reduction_killer = 100, 0, 400, 20, "Reduction taken off for moves that refuted sister positions, hundredths of a ply.";
    reduction_history = 6000, 1000, 30000, 500, "Move history that is worth one ply of reduction.";
    reduction_capture = 60, 0, 200, 10, "Reduction of captures that lose nothing, where some move is expected to refute the position or the capture does not reach the window, hundredths of that of others.";
    change_depth = 3, 0, 20, 1, "Greatest depth at which moves that also change the king's form are left out off the main line.";
    reduction_change = 150, 0, 400, 25, "Reduction added to a move that also changes the king's form, hundredths of a ply.";
    quiet_width = 6, 1, 64, 1, "Captures tried at the first ply of the quiescence search; one fewer at each ply further down.";
    quiet_least = 2, 1, 64, 1, "But at least so many.";
    delta = 140, 0, 500, 20, "What a capture may lack of the window and still be looked at in the quiescence search, centipawns.";
}

/// Every tunable as rows of a Markdown table, for documentation.
pub fn tunables_table() -> String {
    let row = |t: &Tunable| {
        let (name, about) = (t.name, t.about);
        let numbers = [t.default, t.low, t.high, t.step].map(|n| n.to_string());
        format!("| `{name}` | {} | {about} |\n", numbers.join(" | "))
    };
    let head = "| name | default | from | to | step | meaning |\n|---|---:|---:|---:|---:|---|\n";
    head.to_owned() + &TUNABLES.iter().map(row).collect::<String>()
}

/// Why a tunable was not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TunableFault {
    /// There is none of that name; the nearest one, if any is near.
    Unknown(Option<&'static str>),
    /// The value is outside the tunable's range.
    Outside(Tunable),
}

impl Tunables {
    /// Sets the tunable called `name`.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), TunableFault> {
        let Some(tunable) = TUNABLES.iter().find(|t| t.name == name) else {
            let names = TUNABLES.iter().map(|t| t.name);
            let nearest = assay_faults::nearest(name, names);
            return Err(TunableFault::Unknown(nearest));
        };
        if !(tunable.low..=tunable.high).contains(&value) {
            return Err(TunableFault::Outside(*tunable));
        }
        if let Some(slot) = self.slot(name) {
            *slot = value;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound_and_feeds_the_defaults() {
        let defaults = Tunables::default();
        for (tunable, (name, value)) in TUNABLES.iter().zip(defaults.iter()) {
            assert_eq!((tunable.name, tunable.default), (name, value));
            assert!(
                (tunable.low..=tunable.high).contains(&tunable.default),
                "{name}"
            );
            assert!(tunable.step > 0, "{name}");
        }
    }

    #[test]
    fn the_documentation_shows_the_table() {
        let readme = include_str!("../README.md");
        assert!(
            readme.contains(&tunables_table()),
            "put what `assay bench --tunables` prints into crates/search/README.md"
        );
    }

    #[test]
    fn sets_by_name_and_refuses_what_is_wrong() {
        let mut t = Tunables::default();
        assert_eq!(t.set("tempo", 20), Ok(()));
        assert_eq!(t.tempo, 20);
        assert_eq!(
            t.set("temppo", 20),
            Err(TunableFault::Unknown(Some("tempo")))
        );
        assert!(matches!(
            t.set("tempo", 1_000),
            Err(TunableFault::Outside(t)) if t.high == 60
        ));
    }
}
