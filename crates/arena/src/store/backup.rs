//! Backups: the whole database in one file, from SQLite or PostgreSQL into either. The file is compressed JSON lines.
//!
//! The first line names the format, then comes a line for each row, table by table, and the last line has the number
//! of rows of each table and a hash of all lines before it. All rows are read in one transaction, while the server
//! runs. Restoring is one transaction too: a truncated or changed file leaves the database as it was.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, Row};
use tokio_stream::StreamExt;

use super::connections::Transaction;
use super::tables::{Column, TABLES, Table};
use super::{Kind, Store, bounds, hex, sentences};
use crate::error::{Error, Result};

/// The format in the first line.
const FORMAT: &str = "laplace-arena backup 2";
/// The format before: its judgings have sentences instead of findings.
const FORMAT_1: &str = "laplace-arena backup 1";

/// The number of rows of each table.
pub type Counts = BTreeMap<String, u64>;

fn broken(what: impl std::fmt::Display) -> Error {
    Error::Command(format!("the backup: {what}"))
}

/// Writes lines and hashes them.
struct Lines<W> {
    out: W,
    hash: Sha256,
}

impl<W: Write> Lines<W> {
    fn put(&mut self, value: &Value) -> Result<()> {
        let line = format!("{value}\n");
        self.hash.update(line.as_bytes());
        self.out.write_all(line.as_bytes()).map_err(|error| Error::Internal(error.to_string()))
    }
}

impl Store {
    /// Writes all tables to `out` and returns the numbers of rows.
    pub async fn back_up(&self, out: impl Write) -> Result<Counts> {
        let mut lines = Lines { out, hash: Sha256::new() };
        lines.put(&json!({ "format": FORMAT }))?;
        let mut transaction = self.begin_snapshot().await?;
        let mut counts = Counts::new();
        for table in TABLES {
            let query = format!("SELECT {} FROM {}", table.names(table.columns.len()), table.name);
            let mut rows = sqlx::query(&query).fetch(&mut transaction);
            let mut count = 0;
            while let Some(row) = rows.next().await {
                lines.put(&json!({ "t": table.name, "r": values(table, &row?)? }))?;
                count += 1;
            }
            counts.insert(table.name.to_owned(), count);
        }
        let hash = hex(&lines.hash.clone().finalize());
        lines.put(&json!({ "end": { "rows": counts, "sha256": hash } }))?;
        lines.out.flush().map_err(|error| Error::Internal(error.to_string()))?;
        Ok(counts)
    }

    /// Whether there is neither a contest nor an organiser.
    pub async fn is_empty(&self) -> Result<bool> {
        Ok(self.contests().await?.is_empty() && self.accounts("").await?.is_empty())
    }

    /// Replaces everything in the database by the content of a backup.
    pub async fn restore(&self, lines: impl BufRead) -> Result<Counts> {
        let mut transaction = self.begin_writing().await?;
        for table in TABLES.iter().rev() {
            sqlx::query(&format!("DELETE FROM {}", table.name)).execute(&mut transaction).await?;
        }
        let counts = read_lines(&mut transaction, lines).await?;
        if self.kind == Kind::Postgres {
            for table in TABLES.iter().filter(|table| table.numbered) {
                let name = table.name;
                let next = format!(
                    "SELECT setval(pg_get_serial_sequence('{name}', 'id'), \
                     (SELECT COALESCE(MAX(id), 0) + 1 FROM {name}), false)"
                );
                sqlx::query(&next).execute(&mut transaction).await?;
            }
        }
        transaction.commit().await?;
        Ok(counts)
    }
}

