//! The archives of submissions, stored as they came in the transaction of their submission. Only organisers read them.

use super::row::row;
use super::submissions::unpack;
use super::{Change, Packed, Store};
use crate::contest::SubmissionId;
use crate::error::{Error, Result};
use crate::i18n::Missing;

/// An archive to be stored.
#[derive(Clone, Debug)]
pub struct NewArchive {
    /// The name that the client gave it, without folders.
    pub name: String,
    /// The archive.
    pub content: Packed,
}

row! {
    /// A stored archive.
    #[derive(Clone, Debug)]
    pub struct ArchiveRow {
        /// Its submission.
        pub submission: SubmissionId,
        /// Its number in the submission, from 1.
        pub number: i64,
        /// The name that the client gave it. Nothing may be written to disk under this name.
        pub name: String,
        /// Its size in bytes.
        pub size: i64,
    }
}

impl Store {
    /// The archives of a submission.
    pub async fn archives(&self, submission: SubmissionId) -> Result<Vec<ArchiveRow>> {
        let query = "SELECT a.submission, a.number, a.name, c.size FROM archives a \
                     JOIN contents c ON c.hash = a.content WHERE a.submission = $1 ORDER BY a.number";
        Ok(sqlx::query_as(query).bind(submission.0).fetch_all(&*self.connections).await?)
    }

    /// An archive as it came.
    pub async fn archive(&self, submission: SubmissionId, number: i64) -> Result<Vec<u8>> {
        let query = "SELECT c.packed FROM archives a JOIN contents c ON c.hash = a.content \
                     WHERE a.submission = $1 AND a.number = $2";
        let packed: Option<Vec<u8>> = sqlx::query_scalar(query)
            .bind(submission.0)
            .bind(number)
            .fetch_optional(&*self.connections)
            .await?;
        unpack(&packed.ok_or(Error::NotFound(Missing::File))?)
    }
}

impl Change {
    pub(super) async fn add_archives(
        &mut self,
        submission: SubmissionId,
        archives: &[NewArchive],
    ) -> Result<()> {
        for (number, archive) in (1_i64..).zip(archives) {
            let insert = sqlx::query(
                "INSERT INTO archives (submission, number, name, content) VALUES ($1, $2, $3, $4)",
            )
            .bind(submission.0)
            .bind(number)
            .bind(archive.name.clone())
            .bind(archive.content.hash.clone());
            self.run(insert).await?;
        }
        Ok(())
    }

    /// The hashes of the archives of a submission.
    pub(super) async fn archive_hashes(&mut self, submission: SubmissionId) -> Result<Vec<String>> {
        let query = sqlx::query_scalar("SELECT content FROM archives WHERE submission = $1 ORDER BY number");
        Ok(query.bind(submission.0).fetch_all(&mut self.transaction).await?)
    }
}
