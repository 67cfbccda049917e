//! Submissions: their files, stored once per content, and the judgings that are stored with them.

use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};
use std::mem;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use laplace_archive::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::archives::NewArchive;
use super::change::PendingChange;
use super::row::{columns, row};
use super::{Change, Millis, Store};
use crate::contest::{AccountId, ContestId, EventKind, Input, Refusal, Submission, SubmissionId};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};
use crate::judging::{Finding, JUDGE, Judged, Outcome};

/// A judged submission to be stored.
#[derive(Clone, Debug)]
pub struct NewSubmission {
    /// The contest.
    pub contest: ContestId,
    /// The account of the team.
    pub team: AccountId,
    /// How it came: `web` or `api`.
    pub origin: &'static str,
    /// The name that the team gave it: the name of the file.
    pub label: String,
    /// When its last byte had arrived.
    pub arrived: Instant,
    /// The idempotency key: the same key of the same team is stored once; other files under it are refused.
    pub retry_key: Option<String>,
    /// Its files.
    pub files: Vec<NewFile>,
    /// Its archives as they came.
    pub archives: Vec<NewArchive>,
    /// What was passed over.
    pub notes: Notes,
}

/// What was passed over in a submission, for its team and for organisers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// The number of files that do not answer any input.
    pub passed_over: u64,
    /// The names of the first of them.
    pub names: Vec<String>,
    /// The names of the first that would be outputs if their names were valid in an archive.
    pub invalid_names: Vec<String>,
    /// Output files with the same name: the one that counts and another one.
    pub duplicates: Vec<(String, String)>,
}

impl NewSubmission {
    /// Everything of it that is stored.
    fn contents(&self) -> impl Iterator<Item = &Packed> {
        let files = self.files.iter().map(|file| &file.content);
        files.chain(self.archives.iter().map(|archive| &archive.content))
    }

    /// The same, to be given to the database.
    fn contents_mut(&mut self) -> impl Iterator<Item = &mut Packed> {
        let files = self.files.iter_mut().map(|file| &mut file.content);
        files.chain(self.archives.iter_mut().map(|archive| &mut archive.content))
    }

    /// The bytes of its files and archives as they are stored.
    fn bytes(&self) -> i64 {
        self.contents().map(|content| content.stored_size).sum()
    }
}

/// How many bytes submissions may take in all, as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageLimits {
    /// Those of one team.
    pub team: i64,
    /// Those of one contest.
    pub contest: i64,
}

/// No limits.
impl Default for StorageLimits {
    fn default() -> Self {
        Self { team: i64::MAX, contest: i64::MAX }
    }
}

/// A file of a submission to be stored.
#[derive(Clone, Debug)]
pub struct NewFile {
    /// The number of the input that it answers.
    pub input: i64,
    /// The file.
    pub content: Packed,
    /// Its judging.
    pub judged: Judged,
}

/// A file as it is stored.
#[derive(Clone, Debug)]
pub struct Packed {
    pub(super) hash: String,
    size: i64,
    stored_size: i64,
    /// Empty once it has been given to the database.
    bytes: Vec<u8>,
}

impl Packed {
    /// Compresses a file. Takes a few milliseconds for a long one, so it should run off the serving threads.
    pub fn new(content: &[u8]) -> Self {
        Self::with(content, Compression::fast(), 0)
    }

    fn with(content: &[u8], compression: Compression, expected_bytes: usize) -> Self {
        let mut encoder = GzEncoder::new(Vec::with_capacity(expected_bytes), compression);
        // Writing to memory does not fail.
        let bytes = encoder.write_all(content).and_then(|()| encoder.finish()).unwrap_or_default();
        let [size, stored_size] =
            [content.len(), bytes.len()].map(|length| i64::try_from(length).unwrap_or(i64::MAX));
        Self { hash: hex(&Sha256::digest(content)), size, stored_size, bytes }
    }

