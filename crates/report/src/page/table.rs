use crate::words::{append, escape};

/// An HTML table in the making: the first column is a name, the others are numbers.
pub(super) struct Table {
    head: String,
    rows: String,
}

/// How a row looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Like most.
    Plain,
    /// Its numbers are told from what they would be by chance.
    Told,
}

impl Mark {
    /// The mark of a row of which this is known.
    pub(super) fn told_if(told: bool) -> Self {
        if told { Self::Told } else { Self::Plain }
    }
}

impl Table {
    pub(super) fn new<'a>(heads: impl IntoIterator<Item = &'a str>) -> Self {
        let mut head = String::new();
        for text in heads {
            append!(head, "<th>{}</th>", escape(text));
        }
        Self {
            head,
            rows: String::new(),
        }
    }

    /// A row of ready cells.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.marked_row(Mark::Plain, cells);
    }

    /// A row of ready cells that looks as its mark says.
    pub(super) fn marked_row(&mut self, mark: Mark, cells: impl IntoIterator<Item = Cell>) {
        let class = match mark {
            Mark::Plain => "",
            Mark::Told => " class=\"told\"",
        };
        let cells: String = cells.into_iter().map(|cell| cell.0).collect();
        append!(self.rows, "<tr{class}>{cells}</tr>\n");
    }

    /// The table, in a box that scrolls sideways where it is too wide.
    pub(super) fn html(&self) -> String {
        format!(
            "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
            self.head, self.rows
        )
    }
}

/// A cell of a table.
pub(super) struct Cell(String);

impl Cell {
    /// A name or a number.
    pub(super) fn new(text: impl AsRef<str>) -> Self {
        Self(format!("<td>{}</td>", escape(text.as_ref())))
    }

    /// A number over its interval in smaller letters.
    pub(super) fn over(number: &str, interval: &str) -> Self {
        Self(format!(
            "<td>{}<br><small>{}</small></td>",
            escape(number),
            escape(interval)
        ))
    }

    /// A few words in place of a number, on several lines where they make a column no wider.
    pub(super) fn why(text: &str) -> Self {
        Self(format!("<td class=\"why\">{}</td>", escape(text)))
    }

    /// Words that may take several lines.
    pub(super) fn words(text: &str) -> Self {
        Self(format!("<td class=\"words\">{}</td>", escape(text)))
    }
}
