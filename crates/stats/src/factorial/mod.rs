//! Factorial experiments: what each factor does, and whether factors act together.

mod analysis;
mod design;

pub use analysis::{Contrast, Factorial, FactorialFit, Scale, TermResult};
pub use design::{Design, DesignFault, Factor, Term};