    /// The same for a file that is compressed already.
    pub fn uncompressed(content: &[u8]) -> Self {
        // Five bytes for each block, and the frame of gzip.
        let expected_bytes = content.len() + content.len() / 1_000 + 64;
        Self::with(content, Compression::none(), expected_bytes)
    }

    /// The SHA-256 of the content in hexadecimal.
    pub fn hash(&self) -> &str {
        &self.hash
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The outcome of storing a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// Stored now, under this id.
    New(SubmissionId),
    /// Stored before under this id, with the same key and files.
    Existing(SubmissionId),
}

impl Stored {
    /// The id of the submission.
    pub const fn id(self) -> SubmissionId {
        match self {
            Self::New(id) | Self::Existing(id) => id,
        }
    }
}

columns! { SubmissionRow(Submission) { id, contest, team, at, origin, label, ignored, team_state } }

const COLUMNS: &str = "id, contest, team, at, origin, label, ignored, \
                       (SELECT disabled FROM accounts WHERE accounts.id = submissions.team) AS team_state";

row! {
    /// A file of a submission with the judging that counts.
    #[derive(Clone, Debug)]
    pub struct FileRow {
        /// The file's number.
        pub id: i64,
        /// The submission's.
        pub submission: SubmissionId,
        /// The number of the input.
        pub input: i64,
        /// The outcome.
        pub outcome: Outcome,
        /// Points in hundredths, 0 where they depend on others.
        pub points: i64,
        /// The demon's score, or the figures placed.
        pub score: i64,
        /// The first difference, or why the game ended.
        pub finding: Finding,
    }
}

impl Store {
    /// Stores a submission with its files and judgings, all or nothing.
    ///
    /// Whether the contest accepts answers is checked inside the transaction, so an end that was just set holds. The
    /// rows of each table are written with one statement, and the contents, which are most of the bytes, before
    /// other submissions have to wait: nine round trips to the database, however many files there are.
    pub async fn submit(&self, new: NewSubmission) -> Result<Stored> {
        self.submit_within(new, StorageLimits::default()).await
    }

    /// The same if the team and the contest then stay within limits, which are checked inside the transaction too.
    pub async fn submit_within(&self, mut new: NewSubmission, limits: StorageLimits) -> Result<Stored> {
        let mut begun = self.begin().await?;
        add_contents(&mut begun, &mut new).await?;
        let mut change = begun.change(&new.contest).await?;
        if let Some(id) = change.find_retry(&new).await? {
            return Ok(Stored::Existing(id));
        }
        change.check_storage(&new, limits).await?;
        let id = change.add_submission(&new).await?;
        change.add_files(id, &new.files).await?;
        change.add_archives(id, &new.archives).await?;
        let detail =
            json!({ "files": new.files.len(), "origin": new.origin, "archives": new.archives.len() });
        change.commit(EventKind::Submission, &new.team, &id.to_string(), detail).await?;
        Ok(Stored::New(id))
    }

    /// One submission of a contest.
    pub async fn submission(&self, contest: &str, id: SubmissionId) -> Result<Submission> {
        let query = format!("SELECT {COLUMNS} FROM submissions WHERE contest = $1 AND id = $2");
        let found: Option<SubmissionRow> =
            sqlx::query_as(&query).bind(contest).bind(id.0).fetch_optional(&*self.connections).await?;
        Ok(found.ok_or(Error::NotFound(Missing::Submission))?.0)
    }

    /// What was passed over in a submission.
    pub async fn notes(&self, id: SubmissionId) -> Result<Notes> {
        let query = sqlx::query_scalar("SELECT notes FROM submissions WHERE id = $1").bind(id.0);
        let notes: Option<String> = query.fetch_optional(&*self.connections).await?;
        let notes = notes.ok_or(Error::NotFound(Missing::Submission))?;
        serde_json::from_str(&notes).map_err(|error| Error::Internal(format!("stored notes: {error}")))
    }

