//! Reading the forms of transforming kings.

use assay_faults::Faults;

use crate::forms::{FormState, Forms};
use crate::{Position, Rules, Side, Width};

use super::fault;

impl<W: Width> Rules<W> {
    pub(super) fn read_forms(
        &self,
        text: &str,
        at: u32,
        pos: &mut Position<W>,
        faults: &mut Faults,
    ) {
        let Some((white, black)) = text.split_once(':') else {
            faults.push(fault(
                at,
                format!("forms {text:?} must be White's, a colon, Black's"),
            ));
            return;
        };
        for (side, text, at) in [
            (Side::White, white, at),
            (Side::Black, black, at + 1 + white.chars().count() as u32),
        ] {
            match self.read_side_forms(text) {
                None => {
                    let letters: String = self.forms.iter().collect();
                    let what = format!(
                        "{side:?}'s forms {text:?} must be the current one of {letters} and the others left in small letters, ? or ! and those to choose from, or -"
                    );
                    faults.push(fault(at, what));
                }
                Some(forms) => {
                    let kings = pos.count(side, self.royal);
                    if forms.is_gone() != (kings == 0) {
                        let what = format!(
                            "{side:?}'s forms are {text:?}, but it has {kings} kings on the board"
                        );
                        faults.push(fault(at, what));
                    }
                    if forms.current().is_none() && !forms.is_gone() && side != pos.side {
                        let what = format!("{side:?} must choose a form, but is not to move");
                        faults.push(fault(at, what));
                    }
                    pos.set_forms(side, forms);
                }
            }
        }
        if Side::BOTH.into_iter().all(|s| pos.forms(s).is_gone()) {
            faults.push(fault(at, "both kings are gone".to_owned()));
        }
    }

    fn read_side_forms(&self, text: &str) -> Option<Forms> {
        if text == "-" {
            return Some(Forms::gone(FormState::Taken));
        }
        let mut chars = text.chars();
        let first = chars.next()?;
        let mut left = 0;
        let mut last = None;
        for c in chars {
            let form = self
                .forms
                .iter()
                .position(|f| f.to_ascii_lowercase() == c)?;
            if last >= Some(form) {
                return None;
            }
            last = Some(form);
            left |= 1u8 << form;
        }
        let several = left.count_ones() >= 2;
        match first {
            '?' if left != 0 && usize::from(left.count_ones() as u8) < self.forms.len() => {
                Some(Forms::new(FormState::MustChoose, left))
            }
            '!' if several && usize::from(left.count_ones() as u8) < self.forms.len() => {
                Some(Forms::new(FormState::MustChooseLast, left))
            }
            _ => {
                let form = self.forms.iter().position(|&f| f == first)?;
                (left >> form & 1 == 0)
                    .then(|| Forms::new(FormState::In(form as u8), left | 1 << form))
            }
        }
    }
}
