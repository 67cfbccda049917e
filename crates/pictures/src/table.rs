//! A page with one table: what a grader found.

use crate::markup::escape;

const PAGE: &str = include_str!("table.html");

/// A table with its title and some facts above it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The title of the page.
    pub title: String,
    /// Names and values above the table.
    pub facts: Vec<(&'static str, String)>,
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// The rows, each with one cell for each column.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<String>,
    /// Whether it is marked as a fault.
    pub is_fault: bool,
}

impl Table {
    /// One self-contained page.
    ///
    /// ```
    /// use laplace_pictures::table::{Row, Table};
    /// let row = Row { cells: vec!["1".into(), "<none>".into()], is_fault: true };
    /// let table = Table { title: "A & B".into(), facts: vec![("points", "7".into())],
    ///     columns: vec!["test", "detail"], rows: vec![row] };
    /// let page = table.to_html();
    /// assert!(page.contains("<h1>A &amp; B</h1>") && page.contains("<td>&lt;none&gt;</td>"));
    /// ```
    pub fn to_html(&self) -> String {
        let facts: String = self
            .facts
            .iter()
            .map(|(name, value)| format!("<dt>{name}</dt><dd>{}</dd>\n", escape(value)))
            .collect();
        let heads: String = self.columns.iter().map(|name| format!("<th>{}</th>", escape(name))).collect();
        let rows: String = self.rows.iter().map(Row::to_html).collect();
        PAGE.replace("{{title}}", &escape(&self.title))
            .replace("{{facts}}", &facts)
            .replace("{{heads}}", &heads)
            .replace("{{rows}}", &rows)
    }
}

impl Row {
    fn to_html(&self) -> String {
        let class = if self.is_fault { " class=\"fault\"" } else { "" };
        let cells: String = self.cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        format!("<tr{class}>{cells}</tr>\n")
    }
}
