use assay_rules::KingFate;

use crate::table::{Table, set};

const FORMS: &str = "w - - Kna:Kna";

fn sonic() -> Table {
    Table::of("sonic", &[])
}

/// The first example: a rook on d2, enemies on b6, d6 and g6, a friend on g3. The kings, which the diagram
/// leaves out, stand aside.
const ROOK: &str = "Kh1 kh8 Rd2 pb6 pd6 pg6 Pg3";

#[test]
fn the_rook_that_bounces_counterclockwise_also_takes_on_b6_and_stops_on_b1() {
    let after = sonic().after(ROOK, FORMS, "d2d6-");
    after.is("Kh1 kh8 Rb1 pg6 Pg3");
}

#[test]
fn the_rook_that_bounces_clockwise_takes_on_g6_and_stops_on_g4() {
    let after = sonic().after(ROOK, FORMS, "d2d6+");
    after.is("Kh1 kh8 Rg4 pb6 Pg3");
}

#[test]
fn the_rook_must_choose_a_way_round() {
    let moves = sonic().moves_from(ROOK, FORMS, "d2d6");
    let plain: Vec<&String> = moves.iter().filter(|m| !m.contains('~')).collect();
    assert_eq!(plain, ["d2d6+", "d2d6-"]);
}

#[test]
fn a_blocked_turn_leaves_the_other_and_two_blocked_turns_end_the_move() {
    // "If the first capture has one of its potential next directions blocked, by an ally or the edge of the board,
    // the piece must turn in opposite direction. If both sides are blocked, the piece stops right after capture."
    for (pieces, mv, after) in [
        ("Kh1 kh8 Rd2 pd6 Pc6", "d2d6", "Kh1 kh8 Rh6 Pc6"),
        ("Kh1 kh8 Rd2 pd6 Pe6", "d2d6", "Kh1 kh8 Ra6 Pe6"),
        ("Kh1 kh8 Ra2 pa6", "a2a6", "Kh1 kh8 Rh6"),
        ("Kh1 kh8 Rd2 pd6 Pc6 Pe6", "d2d6", "Kh1 kh8 Rd6 Pc6 Pe6"),
    ] {
        sonic().after(pieces, FORMS, mv).is(after);
    }
}

#[test]
fn a_later_turn_that_is_blocked_ends_the_move_there() {
    // Gilman's question in the comments: "what if a White Rook on d2 captures Black pieces on d6 and b6 (as in
    // diagram) but there is a White piece on b5?" "I thought that it's obvious that rook would be blocked."
    let after = sonic().after("Kh1 kh8 Rd2 pb6 pd6 Nb5", FORMS, "d2d6-");
    after.is("Kh1 kh8 Rb6 Nb5");
}

#[test]
fn crooked_turns_alternate() {
    let crooked = Table::of("sonic", &[("turning", "crooked")]);
    crooked
        .after(ROOK, FORMS, "d2d6-")
        .is("Kh1 kh8 Rb8 pg6 Pg3");
    crooked
        .after("Kh1 ka8 Rd2 pb6 pd6 pg6 Pg3", FORMS, "d2d6+")
        .is("Kh1 ka8 Rg8 pb6 Pg3");
}

/// The second example: a knight on a3, a friend on c7. The page's text says B6 where its diagram has b5.
const KNIGHT: &str = "Kh1 kh8 Na3 pb5 pc4 pe5 pc2 ne1 Pc7";

#[test]
fn the_knight_stops_on_b5_before_a_friend() {
    let after = sonic().after(KNIGHT, FORMS, "a3b5");
    after.is("Kh1 kh8 Nb5 pc4 pe5 pc2 ne1 Pc7");
}

#[test]
fn the_knight_takes_on_c4_and_e5_and_stops_on_g6() {
    let after = sonic().after(KNIGHT, FORMS, "a3c4");
    after.is("Kh1 kh8 Ng6 pb5 pc2 ne1 Pc7");
}

