//! The rendered files: whole, true to the findings, and the same every time.

mod common;

use assay_report::render;

/// Writes every file of a report below the folder named by `ASSAY_LOOK`, for a person to look at.
#[test]
fn look() {
    let Ok(folder) = std::env::var("ASSAY_LOOK") else {
        return;
    };
    let sixteen: Vec<String> = (1..=16)
        .map(|i| format!("arm number {i} with a long name that says turning=crooked springs=true stalemate=win"))
        .collect();
    let sixteen: Vec<&str> = sixteen.iter().map(String::as_str).collect();
    for (name, findings) in [
        ("factorial", common::factorial()),
        ("two", common::named(&["curved", "crooked"], 120)),
        ("sixteen", common::named(&sixteen, 120)),
        ("one-pair", common::one_pair()),
        ("nothing", common::nothing_yet()),
    ] {
        println!("{}", assay_report::summary(&findings, 110));
        for (path, bytes) in render(&findings, &common::meta()) {
            let path = std::path::Path::new(&folder).join(name).join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }
}