    /// The submissions of a contest, of one team or of all, the newest first.
    pub async fn submissions(&self, contest: &str, team: Option<&str>) -> Result<Vec<Submission>> {
        let query = format!(
            "SELECT {COLUMNS} FROM submissions WHERE contest = $1 AND (team = $2 OR $2 = '') ORDER BY id DESC"
        );
        let query = sqlx::query_as(&query).bind(contest).bind(team.unwrap_or(""));
        let rows: Vec<SubmissionRow> = query.fetch_all(&*self.connections).await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    /// The bytes that each team of a contest has stored; a team without a submission is missing.
    pub async fn stored_bytes(&self, contest: &str) -> Result<HashMap<AccountId, i64>> {
        let query =
            "SELECT team, CAST(SUM(bytes) AS BIGINT) FROM submissions WHERE contest = $1 GROUP BY team";
        let rows: Vec<(String, i64)> =
            sqlx::query_as(query).bind(contest).fetch_all(&*self.connections).await?;
        Ok(rows.into_iter().map(|(team, bytes)| (team.into(), bytes)).collect())
    }

    /// The number of submissions of a contest.
    pub async fn count_submissions(&self, contest: &str) -> Result<i64> {
        let query = "SELECT COUNT(*) FROM submissions WHERE contest = $1";
        Ok(sqlx::query_scalar(query).bind(contest).fetch_one(&*self.connections).await?)
    }

    /// The files of a submission with the judgings that count, by input.
    pub async fn files(&self, submission: SubmissionId) -> Result<Vec<FileRow>> {
        let query = "SELECT f.id, f.submission, f.input, j.outcome, j.points, j.score, j.finding \
                     FROM files f JOIN judgings j ON j.file = f.id \
                     LEFT JOIN rejudgings r ON r.id = j.round \
                     WHERE f.submission = $1 AND (j.round = 0 OR r.state = 'applied') ORDER BY j.round";
        let rows: Vec<FileRow> =
            sqlx::query_as(query).bind(submission.0).fetch_all(&*self.connections).await?;
        let by_input: BTreeMap<i64, FileRow> = rows.into_iter().map(|row| (row.input, row)).collect();
        Ok(by_input.into_values().collect())
    }

    /// The content of a file of a submission.
    pub async fn content(&self, submission: SubmissionId, input: &Input) -> Result<Vec<u8>> {
        let query = "SELECT c.packed FROM files f JOIN contents c ON c.hash = f.content \
                     WHERE f.submission = $1 AND f.input = $2";
        let packed: Option<Vec<u8>> = sqlx::query_scalar(query)
            .bind(submission.0)
            .bind(input.number)
            .fetch_optional(&*self.connections)
            .await?;
        unpack(&packed.ok_or(Error::NotFound(Missing::File))?)
    }

    /// Excludes a submission, or includes it again.
    pub async fn ignore(&self, contest: &str, id: SubmissionId, ignored: bool, actor: &str) -> Result<()> {
        let mut change = self.change(contest).await?;
        change.check_not_final(contest).await?;
        let update = sqlx::query("UPDATE submissions SET ignored = $3 WHERE contest = $1 AND id = $2")
            .bind(contest.to_owned())
            .bind(id.0)
            .bind(i64::from(ignored));
        if change.run(update).await? == 0 {
            return Err(Error::NotFound(Missing::Submission));
        }
        let kind = if ignored { EventKind::SubmissionIgnored } else { EventKind::SubmissionRestored };
        change.commit(kind, actor, &id.to_string(), json!({})).await
    }
}

/// Decompresses a stored file.
pub(super) fn unpack(packed: &[u8]) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    GzDecoder::new(packed)
        .read_to_end(&mut content)
        .map_err(|error| Error::Internal(format!("stored file: {error}")))?;
    Ok(content)
}

impl Change {
    /// Fails if the results are final.
    pub(super) async fn check_not_final(&mut self, contest: &str) -> Result<()> {
        match self.is_final(contest).await? {
            true => Err(Error::conflict(Refusal::Final)),
            false => Ok(()),
        }
    }

