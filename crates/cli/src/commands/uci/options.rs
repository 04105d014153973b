//! The engine's options as UCI lists and sets them.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::time::Duration;

use assay_arena::uci::{CHESS, VARIANT, game_of_variant};
use assay_faults::nearest;
use assay_rules::{AnyRules, Game};
use assay_search::{HashSize, MAX_THREADS, Settings, TUNABLES, TunableFault};

/// What the options are set to.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// A game's id.
    variant: String,
    /// Rule options given, whether or not the present game has them: the order in which options and variant
    /// are set does not matter.
    rules: BTreeMap<String, String>,
    pub(super) settings: Settings,
    pub(super) overhead: Duration,
}

/// What an option set has an effect on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    /// The rules: another game begins.
    Rules,
    /// The engine has to be made anew.
    Engine,
    /// What the engine knows of positions is forgotten.
    Memory,
}

const HASH: Spin = Spin {
    name: "Hash",
    default: 16,
    low: 1,
    high: 65_536,
};
const THREADS: Spin = Spin {
    name: "Threads",
    default: 1,
    low: 1,
    high: MAX_THREADS.get() as i64,
};
const OVERHEAD: Spin = Spin {
    name: "Move Overhead",
    default: 20,
    low: 0,
    high: 5_000,
};
const CLEAR: &str = "Clear Hash";
/// The value of a rule option that leaves it to the game.
const DEFAULT: &str = "default";

/// An option that is a number.
struct Spin {
    name: &'static str,
    default: i64,
    low: i64,
    high: i64,
}

impl Spin {
    fn line(&self) -> String {
        format!(
            "option name {} type spin default {} min {} max {}",
            self.name, self.default, self.low, self.high
        )
    }

    fn read(&self, value: &str) -> Result<i64, String> {
        let number = value.parse::<i64>().ok();
        number
            .filter(|n| (self.low..=self.high).contains(n))
            .ok_or_else(|| {
                format!(
                    "{} is a number from {} to {}, not {value:?}",
                    self.name, self.low, self.high
                )
            })
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: game_of_variant(CHESS).to_owned(),
            rules: BTreeMap::new(),
            settings: Settings {
                hash: HashSize::Bytes((HASH.default as usize) << 20),
                ..Settings::default()
            },
            overhead: Duration::from_millis(OVERHEAD.default as u64),
        }
    }
}

/// The `option` lines.
pub(super) fn lines() -> Vec<String> {
    let mut lines = vec![
        HASH.line(),
        format!("option name {CLEAR} type button"),
        THREADS.line(),
        OVERHEAD.line(),
    ];
    let mut variants = vec![CHESS];
    variants.extend(Game::builtin_ids());
    lines.push(combo(VARIANT, CHESS, &variants));
    for (name, values) in rule_options() {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        lines.push(combo(&name, DEFAULT, &values));
    }
    lines.extend(TUNABLES.iter().map(|t| spin(t).line()));
    lines
}

fn combo(name: &str, default: &str, values: &[&str]) -> String {
    format!(
        "option name {name} type combo default {default} var {}",
        values.join(" var ")
    )
}

fn spin(tunable: &assay_search::Tunable) -> Spin {
    Spin {
        name: tunable.name,
        default: tunable.default.into(),
        low: tunable.low.into(),
        high: tunable.high.into(),
    }
}

