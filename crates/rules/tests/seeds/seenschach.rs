use std::collections::BTreeSet;

use assay_rules::{Ending, Side};

use crate::table::{Table, set};

fn seenschach() -> Table {
    Table::of("seenschach", &[])
}

const WHITE: &str = "w - -";
const BLACK: &str = "b - -";

#[test]
fn the_reflecting_bishops_paths() {
    for (mirror, from, path) in [
        // "from b1 via a2 to b3"
        ("centre", "b1", "a2 b3"),
        // "cannot move directly from d3 to c4 -- it is reflected to c2, b1, a2, b3 finally reaching c4"
        ("centre", "d3", "c2 b1 a2 b3 c4"),
        // "It can pass directly from d2 via c3 to b4."
        ("centre", "d2", "c3 b4"),
        // The second kind: "going on pathes like c2--b1--a1--a2--b3"
        ("border", "c2", "b1 a1 a2 b3"),
        ("border", "d3", "c2 b1 a1 a2 b3"),
    ] {
        let alone = Table::of("seenschach", &[("mirror", mirror)]).alone('R', None, from);
        assert!(alone.runs(path), "{mirror} {from}: {:?}", alone.tracks);
    }
}

#[test]
fn the_reflecting_bishop_does_not_go_straight_from_d3_to_c4() {
    let alone = seenschach().alone('R', None, "d3");
    assert!(alone.tracks.iter().all(|t| t[0] != "c4"));
    assert!(alone.quiet.contains("c4"), "it gets there by reflection");
}

#[test]
fn the_reflecting_bishop_stops_at_what_stands_on_its_path() {
    let moves = |more: &str| seenschach().moves_from(&format!("Ke1 kf10 Rd3 {more}"), WHITE, "d3");
    assert!(moves("").contains("d3c4"));
    assert!(
        moves("pa2").contains("d3a2"),
        "a capture after a reflection"
    );
    // The other way to c4 comes from the far side of the board.
    for more in ["pa2 pb5", "Pb1 Pb5"] {
        assert!(!moves(more).contains("d3c4"), "{more}");
    }
}

#[test]
fn the_reflecting_bishop_never_ends_where_it_started() {
    for mirror in ["centre", "border"] {
        let table = Table::of("seenschach", &[("mirror", mirror)]);
        for cell in table.cells() {
            let alone = table.alone('R', None, &cell);
            assert!(
                !alone.quiet.contains(&cell) && !alone.take.contains(&cell),
                "{mirror} {cell}"
            );
        }
    }
}

/// A board without a lake whose middle, f6, is far from every edge.
const WIDE: &str = r#"
id = "wide"
name = "Wide"
inventor = "test"
page = "none"
about = "A hornet far from lake and edge."
start = "k10/11/11/11/11/11/11/11/11/11/10K w - - 0 1"

[board]
shape = "square"
width = 11
height = 11

[rules]
goal = "checkmate"
stalemate = "draw"
repetition = 3
move-count = 100
dead-position = "bare"

[pieces.X]
name = "hornet"
move = "zBt[WzB]"

[pieces.K]
name = "king"
move = "K"
royal = true
"#;

#[test]
fn the_hornet_reaches_what_the_reaper_reaches() {
    // "It can reach the same fields the Reaper from Ralph Betza's Tripunch chess can reach": rook and gryphon.
    let table = Table::of_text(WIDE);
    let point = |cell: &str| {
        let (file, rank) = cell.split_at(1);
        let file = i32::from(file.as_bytes()[0] - b'a');
        (file - 5, rank.parse::<i32>().unwrap() - 6)
    };
    let reaper: BTreeSet<String> = table
        .cells()
        .into_iter()
        .filter(|cell| {
            let (x, y) = point(cell);
            let rook = x == 0 || y == 0;
            let gryphon = x.abs() == 1 || y.abs() == 1;
            (rook || gryphon) && (x, y) != (0, 0)
        })
        .collect();
    let hornet = table.alone('X', None, "f6");
    assert_eq!(hornet.quiet, reaper);
    assert_eq!(hornet.take, reaper);
}

