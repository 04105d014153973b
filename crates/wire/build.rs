//! Compiles `proto/` with a pure-Rust compiler, so that nobody needs protoc.

use std::path::PathBuf;

use prost::Message;

const ROOT: &str = "../../proto";
const FILES: [&str; 4] = [
    "assay/v1/record.proto",
    "assay/v1/study.proto",
    "assay/v1/worker.proto",
    "assay/v1/control.proto",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed={ROOT}");
    let descriptors = protox::compile(FILES, [ROOT])?;
    // Kept for the reflection service.
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join("assay.v1.descriptors.bin");
    std::fs::write(out, descriptors.encode_to_vec())?;
    tonic_prost_build::configure()
        .btree_map(".")
        .compile_fds(descriptors)?;
    Ok(())
}