async fn read_lines(transaction: &mut Transaction, lines: impl BufRead) -> Result<Counts> {
    let mut hash = Sha256::new();
    let mut has_sentences = false;
    let mut counts: Counts = TABLES.iter().map(|table| (table.name.to_owned(), 0)).collect();
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line.map_err(broken)?;
        let value: Value =
            serde_json::from_str(&line).map_err(|error| broken(format!("line {number}: {error}")))?;
        if let Some(end) = value.get("end") {
            let same = end.get("sha256").and_then(Value::as_str) == Some(hex(&hash.finalize()).as_str())
                && end.get("rows").is_some_and(|rows| same_counts(rows, &counts));
            if !same {
                return Err(broken("its hash or its numbers of rows do not match its lines"));
            }
            if has_sentences {
                sentences::convert(transaction, "finding").await?;
            }
            bounds::add_missing(transaction).await?;
            return Ok(counts);
        }
        hash.update(line.as_bytes());
        hash.update(b"\n");
        if number == 1 {
            match value.get("format").and_then(Value::as_str) {
                Some(FORMAT) => {}
                Some(FORMAT_1) => has_sentences = true,
                _ => return Err(broken(format!("line 1: expected {FORMAT}"))),
            }
            continue;
        }
        let name = value.get("t").and_then(Value::as_str).unwrap_or_default();
        let table =
            Table::by_name(name).ok_or_else(|| broken(format!("line {number}: unknown table `{name}`")))?;
        let row = value.get("r").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        insert(transaction, table, row).await.map_err(|error| match error {
            Error::Command(what) => broken(format!("line {number}: {what}")),
            error => error,
        })?;
        *counts.entry(name.to_owned()).or_default() += 1;
    }
    Err(broken("it ends before its last line"))
}

/// Whether the numbers of rows are those that were read. A backup from before a table was added does not name it.
fn same_counts(rows: &Value, counts: &Counts) -> bool {
    let Some(rows) = rows.as_object() else { return false };
    rows.keys().all(|table| counts.contains_key(table))
        && counts.iter().all(|(table, count)| rows.get(table).map_or(Some(0), Value::as_u64) == Some(*count))
}

fn values(table: &Table, row: &AnyRow) -> Result<Vec<Value>> {
    let mut values = Vec::with_capacity(table.columns.len());
    for (place, column) in table.columns.iter().enumerate() {
        values.push(match column {
            Column::Number(_) => row.try_get::<Option<i64>, _>(place)?.into(),
            Column::Text(_) => row.try_get::<Option<String>, _>(place)?.into(),
            Column::Bytes(_) => hex(&row.try_get::<Vec<u8>, _>(place)?).into(),
        });
    }
    Ok(values)
}

async fn insert(transaction: &mut Transaction, table: &Table, row: &[Value]) -> Result<()> {
    // A backup from before a column was added has fewer values; the database fills in the default.
    if row.is_empty() || row.len() > table.columns.len() {
        return Err(Error::Command(format!("found {} values, expected {}", row.len(), table.columns.len())));
    }
    let places: Vec<String> = (1..=row.len()).map(|place| format!("${place}")).collect();
    let statement =
        format!("INSERT INTO {} ({}) VALUES ({})", table.name, table.names(row.len()), places.join(", "));
    let mut query = sqlx::query(&statement);
    for (column, value) in table.columns.iter().zip(row) {
        query = bind(query, *column, value)?;
    }
    query.execute(transaction).await?;
    Ok(())
}

type Statement<'q> = Query<'q, Any, AnyArguments<'q>>;

fn bind<'q>(query: Statement<'q>, column: Column, value: &Value) -> Result<Statement<'q>> {
    let wrong = || Error::Command(format!("column {}: the value has the wrong type", column.name()));
    Ok(match (column, value) {
        (Column::Number(_), Value::Null) => query.bind(None::<i64>),
        (Column::Number(_), value) => query.bind(value.as_i64().ok_or_else(wrong)?),
        (Column::Text(_), Value::Null) => query.bind(None::<String>),
        (Column::Text(_), value) => query.bind(value.as_str().ok_or_else(wrong)?.to_owned()),
        (Column::Bytes(_), value) => query.bind(value.as_str().and_then(unhex).ok_or_else(wrong)?),
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    let pair = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    (0..text.len()).step_by(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_column_of_every_table_is_backed_up() {
        let file = std::env::temp_dir().join(format!("laplace-tables-{}.db", std::process::id()));
        let store = Store::open(&file.display().to_string()).await.unwrap();
        let query = "SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
                     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\' AND m.name <> 'write_checks' \
                     ORDER BY 1";
        let there: Vec<String> = sqlx::query_scalar(query).fetch_all(&*store.connections).await.unwrap();
        let column = |table: &Table, column: &Column| format!("{}.{}", table.name, column.name());
        let mut known: Vec<String> =
            TABLES.iter().flat_map(|table| table.columns.iter().map(move |one| column(table, one))).collect();
        known.sort();
        assert_eq!(known, there);
        store.close().await;
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn bytes_are_written_and_read_again() {
        assert_eq!(unhex(&hex(&[0, 1, 254, 255])), Some(vec![0, 1, 254, 255]));
        assert_eq!(unhex("0"), None);
        assert_eq!(unhex("zz"), None);
    }
}