#[test]
fn the_hornet_joins_boyscout_and_harvestman() {
    let table = seenschach();
    for cell in table.cells() {
        let reach = |piece| table.alone(piece, None, &cell).quiet;
        let both: BTreeSet<String> = reach('B').union(&reach('H')).cloned().collect();
        assert_eq!(reach('X'), both, "{cell}");
    }
}

#[test]
fn boyscouts_stay_on_their_colour_harvestmen_and_genschers_change_it() {
    let table = seenschach();
    let colour = |cell: &str| {
        let (file, rank) = cell.split_at(1);
        (u32::from(file.as_bytes()[0]) + rank.parse::<u32>().unwrap()) % 2
    };
    let reach = |piece, cell: &str| table.alone(piece, None, cell).quiet;
    for cell in table.cells() {
        for to in reach('B', &cell) {
            assert_eq!(colour(&cell), colour(&to), "boyscout {cell} {to}");
        }
        for to in reach('G', &cell) {
            assert_ne!(colour(&cell), colour(&to), "genscher {cell} {to}");
        }
        // A harvestman changes colour with its first step and keeps to it from there.
        for to in reach('H', &cell) {
            assert_ne!(colour(&cell), colour(&to), "harvestman {cell} {to}");
        }
    }
}

#[test]
fn the_panda_is_blocked_only_where_it_can_stop() {
    let along = |more: &str| {
        let mut moves = seenschach().moves_from(&format!("Ke1 kf10 Ga1 {more}"), WHITE, "a1a");
        moves.retain(|m| m != "a1b3" && m != "a1c2");
        moves
    };
    assert_eq!(along(""), set("a1a2 a1a4 a1a6 a1a8 a1a10"));
    assert_eq!(
        along("Pa3 pa5"),
        set("a1a2 a1a4 a1a6 a1a8 a1a10"),
        "even cells"
    );
    assert_eq!(
        along("pa6"),
        set("a1a2 a1a4 a1a6"),
        "a capture on an odd one"
    );
    assert_eq!(along("Pa6"), set("a1a2 a1a4"));
}

#[test]
fn the_genscher_crosses_the_lake_by_knights_moves_only() {
    let alone = seenschach().alone('G', None, "d3");
    assert!(
        !alone.quiet.contains("d8"),
        "not across by the panda's move"
    );
    assert!(!seenschach().alone('G', None, "b5").quiet.contains("e5"));
    assert!(
        seenschach().alone('G', None, "d3").quiet.contains("c5"),
        "over the lake's corner"
    );
}

#[test]
fn the_pawn_s_moves() {
    // One forward or sidewards, from the second rank two or three; captures diagonally forward.
    let moves = seenschach().moves_from("Ke1 kf10 Pb2 pa3 pc3", WHITE, "b2");
    assert_eq!(moves, set("b2b3 b2b4 b2b5 b2a2 b2c2 b2a3 b2c3"));
    let moved = seenschach().moves_from("Ke1 kf10 Pb3", WHITE, "b3");
    assert_eq!(moved, set("b3b4 b3a3 b3c3"));
}

#[test]
fn the_triple_step_needs_every_cell() {
    let table = seenschach();
    let triple = table.after("Ke1 kf10 Pa2", WHITE, "a2a5");
    assert!(triple.text.contains(" b - a3a4 "), "{}", triple.text);
    let before_the_lake = table.moves_from("Ke1 kf10 Pd2", WHITE, "d2d");
    assert_eq!(before_the_lake, set("d2d3"));
}

#[test]
fn a_multiple_step_is_taken_on_any_cell_passed() {
    for mv in ["b4a3", "b5a4"] {
        let from = &mv[..2];
        let after = seenschach().after(&format!("Ke1 kf10 Pa5 p{from}"), "b - a3a4", mv);
        after.is(&format!("Ke1 kf10 p{}", &mv[2..]));
    }
}

