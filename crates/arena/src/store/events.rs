//! The events of a contest, in their order.

use serde_json::Value;

use super::row::row;
use super::{Millis, Store};
use crate::contest::EventKind;
use crate::error::Result;

row! {
    /// An event.
    #[derive(Clone, Debug)]
    pub struct Event {
        /// Its number among the events of the contest, from 1, without gaps.
        pub number: i64,
        /// Its time.
        pub at: Millis,
        /// What happened.
        pub kind: EventKind,
        /// The account that did it, or `server`.
        pub who: String,
        /// What was changed.
        pub subject: String,
        /// Further fields, as JSON.
        detail: String,
    }
}

impl Event {
    /// Further fields.
    pub fn detail(&self) -> Value {
        serde_json::from_str(&self.detail).unwrap_or_default()
    }
}

impl Store {
    /// At most `limit` events of a contest (`""`: of the server) after the number `after`.
    pub async fn events(&self, contest: &str, after: i64, limit: i64) -> Result<Vec<Event>> {
        let query = "SELECT number, at, kind, who, subject, detail FROM events \
                     WHERE contest = $1 AND number > $2 ORDER BY number LIMIT $3";
        Ok(sqlx::query_as(query).bind(contest).bind(after).bind(limit).fetch_all(&*self.connections).await?)
    }

    /// The number of the last change of a contest.
    pub async fn revision(&self, contest: &str) -> Result<i64> {
        let query = "SELECT number FROM revisions WHERE contest = $1";
        Ok(sqlx::query_scalar(query).bind(contest).fetch_optional(&*self.connections).await?.unwrap_or(0))
    }
}
