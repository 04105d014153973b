use serde::{Serialize, Serializer};

use super::{ArmFindings, Estimate, Phase, Unit};

/// What the pieces are worth, from the results of the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueFindings {
    /// In what pieces are counted; `None` when no piece's worth is told from nothing.
    pub unit: Option<WorthUnit>,
    /// Why it is not the pawn, as a whole sentence; `None` when it is.
    pub not_in_pawns: Option<String>,
    /// All arms together first, then with crossed options value by value, then arm by arm, then all arms together phase by phase.
    pub fits: Vec<ValueFit>,
    /// By how much pieces are worth more in the last phase than in the first, in the order of the game file: those that both
    /// phases tell. Empty where phases were not asked for.
    pub by_phase: Vec<PhaseChange>,
}

/// By how much a piece's worth changes in the course of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseChange {
    /// Short name of the piece.
    pub symbol: String,
    /// Name readers see.
    pub name: String,
    /// The earlier phase.
    pub from: Phase,
    /// The later one.
    pub to: Phase,
    /// Worth in the later phase less worth in the earlier, each in units of its own phase; the interval is as if the two
    /// were independent.
    pub change: Estimate,
}

/// The piece that others are counted in, the same in every fit of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorthUnit {
    /// Its symbol.
    pub symbol: String,
    /// Its name.
    pub name: String,
    /// Several of it, such as `pawns`.
    pub plural: String,
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
    /// Pairs these games belong to.
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
    /// Those of all arms, only by their positions in a phase.
    Phase(Phase),
}

impl FitOf {
    /// The name readers see; `arms` are those of the findings.
    pub fn name(&self, arms: &[ArmFindings]) -> String {
        match self {
            FitOf::All => "all arms together".to_owned(),
            FitOf::Value { option, value } => format!("{option} = {value}"),
            FitOf::Arm(index) => arms[*index].name.clone(),
            FitOf::Phase(phase) => phase.name().to_owned(),
        }
    }

    /// The phase whose positions alone a fit uses.
    pub(crate) fn phase(&self) -> Option<Phase> {
        match self {
            FitOf::Phase(phase) => Some(*phase),
            FitOf::All | FitOf::Value { .. } | FitOf::Arm(_) => None,
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
    /// Short name: the piece letter, `hand W` for a piece in hand, `form N` for a king form.
    pub symbol: String,
    /// Name readers see.
    pub name: String,
    /// The only arms whose rules have it; empty where all arms have it.
    pub only_in: Vec<String>,
    /// Log-odds of winning by having one more.
    pub log_odds: Told,
    /// Worth in units of the piece that others are counted in, by the same fit.
    pub worth: Told,
}

impl PieceValue {
    /// The worth in pawns, where that is what pieces are counted in.
    pub fn pawns(&self) -> Told {
        match &self.worth {
            Told::Value(worth) if worth.unit() != Unit::Pawns => {
                Told::Untold("the games do not tell it in pawns".to_owned())
            }
            told => told.clone(),
        }
    }

    /// The name, and where not all arms have the piece the arms that do.
    pub fn label(&self) -> String {
        match self.only_in.as_slice() {
            [] => self.name.clone(),
            [arm] => format!("{} (only in {arm})", self.name),
            arms => format!("{} (only in {})", self.name, arms.join("; ")),
        }
    }
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
