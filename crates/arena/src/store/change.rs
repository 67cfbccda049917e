//! A change: a transaction that has its place among the changes of its contest, and leaves an event.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, Transaction};
use tokio::sync::OwnedMutexGuard;

use super::contests::COLUMNS;
use super::{Contest, Millis, Store, now};
use crate::error::{Error, Result};

/// A change under way. Dropped without [`Change::commit`], nothing has happened.
#[derive(Debug)]
pub struct Change {
    pub(super) transaction: Transaction<'static, Any>,
    contest: String,
    /// Its number among the changes of its contest.
    pub number: i64,
    /// When it happens.
    pub at: Millis,
    changes: Arc<AtomicU64>,
    _writing: Option<OwnedMutexGuard<()>>,
}

/// A transaction that has no place among the changes yet: what others need not wait for is written first.
pub(super) struct Begun {
    pub(super) transaction: Transaction<'static, Any>,
    changes: Arc<AtomicU64>,
    writing: Option<OwnedMutexGuard<()>>,
}

impl Store {
    /// Begins a change of a contest, or of the server (`""`).
    pub async fn change(&self, contest: &str) -> Result<Change> {
        self.begin().await?.change(contest).await
    }

    /// Begins a transaction. Its first statement has to write: then SQLite gives it the right to write at once.
    pub(super) async fn begin(&self) -> Result<Begun> {
        let writing = self.writing().await;
        let transaction = self.pool.begin().await?;
        Ok(Begun { transaction, changes: self.changes.clone(), writing })
    }
}

impl Begun {
    /// Takes the next number of a contest. From here on PostgreSQL makes the next change of this contest wait.
    pub(super) async fn change(self, contest: &str) -> Result<Change> {
        let Self { mut transaction, changes, writing } = self;
        let number = next_number(&mut transaction, contest).await?;
        // Asked on its own: PostgreSQL answers the statement before as it was when it began to wait.
        let last = sqlx::query_scalar("SELECT at FROM events WHERE contest = $1 AND number = $2");
        let last = last.bind(contest).bind(number - 1).fetch_optional(&mut *transaction).await?;
        // The time is taken inside, so that times of a contest are in the order of its changes.
        let at = time_after(last, now());
        Ok(Change { transaction, contest: contest.to_owned(), number, at, changes, _writing: writing })
    }
}

async fn next_number(transaction: &mut Transaction<'static, Any>, contest: &str) -> Result<i64> {
    let next = "INSERT INTO revisions (contest, number) VALUES ($1, 1) \
                ON CONFLICT (contest) DO UPDATE SET number = revisions.number + 1 RETURNING number";
    Ok(sqlx::query_scalar(next).bind(contest).fetch_one(&mut **transaction).await?)
}

/// Clocks of two servers that differ by no more than this are taken for one that does not go back.
const SKEW: Millis = 60_000;

/// The time of a change after one of that time: not before it, unless that clock was wrong altogether.
fn time_after(last: Option<Millis>, now: Millis) -> Millis {
    last.filter(|last| (now..=now + SKEW).contains(last)).unwrap_or(now)
}

impl Change {
    /// The contest that is changed, as it is inside the change.
    pub(super) async fn contest_now(&mut self) -> Result<Contest> {
        let query = format!("SELECT {COLUMNS} FROM contests WHERE id = $1");
        let query = sqlx::query_as(&query).bind(self.contest.clone());
        query.fetch_optional(&mut *self.transaction).await?.ok_or(Error::NotFound("contest"))
    }

    /// Runs a statement; the number of rows it touched.
    pub(super) async fn run<'q>(&mut self, query: Query<'q, Any, AnyArguments<'q>>) -> Result<u64> {
        Ok(query.execute(&mut *self.transaction).await?.rows_affected())
    }

    /// Writes the event and makes the change real.
    ///
    /// `kind` is what happened, `actor` did it (an account, or `server`), `subject` is what it happened to.
    pub async fn commit(mut self, kind: &str, actor: &str, subject: &str, detail: Value) -> Result<()> {
        self.tell(kind, actor, subject, detail).await?;
        self.end().await
    }

    /// Writes the event and goes on with the next change of the same contest: both become real, or neither.
    pub(super) async fn and_then(
        mut self,
        kind: &str,
        actor: &str,
        subject: &str,
        detail: Value,
    ) -> Result<Self> {
        self.tell(kind, actor, subject, detail).await?;
        self.number = next_number(&mut self.transaction, &self.contest).await?;
        Ok(self)
    }

    async fn tell(&mut self, kind: &str, actor: &str, subject: &str, detail: Value) -> Result<()> {
        // Every text that people choose is told. SQLite would keep a zero, and PostgreSQL never take the backup.
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
        .bind(kind.to_owned())
        .bind(actor.to_owned())
        .bind(subject.to_owned())
        .bind(detail.to_string());
        self.run(event).await?;
        Ok(())
    }

    async fn end(self) -> Result<()> {
        let made = self.transaction.commit().await;
        // Also if the answer was lost on the way: it may have happened.
        self.changes.fetch_add(1, Ordering::Release);
        made?;
        Ok(())
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
        assert_eq!(time_after(Some(5_000 + SKEW + 1), 5_000), 5_000);
    }
}
