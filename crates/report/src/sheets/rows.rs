use super::Sheet;
use crate::estimate::{Estimate, Unit};
use crate::findings::Change;
use crate::format::{digits, likelihood, probability};

/// CSV text in the making.
pub(super) struct Rows {
    text: String,
    head: Vec<String>,
    line: Vec<String>,
}

impl Rows {
    pub(super) fn new(head: &[&str]) -> Self {
        Self {
            text: String::new(),
            head: head.iter().map(ToString::to_string).collect(),
            line: Vec::new(),
        }
    }

    pub(super) fn head(&mut self, names: &[&str]) {
        self.head.extend(names.iter().map(ToString::to_string));
    }

    pub(super) fn head_estimate(&mut self, name: &str) {
        self.head.push(name.to_owned());
        self.head.push(format!("{name}_low"));
        self.head.push(format!("{name}_high"));
    }

    pub(super) fn head_change(&mut self) {
        self.head_estimate("change");
        self.head(&["p", "p_holm", "visible"]);
    }

    pub(super) fn cell(&mut self, text: &str) -> &mut Self {
        let plain = !text.contains([',', '"', '\n', '\r']);
        self.line.push(if plain {
            text.to_owned()
        } else {
            format!("\"{}\"", text.replace('"', "\"\""))
        });
        self
    }

    pub(super) fn empty(&mut self, cells: usize) {
        self.line.extend(std::iter::repeat_n(String::new(), cells));
    }

    pub(super) fn estimate(&mut self, estimate: Option<&Estimate>) {
        let Some(e) = estimate else {
            return self.empty(3);
        };
        for x in [Some(e.value()), e.low(), e.high()] {
            self.line
                .push(x.map_or_else(String::new, |x| digits(e.unit(), x)));
        }
    }

    /// A single number, empty where it does not exist.
    pub(super) fn number(&mut self, unit: Unit, number: Option<f64>) {
        self.line
            .push(number.map_or_else(String::new, |x| digits(unit, x)));
    }

    /// A p-value, empty where it does not exist.
    pub(super) fn p(&mut self, p: Option<f64>) {
        self.line.push(p.map_or_else(String::new, probability));
    }

    /// A likelihood in percent that never claims certainty, empty where it does not exist.
    pub(super) fn likelihood(&mut self, p: Option<f64>) {
        self.line.push(p.map_or_else(String::new, |p| {
            likelihood(p).trim_end_matches('%').to_owned()
        }));
    }

    pub(super) fn change(&mut self, change: &Change) {
        self.estimate(Some(&change.estimate));
        for p in [change.p, change.holm] {
            self.p(p);
        }
        let visible = change.visible.filter(|_| !change.lacks_pairs());
        self.number(change.estimate.unit(), visible);
    }

    pub(super) fn end(&mut self) {
        self.text.push_str(&self.line.join(","));
        self.text.push('\n');
        self.line.clear();
    }

    pub(super) fn sheet(self, name: &'static str) -> Sheet {
        Sheet {
            name,
            text: format!("{}\n{}", self.head.join(","), self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelihoods_in_sheets_claim_no_certainty_either() {
        let mut rows = Rows::new(&["a", "b", "c", "d"]);
        for p in [Some(1.0), Some(0.0), Some(0.5), None] {
            rows.likelihood(p);
        }
        rows.end();
        assert_eq!(rows.sheet("x").text, "a,b,c,d\n> 99.9,< 0.1,50.0,\n");
    }
}
