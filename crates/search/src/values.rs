use std::collections::BTreeMap;
use std::fmt;

use assay_faults::{Document, Fault, Faults, Table};
use assay_rules::{Kind, Rules, Width};

use crate::geometry::Geometry;

/// What pieces are worth, in centipawns, by the letters of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Values {
    /// Pieces by their White letter. Royal pieces have none.
    pub pieces: BTreeMap<char, i32>,
    /// What a transforming king's owner loses with a form, by the form's letter.
    pub forms: BTreeMap<char, i32>,
}

macro_rules! built_in {
    ($($game:literal)*) => {
        /// The value files built in, by game.
        const BUILTIN: &[(&str, &str)] = &[
            $(($game, include_str!(concat!("../../../configs/values/", $game, ".toml"))),)*
        ];
    };
}

built_in! {
    "capablanca"
    "echidna"
    "fide"
    "glinski"
    "horn-rimmed-mccooey"
    "horn-rimmed-wellisch"
    "mccooey"
    "seenschach"
    "shafran"
    "sonic"
    "sonic-glinski"
    "sonic-large"
    "sonic-mccooey"
    "sonic-original"
    "sonic-shafran"
}

/// The greatest value a file may give.
const MAX_VALUE: i64 = 5_000;

impl Values {
    /// Reads a file of values: tables `[pieces]` and `[forms]` of a letter and a number of centipawns.
    pub fn parse(origin: &str, text: &str) -> Result<Values, Faults> {
        let document = Document::parse(origin, text)?;
        let mut faults = Faults::new(origin);
        let values = Values::read(&document.root, "the file of values", &mut faults);
        faults.or(values)
    }

    /// Reads a table of values, called `room` in messages: tables `pieces` and `forms` as in a file.
    pub fn read(table: &Table, room: &str, faults: &mut Faults) -> Values {
        let known = faults.list.len();
        table.only(room, &["pieces", "forms"], faults);
        let mut values = Values::default();
        for (key, into) in [("pieces", &mut values.pieces), ("forms", &mut values.forms)] {
            if let Some(letters) = table.table(key, faults) {
                read_letters(letters, into, faults);
            }
        }
        if values.pieces.is_empty() && faults.list.len() == known {
            table.missing("[pieces]", room, faults);
        }
        values
    }

    /// The text of a file of these values.
    pub fn text(&self) -> String {
        let table = |room: &str, letters: &BTreeMap<char, i32>| {
            let lines: Vec<String> = letters
                .iter()
                .map(|(letter, value)| format!("{letter} = {value}\n"))
                .collect();
            format!("\n[{room}]\n{}", lines.concat())
        };
        let mut text = table("pieces", &self.pieces);
        if !self.forms.is_empty() {
            text += &table("forms", &self.forms);
        }
        text
    }

    /// The values built in for a game.
    pub fn builtin(game: &str) -> Option<Values> {
        let (_, text) = BUILTIN.iter().find(|(id, _)| *id == game)?;
        let values = Values::parse(game, text);
        Some(values.unwrap_or_else(|faults| panic!("a built-in file is not sound: {faults}")))
    }

    /// Values estimated from how far each piece reaches on this board.
    ///
    /// A piece is worth a little more than in proportion to its mean mobility, counted on a board of
    /// which a third is full (Ralph Betza's measure of mobility); pieces that can be promoted count as
    /// pawns. Every form of a king counts the same.
    pub fn estimate<W: Width>(rules: &Rules<W>) -> Values {
        let geometry = Geometry::new(rules);
        let kinds = rules.kinds().iter().enumerate();
        let pieces = kinds
            .filter(|(_, info)| !info.royal)
            .map(|(i, info)| (info.letter, geometry.estimate(Kind::new(i))))
            .collect();
        let forms = rules
            .form_letters()
            .iter()
            .map(|&form| (form, FORM_ESTIMATE))
            .collect();
        Values { pieces, forms }
    }
}

/// A guess at what losing one of three forms costs.
pub(crate) const FORM_ESTIMATE: i32 = 230;

fn read_letters(table: &Table, into: &mut BTreeMap<char, i32>, faults: &mut Faults) {
    for (key, place, _) in table.iter() {
        let mut letters = key.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let fault = Fault::new(format!("{key:?} is not the letter of a piece"));
            faults.push(
                fault
                    .at(place)
                    .hint("values are given by single capital letters"),
            );
            continue;
        };
        if !letter.is_uppercase() {
            let fault = Fault::new(format!("{key:?} is not a capital letter"));
            let capital = letter.to_uppercase();
            faults.push(fault.at(place).hint(format!("did you mean \"{capital}\"?")));
            continue;
        }
        if let Some(value) = table.integer(key, 0, MAX_VALUE, faults) {
            into.insert(letter, value as i32);
        }
    }
}

/// `B=330 N=320 P=100 forms A=200 K=250`, always in the same order.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        words.extend(
            self.pieces
                .iter()
                .map(|(letter, value)| format!("{letter}={value}")),
        );
        if !self.forms.is_empty() {
            words.push("forms".to_owned());
            words.extend(
                self.forms
                    .iter()
                    .map(|(letter, value)| format!("{letter}={value}")),
            );
        }
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_values_reads_back() {
        for text in [
            "[pieces]\nQ = 950\nP = 100\n",
            "[pieces]\nP = 1\n[forms]\nN = 250\n",
        ] {
            let values = Values::parse("v", text).unwrap();
            assert_eq!(Values::parse("v", &values.text()), Ok(values));
        }
    }
}