    /// Whether the results are final.
    pub(super) async fn is_final(&mut self, contest: &str) -> Result<bool> {
        let query = "SELECT COUNT(*) FROM contests WHERE id = $1 AND finalized_at IS NOT NULL";
        let query = sqlx::query_scalar(query).bind(contest.to_owned());
        let done: i64 = query.fetch_one(&mut self.transaction).await?;
        Ok(done > 0)
    }

    /// The submission that was stored under the same key with the same files; an error if the files differ.
    async fn find_retry(&mut self, new: &NewSubmission) -> Result<Option<SubmissionId>> {
        let Some(key) = &new.retry_key else { return Ok(None) };
        let query = "SELECT s.id, f.input, f.content FROM submissions s JOIN files f ON f.submission = s.id \
                     WHERE s.team = $1 AND s.retry_key = $2 ORDER BY f.input";
        let query = sqlx::query_as(query).bind(new.team.to_string()).bind(key.clone());
        let kept: Vec<(i64, i64, String)> = query.fetch_all(&mut self.transaction).await?;
        let Some(&(id, ..)) = kept.first() else { return Ok(None) };
        let id = SubmissionId(id);
        let files: BTreeMap<i64, &str> =
            new.files.iter().map(|file| (file.input, file.content.hash())).collect();
        if !kept.iter().map(|(_, input, hash)| (*input, hash.as_str())).eq(files) {
            return Err(Error::Conflict(Message::KeyReused));
        }
        if self.archive_hashes(id).await?.iter().ne(new.archives.iter().map(|one| one.content.hash())) {
            return Err(Error::Conflict(Message::KeyReused));
        }
        Ok(Some(id))
    }

    /// Fails if the submission does not fit into what is left to its team and its contest.
    ///
    /// Files that are stored already, for this team or another, count again: what is left must not tell whether
    /// another team submitted the same answer.
    async fn check_storage(&mut self, new: &NewSubmission, limits: StorageLimits) -> Result<()> {
        let query = "SELECT CAST(COALESCE(SUM(CASE WHEN team = $2 THEN bytes ELSE 0 END), 0) AS BIGINT), \
                     CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM submissions WHERE contest = $1";
        let query = sqlx::query_as(query).bind(new.contest.to_string()).bind(new.team.to_string());
        let (team, contest): (i64, i64) = query.fetch_one(&mut self.transaction).await?;
        let bytes = new.bytes();
        let size = |bytes: i64| Bytes(bytes.max(0).cast_unsigned());
        if team.saturating_add(bytes) > limits.team {
            let [bytes, stored, max] = [bytes, team, limits.team].map(size);
            return Err(Error::TooLarge(Message::TeamStorage { bytes, stored, max }));
        }
        // Without the sum: it would tell a team the sizes of what the others submit.
        if contest.saturating_add(bytes) > limits.contest {
            let [bytes, max] = [bytes, limits.contest].map(size);
            return Err(Error::TooLarge(Message::ContestStorage { bytes, max }));
        }
        Ok(())
    }

    /// Adds the submission if the contest accepted answers when it arrived.
    ///
    /// Its time is the time of arrival: it may have waited for the judge and for earlier submissions, and a busy
    /// server must not make a team late. That time is counted back from the time of the change, so that a server
    /// whose clock is wrong errs by no more than the wait.
    async fn add_submission(&mut self, new: &NewSubmission) -> Result<SubmissionId> {
        let waited = self.at_instant.saturating_duration_since(new.arrived).min(MAX_WAIT);
        let at = self.at - Millis::try_from(waited.as_millis()).unwrap_or(0);
        let query = sqlx::query_scalar(
            "INSERT INTO submissions (contest, team, at, origin, label, retry_key, bytes, notes) \
             SELECT $1, $2, $3, $4, $5, $6, $7, $8 FROM contests WHERE id = $1 AND finalized_at IS NULL \
             AND starts_at <= $3 AND (ends_at IS NULL \
             OR ends_at + (SELECT extra FROM accounts WHERE accounts.id = $2) > $3) RETURNING id",
        )
        .bind(new.contest.to_string())
        .bind(new.team.to_string())
        .bind(at)
        .bind(new.origin)
        .bind(new.label.clone())
        .bind(new.retry_key.clone())
        .bind(new.bytes())
        .bind(json!(new.notes).to_string());
        let id = query.fetch_optional(&mut self.transaction).await?;
        id.map(SubmissionId).ok_or_else(|| Error::Conflict(Message::NotAccepting))
    }

