//! Whether the database stores what it is given: faults of its disk or its server, and room on its disk.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteError;
use tokio::time::timeout;

use super::{Kind, Millis, Store, now};
use crate::error::{Error, Result};

/// Why the database does not store anything. Its cause is outside this program, and it may end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The disk of the database is full.
    DiskFull,
    /// The database may only be read.
    ReadOnly,
    /// The disk does not read or write.
    DiskError,
    /// Another program holds the lock of the database, or the check of a write did not end in time.
    Locked,
    /// The database has not enough memory.
    OutOfMemory,
    /// The file of the database is damaged.
    Damaged,
    /// The database cannot be reached.
    Away,
}

impl Fault {
    /// The fault behind an error; `None` if the statement is at fault.
    pub fn of(error: &sqlx::Error) -> Option<Self> {
        use sqlx::Error::{Database, Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
        match error {
            Io(_) | Tls(_) | Protocol(_) | PoolTimedOut | PoolClosed | WorkerCrashed => Some(Self::Away),
            Database(error) => {
                let code = error.code().unwrap_or_default();
                match error.try_downcast_ref::<SqliteError>() {
                    Some(_) => Self::of_sqlite(code.parse().ok()?),
                    None => Self::of_postgres(&code, error.message()),
                }
            }
            _ => None,
        }
    }

    /// The fault of an extended result code of SQLite, whose last byte is the primary one.
    const fn of_sqlite(code: u32) -> Option<Self> {
        match code & 0xff {
            5 | 6 => Some(Self::Locked),
            7 => Some(Self::OutOfMemory),
            8 => Some(Self::ReadOnly),
            10 => Some(Self::DiskError),
            11 | 26 => Some(Self::Damaged),
            13 => Some(Self::DiskFull),
            14 => Some(Self::Away),
            _ => None,
        }
    }

    /// The fault of an SQLSTATE of PostgreSQL, and of its message where the code says nothing.
    fn of_postgres(code: &str, message: &str) -> Option<Self> {
        match code {
            "53100" => Some(Self::DiskFull),
            // A new connection writes a cache of its catalogue; on a full disk this fails as an internal error.
            "XX000" if message.contains("could not write init file") => Some(Self::DiskFull),
            "53200" => Some(Self::OutOfMemory),
            "25006" => Some(Self::ReadOnly),
            "55P03" | "40P01" => Some(Self::Locked),
            "58030" => Some(Self::DiskError),
            "XX001" | "XX002" => Some(Self::Damaged),
            // Connection exceptions; it is being stopped or started, or has too many connections.
            "57P01" | "57P02" | "57P03" | "57P05" | "53300" => Some(Self::Away),
            code if code.starts_with("08") => Some(Self::Away),
            _ => None,
        }
    }
}

/// A fault that was seen.
#[derive(Clone, Copy, Debug)]
pub struct SeenFault {
    /// What it is.
    pub fault: Fault,
    /// When it was first seen.
    pub since: Millis,
    /// Whether something was stored after it was last seen.
    pub is_over: bool,
}

/// A fault that is over is reported for this time.
const REPORTED: Duration = Duration::from_secs(60);

/// The outcome of the last writes.
#[derive(Debug, Default)]
pub(super) struct WriteHealth(Mutex<Writes>);

#[derive(Debug, Default)]
struct Writes {
    succeeded_at: Option<Instant>,
    failed_at: Option<Instant>,
    /// Whether the last one failed.
    is_failing: bool,
    /// The last fault, and when it was first seen.
    fault: Option<(Fault, Millis)>,
}

impl Writes {
    fn is_reported(&self) -> bool {
        self.is_failing || self.failed_at.is_some_and(|at| at.elapsed() < REPORTED)
    }
}

impl WriteHealth {
    fn writes(&self) -> MutexGuard<'_, Writes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn succeeded(&self) {
        let mut writes = self.writes();
        writes.succeeded_at = Some(Instant::now());
        writes.is_failing = false;
    }

    /// Notes an error, if it is a fault of the database.
    pub(super) fn failed(&self, error: &sqlx::Error) {
        if let Some(fault) = Fault::of(error) {
            self.note(fault);
        }
    }

    fn note(&self, fault: Fault) {
        let mut writes = self.writes();
        let since = match writes.fault {
            Some((known, since)) if known == fault && writes.is_reported() => since,
            _ => now(),
        };
        writes.fault = Some((fault, since));
        writes.failed_at = Some(Instant::now());
        writes.is_failing = true;
    }

