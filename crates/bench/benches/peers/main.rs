//! Speed beside other programs, by user CPU time, on one thread, in one run: a table. Every count is checked.
//!
//! `scripts/bench-peers [PART]...`; the parts are `fairy`, `fide`, `glinski`, `made`, `playouts`, `search`.

mod alone;
mod cpu;
mod fairy;
mod fide;
mod glinski;
mod ours;
mod playouts;
mod search;
mod table;

use table::Table;

type Part = (&'static str, fn(&mut Table));

const PARTS: [Part; 6] = [
    ("fairy", fairy::rows),
    ("fide", fide::rows),
    ("glinski", glinski::rows),
    ("made", alone::rows),
    ("playouts", playouts::rows),
    ("search", search::rows),
];

fn main() {
    // Cargo adds an argument of its own.
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let mut table = Table::default();
    for (name, rows) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            rows(&mut table);
        }
    }
    print!("{table}");
}