    async fn add_files(&mut self, submission: SubmissionId, files: &[NewFile]) -> Result<()> {
        for batch in files.chunks(MAX_ROWS) {
            let insert = format!(
                "INSERT INTO files (submission, input, content) VALUES {} RETURNING id, input",
                placeholders(batch.len(), 3)
            );
            let mut query = sqlx::query_as(&insert);
            for file in batch {
                query = query.bind(submission.0).bind(file.input).bind(file.content.hash.clone());
            }
            let ids: Vec<(i64, i64)> = query.fetch_all(&mut self.transaction).await?;
            // `RETURNING` has no guaranteed order.
            let ids: BTreeMap<i64, i64> = ids.into_iter().map(|(id, input)| (input, id)).collect();
            let judged = batch.iter().filter_map(|file| Some((*ids.get(&file.input)?, &file.judged)));
            self.add_judgings(0, &judged.collect::<Vec<_>>()).await?;
        }
        Ok(())
    }

    /// Adds judgings of files in a round.
    pub(super) async fn add_judgings(&mut self, round: i64, judged: &[(i64, &Judged)]) -> Result<()> {
        for batch in judged.chunks(MAX_ROWS) {
            let insert = format!(
                "INSERT INTO judgings (file, round, at, judge, outcome, points, score, finding) VALUES {}",
                placeholders(batch.len(), 8)
            );
            let mut query = sqlx::query(&insert);
            for (file, judged) in batch {
                query = query
                    .bind(*file)
                    .bind(round)
                    .bind(self.at)
                    .bind(JUDGE)
                    .bind(judged.outcome.name())
                    .bind(judged.points)
                    .bind(judged.score)
                    .bind(stored(&judged.finding)?);
            }
            self.run(query).await?;
        }
        Ok(())
    }
}

/// A finding as it is stored: JSON, which has no NUL, whatever the answer has.
pub(super) fn stored(finding: &Finding) -> Result<String> {
    serde_json::to_string(finding).map_err(|error| Error::Internal(format!("finding: {error}")))
}

/// Maximum time between the arrival of a submission and its storage that is counted back.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Rows per statement.
const MAX_ROWS: usize = 100;

/// The parameters of a number of rows: `($1, $2), ($3, $4)`.
fn placeholders(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let numbered: Vec<String> =
            (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", numbered.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// Adds the contents that are not stored yet, and frees their bytes.
async fn add_contents(begun: &mut PendingChange, new: &mut NewSubmission) -> Result<()> {
    // Once each, and always in the same order: two transactions with the same contents must not deadlock.
    let contents: BTreeMap<String, &mut Packed> =
        new.contents_mut().map(|content| (content.hash.clone(), content)).collect();
    let mut contents: Vec<&mut Packed> = contents.into_values().collect();
    for batch in contents.chunks_mut(MAX_ROWS) {
        let insert = format!(
            "INSERT INTO contents (hash, size, packed) VALUES {} ON CONFLICT (hash) DO NOTHING",
            placeholders(batch.len(), 3)
        );
        let mut query = sqlx::query(&insert);
        for content in batch {
            // Owned: of a borrowed value a copy would go to the database, while this one stayed until the end. An archive
            // has megabytes, and SQLite holds it twice meanwhile.
            let bytes = mem::take(&mut content.bytes);
            query = query.bind(content.hash.clone()).bind(content.size).bind(bytes);
        }
        query.execute(&mut begun.transaction).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_a_statement_has_its_own_placeholder() {
        assert_eq!(placeholders(2, 3), "($1, $2, $3), ($4, $5, $6)");
    }
}
