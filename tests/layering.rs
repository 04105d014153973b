//! Edges between crates go only downwards, pure crates stay pure, and the top level holds the agreed names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The layer of each crate; `crates/README.md` tells what each is for.
const LAYERS: [(&str, u32); 14] = [
    ("assay-faults", 0),
    ("assay-stats", 0),
    ("assay-rules", 1),
    ("assay-search", 2),
    ("assay-arena", 3),
    ("assay-study", 3),
    ("assay-wire", 4),
    ("assay-store", 4),
    ("assay-report", 4),
    ("assay-coordinator", 5),
    ("assay-worker", 5),
    ("assay", 6),
    ("assay-bench", 6),
    ("assay-tests", 7),
];

/// Crates that do no I/O, read no clock and start no threads: time and randomness come in as arguments.
const PURE: [&str; 5] = ["faults", "rules", "stats", "study", "report"];

const IMPURE: [&str; 9] = [
    "std::fs",
    "std::net",
    "std::thread",
    "std::process",
    "std::env::",
    "Instant::now",
    "SystemTime",
    "tokio",
    "rand::rng(",
];

const TOP_LEVEL: [&str; 10] = [
    "Cargo.toml",
    "Cargo.lock",
    "proto",
    "crates",
    "configs",
    "scripts",
    "tests",
    "README.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

#[test]
fn edges_go_only_downwards() {
    let layers = BTreeMap::from(LAYERS);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let out = Command::new(cargo)
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(root())
        .output()
        .expect("cargo metadata");
    let metadata: Value = serde_json::from_slice(&out.stdout).expect("metadata as JSON");
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() >= 13, "only {} packages", packages.len());
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let layer = layers
            .get(name)
            .unwrap_or_else(|| panic!("{name} has no layer in the table"));
        for dependency in package["dependencies"].as_array().unwrap() {
            let other = dependency["name"].as_str().unwrap();
            let Some(below) = layers.get(other) else {
                continue;
            };
            assert!(
                below < layer,
                "{name} (layer {layer}) depends on {other} (layer {below})"
            );
        }
    }
}

#[test]
fn pure_crates_are_pure() {
    let mut read = 0;
    for name in PURE {
        let mut folders = vec![root().join("crates").join(name).join("src")];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = fs::read_to_string(&path).unwrap();
                // Tests beside the code may read files.
                let code = text.split("#[cfg(test)]").next().unwrap();
                let tests = path.components().any(|c| c.as_os_str() == "tests")
                    || path.file_name().is_some_and(|n| n == "tests.rs");
                for word in IMPURE.iter().filter(|_| !tests) {
                    assert!(!code.contains(word), "{} uses {word}", path.display());
                }
                read += 1;
            }
        }
    }
    assert!(read > 50, "only {read} files read");
}

#[test]
fn the_top_level_holds_the_agreed_names() {
    let allowed = |name: &str| {
        TOP_LEVEL.contains(&name)
            || name == "CHANGELOG.md"
            || name == "target"
            || name.starts_with('.')
    };
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            allowed(&name),
            "{name} is not one of the agreed names of the top level"
        );
    }
    for name in TOP_LEVEL {
        assert!(root().join(name).exists(), "{name} is missing");
    }
}