#[test]
fn the_knight_takes_on_c2_and_e1_and_stops_at_the_edge() {
    let after = sonic().after(KNIGHT, FORMS, "a3c2");
    after.is("Kh1 kh8 Ne1 pb5 pc4 pe5 Pc7");
}

#[test]
fn the_alibaba_king_leaps_two_cells() {
    let alone = sonic().alone('K', Some(2), "d4");
    let diagram = set("b6 d6 f6 b4 f4 b2 d2 f2");
    assert_eq!((alone.quiet, alone.take), (diagram.clone(), diagram));
}

#[test]
fn the_king_castles_in_any_form() {
    for forms in ["Kna:Kna", "Nka:Kna", "Akn:Kna"] {
        let after = sonic().after("Ke1 Rh1 ke8", &format!("w K - {forms}"), "O-O");
        after.is("Kg1 Rf1 ke8");
    }
}

#[test]
fn when_the_king_may_change_form() {
    let changes = |pieces: &str, mv: &str| {
        let texts = sonic().moves_from(pieces, FORMS, mv);
        (texts.contains(mv), texts.iter().any(|m| m.contains('~')))
    };
    for (what, pieces, mv, may) in [
        ("after a move", "Ke1 Pa2 kh8", "a2a3", true),
        ("after moving the king", "Ke1 Pa2 kh8", "e1e2", false),
        ("after castling", "Ke1 Rh1 kd8", "e1g1", false),
        ("after escaping check", "Ke1 Ra2 re8 kh8", "a2e2", false),
        ("after giving check", "Ke1 Ra2 kh8", "a2h2", false),
        ("after a hit", "Ke1 Ra8 kh8", "a8h8", false),
    ] {
        let (legal, changed) = changes(pieces, mv);
        assert_eq!(legal, what != "after castling", "{what}");
        assert_eq!(changed, may, "{what}");
    }
    let castled = sonic().moves("Ke1 Rh1 kd8", "w K - Kna:Kna");
    assert!(castled.contains_key("O-O") && !castled.contains_key("O-O~N"));
}

#[test]
fn the_king_need_not_answer_check() {
    let moves = sonic().moves("Ke1 Pa2 re8 kh8", FORMS);
    assert!(sonic().in_check("Ke1 Pa2 re8 kh8", FORMS));
    assert!(moves.contains_key("a2a3"), "a move that leaves it in check");
}

#[test]
fn pawn_and_king_take_a_king_at_once() {
    for (pieces, mv) in [("Ke1 Pd5 ke6", "d5e6"), ("Ke5 ke6", "e5e6")] {
        let after = sonic().after(pieces, FORMS, mv);
        assert_eq!(after.facts.king, KingFate::Taken, "{mv}");
        assert!(after.text.contains(" Kna:- "), "{}", after.text);
    }
}

#[test]
fn other_pieces_take_the_form_the_king_is_in() {
    let after = sonic().after("Kh1 Ra1 ka8", FORMS, "a1a8");
    assert_eq!(after.facts.king, KingFate::Hit);
    assert!(after.text.contains(" Kna:?na "), "{}", after.text);
    after.is("Kh1 ka8 Rh8");
}

#[test]
fn the_owner_chooses_the_next_form_with_the_next_move() {
    let moves = sonic().moves("Kh1 Rh8 ka8 pa7", "b - - Kna:?na");
    assert!(
        moves
            .keys()
            .all(|m| m.starts_with("N:") || m.starts_with("A:"))
    );
    assert!(moves["N:a7a6"].text.contains(" Kna:Na "));
    assert!(
        moves["A:a8c8"].text.contains(" Kna:An "),
        "the new form is in force"
    );
}

#[test]
fn a_piece_blocked_after_hitting_the_king_is_lost_and_the_king_damaged() {
    let after = sonic().after("Kh1 Ra1 ka8 Nb8", FORMS, "a1a8");
    assert!(after.facts.mover_lost);
    after.is("Kh1 ka8 Nb8");
    assert!(after.text.contains(" Kna:?na "), "{}", after.text);
}

