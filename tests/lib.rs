//! Whole-program tests live in the test binary `assay`; this library is empty.
