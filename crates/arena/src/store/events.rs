//! What happened, in its order.

use serde_json::Value;
use sqlx::FromRow;

use super::{Millis, Store};
use crate::error::Result;

/// Something that happened.
#[derive(Clone, Debug, FromRow)]
pub struct Event {
    /// Its place among the events of the contest, from 1, without gaps.
    pub number: i64,
    /// When.
    pub at: Millis,
    /// What: `submission`, `freeze`, `rejudging-applied`, ...
    pub kind: String,
    /// The account that did it, or `server`.
    pub who: String,
    /// What it happened to.
    pub subject: String,
    /// More about it, as JSON.
    detail: String,
}

impl Event {
    /// More about it.
    pub fn detail(&self) -> Value {
        serde_json::from_str(&self.detail).unwrap_or_default()
    }
}

impl Store {
    /// The events of a contest (`""`: of the server) after a number, at most so many.
    pub async fn events(&self, contest: &str, after: i64, most: i64) -> Result<Vec<Event>> {
        let query = "SELECT number, at, kind, who, subject, detail FROM events \
                     WHERE contest = $1 AND number > $2 ORDER BY number LIMIT $3";
        Ok(sqlx::query_as(query).bind(contest).bind(after).bind(most).fetch_all(&self.pool).await?)
    }

    /// The number of the last change of a contest: whoever has seen that has seen everything.
    pub async fn revision(&self, contest: &str) -> Result<i64> {
        let query = "SELECT number FROM revisions WHERE contest = $1";
        Ok(sqlx::query_scalar(query).bind(contest).fetch_optional(&self.pool).await?.unwrap_or(0))
    }
}
