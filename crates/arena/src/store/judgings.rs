//! The judgings that count, for the board.

use super::row::row;
use super::{Millis, Store};
use crate::error::Result;
use crate::judging::Outcome;

row! {
    /// A judged file: what the board is computed from.
    #[derive(Clone, Debug)]
    pub struct Entry {
        /// The file's number.
        pub file: i64,
        /// The submission's.
        pub submission: i64,
        /// The account of the team.
        pub team: String,
        /// When it was submitted.
        pub at: Millis,
        /// The number of the input.
        pub input: i64,
        /// The outcome.
        pub outcome: Outcome,
        /// Points in hundredths, 0 where they depend on others.
        pub points: i64,
        /// The demon's score, or the figures placed.
        pub score: i64,
    }
}

impl Store {
    /// One entry for each file of a contest that is not ignored, in the order of submission.
    pub async fn entries(&self, contest: &str) -> Result<Vec<Entry>> {
        let query = "SELECT f.id AS file, s.id AS submission, s.team, s.at, f.input, j.outcome, j.points, \
                     j.score FROM submissions s JOIN files f ON f.submission = s.id \
                     JOIN judgings j ON j.file = f.id LEFT JOIN rejudgings r ON r.id = j.round \
                     WHERE s.contest = $1 AND s.ignored = 0 AND (j.round = 0 OR r.state = 'applied') \
                     ORDER BY f.id, j.round";
        let mut rows: Vec<Entry> = sqlx::query_as(query).bind(contest).fetch_all(&*self.connections).await?;
        // Of several judgings of a file the last applied round counts.
        rows.reverse();
        rows.dedup_by_key(|entry| entry.file);
        rows.reverse();
        Ok(rows)
    }
}
