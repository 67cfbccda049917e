//! The steps that bring a database to this version's tables, in order. A step that was ever released is never edited:
//! the database keeps a checksum of each step that it has taken.

use std::future::Future;
use std::pin::Pin;

use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};

use super::{Kind, Store, bounds, sentences};
use crate::error::{Error, Result};

/// The step before which the sentences of judgings are replaced by findings.
const FINDINGS: i64 = 6;

/// Takes all steps that the database has not taken yet.
pub(super) async fn run(store: &Store) -> Result<()> {
    if last_step(store).await?.is_some_and(|step| step < FINDINGS) {
        let mut transaction = store.begin_writing().await?;
        match sentences::convert(&mut transaction, "detail").await {
            Ok(()) => transaction.commit().await?,
            // Another server that started at the same time has done it.
            Err(_) if last_step(store).await?.is_some_and(|step| step >= FINDINGS) => {}
            Err(error) => return Err(error),
        }
    }
    let failed = |error| Error::Internal(format!("migration: {error}"));
    let migrator = Migrator::new(Steps(store.kind)).await.map_err(failed)?;
    migrator.run(&store.connections.pool).await.map_err(failed)?;
    if bounds::is_one_missing(store).await? {
        let mut transaction = store.begin_writing().await?;
        bounds::add_missing(&mut transaction).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// The last step that the database has taken; `None` if it is new.
async fn last_step(store: &Store) -> Result<Option<i64>> {
    let query = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations");
    match query.fetch_one(&store.connections.pool).await {
        Ok(step) => Ok(step),
        // A new database has no such table.
        Err(sqlx::Error::Database(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The step of a file in `migrations/`, for both kinds of database.
macro_rules! step {
    ($kind:expr, $version:expr, $description:literal, $file:literal) => {
        Migration::new(
            $version,
            $description.into(),
            MigrationType::Simple,
            match $kind {
                Kind::Sqlite => include_str!(concat!("../../migrations/sqlite/", $file)),
                Kind::Postgres => include_str!(concat!("../../migrations/postgres/", $file)),
            }
            .into(),
            false,
        )
    };
}

/// The steps for a kind of database.
#[derive(Debug)]
pub(super) struct Steps(pub(super) Kind);

impl MigrationSource<'static> for Steps {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send + 'static>> {
        let steps = vec![
            step!(self.0, 1, "start", "0001_start.sql"),
            step!(self.0, 2, "feedback", "0002_feedback.sql"),
            step!(self.0, 3, "write checks", "0003_write_checks.sql"),
            step!(self.0, 4, "bytes", "0004_bytes.sql"),
            step!(self.0, 5, "archives", "0005_archives.sql"),
            step!(self.0, FINDINGS, "findings", "0006_findings.sql"),
            step!(self.0, 7, "clarifications", "0007_clarifications.sql"),
            step!(self.0, 8, "hidden", "0008_hidden.sql"),
            step!(self.0, 9, "team facts", "0009_team_facts.sql"),
            step!(self.0, 10, "limits", "0010_limits.sql"),
            step!(self.0, 11, "tight bounds", "0011_tight_bounds.sql"),
            step!(self.0, 12, "extra time", "0012_extra_time.sql"),
            step!(self.0, 13, "rate limits", "0013_rate_limits.sql"),
        ];
        Box::pin(async move { Ok(steps) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_file_is_a_step_and_numbers_do_not_skip() {
        for (kind, folder) in [(Kind::Sqlite, "sqlite"), (Kind::Postgres, "postgres")] {
            let folder = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
            let files = std::fs::read_dir(folder).unwrap().count();
            let steps = Steps(kind).resolve().await.unwrap();
            let versions: Vec<_> = steps.iter().map(|step| step.version).collect();
            assert_eq!(versions, (1..=files as i64).collect::<Vec<_>>());
        }
    }
}