/// The rule options of all games with their values, those of options of one name together.
fn rule_options() -> BTreeMap<String, Vec<String>> {
    let mut options: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for game in Game::builtin_ids()
        .iter()
        .filter_map(|id| Game::builtin(id))
    {
        for option in game.options() {
            let values = options
                .entry(option.name.clone())
                .or_insert_with(|| vec![DEFAULT.to_owned()]);
            for value in &option.values {
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
        }
    }
    options
}

impl Options {
    /// Sets an option; what is wrong otherwise, and then nothing has changed. Names are compared as UCI wants:
    /// large and small letters are the same.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let value = value.unwrap_or_default();
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is(HASH.name) {
            self.settings.hash = HashSize::Bytes((HASH.read(value)? as usize) << 20);
            return Ok(Effect::Engine);
        }
        if is(THREADS.name) {
            let threads = NonZero::new(THREADS.read(value)? as usize);
            self.settings.threads = threads.unwrap_or(NonZero::<usize>::MIN);
            return Ok(Effect::Engine);
        }
        if is(OVERHEAD.name) {
            self.overhead = Duration::from_millis(OVERHEAD.read(value)? as u64);
            return Ok(Effect::Nothing);
        }
        if is(CLEAR) {
            return Ok(Effect::Memory);
        }
        if is(VARIANT) {
            return self.set_variant(value);
        }
        if let Some(tunable) = TUNABLES.iter().find(|t| is(t.name)) {
            let number = spin(tunable).read(value)? as i32;
            let set = self.settings.tunables.set(tunable.name, number);
            debug_assert!(!matches!(set, Err(TunableFault::Unknown(_))));
            return Ok(Effect::Engine);
        }
        let known = rule_options();
        if let Some((name, values)) = known.iter().find(|(n, _)| is(n)) {
            return self.set_rule(name, values, value);
        }
        let mut names = vec![HASH.name, THREADS.name, OVERHEAD.name, CLEAR, VARIANT];
        names.extend(known.keys().map(String::as_str));
        names.extend(TUNABLES.iter().map(|t| t.name));
        Err(match nearest(name, names) {
            Some(near) => format!("no option {name:?}; did you mean {near:?}?"),
            None => format!("no option {name:?}"),
        })
    }

    fn set_variant(&mut self, value: &str) -> Result<Effect, String> {
        let id = game_of_variant(value);
        let known = Game::builtin_ids();
        if !known.contains(&id) {
            return Err(match nearest(value, known.iter().copied()) {
                Some(near) => format!("no variant {value:?}; did you mean {near:?}?"),
                None => format!("no variant {value:?}; there are {}", known.join(", ")),
            });
        }
        if self.variant == id {
            return Ok(Effect::Nothing);
        }
        id.clone_into(&mut self.variant);
        Ok(Effect::Rules)
    }

    fn set_rule(&mut self, name: &str, known: &[String], value: &str) -> Result<Effect, String> {
        if !known.iter().any(|k| k == value) {
            return Err(format!(
                "{name} is one of {}, not {value:?}",
                known.join(", ")
            ));
        }
        let before = if value == DEFAULT {
            self.rules.remove(name)
        } else {
            self.rules.insert(name.to_owned(), value.to_owned())
        };
        let same = before.as_deref().unwrap_or(DEFAULT) == value;
        Ok(if same { Effect::Nothing } else { Effect::Rules })
    }

    /// The rules chosen: those options given that the game has, the rest by default. An error if they cannot be
    /// played together.
    pub(super) fn rules(&self) -> Result<AnyRules, String> {
        let game = Game::builtin(&self.variant).ok_or("no such variant")?;
        let given: Vec<(&str, &str)> = self
            .rules
            .iter()
            .map(|(n, v)| (n.as_str(), v.as_str()))
            .filter(|(name, value)| {
                let mut options = game.options().iter();
                options.any(|o| o.name == *name && o.values.iter().any(|v| v == value))
            })
            .collect();
        let choice = game.choose(given).map_err(|f| f.to_string())?;
        game.compile(&choice, None).map_err(|f| f.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_listed_can_be_set_to_its_default_and_every_value() {
        let mut options = Options::default();
        for line in lines() {
            let rest = line.strip_prefix("option name ").expect(&line);
            let (name, rest) = rest.split_once(" type ").expect(&line);
            let words: Vec<&str> = rest.split(' ').collect();
            // Behind the type stand pairs of a word and a value, and a value may be the word "default".
            for value in words[1..].chunks_exact(2).map(|pair| pair[1]) {
                if name == HASH.name && value != "16" {
                    continue;
                }
                let set = options.set(&name.to_uppercase(), Some(value));
                assert!(set.is_ok(), "{line}: {value}: {set:?}");
            }
        }
        assert!(lines().iter().any(|l| l.contains("var sonic var")));
        assert!(
            lines()
                .iter()
                .any(|l| l.starts_with("option name turning type combo default default var"))
        );
    }

    #[test]
    fn rules_follow_variant_and_options_in_any_order() {
        let mut options = Options::default();
        assert_eq!(options.set("turning", Some("crooked")), Ok(Effect::Rules));
        assert_eq!(options.rules().expect("fide").game().id(), "fide");
        assert_eq!(options.set("uci_variant", Some("sonic")), Ok(Effect::Rules));
        let rules = options.rules().expect("sonic");
        assert_eq!(rules.choice().get("turning"), Some("crooked"));
        assert_eq!(options.set("turning", Some("default")), Ok(Effect::Rules));
        let rules = options.rules().expect("sonic");
        assert_eq!(rules.choice().get("turning"), Some("curved"));
        assert_eq!(options.set("UCI_Variant", Some("chess")), Ok(Effect::Rules));
        assert_eq!(
            options.set("UCI_Variant", Some("fide")),
            Ok(Effect::Nothing)
        );
    }

    #[test]
    fn says_what_is_wrong_and_changes_nothing() {
        let mut options = Options::default();
        for (name, value, words) in [
            ("Hash", "0", "Hash is a number from 1 to 65536"),
            ("Threads", "many", "Threads is a number from 1 to 256"),
            ("tempo", "9999", "tempo is a number from"),
            ("UCI_Variant", "sonik", "did you mean \"sonic\"?"),
            ("turning", "sideways", "turning is one of default, "),
            ("Hush", "1", "did you mean \"Hash\"?"),
            ("", "", "no option"),
        ] {
            let said = options.set(name, Some(value)).expect_err(name);
            assert!(said.contains(words), "{name}: {said}");
        }
        assert_eq!(options.settings, Options::default().settings);
        assert_eq!(options.rules().expect("fide").game().id(), "fide");
    }
}
