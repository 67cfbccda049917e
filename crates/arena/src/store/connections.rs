//! The connections to the database, and transactions.
//!
//! A connection on which a statement failed is closed and never used again. After some errors (a full disk, an I/O
//! error) SQLite ends the transaction by itself, and a connection whose state is not known could take the next
//! "commit" for a part of a transaction that never ends. So only a connection whose last statement succeeded
//! returns to the pool, and the transactions of sqlx, which count their nesting themselves, are not used:
//! [`Transaction`] runs `BEGIN`, `COMMIT` and `ROLLBACK` as statements, and the database refuses a `COMMIT` without
//! a transaction.
//!
//! While the database cannot be reached, requests fail at once instead of waiting for a connection.

use std::fmt;
use std::mem;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryFutureExt, TryStreamExt};
use sqlx::any::{Any, AnyConnectOptions, AnyPoolOptions, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo};
use sqlx::pool::PoolConnection;
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Either, Execute, Executor};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

use super::Kind;
use super::health::WriteHealth;
use crate::error::{Error, Result};

/// Connections to PostgreSQL, or to the file of SQLite.
const MAX_CONNECTIONS: u32 = 8;
/// How long a request waits for a connection while all are in use.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(20);
/// After this time without a connection it is checked whether the database can be reached at all.
const PATIENCE: Duration = Duration::from_secs(1);
/// Maximum time of that check; a busy machine may take seconds for a new connection.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);
/// The result of a check is used for this time.
const CHECK_EVERY: Duration = Duration::from_millis(250);
/// Maximum time to close a connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Settings of a connection to SQLite. FULL: acknowledged submissions survive a power cut too. Each connection caches
/// 512 KiB, not 2 MiB: there are up to eight, and an archive that was written is seldom read again.
const SQLITE_SETTINGS: &str = "PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                               PRAGMA cache_size = -512;";
/// A setting of the file, not of a connection; and a read of its tables, which finds out whether it is a database.
const SQLITE_FILE_SETTINGS: &str = "PRAGMA journal_mode = WAL; SELECT COUNT(*) FROM sqlite_master;";

/// The connections to a database.
#[derive(Debug)]
pub(super) struct Connections {
    pub(super) pool: AnyPool,
    options: AnyConnectOptions,
    health: Arc<WriteHealth>,
    /// A connection to SQLite that runs no statement and is closed last. While it is open the index of the log stays
    /// in place: on a full disk new connections could not create it, and nothing could be read.
    keeper: Mutex<Option<AnyConnection>>,
    /// Whether the last check did not reach the database.
    is_away: AtomicBool,
    /// The time of the last check; locked while one is under way.
    checked_at: Mutex<Option<Instant>>,
}

