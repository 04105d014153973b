//! What pictures say in words.

use assay_rules::{Cell, Choice, Course, FormState, Kind, Position, Rules, Side, Width};

use assay_study::words::{alternatives, listed};

use super::caption::{Icon, LegendItem};
use super::marks;
use super::scene::{Scene, Subject, Ways};

/// The game and the options that differ from its defaults.
pub(super) fn game<W: Width>(rules: &Rules<W>) -> String {
    let game = rules.game();
    let changed = changes(rules, rules.choice());
    if changed.is_empty() {
        game.name().to_owned()
    } else {
        format!("{}: {}", game.name(), changed.join(", "))
    }
}

fn changes<W: Width>(rules: &Rules<W>, choice: &Choice) -> Vec<String> {
    rules
        .game()
        .options()
        .iter()
        .filter_map(|option| {
            let value = choice.get(&option.name)?;
            (value != option.default).then(|| format!("{} {value}", option.name))
        })
        .collect()
}

/// What is seen, a line each.
pub(super) fn lines<W: Width>(rules: &Rules<W>, scene: &Scene<'_, W>) -> Vec<Vec<LegendItem>> {
    match scene {
        Scene::Alone(subject) => {
            let text = format!("{}, alone on the board", subject_words(rules, *subject));
            vec![vec![LegendItem::new(subject_icon(rules, *subject), &text)]]
        }
        Scene::Moves(position, subject) => {
            let turn = if position.side() == subject.side {
                format!("{:?} to move", subject.side)
            } else {
                format!("as if {:?} were to move", subject.side)
            };
            let text = format!("{}, {turn}", subject_words(rules, *subject));
            let mut lines = vec![vec![LegendItem::new(subject_icon(rules, *subject), &text)]];
            lines.extend(state(rules, position));
            lines
        }
        Scene::Position(position) => {
            let side = position.side();
            let icon = Icon::Piece(side, String::new());
            let mut lines = vec![vec![LegendItem::new(icon, &format!("{side:?} to move"))]];
            lines.extend(state(rules, position));
            lines
        }
    }
}

/// What a board does not show: the forms left to the kings, the pieces in hand.
fn state<W: Width>(rules: &Rules<W>, position: &Position<W>) -> Vec<Vec<LegendItem>> {
    let mut lines = Vec::new();
    for side in Side::BOTH.into_iter().filter(|_| rules.form_count() > 0) {
        let icon = Icon::Piece(
            side,
            rules.kinds()[rules.royal().index()].letter.to_string(),
        );
        lines.push(vec![LegendItem::new(icon, &forms(rules, position, side))]);
    }
    if rules.has_hands() {
        let kinds = || (0..rules.kinds().len()).map(Kind::new);
        let holds = |&side: &Side| kinds().any(|k| position.hand(side, k) > 0);
        for side in Side::BOTH.into_iter().filter(holds) {
            let mut items = vec![LegendItem::words(&format!("{side:?} in hand:"))];
            for kind in kinds().filter(|&k| position.hand(side, k) > 0) {
                let letter = rules.kinds()[kind.index()].letter.to_string();
                let text = format!("× {}", position.hand(side, kind));
                items.push(LegendItem::new(Icon::Piece(side, letter), &text));
            }
            lines.push(items);
        }
        if !Side::BOTH.iter().any(holds) {
            lines.push(vec![LegendItem::words("Nothing in hand")]);
        }
    }
    lines
}

fn forms<W: Width>(rules: &Rules<W>, position: &Position<W>, side: Side) -> String {
    let forms = position.forms(side);
    let letters = rules.form_letters();
    let left = |without: Option<u8>| -> Vec<String> {
        (0..letters.len())
            .filter(|&i| forms.left() >> i & 1 == 1 && without.map(usize::from) != Some(i))
            .map(|i| letters[i].to_string())
            .collect()
    };
    let king = format!("{side:?}'s king");
    match forms.state() {
        FormState::In(form) => {
            let others = left(Some(form));
            let rest = if others.is_empty() {
                "its last".to_owned()
            } else {
                format!("{} left", listed(&others))
            };
            format!("{king}: form {}; {rest}", letters[usize::from(form)])
        }
        FormState::MustChoose => {
            format!("{king} was hit: next form {}", alternatives(&left(None)))
        }
        FormState::MustChooseLast => {
            format!(
                "{king} was hit twice: last form {}",
                left(None).join(" or ")
            )
        }
        FormState::Taken | FormState::Lost => format!("{king} is gone"),
    }
}

