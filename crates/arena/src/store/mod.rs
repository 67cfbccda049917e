//! The database: SQLite or PostgreSQL by its address, with the same statements for both.
//!
//! Each change is one transaction that begins by taking the next number of its contest ([`Change`]). That orders
//! the changes of a contest on either database, also with several servers, and writes an event for each: the audit
//! log, the feed and the live board read those. There is no queue: an answer is judged before it is stored, and
//! stored together with its judging.

mod accounts;
mod archives;
mod attempts;
mod backup;
mod bounds;
mod cache;
mod change;
mod clarifications;
mod connections;
mod contests;
mod events;
mod health;
mod invites;
mod judgings;
mod migrations;
mod rate_limits;
mod rejudgings;
mod row;
mod schedule;
mod sentences;
mod submissions;
mod tables;

pub use accounts::{Account, NewAccount};
pub use archives::{ArchiveRow, NewArchive};
pub use attempts::{AttemptFilter, Page};
pub use backup::Counts;
pub(crate) use cache::{FRESH, PermanentCache, ShortCache};
pub use change::Change;
pub use events::Event;
pub use health::{Fault, SeenFault};
pub use invites::{DEFAULT_INVITE_DAYS, Invite, MAX_INVITE_DAYS, MAX_INVITE_USES};
pub use rejudgings::{Rejudging, RevisedFile};
pub(crate) use submissions::hex;
pub use submissions::{FileRow, NewFile, NewSubmission, Notes, Packed, StorageLimits, Stored};

use std::fs::{self, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::Any;
use sqlx::any::{AnyArguments, AnyConnectOptions};
use sqlx::postgres::PgConnectOptions;
use sqlx::query::Query;
use tokio::sync::{Mutex, OwnedMutexGuard};

use self::connections::{Connections, Purpose, Transaction};
use self::health::{LastCheck, WriteHealth};
use crate::contest::Input;
use crate::error::{Error, Result};

pub use crate::contest::{AccountState, Attempt, Contest, Entry, Milestone, Millis, Submission};

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

/// The database as error messages name it: without a password.
fn shown_address(kind: Kind, address: &str) -> String {
    match (kind, address.parse::<PgConnectOptions>()) {
        (Kind::Postgres, Ok(options)) => {
            let database = options.get_database().unwrap_or_default();
            format!("PostgreSQL at {}:{}, database `{database}`", options.get_host(), options.get_port())
        }
        (Kind::Postgres, Err(_)) => "the address of PostgreSQL".to_owned(),
        (Kind::Sqlite, _) => file_of(address).to_owned(),
    }
}

/// Mode of new files: readable by their owner only, since they hold inputs and answers.
pub(crate) const PRIVATE_MODE: u32 = 0o600;

/// Creates the file of an SQLite database if it is missing. An existing one, which an earlier version may have made
/// readable for every user of the machine, becomes inaccessible to others; its group keeps its rights.
fn make_private(file: &str) -> io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).mode(PRIVATE_MODE).open(file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        created => return created.map(|_| ()),
    }
    for name in [file.to_owned(), format!("{file}-wal"), format!("{file}-shm")] {
        let Ok(data) = fs::metadata(&name) else { continue };
        let mode = data.permissions().mode() & 0o777;
        if data.is_file() && mode & 0o007 != 0 {
            // The owner may be another user; then the file stays as that user wants it.
            _ = fs::set_permissions(&name, Permissions::from_mode(mode & 0o770));
        }
    }
    Ok(())
}

/// The store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    connections: Arc<Connections>,
    kind: Kind,
    /// The folder of the file of SQLite.
    folder: Option<PathBuf>,
    /// SQLite has one writer. Queueing on this mutex is FIFO; SQLite's busy handler polls and is not.
    writing: Arc<Mutex<()>>,
    /// The number of changes that this process has made. Caches compare it to detect stale values.
    changes: Arc<AtomicU64>,
    health: Arc<WriteHealth>,
    last_check: Arc<LastCheck>,
    contests: Arc<ShortCache<Contest>>,
    inputs: Arc<PermanentCache<Input>>,
}

impl Store {
    /// Opens a database, creating it or migrating it if necessary. An address is `sqlite:FILE` or
    /// `postgres://...`; anything else is the name of an SQLite file. The error names the file and the reason.
    pub async fn open(address: &str) -> Result<Self> {
        sqlx::any::install_default_drivers();
        let kind = Kind::of(address);
        let name = shown_address(kind, address);
        let failed = |error: &dyn std::fmt::Display| Error::Internal(format!("{name}: {error}"));
        let url = match kind {
            Kind::Postgres => address.to_owned(),
            Kind::Sqlite => {
                make_private(file_of(address)).map_err(|error| failed(&error))?;
                // `rw`: a file that disappears is an error, not a new empty database.
                format!("sqlite://{}?mode=rw", file_of(address))
            }
        };
        let options: AnyConnectOptions = url.parse().map_err(|error: sqlx::Error| failed(&error))?;
        let health = Arc::<WriteHealth>::default();
        let connections = Connections::open(kind, options, health.clone()).await;
        let store = Self {
            connections: Arc::new(connections.map_err(|error| failed(&error))?),
            kind,
            folder: health::folder(kind, file_of(address)),
            writing: Arc::default(),
            changes: Arc::default(),
            health,
            last_check: Arc::default(),
            contests: Arc::default(),
            inputs: Arc::default(),
        };
        migrations::run(&store).await.map_err(|error| match error {
            Error::Internal(reason) => failed(&reason),
            error => error,
        })?;
        Ok(store)
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

    /// Begins a transaction that writes.
    async fn begin_writing(&self) -> Result<Transaction> {
        let writing = self.writing().await;
        Ok(Transaction::begin(&self.connections, self.kind, Purpose::Write, writing).await?)
    }

    /// Runs one statement in a transaction of its own and returns the number of rows it affected.
    async fn write<'q>(&self, statement: Query<'q, Any, AnyArguments<'q>>) -> Result<u64> {
        let mut transaction = self.begin_writing().await?;
        let rows = statement.execute(&mut transaction).await?.rows_affected();
        transaction.commit().await?;
        Ok(rows)
    }

    /// Begins a transaction that reads all tables as they are at one moment.
    async fn begin_snapshot(&self) -> Result<Transaction> {
        Ok(Transaction::begin(&self.connections, self.kind, Purpose::Snapshot, None).await?)
    }

    /// The number of connections, and of those that are idle.
    pub fn connections(&self) -> (u32, usize) {
        (self.connections.pool.size(), self.connections.pool.num_idle())
    }

    /// Closes all connections.
    pub async fn close(&self) {
        self.connections.close().await;
    }
}
