//! The only place where a number becomes text: page, charts, CSV, JSON and terminal agree to the last digit because all of them ask here.

use crate::estimate::Unit;

/// What stands where a number does not exist.
pub(crate) const UNDEFINED: &str = "undefined";

/// A number of a unit with its sign, digits and unit mark.
pub(crate) fn number(unit: Unit, value: f64) -> String {
    let bare = digits(unit, value);
    let mark = match unit {
        Unit::Share | Unit::FineShare => "%",
        _ => "",
    };
    let sign = if signed(unit) && !bare.starts_with('-') && !is_zero(&bare) {
        "+"
    } else {
        ""
    };
    format!("{sign}{bare}{mark}").replace('-', "−")
}

/// The same digits for a machine: no unit mark, no plus sign, an ASCII minus.
pub(crate) fn digits(unit: Unit, value: f64) -> String {
    let (factor, decimals) = match unit {
        Unit::Share | Unit::Points => (100.0, 1),
        Unit::FineShare => (100.0, 2),
        Unit::Elo => (1.0, 0),
        Unit::Plies | Unit::PlyChange | Unit::Pawns => (1.0, 1),
        Unit::LogOdds | Unit::Pieces | Unit::Setting => (1.0, 2),
    };
    fixed(value * factor, decimals)
}

/// The label of an axis tick: as many digits as the step between ticks needs.
pub(crate) fn tick(unit: Unit, value: f64, step: f64) -> String {
    let (factor, mark) = match unit {
        Unit::Share | Unit::FineShare => (100.0, "%"),
        Unit::Points => (100.0, ""),
        _ => (1.0, ""),
    };
    let step = (step * factor).abs();
    let decimals = (0..4)
        .find(|d| {
            let shifted = step * 10f64.powi(*d);
            (shifted - shifted.round()).abs() < 1e-6
        })
        .unwrap_or(4);
    let bare = fixed(value * factor, decimals as usize);
    let sign = if signed(unit) && !bare.starts_with('-') && !is_zero(&bare) {
        "+"
    } else {
        ""
    };
    format!("{sign}{bare}{mark}").replace('-', "−")
}

/// The name of a unit for the head of a column.
pub(crate) fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Share | Unit::FineShare => "percent",
        Unit::Points => "percentage points",
        Unit::Elo => "Elo",
        Unit::Plies | Unit::PlyChange => "plies",
        Unit::Pawns => "pawns",
        Unit::Pieces => "pieces",
        Unit::LogOdds => "log-odds",
        Unit::Setting => "the engine's own",
    }
}

/// A share in percent with one decimal, such as `51.8%`.
pub fn percent(share: f64) -> String {
    number(Unit::Share, share)
}

/// A p-value, such as `0.034` or `< 0.001`.
pub fn probability(p: f64) -> String {
    if !p.is_finite() {
        UNDEFINED.to_owned()
    } else if p < 0.001 {
        "< 0.001".to_owned()
    } else {
        fixed(p, 3)
    }
}

/// A number without unit, with one decimal.
pub(crate) fn decimal(x: f64) -> String {
    fixed(x, 1)
}

/// How many times as much, with two decimals.
pub(crate) fn times(x: f64) -> String {
    fixed(x, 2)
}

/// A likelihood in percent that never claims certainty, such as `97.7%` or `> 99.9%`.
pub fn likelihood(p: f64) -> String {
    if !p.is_finite() {
        UNDEFINED.to_owned()
    } else if p > 0.999 {
        "> 99.9%".to_owned()
    } else if p < 0.001 {
        "< 0.1%".to_owned()
    } else {
        percent(p)
    }
}

/// A count with its thousands set apart, such as `12,800`.
pub fn count(n: u64) -> String {
    let plain = n.to_string();
    let mut text = String::new();
    for (i, c) in plain.chars().enumerate() {
        if i > 0 && (plain.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

/// A count with its noun, in the singular for one.
pub(crate) fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return UNDEFINED.to_owned();
    }
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if is_zero(rest) => rest.to_owned(),
        _ => text,
    }
}

fn is_zero(text: &str) -> bool {
    text.chars().all(|c| c == '0' || c == '.')
}

fn signed(unit: Unit) -> bool {
    matches!(
        unit,
        Unit::Points | Unit::Elo | Unit::PlyChange | Unit::LogOdds
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_set_thousands_apart() {
        let table = [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ];
        for (n, text) in table {
            assert_eq!(count(n), text);
        }
    }

    #[test]
    fn probabilities_never_claim_zero() {
        let table = [
            (0.034_4, "0.034"),
            (0.000_2, "< 0.001"),
            (0.0, "< 0.001"),
            (1.0, "1.000"),
        ];
        for (p, text) in table {
            assert_eq!(probability(p), text);
        }
        assert_eq!(probability(f64::NAN), UNDEFINED);
    }

    #[test]
    fn likelihoods_never_claim_certainty() {
        let table = [
            (0.977_2, "97.7%"),
            (1.0, "> 99.9%"),
            (0.0, "< 0.1%"),
            (0.5, "50.0%"),
        ];
        for (p, text) in table {
            assert_eq!(likelihood(p), text);
        }
        assert_eq!(likelihood(f64::NAN), UNDEFINED);
    }

    #[test]
    fn machine_digits_are_the_shown_digits() {
        for unit in [
            Unit::Share,
            Unit::FineShare,
            Unit::Points,
            Unit::Elo,
            Unit::Pawns,
        ] {
            for value in [-0.0, 0.0, 0.51849, -0.0151, 7.0] {
                let shown: String = number(unit, value)
                    .replace('−', "-")
                    .chars()
                    .filter(|c| !"+%".contains(*c))
                    .collect();
                assert_eq!(digits(unit, value), shown);
            }
        }
        assert_eq!(number(Unit::Points, -0.0001), "0.0");
    }
}