fn subject_icon<W: Width>(rules: &Rules<W>, subject: Subject) -> Icon {
    let letter = rules.kinds()[subject.kind.index()].letter;
    Icon::Piece(subject.side, letter.to_string())
}

fn subject_words<W: Width>(rules: &Rules<W>, subject: Subject) -> String {
    let name = &rules.kinds()[subject.kind.index()].name;
    let form = match subject.form {
        Some(form) => format!(" in form {}", rules.form_letters()[usize::from(form)]),
        None => String::new(),
    };
    let cell = rules.cell_name(subject.from);
    format!("{:?}'s {name}{form} on {cell}", subject.side)
}

/// The moves that have a line of their own colour, each told.
pub(super) fn notes<W: Width>(rules: &Rules<W>, ways: &Ways) -> Vec<LegendItem> {
    let strands = marks::course_strands(rules, ways);
    strands
        .iter()
        .zip(&ways.courses)
        .map(|(strand, course)| LegendItem::new(Icon::Way(strand.line), &told(rules, course)))
        .collect()
}

fn told<W: Width>(rules: &Rules<W>, course: &Course) -> String {
    let names = |cells: &[Cell]| -> String {
        let all: Vec<&str> = cells.iter().map(|&c| rules.cell_name(c)).collect();
        all.join(" ")
    };
    let mut parts = Vec::new();
    if let Some((from, to)) = course.thrown {
        parts.push(format!(
            "throws {} to {}",
            rules.cell_name(from),
            rules.cell_name(to)
        ));
    }
    if !course.takes.is_empty() {
        // In the order in which they are met, as far as they lie where the piece turns.
        let mut takes = course.takes.clone();
        let met = |c: &Cell| course.stops.iter().position(|s| s == c);
        takes.sort_by_key(|c| met(c).unwrap_or(usize::MAX));
        parts.push(format!("takes {}", names(&takes)));
    }
    match course.springs {
        0 => {}
        1 => parts.push("meets a spring".to_owned()),
        springs => parts.push(format!("meets {springs} springs")),
    }
    if let Some(king) = course.hit {
        parts.push(format!("hits the king on {}", rules.cell_name(king)));
    }
    if course.mover_lost {
        parts.push("is lost".to_owned());
    } else {
        parts.push(format!("ends on {}", rules.cell_name(course.end())));
    }
    format!("{} {}", course.text, parts.join(", "))
}

/// The picture's name.
pub(super) fn title<W: Width>(rules: &Rules<W>, scene: &Scene<'_, W>) -> String {
    match scene.subject() {
        None => game(rules),
        Some(subject) => format!("{}: {}", game(rules), subject_words(rules, *subject)),
    }
}

/// What is seen, for readers that do not see it.
pub(super) fn description<W: Width>(rules: &Rules<W>, scene: &Scene<'_, W>, ways: &Ways) -> String {
    let mut parts = Vec::new();
    if let Some(position) = scene.position() {
        parts.push(format!("Position {}.", rules.position_text(position)));
    }
    for (what, cells) in [("Moves to", &ways.quiet), ("Captures on", &ways.take)] {
        if !cells.is_empty() {
            let mut names: Vec<&str> = cells.iter().map(|&c| rules.cell_name(c)).collect();
            names.sort_unstable();
            parts.push(format!("{what} {}.", names.join(" ")));
        }
    }
    parts.extend(ways.courses.iter().map(|c| format!("{}.", told(rules, c))));
    parts.join(" ")
}