impl Connections {
    /// Opens one connection, and reports why that is not possible; the others are opened when they are needed.
    pub(super) async fn open(
        kind: Kind,
        options: AnyConnectOptions,
        health: Arc<WriteHealth>,
    ) -> sqlx::Result<Self> {
        // Not by the pool: it would retry for a while, and then report that it timed out.
        let mut first: AnyConnection = options.connect().await?;
        let keeper = match kind {
            Kind::Sqlite => {
                first.execute(SQLITE_SETTINGS).await?;
                first.execute(SQLITE_FILE_SETTINGS).await?;
                Some(first)
            }
            Kind::Postgres => {
                first.close().await?;
                None
            }
        };
        let pool = AnyPoolOptions::new()
            .max_connections(MAX_CONNECTIONS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if kind == Kind::Sqlite {
                        connection.execute(SQLITE_SETTINGS).await?;
                    }
                    Ok(())
                })
            })
            .connect_lazy_with(options.clone());
        Ok(Self {
            pool,
            options,
            health,
            keeper: Mutex::new(keeper),
            is_away: AtomicBool::new(false),
            checked_at: Mutex::default(),
        })
    }

    /// Closes all connections. Closing the last one moves the log of SQLite into its file.
    pub(super) async fn close(&self) {
        self.pool.close().await;
        if let Some(keeper) = self.keeper.lock().await.take() {
            // The log stays if this fails, and the next start reads it.
            _ = keeper.close().await;
        }
    }

    /// A connection; an error within some four seconds if the database cannot be reached.
    pub(super) async fn acquire(&self) -> sqlx::Result<PoolConnection<Any>> {
        let got = self.acquire_unless_away().await;
        if let Err(error) = &got {
            self.health.failed(error);
        }
        got
    }

    async fn acquire_unless_away(&self) -> sqlx::Result<PoolConnection<Any>> {
        if self.is_away.load(Ordering::Acquire) && !self.is_reachable().await {
            return Err(sqlx::Error::PoolTimedOut);
        }
        let mut acquiring = pin!(self.pool.acquire());
        if let Ok(got) = timeout(PATIENCE, &mut acquiring).await {
            return got;
        }
        // Either all connections are in use, or there is no database to connect to.
        tokio::select! {
            got = &mut acquiring => got,
            is_reachable = self.is_reachable() => match is_reachable {
                true => acquiring.await,
                false => Err(sqlx::Error::PoolTimedOut),
            },
        }
    }

    /// Whether a new connection can be made, outside the pool. One check at a time; the others wait for its result.
    async fn is_reachable(&self) -> bool {
        let mut checked_at = self.checked_at.lock().await;
        if checked_at.is_none_or(|at| at.elapsed() >= CHECK_EVERY) {
            let check = async {
                let mut connection = self.options.connect().await?;
                connection.ping().await?;
                connection.close().await
            };
            let is_reachable = matches!(timeout(CHECK_TIMEOUT, check).await, Ok(Ok(())));
            self.is_away.store(!is_reachable, Ordering::Release);
            *checked_at = Some(Instant::now());
        }
        !self.is_away.load(Ordering::Acquire)
    }
}

/// Closes a connection whose state is not known.
async fn close(connection: PoolConnection<Any>) {
    // An error while closing changes nothing: the connection is gone either way.
    _ = timeout(CLOSE_TIMEOUT, connection.close()).await;
}

/// Reads, and the result of one statement: the connection returns to the pool only if the statement succeeded.
impl<'c> Executor<'c> for &'c Connections {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, sqlx::Result<Either<AnyQueryResult, AnyRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let all = async move {
            let mut connection = self.acquire().await?;
            let rows: sqlx::Result<Vec<_>> = connection.fetch_many(query).try_collect().await;
            match rows {
                Ok(rows) => Ok(stream::iter(rows.into_iter().map(Ok))),
                Err(error) => {
                    self.health.failed(&error);
                    close(connection).await;
                    Err(error)
                }
            }
        };
        all.try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<AnyRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        Box::pin(async move {
            let mut connection = self.acquire().await?;
            let row = connection.fetch_optional(query).await;
            if let Err(error) = &row {
                self.health.failed(error);
                close(connection).await;
            }
            row
        })
    }

    fn prepare_with<'e, 'q: 'e>(
        self,
        sql: &'q str,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<AnyStatement<'q>>>
    where
        'c: 'e,
    {
        self.pool.prepare_with(sql, parameters)
    }

    fn describe<'e, 'q: 'e>(self, sql: &'q str) -> BoxFuture<'e, sqlx::Result<sqlx::Describe<Any>>>
    where
        'c: 'e,
    {
        self.pool.describe(sql)
    }
}

/// What a transaction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Writing. SQLite takes the write lock at once.
    Write,
    /// Reading all tables as they are at one moment.
    Snapshot,
}

impl Purpose {
    const fn statement(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Self::Write, Kind::Sqlite) => "BEGIN IMMEDIATE",
            (Self::Write, Kind::Postgres) | (Self::Snapshot, Kind::Sqlite) => "BEGIN",
            (Self::Snapshot, Kind::Postgres) => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        }
    }
}

/// A transaction. Dropping it without [`Transaction::commit`] rolls it back.
pub(super) struct Transaction {
    /// `None` once it has ended.
    connection: Option<PoolConnection<Any>>,
    /// Whether a statement failed, or was not awaited to its end: then nothing can be committed.
    failed: bool,
    health: Arc<WriteHealth>,
    /// The write lock of the process, held until the transaction has ended.
    writing: Option<OwnedMutexGuard<()>>,
}

