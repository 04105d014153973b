use std::collections::BTreeSet;

use assay_report::board::{Drawing, Look, Pieces, Scene, draw};
use assay_rules::{AnyRules, Game, bits, with_rules};
use resvg::tiny_skia::{Pixmap, Rect};

use crate::xml::{text_boxes, texts};

/// Every built-in game with every choice of options.
fn all_rules() -> Vec<AnyRules> {
    let games = Game::builtin_ids()
        .iter()
        .filter_map(|id| Game::builtin(id));
    games
        .flat_map(|game| {
            let choices = game.choices();
            choices
                .into_iter()
                .map(move |c| game.compile(&c, None).unwrap())
        })
        .collect()
}

fn start(rules: &AnyRules, pieces: Pieces) -> Drawing {
    let look = Look {
        pieces,
        ..Look::default()
    };
    with_rules!(rules, r => draw(r, &Scene::Position(r.start()), look))
}

fn named(rules: &AnyRules) -> String {
    format!("{} {}", rules.game().id(), rules.choice())
}

#[test]
fn every_piece_cell_and_coordinate_is_there() {
    for rules in all_rules() {
        for pieces in [Pieces::Letters, Pieces::Symbols] {
            let drawing = start(&rules, pieces);
            let titles: BTreeSet<String> = texts(&drawing, "title").into_iter().collect();
            let labels: BTreeSet<String> = texts(&drawing, "text").into_iter().collect();
            with_rules!(&rules, r => {
                for cell in r.board().cells() {
                    assert!(titles.contains(r.cell_name(cell)), "{}", named(&rules));
                    assert!(labels.contains(&r.board().file(cell).to_string()));
                    assert!(labels.contains(&r.board().rank(cell).to_string()));
                }
                for cell in bits(r.start().occupied()) {
                    let (side, kind) = r.start().piece(cell).unwrap();
                    let info = &r.kinds()[kind.index()];
                    let title = format!("{side:?} {} on {}", info.name, r.cell_name(cell));
                    assert!(titles.contains(&title), "{} {title}", named(&rules));
                    if pieces == Pieces::Letters {
                        assert!(labels.contains(&info.letter.to_string()));
                    }
                }
            });
            let description = texts(&drawing, "desc").concat();
            let position = with_rules!(&rules, r => r.position_text(r.start()));
            assert!(description.contains(&position));
        }
    }
}

/// Whether two boxes share more than a hair.
fn collide(a: &Rect, b: &Rect) -> bool {
    let wide = a.right().min(b.right()) - a.left().max(b.left());
    let high = a.bottom().min(b.bottom()) - a.top().max(b.top());
    wide > 1.0 && high > 4.0
}

#[test]
fn no_text_is_clipped_or_lies_over_another() {
    for rules in all_rules() {
        let (boxes, (width, height)) = text_boxes(&start(&rules, Pieces::Letters));
        for (index, (text, place)) in boxes.iter().enumerate() {
            let inside = place.left() >= 0.0
                && place.top() >= 0.0
                && place.right() <= width
                && place.bottom() <= height;
            assert!(inside, "{}: {text:?} at {place:?}", named(&rules));
            for (other, other_place) in &boxes[..index] {
                // A king's form lies on the edge of its disc, whose letter's box it may touch.
                let forms = rules.game().id().starts_with("sonic") && text.len() == 1;
                assert!(
                    forms || !collide(place, other_place),
                    "{}: {text:?} over {other:?}",
                    named(&rules)
                );
            }
        }
    }
}

#[test]
fn letters_can_be_read_at_400_pixels() {
    for rules in all_rules() {
        let drawing = start(&rules, Pieces::Letters);
        let svg = drawing.svg();
        let smallest = svg
            .match_indices("font-size=\"")
            .map(|(at, key)| {
                let rest = &svg[at + key.len()..];
                rest[..rest.find('"').unwrap()].parse::<f64>().unwrap()
            })
            .fold(f64::INFINITY, f64::min);
        // The drawing is 720 units wide.
        assert!(
            smallest * 400.0 / 720.0 >= 7.5,
            "{} {smallest}",
            named(&rules)
        );
    }
}

#[test]
fn pictures_have_the_width_asked_for_and_hold_the_pieces() {
    let game = Game::builtin("seenschach").unwrap();
    let rules = game.compile(&game.choose([]).unwrap(), None).unwrap();
    for width in [100, 400, 999] {
        let look = Look {
            width,
            ..Look::default()
        };
        let drawing = with_rules!(&rules, r => draw(r, &Scene::Position(r.start()), look));
        let pixels = Pixmap::decode_png(&drawing.png()).unwrap();
        assert_eq!(pixels.width(), width);
        let dark = pixels.pixels().iter().filter(|p| p.red() < 60).count();
        let share = dark as f64 / pixels.pixels().len() as f64;
        assert!(
            (0.03..0.3).contains(&share),
            "{share} of the picture is dark"
        );
    }
}
