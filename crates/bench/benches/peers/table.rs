use std::fmt;

/// Rows of measurements.
#[derive(Default)]
pub(crate) struct Table(Vec<Row>);

/// One measurement.
pub(crate) struct Row {
    /// What was done.
    pub(crate) what: String,
    /// What is counted.
    pub(crate) unit: Unit,
    pub(crate) ours: f64,
    /// The peer's name and figure, or why there is none.
    pub(crate) peer: Result<(&'static str, f64), String>,
    /// What is to be reached.
    pub(crate) target: Target,
}

/// What is counted a second.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// Millions of leaves.
    Leaves,
    /// Thousands of positions searched.
    Nodes,
    /// Games.
    Games,
}

#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// At least so many times the peer's figure.
    Ratio(f64),
    /// At least so many a second.
    Rate(f64),
    /// Only told.
    None,
}

impl Unit {
    fn text(self, rate: f64) -> String {
        match self {
            Unit::Leaves => format!("{:.1} M/s", rate / 1e6),
            Unit::Nodes => format!("{:.0} k/s", rate / 1e3),
            Unit::Games => format!("{rate:.0} /s"),
        }
    }
}

impl Table {
    pub(crate) fn push(&mut self, row: Row) {
        eprintln!("{}", row.what);
        self.0.push(row);
    }
}

impl Row {
    fn ratio(&self) -> Option<f64> {
        self.peer
            .as_ref()
            .ok()
            .map(|(_, theirs)| self.ours / theirs)
    }

    /// The target, and whether it is reached.
    fn verdict(&self) -> (String, &'static str) {
        let (text, reached) = match self.target {
            Target::None => (String::new(), None),
            Target::Ratio(least) => (format!("{least:.1} x"), self.ratio().map(|r| r >= least)),
            Target::Rate(least) => (self.unit.text(least), Some(self.ours >= least)),
        };
        let words = match reached {
            Some(true) => "yes",
            Some(false) => "NO",
            None => "",
        };
        (text, words)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = [
            "measure", "assay", "peer", "peer's", "ratio", "target", "reached",
        ];
        let mut lines = vec![head.map(str::to_owned)];
        for row in &self.0 {
            let (peer, theirs) = match &row.peer {
                Ok((name, theirs)) => ((*name).to_owned(), row.unit.text(*theirs)),
                Err(why) => (why.clone(), String::new()),
            };
            let ratio = row.ratio().map_or(String::new(), |r| format!("{r:.2}"));
            let (target, reached) = row.verdict();
            let ours = row.unit.text(row.ours);
            lines.push([
                row.what.clone(),
                ours,
                peer,
                theirs,
                ratio,
                target,
                reached.to_owned(),
            ]);
        }
        let width = |column: usize| {
            lines
                .iter()
                .map(|l| l[column].chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: [usize; 7] = std::array::from_fn(width);
        for line in &lines {
            for (column, (text, width)) in line.iter().zip(widths).enumerate() {
                // Words to the left, numbers to the right.
                match column {
                    0 | 2 | 6 => write!(f, "{text:width$}  ")?,
                    _ => write!(f, "{text:>width$}  ")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
