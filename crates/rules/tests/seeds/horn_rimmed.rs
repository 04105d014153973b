use crate::table::{Table, set};

const WHITE: &str = "w - -";

fn table(game: &str, frontofhouse: &str) -> Table {
    Table::of(
        &format!("horn-rimmed-{game}"),
        &[("frontofhouse", frontofhouse)],
    )
}

#[test]
fn how_many_cells_each_piece_reaches_from_the_middle() {
    // Counted by hand from the page's words: 5 cells each way along an orthogonal, 2 along a hex diagonal.
    for (game, frontofhouse, piece, moves, captures) in [
        ("wellisch", "false", 'K', 6, 6),
        ("wellisch", "false", 'R', 30, 30),
        ("wellisch", "false", 'V', 6, 6),
        ("wellisch", "false", 'Q', 36, 36),
        ("wellisch", "false", 'W', 10, 10),
        ("wellisch", "false", 'S', 3, 3),
        ("wellisch", "false", 'P', 2, 2),
        ("wellisch", "false", 'B', 7, 7),
        ("wellisch", "false", 'A', 8, 8),
        ("wellisch", "false", 'Z', 6, 6),
        ("wellisch", "true", 'Y', 11, 11),
        ("mccooey", "false", 'K', 12, 12),
        ("mccooey", "false", 'R', 30, 30),
        ("mccooey", "false", 'U', 12, 12),
        ("mccooey", "false", 'Q', 42, 42),
        ("mccooey", "false", 'N', 12, 12),
        ("mccooey", "false", 'W', 5, 5),
        ("mccooey", "false", 'H', 4, 4),
        ("mccooey", "false", 'S', 2, 2),
        ("mccooey", "false", 'P', 1, 2),
        ("mccooey", "false", 'B', 8, 8),
        ("mccooey", "false", 'A', 7, 7),
        ("mccooey", "false", 'D', 12, 12),
        ("mccooey", "false", 'I', 6, 6),
        ("revergent", "true", 'C', 9, 9),
    ] {
        for letter in [piece, piece.to_ascii_lowercase()] {
            let alone = table(game, frontofhouse).alone(letter, None, "f6");
            let got = (alone.quiet.len(), alone.take.len());
            assert_eq!(got, (moves, captures), "{game} {letter}");
        }
    }
}

#[test]
fn what_returns_from_capture_and_as_what() {
    for (game, frontofhouse, returns) in [
        ("wellisch", "false", "WW SS PP BW AS ZP R- V- Q- K-"),
        ("wellisch", "true", "WW SS PP RW VS QY YY ZP K-"),
        ("mccooey", "false", "WW HH SS PP BW AH DS IP R- U- Q- N- K-"),
        ("mccooey", "true", "WW HH SS PP RW UH QC NS CC IP K-"),
        (
            "revergent",
            "false",
            "WW HH SS PP BW AH DS IP R- U- Q- N- K-",
        ),
        ("revergent", "true", "WW HH SS PP RW UH QC NS CC IP K-"),
    ] {
        let table = table(game, frontofhouse);
        for pair in returns.split_whitespace() {
            let (piece, wanted) = (pair.chars().next().unwrap(), pair.chars().nth(1).unwrap());
            let got = table.returns(piece).unwrap_or('-');
            assert_eq!(got, wanted, "{game} {frontofhouse} {piece}");
        }
    }
}

#[test]
fn a_captured_piece_goes_to_the_captors_hand() {
    for (frontofhouse, hand) in [("false", "[]"), ("true", "[W]")] {
        let table = table("mccooey", frontofhouse);
        let after = table.after("Kg2 kg10 Rb2 rb5", WHITE, "b2b5");
        assert!(after.text.contains(&format!("{hand} b")), "{}", after.text);
    }
    let general = table("wellisch", "false").after("Kg2 kg9 Rf6 bf7", WHITE, "f6f7");
    assert!(
        general.text.contains("[W] b"),
        "a Brassgeneral returns as a Wing: {}",
        general.text
    );
}

#[test]
fn promotion_where_no_move_within_the_61_is_left() {
    for (what, game, pieces, from, moves) in [
        (
            "optional where a move to the rim is left",
            "wellisch",
            "Kg2 kg9 Pc8",
            "c8",
            "c8c9 c8b9",
        ),
        (
            "next to the last row",
            "wellisch",
            "Kg2 kg9 Pc9",
            "c9",
            "c9c10 c9c10=Z c9b10 c9b10=Z",
        ),
        (
            "required where no move is left",
            "wellisch",
            "Kg2 kg9 Pc10",
            "c10",
            "c10c11=Z c10b11=Z",
        ),
        (
            "a Wing up an outermost file, on every cell of it",
            "mccooey",
            "Kg2 kg10 Wa1",
            "a1",
            "a1a2 a1a2=B a1a3 a1a3=B a1a4 a1a4=B a1a5 a1a5=B a1a6=B",
        ),
        (
            "a Broker by its capturing cells too",
            "mccooey",
            "Kg2 kg10 Pa4",
            "a4",
            "a4a5 a4a5=I",
        ),
    ] {
        let got = table(game, "false").moves_from(pieces, WHITE, from);
        assert_eq!(got, set(moves), "{what}");
    }
}

#[test]
fn what_forward_only_pieces_become() {
    for (game, frontofhouse, before, cell, after) in [
        ("wellisch", "false", 'W', "f9", 'B'),
        ("wellisch", "true", 'W', "f9", 'R'),
        ("wellisch", "false", 'S', "f9", 'A'),
        ("wellisch", "true", 'S', "f9", 'V'),
        ("wellisch", "true", 'Y', "f9", 'Q'),
        ("wellisch", "true", 'P', "f9", 'Z'),
        ("revergent", "false", 'W', "f8", 'B'),
        ("revergent", "true", 'W', "f8", 'R'),
        ("revergent", "false", 'H', "f8", 'A'),
        ("revergent", "true", 'H', "f8", 'U'),
        ("revergent", "false", 'S', "f8", 'D'),
        ("revergent", "true", 'S', "f8", 'N'),
        ("revergent", "true", 'C', "f8", 'Q'),
        ("revergent", "true", 'P', "f9", 'I'),
    ] {
        let table = table(game, frontofhouse);
        let pieces = format!("Kg2 kb5 {before}{cell}");
        let becomes: Vec<char> = table
            .moves(&pieces, WHITE)
            .keys()
            .filter_map(|m| m.split_once('=')?.1.chars().next())
            .collect();
        assert!(!becomes.is_empty(), "{game} {before}");
        assert!(
            becomes.iter().all(|&c| c == after),
            "{game} {before}: {becomes:?}"
        );
    }
}

#[test]
fn drops_need_a_move_from_the_cell_and_never_promote() {
    let drops = table("mccooey", "false").moves_from("Kg2 kg9 [W]", WHITE, "W@");
    assert!(drops.contains("W@f10") && !drops.contains("W@f11"));
    assert!(drops.iter().all(|m| !m.contains('=')));
    // 91 cells, 2 of them occupied; the last cells of the 11 files leave a Wing no move.
    assert_eq!(drops.len(), 91 - 2 - 11);
}
