//! A change: a transaction that takes the next number of its contest and writes an event.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde_json::Value;
use sqlx::Any;
use sqlx::any::AnyArguments;
use sqlx::query::Query;

use super::connections::Transaction;
use super::contests::{COLUMNS, ContestRow};
use super::{Millis, Store, now};
use crate::contest::{Contest, EventKind};
use crate::error::{Error, Result};
use crate::i18n::Missing;

/// A change under way. Dropping it without [`Change::commit`] rolls it back.
#[derive(Debug)]
pub struct Change {
    pub(super) transaction: Transaction,
    contest: String,
    /// Its number among the changes of its contest.
    pub number: i64,
    /// Its time.
    pub at: Millis,
    /// The same moment on the monotonic clock.
    pub(super) at_instant: Instant,
    changes: Arc<AtomicU64>,
}

/// A transaction that has not taken its number yet, so that other changes of the contest need not wait for what it
/// writes first.
pub(super) struct PendingChange {
    pub(super) transaction: Transaction,
    changes: Arc<AtomicU64>,
}

impl Store {
    /// Begins a change of a contest, or of the server (`""`).
    pub async fn change(&self, contest: &str) -> Result<Change> {
        self.begin().await?.change(contest).await
    }

    /// Begins a transaction.
    pub(super) async fn begin(&self) -> Result<PendingChange> {
        Ok(PendingChange { transaction: self.begin_writing().await?, changes: self.changes.clone() })
    }
}

impl PendingChange {
    /// Takes the next number of a contest. From here on PostgreSQL lets the next change of this contest wait.
    pub(super) async fn change(self, contest: &str) -> Result<Change> {
        let Self { mut transaction, changes } = self;
        let number = next_number(&mut transaction, contest).await?;
        // A statement of its own: PostgreSQL runs the one above on the snapshot from before it waited.
        let last = sqlx::query_scalar("SELECT at FROM events WHERE contest = $1 AND number = $2");
        let last = last.bind(contest).bind(number - 1).fetch_optional(&mut transaction).await?;
        // Taken under the lock, so that the times of a contest are in the order of its changes.
        let at = time_after(last, now());
        let at_instant = Instant::now();
        Ok(Change { transaction, contest: contest.to_owned(), number, at, at_instant, changes })
    }
}

async fn next_number(transaction: &mut Transaction, contest: &str) -> Result<i64> {
    let next = "INSERT INTO revisions (contest, number) VALUES ($1, 1) \
                ON CONFLICT (contest) DO UPDATE SET number = revisions.number + 1 RETURNING number";
    Ok(sqlx::query_scalar(next).bind(contest).fetch_one(transaction).await?)
}

/// Maximum clock difference of two servers, in milliseconds, for which times still never go back.
const MAX_SKEW: Millis = 60_000;

/// The time of a change that follows one at `last`: not before it, unless `last` is too far in the future.
fn time_after(last: Option<Millis>, now: Millis) -> Millis {
    last.filter(|last| (now..=now + MAX_SKEW).contains(last)).unwrap_or(now)
}

impl Change {
    /// The contest as it is inside the transaction.
    pub(super) async fn contest_now(&mut self) -> Result<Contest> {
        let query = format!("SELECT {COLUMNS} FROM contests WHERE id = $1");
        let query = sqlx::query_as(&query).bind(self.contest.clone());
        let found: Option<ContestRow> = query.fetch_optional(&mut self.transaction).await?;
        Ok(found.ok_or(Error::NotFound(Missing::Contest))?.0)
    }

    /// Continues as a change of the server, in the same transaction.
    pub(super) async fn for_server(mut self) -> Result<Self> {
        self.contest = String::new();
        self.number = next_number(&mut self.transaction, "").await?;
        Ok(self)
    }

    /// Runs a statement and returns the number of rows it affected.
    pub(super) async fn run<'q>(&mut self, query: Query<'q, Any, AnyArguments<'q>>) -> Result<u64> {
        Ok(query.execute(&mut self.transaction).await?.rows_affected())
    }

    /// Writes the event and commits the transaction.
    ///
    /// `kind` is what happened, `actor` is the account that did it (or `server`), `subject` is what was changed.
    pub async fn commit(mut self, kind: EventKind, actor: &str, subject: &str, detail: Value) -> Result<()> {
        self.write_event(kind, actor, subject, detail).await?;
        self.end().await
    }

    /// Writes the event and continues with the next change of the same contest in the same transaction.
    pub(super) async fn and_then(
        mut self,
        kind: EventKind,
        actor: &str,
        subject: &str,
        detail: Value,
    ) -> Result<Self> {
        self.write_event(kind, actor, subject, detail).await?;
        self.number = next_number(&mut self.transaction, &self.contest).await?;
        Ok(self)
    }

    async fn write_event(
        &mut self,
        kind: EventKind,
        actor: &str,
        subject: &str,
        detail: Value,
    ) -> Result<()> {
        // Every text that people choose is in the detail. SQLite would store NUL, but PostgreSQL could not restore it.
        if detail
            .as_object()
            .into_iter()
            .flatten()
            .any(|(_, value)| value.as_str().is_some_and(|text| text.contains('\0')))
        {
            return Err(Error::nul_byte());
        }
        let event = sqlx::query(
            "INSERT INTO events (contest, number, at, kind, who, subject, detail) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(self.contest.clone())
        .bind(self.number)
        .bind(self.at)
        .bind(kind.name())
        .bind(actor.to_owned())
        .bind(subject.to_owned())
        .bind(detail.to_string());
        self.run(event).await?;
        Ok(())
    }

    async fn end(self) -> Result<()> {
        let made = self.transaction.commit().await;
        // Also after an error: if the response was lost on the way, the commit may have happened.
        self.changes.fetch_add(1, Ordering::Release);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_does_not_go_back_unless_a_clock_was_wrong() {
        assert_eq!(time_after(None, 5_000), 5_000);
        assert_eq!(time_after(Some(4_000), 5_000), 5_000);
        assert_eq!(time_after(Some(7_000), 5_000), 7_000);
        assert_eq!(time_after(Some(5_000 + MAX_SKEW + 1), 5_000), 5_000);
    }
}