#[test]
fn two_hits_in_one_move_lose_two_forms() {
    // Once round by g5, g2, b2 and b5, and back to the king.
    let after = sonic().after("Kh8 Rd1 kd5 pg5 pg2 pb2 pb5", FORMS, "d1d5+");
    assert_eq!(after.facts.hits, 2);
    after.is("Kh8 Rd1 kd5");
    assert!(after.text.contains(" Kna:!na "), "{}", after.text);
}

#[test]
fn three_hits_in_one_move_lose_the_king() {
    // Round as before, then by d1, a1 and a5 to the king once more.
    let pieces = "Kh8 Rd3 kd5 pg5 pg2 pb2 pb5 nd1 na1 na5";
    let after = sonic().after(pieces, FORMS, "d3d5+");
    assert_eq!(
        (after.facts.hits, after.facts.king),
        (3, KingFate::LastFormLost)
    );
    after.is("Kh8 Rd5");
}

#[test]
fn springs_turn_like_enemies_and_stay() {
    let table = Table::of("sonic", &[("springs", "true")]);
    let after = table.after("Kh1 kh8 Rc1", FORMS, "c1c3-");
    after.is("Kh1 kh8 Ra3");
    assert_eq!(after.facts.springs, 1);
    let again = table.after("Kh1 kh8 Ra3", FORMS, "a3c3-");
    again.is("Kh1 kh8 Ra6");
    assert_eq!(again.facts.springs, 2, "c3, then c6");
}

#[test]
fn endless_moves_are_not_allowed() {
    // "rook can't moves from C4 to C6 and bounce clockwise if perimeter of rectangle with springs is empty"
    let table = Table::of("sonic", &[("springs", "true")]);
    let moves = table.moves_from("Kh1 ka8 Rc4", FORMS, "c4c");
    assert!(moves.contains("c4c6-") && !moves.contains("c4c6+"));
    assert!(moves.contains("c4c3+") && !moves.contains("c4c3-"));
    let blocked = table.moves_from("Kh1 ka8 Rc4 Pe6", FORMS, "c4c");
    assert!(blocked.contains("c4c6+"), "a perimeter that is not empty");
}

#[test]
fn springs_leave_pawns_and_kings_alone() {
    let table = Table::of("sonic", &[("springs", "true")]);
    let moves = table.moves("Kd2 Pc2 kh8", FORMS);
    moves["d2c3"].is("Kc3 Pc2 kh8");
    moves["c2c4"].is("Kd2 Pc4 kh8");
}

#[test]
fn crooked_pawns_alternate_between_two_diagonals() {
    // Gilman, 28 April 2011: another capture along the other diagonal, or a step straight ahead onto an empty cell.
    let table = Table::of(
        "sonic",
        &[("turning", "crooked"), ("crooked-pawns", "true")],
    );
    let moves = table.moves_from("Ka1 ka8 Pe4 pd5 re6 pe7", FORMS, "e4d5");
    let plain: Vec<&String> = moves.iter().filter(|m| !m.contains('~')).collect();
    assert_eq!(plain, ["e4d5d6", "e4d5e6"]);
    let mut blocked = table.moves_from("Ka1 ka8 Pe4 pd5 pd6", FORMS, "e4d5");
    blocked.retain(|m| !m.contains('~'));
    assert_eq!(blocked, set("e4d5"), "ended by being blocked");
}

#[test]
fn shafrans_board_allows_the_page_s_120_degrees_only() {
    // With 60 degrees or crooked turns both kings would stand in contact in the array.
    let game = assay_rules::Game::builtin("sonic-shafran").unwrap();
    for given in [[("turn-angle", "60")], [("turning", "crooked")]] {
        let faults = match game.choose(given) {
            Err(faults) => faults,
            Ok(choice) => match game.compile(&choice, None) {
                Err(faults) => faults,
                Ok(_) => panic!("{given:?} is accepted"),
            },
        };
        assert!(faults.to_string().contains("contact"), "{faults}");
    }
}
