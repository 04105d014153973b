//! Tables and charts, as functions from numbers to bytes.
