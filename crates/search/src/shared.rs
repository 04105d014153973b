use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use assay_rules::{Rules, Width};

use crate::Settings;
use crate::evaluation::Evaluator;

/// Evaluators made lately. One costs milliseconds to make and never changes, and a tournament asks for the same
/// few again and again.
static LATELY: Mutex<Vec<Box<dyn Any + Send>>> = Mutex::new(Vec::new());

/// More than the players and arms that are usually under way at one time; what is made again costs milliseconds.
const KEPT: usize = 32;

struct Made<W: Width> {
    rules: Weak<Rules<W>>,
    settings: Settings,
    evaluator: Arc<Evaluator<W>>,
}

/// The evaluator for these rules and settings, made now or lately.
pub(crate) fn evaluator<W: Width>(rules: &Arc<Rules<W>>, settings: &Settings) -> Arc<Evaluator<W>> {
    let fits = |made: &Made<W>| {
        // The address of rules that are gone may be another's by now.
        let same = made.rules.upgrade().is_some_and(|r| Arc::ptr_eq(&r, rules));
        same && made.settings.values == settings.values
            && made.settings.tunables == settings.tunables
    };
    let lately = || LATELY.lock().unwrap_or_else(PoisonError::into_inner);
    let found = lately()
        .iter()
        .filter_map(|made| made.downcast_ref::<Made<W>>())
        .find(|made| fits(made))
        .map(|made| Arc::clone(&made.evaluator));
    found.unwrap_or_else(|| {
        let evaluator = Arc::new(Evaluator::new(rules, settings));
        let made = Made {
            rules: Arc::downgrade(rules),
            settings: settings.clone(),
            evaluator: Arc::clone(&evaluator),
        };
        let mut lately = lately();
        if lately.len() == KEPT {
            lately.remove(0);
        }
        lately.push(Box::new(made));
        evaluator
    })
}

#[cfg(test)]
mod tests {
    use assay_rules::{AnyRules, Game};

    use super::*;

    #[test]
    fn the_same_rules_and_settings_share_an_evaluator() {
        let game = Game::builtin("fide").expect("a built-in game");
        let compile = || {
            let choice = game.choose([]).expect("the defaults");
            match game.compile(&choice, None).expect("a game that compiles") {
                AnyRules::Narrow(rules) => rules,
                AnyRules::Wide(_) => unreachable!("a board of 64 cells is narrow"),
            }
        };
        let (rules, settings) = (compile(), Settings::default());
        let first = evaluator(&rules, &settings);
        assert!(Arc::ptr_eq(&first, &evaluator(&rules, &settings)));
        let mut other = settings.clone();
        other.seed = 7;
        assert!(Arc::ptr_eq(&first, &evaluator(&rules, &other)));
        other.tunables.tempo += 1;
        assert!(!Arc::ptr_eq(&first, &evaluator(&rules, &other)));
        assert!(!Arc::ptr_eq(&first, &evaluator(&compile(), &settings)));
    }
}
