//! What stands in the way: lame leapers, leapers that must jump, moves from home only, and the checks they give.

use assay_rules::{AnyRules, Game, MoveList, Rules, Width, with_rules};

/// A small game in which a piece X moves as told. The array has X on b1 and b7.
fn rules(notation: &str) -> AnyRules {
    let text = format!(
        "id = \"trial\"\nname = \"trial\"\n\
         start = \"1x4k/7/7/7/7/7/1X4K w - - 0 1\"\n\
         [board]\nshape = \"square\"\nwidth = 7\nheight = 7\n\
         [pieces.X]\nname = \"x\"\nmove = \"{notation}\"\n\
         [pieces.P]\nname = \"post\"\nmove = \"W\"\n\
         [pieces.K]\nname = \"king\"\nmove = \"K\"\nroyal = true\n"
    );
    let game = Game::parse("trial.toml", &text).unwrap_or_else(|f| panic!("{f}"));
    game.compile(&game.choose([]).unwrap(), None).unwrap()
}

/// The position with a mark where White's X may move (`m`) and capture (`x`).
fn drawn<W: Width>(rules: &Rules<W>, position: &str) -> String {
    let pos = rules.parse_position(position).unwrap();
    let mut moves = MoveList::default();
    rules.legal_moves(&pos, &mut moves);
    let x = rules.kind_of('X').unwrap();
    let mut text = String::new();
    for (i, row) in rules.board().rows().iter().enumerate() {
        text.push_str(if i == 0 { "" } else { " " });
        for cell in row.iter().flatten() {
            let goes = |m: &&assay_rules::Move| {
                m.to() == *cell && pos.piece(m.from()).is_some_and(|p| p.1 == x)
            };
            text.push(match (pos.piece(*cell), moves.iter().find(goes)) {
                (None, None) => '.',
                (None, Some(_)) => 'm',
                (Some(_), Some(_)) => 'x',
                (Some((side, kind)), None) => rules.letter(side, kind),
            });
        }
    }
    text
}

#[test]
fn what_stands_in_the_way() {
    // X on d4; posts beside it on d5 (black), e4 (white), c3 (white) and e5 (black).
    let crowd = "7/k6/3pp2/3XP2/2P4/7/6K w - - 0 1";
    for (notation, want) in [
        // The plain leap minds nothing between.
        (
            "D",
            "....... k..m... ...pp.. .m.XPm. ..P.... ...m... ......K",
        ),
        // Lame: only where the cell between is empty.
        (
            "nD",
            "....... k...... ...pp.. .m.XP.. ..P.... ...m... ......K",
        ),
        // Must jump: only where it is not; what is jumped over may be of either side.
        (
            "jD",
            "....... k..m... ...pp.. ...XPm. ..P.... ....... ......K",
        ),
        (
            "nA",
            "....... km..... ...pp.. ...XP.. ..P.... .....m. ......K",
        ),
        (
            "jA",
            "....... k....m. ...pp.. ...XP.. ..P.... .m..... ......K",
        ),
        // The lame knight leaves by its orthogonal neighbour (the Xiangqi horse).
        (
            "nN",
            "....... k...... .m.pp.. ...XP.. .mP.... ..m.m.. ......K",
        ),
        (
            "jN",
            "....... k.m.m.. ...ppm. ...XP.. ..P..m. ....... ......K",
        ),
        // One occupied cell of the two is enough to jump, and to be in a lame leaper's way.
        (
            "nH",
            "....... k...... ...pp.. m..XP.. ..P.... ....... ...m..K",
        ),
        (
            "jH",
            "...m... k...... ...pp.. ...XP.m ..P.... ....... ......K",
        ),
        (
            "mnD",
            "....... k...... ...pp.. .m.XP.. ..P.... ...m... ......K",
        ),
        (
            "cnD",
            "....... k...... ...pp.. ...XP.. ..P.... ....... ......K",
        ),
        // A rider stops at what it meets; a crooked one and a bent one too.
        (
            "R",
            "....... k...... ...xp.. mmmXP.. ..Pm... ...m... ...m..K",
        ),
        (
            "zB",
            "..m.... k..m... m.mpx.. .m.XPm. ..P.m.m ...m... ....m.K",
        ),
        (
            "t[WF]",
            "....... k...... .m.xp.. ..mXP.. .mPm... ..m.m.. ......K",
        ),
    ] {
        with_rules!(&rules(notation), r => {
            assert_eq!(drawn(r, crowd), want, "{notation}");
        });
    }
}