impl fmt::Debug for Transaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction").field("failed", &self.failed).finish_non_exhaustive()
    }
}

impl Transaction {
    /// Begins a transaction, which holds `writing` until it has ended.
    pub(super) async fn begin(
        connections: &Connections,
        kind: Kind,
        purpose: Purpose,
        writing: Option<OwnedMutexGuard<()>>,
    ) -> sqlx::Result<Self> {
        let connection = Some(connections.acquire().await?);
        let mut transaction = Self { connection, failed: false, health: connections.health.clone(), writing };
        transaction.execute(purpose.statement(kind)).await?;
        Ok(transaction)
    }

    /// Commits. `Ok` only if the database has stored everything.
    pub(super) async fn commit(mut self) -> Result<()> {
        // PostgreSQL answers such a `COMMIT` with success, and rolls back.
        if self.failed {
            return Err(Error::Internal("a transaction whose statement failed cannot be committed".into()));
        }
        self.execute("COMMIT").await?;
        self.health.succeeded();
        // The connection has no transaction any more: it returns to the pool.
        self.connection = None;
        Ok(())
    }

    fn parts(&mut self) -> sqlx::Result<Parts<'_>> {
        let connection = self.connection.as_mut().ok_or(sqlx::Error::PoolClosed)?;
        Ok(Parts { connection, failed: &mut self.failed, health: &self.health })
    }
}

/// The parts of a transaction that a statement borrows.
struct Parts<'a> {
    connection: &'a mut PoolConnection<Any>,
    failed: &'a mut bool,
    health: &'a WriteHealth,
}

/// The statements of a transaction: each marks it as failed until it has succeeded.
impl<'c> Executor<'c> for &'c mut Transaction {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, sqlx::Result<Either<AnyQueryResult, AnyRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let Parts { connection, failed, health } = match self.parts() {
            Ok(parts) => parts,
            Err(error) => return stream::iter([Err(error)]).boxed(),
        };
        let failed_before = mem::replace(failed, true);
        let mut rows = connection.fetch_many(query);
        let mut has_error = false;
        stream::poll_fn(move |context| {
            let next = rows.poll_next_unpin(context);
            match &next {
                Poll::Ready(Some(Err(error))) => {
                    has_error = true;
                    health.failed(error);
                }
                Poll::Ready(None) => *failed = failed_before || has_error,
                Poll::Ready(Some(Ok(_))) | Poll::Pending => {}
            }
            next
        })
        .boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<AnyRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Any>,
    {
        Box::pin(async move {
            let Parts { connection, failed, health } = self.parts()?;
            let failed_before = mem::replace(failed, true);
            let row = connection.fetch_optional(query).await;
            match &row {
                Ok(_) => *failed = failed_before,
                Err(error) => health.failed(error),
            }
            row
        })
    }

    fn prepare_with<'e, 'q: 'e>(
        self,
        sql: &'q str,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<AnyStatement<'q>>>
    where
        'c: 'e,
    {
        Box::pin(async move { self.parts()?.connection.prepare_with(sql, parameters).await })
    }

    fn describe<'e, 'q: 'e>(self, sql: &'q str) -> BoxFuture<'e, sqlx::Result<sqlx::Describe<Any>>>
    where
        'c: 'e,
    {
        Box::pin(async move { self.parts()?.connection.describe(sql).await })
    }
}

/// Rolls back. The connection is used again only if all its statements succeeded, `ROLLBACK` too.
impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let writing = self.writing.take();
        let failed = self.failed;
        tokio::spawn(async move {
            let rolled_back =
                !failed && matches!(timeout(CLOSE_TIMEOUT, connection.execute("ROLLBACK")).await, Ok(Ok(_)));
            if rolled_back {
                drop(connection);
            } else {
                close(connection).await;
            }
            drop(writing);
        });
    }
}
