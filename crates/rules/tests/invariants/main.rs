//! Invariants of the rules, met in random play and on inputs that nobody would write.
//!
//! | module | what is in it |
//! |---|---|
//! | `properties` | random play of every built-in game and choice of options, by proptest |
//! | `mutants` | a bounded run of the fuzz targets on their seeds and mutants of them |
//! | `checks` | the invariants themselves, and the fuzz targets made of them |

mod checks;
mod mutants;
mod properties;
