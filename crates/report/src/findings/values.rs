use serde::{Serialize, Serializer};

use super::{ArmFindings, Estimate};

/// What the pieces are worth, from the results of the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueFindings {
    /// Name of the piece that is the unit, the pawn; `None` in a game without one.
    pub unit: Option<String>,
    /// All arms together first, then with crossed options value by value, then arm by arm.
    pub fits: Vec<ValueFit>,
}

/// One regression.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueFit {
    /// Of which games.
    pub of: FitOf,
    /// Quiet positions used.
    pub positions: u64,
    /// Games they come from.
    pub games: u64,
    /// Pairs these games belong to: the clusters.
    pub pairs: u64,
    /// How the fit went.
    pub state: FitState,
    /// One entry a piece and king form, in the order of the game file; empty when the fit failed.
    pub values: Vec<PieceValue>,
}

/// Whose games a fit uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FitOf {
    /// Those of all arms.
    All,
    /// Those of all arms in which an option has a value.
    Value {
        /// The option.
        option: String,
        /// Its value.
        value: String,
    },
    /// Those of the arm of this index.
    Arm(usize),
}

impl FitOf {
    /// The name readers see; `arms` are those of the findings.
    pub fn name(&self, arms: &[ArmFindings]) -> String {
        match self {
            FitOf::All => "all arms together".to_owned(),
            FitOf::Value { option, value } => format!("{option} = {value}"),
            FitOf::Arm(index) => arms[*index].name.clone(),
        }
    }
}

/// How a fit went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FitState {
    /// Plain maximum likelihood.
    Plain,
    /// The results are separated by material, so a penalty was needed to have finite values.
    Penalised,
    /// There is no fit, for the reason given.
    Failed(String),
}

/// What one piece or king form is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PieceValue {
    /// Short name: the piece letter, or `form N` for a king form.
    pub symbol: String,
    /// Name readers see.
    pub name: String,
    /// Log-odds of winning by having one more.
    pub log_odds: Told,
    /// Worth in units of the pawn of the same fit.
    pub pawns: Told,
}

/// A number, or why the games cannot tell it.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// What the games say.
    Value(Estimate),
    /// Why they say nothing.
    Untold(String),
}

impl Told {
    /// The number, if it is told.
    pub fn estimate(&self) -> Option<&Estimate> {
        match self {
            Told::Value(estimate) => Some(estimate),
            Told::Untold(_) => None,
        }
    }

    /// The number with its interval, or the reason why there is none.
    pub fn text(&self) -> String {
        match self {
            Told::Value(estimate) => estimate.text(),
            Told::Untold(why) => why.clone(),
        }
    }
}

/// The estimate's own fields, or `{"untold": reason}`.
impl Serialize for Told {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Untold<'a> {
            untold: &'a str,
        }
        match self {
            Told::Value(estimate) => estimate.serialize(serializer),
            Told::Untold(why) => Untold { untold: why }.serialize(serializer),
        }
    }
}
