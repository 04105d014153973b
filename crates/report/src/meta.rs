use serde::Serialize;

/// What the caller knows about the report and the numbers do not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RenderMeta {
    /// When the report was written, as text; `None` leaves it out, so that the same games give the same bytes.
    pub written: Option<String>,
    /// The program that wrote it, such as `assay 0.1.0`.
    pub program: String,
    /// Things the reader should know about the run: quarantined pairs, a study that goes on.
    pub notes: Vec<String>,
}
