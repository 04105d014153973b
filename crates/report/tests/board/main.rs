//! Pictures of boards as their readers get them.
//!
//! | file | what it holds |
//! |---|---|
//! | `golden` | whole drawings of small boards, kept as files |
//! | `games` | every built-in game: nothing missing, nothing clipped, nothing over anything else |
//! | `moves` | how pieces move: what is marked, what is said |
//! | `xml` | reading drawings back |

mod games;
mod golden;
mod moves;
mod xml;
