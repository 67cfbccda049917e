//! The steps that bring a database to this version's tables, in order. A step that was ever released is never edited:
//! the database keeps a checksum of each step that it has taken.

use std::future::Future;
use std::pin::Pin;

use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType};

use super::Kind;

/// The step of a file in `migrations/`, for both kinds of database.
macro_rules! step {
    ($kind:expr, $version:literal, $description:literal, $file:literal) => {
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
