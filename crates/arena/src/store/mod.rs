//! The database: SQLite or PostgreSQL by its address, with the same statements for both.
//!
//! Each change is one transaction that begins by taking the next number of its contest ([`Change`]). That orders
//! the changes of a contest on either database, also with several servers, and writes an event for each: the audit
//! log, the feed and the live board read those. There is no queue: an answer is judged before it is stored, and
//! stored together with its judging.

mod accounts;
mod attempts;
mod backup;
mod cache;
mod change;
mod contests;
mod events;
mod invites;
mod judgings;
mod migrations;
mod rejudgings;
mod row;
mod schedule;
mod submissions;
mod tables;

pub use accounts::{Account, AccountState, NewAccount};
pub use attempts::{Attempt, AttemptFilter, Page};
pub use backup::Counts;
pub(crate) use cache::{FRESH, PermanentCache, ShortCache};
pub use change::Change;
pub use contests::Contest;
pub use events::Event;
pub use invites::Invite;
pub use judgings::Entry;
pub use rejudgings::{Rejudging, RevisedFile};
pub use schedule::Milestone;
pub(crate) use submissions::hex;
pub use submissions::{FileRow, NewFile, NewSubmission, Packed, Stored, Submission};

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::Migrator;
use sqlx::{AnyPool, Executor};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::contest::Input;
use crate::error::{Error, Result};

/// Connections to PostgreSQL, or readers of SQLite.
const MAX_CONNECTIONS: u32 = 8;
/// How long a request waits for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(20);

/// Milliseconds since 1970.
pub type Millis = i64;

/// The time now.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// The kind of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One file.
    Sqlite,
    /// A server.
    Postgres,
}

impl Kind {
    /// The kind of the database at an address.
    pub fn of(address: &str) -> Self {
        let server = address.starts_with("postgres://") || address.starts_with("postgresql://");
        if server { Self::Postgres } else { Self::Sqlite }
    }
}

/// The file of an SQLite address.
pub fn file_of(address: &str) -> &str {
    address.trim_start_matches("sqlite:")
}

/// The store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    kind: Kind,
    /// SQLite has one writer. Queueing on this mutex is FIFO; SQLite's busy handler polls and is not.
    writing: Arc<Mutex<()>>,
    /// The number of changes that this process has made. Caches compare it to detect stale values.
    changes: Arc<AtomicU64>,
    contests: Arc<ShortCache<Contest>>,
    inputs: Arc<PermanentCache<Input>>,
}

impl Store {
    /// Opens a database, creating it or migrating it if necessary. An address is `sqlite:FILE` or
    /// `postgres://...`; anything else is the name of an SQLite file.
    pub async fn open(address: &str) -> Result<Self> {
        sqlx::any::install_default_drivers();
        let kind = Kind::of(address);
        let url = match kind {
            Kind::Postgres => address.to_owned(),
            Kind::Sqlite => format!("sqlite://{}?mode=rwc", file_of(address)),
        };
        let options: AnyConnectOptions = url.parse()?;
        let pool = AnyPoolOptions::new()
            .max_connections(MAX_CONNECTIONS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if kind == Kind::Sqlite {
                        // FULL: acknowledged submissions survive a power cut too.
                        let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                                        PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 20000;";
                        connection.execute(settings).await?;
                    }
                    Ok(())
                })
            })
            .connect_with(options)
            .await?;
        let store = Self {
            pool,
            kind,
            writing: Arc::default(),
            changes: Arc::default(),
            contests: Arc::default(),
            inputs: Arc::default(),
        };
        store.migrate().await?;
        Ok(store)
    }

    async fn migrate(&self) -> Result<()> {
        let failed = |error| Error::Internal(format!("migration: {error}"));
        let migrator = Migrator::new(migrations::Steps(self.kind)).await.map_err(failed)?;
        migrator.run(&self.pool).await.map_err(failed)
    }

    /// The number of changes that this process has made.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// The write lock: on SQLite one writer at a time.
    async fn writing(&self) -> Option<OwnedMutexGuard<()>> {
        match self.kind {
            Kind::Sqlite => Some(self.writing.clone().lock_owned().await),
            Kind::Postgres => None,
        }
    }

    /// The kind of the database.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether the database can be reached.
    pub async fn is_reachable(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }

    /// The number of connections, and of those that are idle.
    pub fn connections(&self) -> (u32, usize) {
        (self.pool.size(), self.pool.num_idle())
    }

    /// Closes all connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}