    fn seen(&self) -> Option<SeenFault> {
        let writes = self.writes();
        let (fault, since) = writes.fault.filter(|_| writes.is_reported())?;
        Some(SeenFault { fault, since, is_over: !writes.is_failing })
    }

    /// Whether something was stored during the last `time`, and no later write failed.
    fn stored_within(&self, time: Duration) -> bool {
        let writes = self.writes();
        !writes.is_failing && writes.succeeded_at.is_some_and(|at| at.elapsed() < time)
    }
}

/// The result of a check of writing is used for this time.
const CHECKED: Duration = Duration::from_secs(1);
/// Maximum time of a check, so that a probe gets its answer before it gives up.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);

/// The last check of writing.
pub(super) type LastCheck = tokio::sync::Mutex<Option<(Instant, Result<(), Fault>)>>;

impl Store {
    /// Whether the database stores: something was stored within a second, or a trial write succeeds.
    pub async fn check_writing(&self) -> Result<(), Fault> {
        if self.health.stored_within(CHECKED) {
            return Ok(());
        }
        // One check at a time; the others wait for its result.
        let checked = timeout(CHECK_TIMEOUT, async {
            let mut last = self.last_check.lock().await;
            if let Some((at, outcome)) = *last
                && at.elapsed() < CHECKED
            {
                return outcome;
            }
            let outcome = self.try_writing().await;
            *last = Some((Instant::now(), outcome));
            outcome
        });
        checked.await.unwrap_or(Err(Fault::Locked))
    }

    async fn try_writing(&self) -> Result<(), Fault> {
        let written = async {
            let mut transaction = self.begin_writing().await?;
            let row = "INSERT INTO write_checks (id, at) VALUES (1, $1) \
                       ON CONFLICT (id) DO UPDATE SET at = excluded.at";
            sqlx::query(row).bind(now()).execute(&mut transaction).await?;
            transaction.commit().await
        };
        written.await.map_err(|error: Error| {
            tracing::error!(%error, "the check of writing failed");
            error.fault().unwrap_or(Fault::DiskError)
        })
    }

    /// The fault that keeps the database from storing, or did so during the last minute.
    pub fn fault(&self) -> Option<SeenFault> {
        self.health.seen()
    }

    /// Free bytes on the disk of an SQLite database. Those of a PostgreSQL are not known here.
    pub fn free_bytes(&self) -> Option<u64> {
        let disk = rustix::fs::statvfs(self.folder.as_deref()?).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
}

/// The folder of an SQLite database.
pub(super) fn folder(kind: Kind, file: &str) -> Option<PathBuf> {
    let folder = || Path::new(file).parent().filter(|folder| !folder.as_os_str().is_empty());
    (kind == Kind::Sqlite).then(|| folder().unwrap_or_else(|| Path::new(".")).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_both_databases_are_faults() {
        // 3338: IOERR_WRITE with its extension, 1032: READONLY_DBMOVED, 2067: a unique constraint.
        assert_eq!(Fault::of_sqlite(13), Some(Fault::DiskFull));
        assert_eq!(Fault::of_sqlite(778), Some(Fault::DiskError));
        assert_eq!(Fault::of_sqlite(1032), Some(Fault::ReadOnly));
        assert_eq!(Fault::of_sqlite(2067), None);
        assert_eq!(Fault::of_postgres("53100", ""), Some(Fault::DiskFull));
        assert_eq!(Fault::of_postgres("08006", ""), Some(Fault::Away));
        assert_eq!(Fault::of_postgres("23505", ""), None);
        let no_cache = "could not write init file";
        assert_eq!(Fault::of_postgres("XX000", no_cache), Some(Fault::DiskFull));
        assert_eq!(Fault::of_postgres("XX000", "cache lookup failed"), None);
    }

    #[test]
    fn a_fault_is_over_once_something_is_stored_and_stays_reported_for_a_while() {
        let health = WriteHealth::default();
        assert!(health.seen().is_none());
        health.note(Fault::DiskFull);
        assert!(health.seen().is_some_and(|seen| seen.fault == Fault::DiskFull && !seen.is_over));
        assert!(!health.stored_within(REPORTED));
        health.succeeded();
        assert!(health.seen().is_some_and(|seen| seen.is_over));
        assert!(health.stored_within(REPORTED));
    }
}