#[test]
fn from_home_only() {
    // The array has a white X on b1 and a black one on b7, where a white one is not at home.
    for (notation, position, want) in [
        (
            "WimR",
            "6k/7/7/7/7/7/1X4K w - - 0 1",
            ".m....k .m..... .m..... .m..... .m..... .m..... mXmmmmK",
        ),
        (
            "WimR",
            "1X4k/7/7/7/7/7/6K w - - 0 1",
            "mXm...k .m..... ....... ....... ....... ....... ......K",
        ),
        (
            "WimR",
            "6k/7/7/7/7/1X5/6K w - - 0 1",
            "......k ....... ....... ....... .m..... mXm.... .m....K",
        ),
        // Blocked as ever, also when it came home again and another stands there too.
        (
            "fmWifmnDfcF",
            "6k/7/7/7/7/2p4/1X4K w - - 0 1",
            "......k ....... ....... ....... .m..... .mx.... .X....K",
        ),
        (
            "fmWifmnDfcF",
            "6k/7/7/7/1p5/7/1X4K w - - 0 1",
            "......k ....... ....... ....... .p..... .m..... .X....K",
        ),
        (
            "fmWifmnD",
            "6k/7/7/7/7/1p5/1X4K w - - 0 1",
            "......k ....... ....... ....... ....... .p..... .X....K",
        ),
    ] {
        with_rules!(&rules(notation), r => assert_eq!(drawn(r, position), want, "{notation}"));
    }
}

/// The moves of White's post, as texts.
fn posts<W: Width>(rules: &Rules<W>, position: &str) -> Vec<String> {
    let pos = rules.parse_position(position).unwrap();
    let mut moves = MoveList::default();
    rules.legal_moves(&pos, &mut moves);
    let post = rules.kind_of('P').unwrap();
    let of_post = moves
        .iter()
        .filter(|m| pos.piece(m.from()).is_some_and(|p| p.1 == post));
    let mut texts: Vec<String> = of_post.map(|&m| rules.move_text(&pos, m)).collect();
    texts.sort();
    texts
}

#[test]
fn checks_by_leapers_that_must_jump() {
    with_rules!(&rules("jD"), r => {
        // The post may not step between X and king: it would be jumped over.
        assert_eq!(posts(r, "6k/3x3/2P4/3K3/7/7/7 w - - 0 1"), ["c5b5", "c5c4", "c5c6"]);
        // Already there it gives the check, and ends it by leaving or taking.
        let check = "6k/3x3/3P3/3K3/7/7/7 w - - 0 1";
        assert!(r.in_check(&r.parse_position(check).unwrap()));
        assert_eq!(posts(r, check), ["d5c5", "d5d6", "d5e5"]);
    });
    with_rules!(&rules("nD"), r => {
        let check = "6k/3x3/2P4/3K3/7/7/7 w - - 0 1";
        assert!(r.in_check(&r.parse_position(check).unwrap()));
        assert_eq!(posts(r, check), ["c5d5"]);
        assert_eq!(posts(r, "6k/3x3/3P3/3K3/7/7/7 w - - 0 1"), ["d5d6"]);
    });
}

#[test]
fn faults_have_the_line_and_column_of_the_letter() {
    let text = "id = \"trial\"\nname = \"trial\"\nstart = \"kx/2/XK w - - 0 1\"\n\
        [board]\nshape = \"square\"\nwidth = 2\nheight = 3\n\
        [pieces]\nK = { move = \"K\", royal = true }\nX = { move = \"mRcpR\" }\n";
    let faults = Game::parse("trial.toml", text).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "trial.toml:10:18: \"mRcpR\": the modifier 'p' is not supported; \
         pieces that hop over others (cannons, grasshoppers) are not supported"
    );
}
