//! What the analysis makes of records.

#[path = "common/games.rs"]
mod games;

use games::{played_at_random, study};

const FACTORIAL: &str = "name = \"Sonic: what do the options do?\"\ngame = \"sonic\"\nseed = 5\nlength_cap = 200\n[limits]\nnodes = 2000\n\
    [stop]\npairs = 60\n[factorial]\nturning = [\"curved\", \"crooked\"]\nsprings = [false, true]\nstalemate = [\"draw\", \"win\"]\n";

#[test]
fn look() {
    let Ok(folder) = std::env::var("ASSAY_LOOK") else {
        return;
    };
    let findings = played_at_random(&study(FACTORIAL));
    println!("{}", assay_report::summary(&findings, 110));
    for (path, bytes) in assay_report::render(&findings, &assay_report::RenderMeta::default()) {
        let path = std::path::Path::new(&folder).join("random").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}
