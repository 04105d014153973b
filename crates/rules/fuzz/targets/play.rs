#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| assay_rules_fuzz::play(data));
