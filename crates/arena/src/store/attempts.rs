//! The files of a contest one by one, each with the judging that counts: what programs are told.

use sqlx::FromRow;

use super::accounts::OUT;
use super::{Millis, Store};
use crate::error::Answer;

/// A file that a team handed in.
#[derive(Clone, Debug, FromRow)]
pub struct Attempt {
    /// The file's number.
    pub file: i64,
    /// The submission's.
    pub submission: i64,
    /// The account of the team.
    pub team: String,
    /// When it came.
    pub at: Millis,
    /// Whether an organiser took the submission out.
    pub ignored: i64,
    disabled: i64,
    /// The number of the input.
    pub input: i64,
    /// When it was judged.
    pub judged_at: Millis,
    /// What came out.
    pub outcome: String,
    /// Points in hundredths, 0 where they depend on others.
    pub points: i64,
    /// The demon's score, or the figures placed.
    pub score: i64,
    /// The first difference, or why the game ended.
    pub detail: String,
}

impl Attempt {
    /// Whether its team was taken out of the contest.
    pub const fn is_out(&self) -> bool {
        self.disabled == OUT
    }
}

/// Which attempts.
#[derive(Clone, Copy, Debug)]
pub enum Of<'a> {
    /// All of a contest.
    All,
    /// Those of a team.
    Team(&'a str),
    /// Those of a submission.
    Submission(i64),
    /// Those that a rejudging judged again.
    Rejudging(i64),
    /// Those that came at a time or later.
    Since(Millis),
}

impl Of<'_> {
    const fn condition(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Team(_) => "AND s.team = $2",
            Self::Submission(_) => "AND s.id = $2",
            Self::Rejudging(_) => "AND f.id IN (SELECT file FROM judgings WHERE round = $2)",
            Self::Since(_) => "AND s.at >= $2",
        }
    }
}

impl Store {
    /// Attempts of a contest, in the order in which they came; of several judgings the last applied one.
    pub async fn attempts(&self, contest: &str, of: Of<'_>) -> Answer<Vec<Attempt>> {
        let query = format!(
            "SELECT f.id AS file, s.id AS submission, s.team, s.at, s.ignored, a.disabled, f.input, j.at AS judged_at, \
             j.outcome, j.points, j.score, j.detail FROM submissions s JOIN accounts a ON a.id = s.team JOIN files f ON f.submission = s.id \
             JOIN judgings j ON j.file = f.id LEFT JOIN rejudgings r ON r.id = j.round \
             WHERE s.contest = $1 AND (j.round = 0 OR r.state = 'applied') {} ORDER BY f.id, j.round DESC",
            of.condition()
        );
        let query = sqlx::query_as(&query).bind(contest);
        let query = match of {
            Of::All => query,
            Of::Team(team) => query.bind(team),
            Of::Submission(number) | Of::Rejudging(number) | Of::Since(number) => query.bind(number),
        };
        let mut rows: Vec<Attempt> = query.fetch_all(&self.pool).await?;
        rows.dedup_by_key(|attempt| attempt.file);
        Ok(rows)
    }
}
