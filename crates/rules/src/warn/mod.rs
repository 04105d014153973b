//! What is suspicious about a valid game file. Each check looks at the compiled rules of one choice of options; a
//! warning is given only for what is certain.

mod array;
mod chance;
mod ending;
mod idle;
mod options;
mod pieces;
mod start;
mod whence;

use assay_faults::{Fault, Warnings};

use crate::game::Spec;
use crate::{Choice, Game, Rules, Width, with_rules};

/// The most choices of options that are looked at one by one; of a game with more, the defaults and each
/// other value by itself.
const MOST_CHOICES: usize = 256;

impl Game {
    /// What is suspicious about the game, looked at in every choice of options (in a game of more than 256, in the
    /// defaults and with each other value by itself). What holds only in some choices says in which.
    pub fn warnings(&self) -> Warnings {
        let choices = self.choices_to_check();
        let mut found: Vec<(Fault, Vec<usize>)> = Vec::new();
        for (index, choice) in choices.iter().enumerate() {
            for warning in self.warnings_of(choice) {
                match found.iter_mut().find(|(known, _)| *known == warning) {
                    Some((_, held)) => held.push(index),
                    None => found.push((warning, vec![index])),
                }
            }
        }
        let mut list: Vec<Fault> = found
            .into_iter()
            .map(
                |(warning, held)| match whence::told(self, &choices, &held) {
                    None => warning,
                    Some(when) => Fault {
                        what: format!("{} ({when})", warning.what),
                        ..warning
                    },
                },
            )
            .collect();
        list.extend(options::check(self, &choices));
        Warnings::new(self.origin(), list)
    }

    /// The choices of options that are looked at.
    pub fn choices_to_check(&self) -> Vec<Choice> {
        if self.checks_every_choice() {
            self.choices()
        } else {
            self.single_choices()
        }
    }

    /// Whether the game has so few choices of options that all are looked at.
    pub fn checks_every_choice(&self) -> bool {
        let mut values = self.options().iter().map(|o| o.values.len());
        let count = values.try_fold(1_usize, usize::checked_mul);
        count.is_some_and(|count| count <= MOST_CHOICES)
    }

    fn warnings_of(&self, choice: &Choice) -> Vec<Fault> {
        let (Ok(spec), Ok(rules)) = (self.spec(choice), self.compile(choice, None)) else {
            // What is at fault is said elsewhere.
            return Vec::new();
        };
        with_rules!(&rules, r => check(&spec, r))
    }
}

fn check<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<Fault> {
    let chance = chance::Chance::of(rules);
    let mut list = pieces::check(spec, rules, &chance);
    list.extend(start::check(spec, rules));
    list.extend(ending::check(spec, rules, &chance));
    list.extend(array::check(spec, rules));
    list.extend(idle::check(spec, rules));
    list
}
