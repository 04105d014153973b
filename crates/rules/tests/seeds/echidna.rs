use crate::table::{Table, set};

fn echidna() -> Table {
    Table::of("echidna", &[])
}

const WHITE: &str = "w - -";

#[test]
fn repulsion_throws_the_piece_approached_beyond_the_next_one() {
    for (what, pieces, mv, after) in [
        (
            "a foe",
            "Ka1 ka8 Ee4 ne6 pe7",
            "e4e5",
            "Ka1 ka8 Ee5 pe7 ne8",
        ),
        (
            "over empty cells between",
            "Ka1 ka8 Ed2 nd5 pd7",
            "d2d3",
            "Ka1 ka8 Ed3 pd7 nd8",
        ),
        (
            "a friend",
            "Ka1 kh8 Ee2 Ne4 pe5",
            "e2e3",
            "Ka1 kh8 Ee3 pe5 Ne6",
        ),
        (
            "a friendly pawn over the enemy's chain",
            "Ka1 kh8 Ee2 Pe4 pe5",
            "e2e3",
            "Ka1 kh8 Ee3 pe5 Pe6",
        ),
        (
            "capturing an enemy where it lands",
            "Ka1 ka7 Ee4 ne6 pe7 qe8",
            "e4e5",
            "Ka1 ka7 Ee5 pe7 ne8",
        ),
        (
            "along a diagonal",
            "Kh1 kh8 Ea1 rc3 pd4",
            "a1b2",
            "Kh1 kh8 Eb2 pd4 re5",
        ),
        (
            "onto a corner cell",
            "Kd1 kd8 Ee8 rg8 nh8",
            "e8f8",
            "Kd1 kd8 Ef8 nh8 ri8",
        ),
    ] {
        let got = echidna().moves(pieces, WHITE);
        assert!(got.contains_key(mv), "{what}: {:?}", got.keys());
        got[mv].is(after);
        assert!(got[mv].facts.repulsion, "{what}");
    }
}

#[test]
fn no_repulsion() {
    for (what, pieces, mv, after) in [
        (
            "without a screen",
            "Ka1 ka8 Ee4 ne6",
            "e4e5",
            "Ka1 ka8 Ee5 ne6",
        ),
        (
            "with a friend behind the screen",
            "Ka1 ka8 Ee4 ne6 pe7 Be8",
            "e4e5",
            "Ka1 ka8 Ee5 ne6 pe7 Be8",
        ),
        (
            "with nothing behind the screen but the edge",
            "Ka1 ka8 Ee4 ne6 re8",
            "e4e5",
            "Ka1 ka8 Ee5 ne6 re8",
        ),
        (
            "of an enemy pawn to its first rank",
            "Ka1 ka8 Ed4 pd6 nd7",
            "d4d5",
            "Ka1 ka8 Ed5 pd6 nd7",
        ),
    ] {
        let got = echidna().after(pieces, WHITE, mv);
        got.is(after);
        assert!(!got.facts.repulsion, "{what}");
    }
}

#[test]
fn the_second_rank_is_an_enemy_pawns_limit() {
    let after = echidna().after("Ka1 ka8 Ed3 pd5 nd6", WHITE, "d3d4");
    after.is("Ka1 ka8 Ed4 nd6 pd7");
}

#[test]
fn an_enemy_pawn_thrown_to_its_last_rank_becomes_a_queen() {
    let after = echidna().after("Kh4 ka8 Ed5 pd3 nd2", WHITE, "d5d4");
    after.is("Kh4 ka8 Ed4 nd2 qd1");
}

#[test]
fn a_friendly_pawn_thrown_to_its_last_rank_promotes_as_usual() {
    let moves = echidna().moves_from("Ka1 kh6 Ee4 Pe6 re7", WHITE, "e4e5");
    assert_eq!(moves, set("e4e5=Q e4e5=R e4e5=B e4e5=N e4e5=E"));
}

#[test]
fn the_echidna_never_captures_by_moving() {
    let alone = echidna().alone('E', None, "d4");
    assert_eq!(alone.quiet, set("c3 c4 c5 d3 d5 e3 e4 e5"));
    assert!(alone.take.is_empty());
    let moves = echidna().moves_from("Ka1 ka8 Ed4 pd5", WHITE, "d4d5");
    assert!(moves.is_empty());
}

#[test]
fn a_king_where_a_thrown_piece_would_land_is_in_check() {
    assert!(echidna().in_check("Ka1 Ee4 ne6 pe7 ke8", "b - -"));
    assert!(!echidna().in_check("Ka1 Ee4 ne6 ke8", "b - -"));
}

#[test]
fn a_thrown_king_loses_its_castling_rights() {
    let after = echidna().after("Ke1 Rh1 Ra1 Bf1 Ec1 kg8", "w KQ -", "c1d1");
    after.is("Kg1 Rh1 Ra1 Bf1 Ed1 kg8");
    assert!(after.text.contains(" b - - "), "{}", after.text);
}

fn kwagga() -> Table {
    Table::of("echidna", &[("knights", "kwagga")])
}

#[test]
fn the_kwagga_makes_at_most_two_jumps_in_a_line() {
    // "On this board it can maximally make two jumps in the same direction."
    let table = kwagga();
    let longest = table
        .cells()
        .iter()
        .flat_map(|cell| table.alone('W', None, cell).tracks)
        .map(|track| track.len())
        .max();
    assert_eq!(longest, Some(2));
}

#[test]
fn the_kwagga_stays_on_its_colour() {
    let table = kwagga();
    let files = "zabcdefghi";
    let colour = |cell: &str| {
        let (file, rank) = cell.split_at(1);
        (files.find(file).unwrap() + rank.parse::<usize>().unwrap()) % 2
    };
    for cell in table.cells() {
        for to in table.alone('W', None, &cell).quiet {
            assert_eq!(colour(&cell), colour(&to), "{cell} {to}");
        }
    }
}

#[test]
fn the_kwagga_captures_on_the_first_jump_only_and_goes_on_over_an_empty_cell() {
    let moves = |more: &str| {
        let mut moves = kwagga().moves_from(&format!("Kh1 ka8 Wb1 {more}"), WHITE, "b1");
        moves.retain(|m| ["b1c4", "b1d7"].contains(&m.as_str()));
        moves
    };
    assert_eq!(moves(""), set("b1c4 b1d7"));
    assert_eq!(
        moves("pc4"),
        set("b1c4"),
        "the first jump captures and ends"
    );
    assert_eq!(moves("Pc4"), set(""), "a friend is in the way");
    assert_eq!(moves("pd7"), set("b1c4"), "the second never captures");
    assert_eq!(
        moves("pb2 pc2 pb3 pc3"),
        set("b1c4 b1d7"),
        "cells leapt over do not matter"
    );
}
