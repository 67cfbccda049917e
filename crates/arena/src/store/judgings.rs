//! The judgings that count, for the board.

use super::Store;
use super::row::columns;
use crate::contest::Entry;
use crate::error::Result;

columns! { EntryRow(Entry) { file, submission, team, at, input, outcome, points, score } }

impl Store {
    /// One entry for each file of a contest that is not ignored, in the order of submission.
    pub async fn entries(&self, contest: &str) -> Result<Vec<Entry>> {
        let query = "SELECT f.id AS file, s.id AS submission, s.team, s.at, f.input, j.outcome, j.points, \
                     j.score FROM submissions s JOIN files f ON f.submission = s.id \
                     JOIN judgings j ON j.file = f.id LEFT JOIN rejudgings r ON r.id = j.round \
                     WHERE s.contest = $1 AND s.ignored = 0 AND (j.round = 0 OR r.state = 'applied') \
                     ORDER BY f.id, j.round";
        let rows: Vec<EntryRow> = sqlx::query_as(query).bind(contest).fetch_all(&*self.connections).await?;
        let mut entries: Vec<Entry> = rows.into_iter().map(|row| row.0).collect();
        // Of several judgings of a file the last applied round counts.
        entries.reverse();
        entries.dedup_by_key(|entry| entry.file);
        entries.reverse();
        Ok(entries)
    }
}
