//! The worked examples and diagrams of the inventors' pages, a test each.
//!
//! | file | page |
//! |---|---|
//! | `sonic` | Sonic the Hedgehog Chess Advanced version, Daniil Frolov, 2011 |
//! | `seenschach` | Seenschach, Jörg Knappen |
//! | `echidna` | Echidna Chess, Mats Winther, 2007 |
//! | `horn_rimmed` | Horn Rimmed Hex 2: 61 to 91, Charles Gilman, 2010 |
//! | `table` | a game with a board set up, to look at the moves |
//! | `setup` | position texts from pieces and cells |

mod echidna;
mod horn_rimmed;
mod seenschach;
mod setup;
mod sonic;
mod table;