#[test]
fn the_rear_pawn_of_two_jumps_over_the_other() {
    let table = seenschach();
    let after = table.after("Ke1 kf10 Pc4 Pc5", WHITE, "c4c6");
    after.is("Ke1 kf10 Pc5 Pc6");
    assert!(
        after.facts.jump && after.text.contains(" b - c5 "),
        "{}",
        after.text
    );
    for (what, pieces, mv) in [
        ("the rear pawn of three", "Ke1 kf10 Pc4 Pc5 Pc6", "c4c6"),
        ("onto an occupied cell", "Ke1 kf10 Pc4 Pc5 pc6", "c4c6"),
        ("into the last rank", "Ke1 kf10 Pc8 Pc9", "c8c10"),
        ("over an enemy pawn", "Ke1 kf10 Pc4 pc5", "c4c6"),
        ("over another piece", "Ke1 kf10 Pc4 Bc5", "c4c6"),
    ] {
        assert!(!table.moves(pieces, WHITE).contains_key(mv), "{what}");
    }
    let middle = table.after("Ke1 kf10 Pc4 Pc5 Pc6", WHITE, "c5c7");
    middle.is("Ke1 kf10 Pc4 Pc6 Pc7");
}

#[test]
fn taking_the_pawn_jumped_over_takes_both() {
    // "If capturing two pawns after a Bocksprung is possible and you take the second pawn, the first one is
    // automatically taken. There is no choice to keep it."
    let table = seenschach();
    let moves = table.moves_from("Ke1 kf10 Pc5 Pc6 pb6", "b - c5", "b6c5");
    assert_eq!(moves, set("b6c5"));
    let after = table.after("Ke1 kf10 Pc5 Pc6 pb6", "b - c5", "b6c5");
    after.is("Ke1 kf10 pc5");
    assert_eq!(after.facts.captured.len(), 2);
    let jumper = table.after("Ke1 kf10 Pc5 Pc6 pb7", "b - c5", "b7c6");
    jumper.is("Ke1 kf10 Pc5 pc6");
    let later = table.after("Ke1 kf10 Pc5 Pc6 pb6", BLACK, "b6c5");
    later.is("Ke1 kf10 pc5 Pc6");
}

#[test]
fn pawns_promote_to_the_five_figures() {
    let moves = seenschach().moves_from("Ke1 kf10 Pa9", WHITE, "a9a10");
    assert_eq!(moves, set("a9a10=G a9a10=H a9a10=B a9a10=R a9a10=X"));
}

#[test]
fn kings_stay_in_their_castles() {
    let moves = seenschach().moves_from("Kd3 kf10", WHITE, "d3");
    assert_eq!(moves, set("d3d2 d3e2 d3e3"));
    let black = seenschach().moves_from("Kd3 kg8", BLACK, "g8");
    assert_eq!(black, set("g8g9 g8f8 g8f9"));
}

#[test]
fn kings_may_not_face_each_other_over_an_open_file() {
    let table = seenschach();
    let moves = table.moves("Ke1 kd10", WHITE);
    assert!(
        moves.contains_key("e1e2") && !moves.contains_key("e1d1"),
        "over the lake"
    );
    let shielded = table.moves("Ke1 kd10 Pd3", WHITE);
    assert!(shielded.contains_key("e1d1"), "a piece between");
    let shield = table.moves_from("Ke1 ke10 Pe2", WHITE, "e2");
    assert_eq!(shield, set("e2e3"), "the last piece between stays there");
}

#[test]
fn a_side_without_a_move_loses() {
    // Black's king on d10: e9 and e10 would face White's, d9 is the pawn's.
    let pieces = "Ke1 Pc8 kd10";
    for (stalemate, winner) in [("win", Some(Side::White)), ("draw", None)] {
        let table = Table::of("seenschach", &[("stalemate", stalemate)]);
        assert!(!table.in_check(pieces, BLACK));
        let verdict = table.verdict(pieces, BLACK).unwrap();
        assert_eq!(
            (verdict.ending, verdict.winner),
            (Ending::Stalemate, winner)
        );
    }
}

#[test]
fn kings_stand_on_e_and_hornets_on_f() {
    let start = seenschach().moves("Ke1 Xf1 ke10 xf10 Pe2", WHITE);
    assert!(start.contains_key("e2e3"));
    let game = assay_rules::Game::builtin("seenschach").unwrap();
    assert!(
        game.source().contains("GHBRKXRBHG w"),
        "the page's rank of figures"
    );
}
