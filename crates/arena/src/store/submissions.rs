//! What teams hand in: the files, once each, and the judgings that are stored with them.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::FromRow;

use super::{Change, Millis, Store};
use crate::contest::Input;
use crate::error::{Answer, Error};
use crate::judging::{JUDGE, Judged};

/// A submission to be stored, judged already.
#[derive(Clone, Debug)]
pub struct NewSubmission {
    /// The contest.
    pub contest: String,
    /// The account of the team.
    pub team: String,
    /// How it came: `web` or `api`.
    pub origin: &'static str,
    /// What the team called it: the name of the file.
    pub label: String,
    /// Chosen by the sender: the same key of the same team is stored once.
    pub retry_key: Option<String>,
    /// Its files.
    pub files: Vec<NewFile>,
}

/// A file of it.
#[derive(Clone, Debug)]
pub struct NewFile {
    /// The number of the input that it answers.
    pub input: i64,
    /// The file.
    pub content: Packed,
    /// What the judge said.
    pub judged: Judged,
}

/// A file as it is kept.
#[derive(Clone, Debug)]
pub struct Packed {
    hash: String,
    size: i64,
    bytes: Vec<u8>,
}

impl Packed {
    /// Packs a file. Costs a few milliseconds for a long one: not for the threads that serve.
    pub fn new(content: &[u8]) -> Self {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        // Writing to memory does not fail.
        let bytes = packer.write_all(content).and_then(|()| packer.finish()).unwrap_or_default();
        let size = i64::try_from(content.len()).unwrap_or(i64::MAX);
        Self { hash: hex(&Sha256::digest(content)), size, bytes }
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How storing went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It has this number now.
    New(i64),
    /// It was stored before, under this number.
    Before(i64),
}

impl Stored {
    /// The number.
    pub const fn id(self) -> i64 {
        match self {
            Self::New(id) | Self::Before(id) => id,
        }
    }
}

/// A submission that is kept.
#[derive(Clone, Debug, FromRow)]
pub struct Submission {
    /// Its number.
    pub id: i64,
    /// The contest.
    pub contest: String,
    /// The account of the team.
    pub team: String,
    /// When it came.
    pub at: Millis,
    /// How it came.
    pub origin: String,
    /// What the team called it.
    pub label: String,
    /// Whether an organiser took it out.
    pub ignored: i64,
}

const COLUMNS: &str = "id, contest, team, at, origin, label, ignored";

/// A file of a submission with the judging that counts.
#[derive(Clone, Debug, FromRow)]
pub struct FileRow {
    /// The file's number.
    pub id: i64,
    /// The submission's.
    pub submission: i64,
    /// The number of the input.
    pub input: i64,
    /// What came out: the name of an [`Outcome`](crate::judging::Outcome).
    pub outcome: String,
    /// Points in hundredths, 0 where they depend on others.
    pub points: i64,
    /// The demon's score, or the figures placed.
    pub score: i64,
    /// The first difference, or why the game ended.
    pub detail: String,
}

impl Store {
    /// Stores a submission with its files and judgings, all or nothing.
    ///
    /// Whether the contest still takes answers is asked inside: an end that was set a moment ago holds.
    pub async fn submit(&self, new: &NewSubmission) -> Answer<Stored> {
        let mut change = self.change(&new.contest).await?;
        if let Some(id) = change.find_retry(new).await? {
            return Ok(Stored::Before(id));
        }
        change.takes_answers(&new.contest).await?;
        let id = change.add_submission(new).await?;
        // Always in the same order: two that store the same contents must not wait for each other.
        let mut files: Vec<&NewFile> = new.files.iter().collect();
        files.sort_by(|a, b| a.content.hash.cmp(&b.content.hash));
        for file in files {
            change.add_file(id, file).await?;
        }
        let detail = json!({ "files": new.files.len(), "origin": new.origin });
        change.commit("submission", &new.team, &id.to_string(), detail).await?;
        Ok(Stored::New(id))
    }

    /// One submission of a contest.
    pub async fn submission(&self, contest: &str, id: i64) -> Answer<Submission> {
        let query = format!("SELECT {COLUMNS} FROM submissions WHERE contest = $1 AND id = $2");
        let found = sqlx::query_as(&query).bind(contest).bind(id).fetch_optional(&self.pool).await?;
        found.ok_or(Error::Missing("submission"))
    }

    /// The submissions of a contest, of one team or of all, the newest first.
    pub async fn submissions(&self, contest: &str, team: Option<&str>) -> Answer<Vec<Submission>> {
        let query = format!(
            "SELECT {COLUMNS} FROM submissions WHERE contest = $1 AND (team = $2 OR $2 = '') ORDER BY id DESC"
        );
        Ok(sqlx::query_as(&query).bind(contest).bind(team.unwrap_or("")).fetch_all(&self.pool).await?)
    }

    /// The files of a submission with the judgings that count, by input.
    pub async fn files(&self, submission: i64) -> Answer<Vec<FileRow>> {
        let query = "SELECT f.id, f.submission, f.input, j.outcome, j.points, j.score, j.detail \
                     FROM files f JOIN judgings j ON j.file = f.id \
                     LEFT JOIN rejudgings r ON r.id = j.round \
                     WHERE f.submission = $1 AND (j.round = 0 OR r.state = 'applied') ORDER BY j.round";
        let rows: Vec<FileRow> = sqlx::query_as(query).bind(submission).fetch_all(&self.pool).await?;
        let by_input: BTreeMap<i64, FileRow> = rows.into_iter().map(|row| (row.input, row)).collect();
        Ok(by_input.into_values().collect())
    }

    /// What a file of a submission holds.
    pub async fn content(&self, submission: i64, input: &Input) -> Answer<Vec<u8>> {
        let query = "SELECT c.packed FROM files f JOIN contents c ON c.hash = f.content \
                     WHERE f.submission = $1 AND f.input = $2";
        let packed: Option<Vec<u8>> =
            sqlx::query_scalar(query).bind(submission).bind(input.number).fetch_optional(&self.pool).await?;
        unpack(&packed.ok_or(Error::Missing("file"))?)
    }

    /// Takes a submission out, or back in.
    pub async fn ignore(&self, contest: &str, id: i64, ignored: bool, who: &str) -> Answer<()> {
        let mut change = self.change(contest).await?;
        change.not_final(contest).await?;
        let update = sqlx::query("UPDATE submissions SET ignored = $3 WHERE contest = $1 AND id = $2")
            .bind(contest.to_owned())
            .bind(id)
            .bind(i64::from(ignored));
        if change.run(update).await? == 0 {
            return Err(Error::Missing("submission"));
        }
        let kind = if ignored { "submission-ignored" } else { "submission-restored" };
        change.commit(kind, who, &id.to_string(), json!({})).await
    }
}

/// A kept file as it was.
pub(super) fn unpack(packed: &[u8]) -> Answer<Vec<u8>> {
    let mut content = Vec::new();
    GzDecoder::new(packed)
        .read_to_end(&mut content)
        .map_err(|error| Error::Inside(format!("a kept file: {error}")))?;
    Ok(content)
}

impl Change {
    async fn takes_answers(&mut self, contest: &str) -> Answer<()> {
        let query = "SELECT COUNT(*) FROM contests WHERE id = $1 AND finalized_at IS NULL \
                     AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2)";
        let query = sqlx::query_scalar(query).bind(contest.to_owned()).bind(self.at);
        let running: i64 = query.fetch_one(&mut *self.transaction).await?;
        if running == 1 { Ok(()) } else { Err(Error::Conflict("the contest takes no answers now".into())) }
    }

    /// Refuses what would change results that are final.
    pub(super) async fn not_final(&mut self, contest: &str) -> Answer<()> {
        let query = "SELECT COUNT(*) FROM contests WHERE id = $1 AND finalized_at IS NOT NULL";
        let query = sqlx::query_scalar(query).bind(contest.to_owned());
        let done: i64 = query.fetch_one(&mut *self.transaction).await?;
        if done == 0 { Ok(()) } else { Err(Error::Conflict("the results are final".into())) }
    }

    async fn find_retry(&mut self, new: &NewSubmission) -> Answer<Option<i64>> {
        let Some(key) = &new.retry_key else { return Ok(None) };
        let query = "SELECT id FROM submissions WHERE team = $1 AND retry_key = $2";
        let query = sqlx::query_scalar(query).bind(new.team.clone()).bind(key.clone());
        Ok(query.fetch_optional(&mut *self.transaction).await?)
    }

    async fn add_submission(&mut self, new: &NewSubmission) -> Answer<i64> {
        let query = sqlx::query_scalar(
            "INSERT INTO submissions (contest, team, at, origin, label, retry_key) \
             VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
        )
        .bind(new.contest.clone())
        .bind(new.team.clone())
        .bind(self.at)
        .bind(new.origin)
        .bind(new.label.clone())
        .bind(new.retry_key.clone());
        Ok(query.fetch_one(&mut *self.transaction).await?)
    }

    async fn add_file(&mut self, submission: i64, file: &NewFile) -> Answer<()> {
        let content = sqlx::query(
            "INSERT INTO contents (hash, size, packed) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING",
        )
        .bind(file.content.hash.clone())
        .bind(file.content.size)
        .bind(file.content.bytes.clone());
        self.run(content).await?;
        let row = "INSERT INTO files (submission, input, content) VALUES ($1, $2, $3) RETURNING id";
        let row = sqlx::query_scalar(row).bind(submission).bind(file.input).bind(file.content.hash.clone());
        let id: i64 = row.fetch_one(&mut *self.transaction).await?;
        self.add_judging(id, 0, &file.judged).await
    }

    /// Adds a judging of a file in a round.
    pub(super) async fn add_judging(&mut self, file: i64, round: i64, judged: &Judged) -> Answer<()> {
        let row = sqlx::query(
            "INSERT INTO judgings (file, round, at, judge, outcome, points, score, detail) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(file)
        .bind(round)
        .bind(self.at)
        .bind(JUDGE)
        .bind(judged.outcome.name())
        .bind(judged.points)
        .bind(judged.score)
        // It may quote the answer, and PostgreSQL takes no text with a zero in it.
        .bind(judged.detail.replace('\0', "\u{fffd}"));
        self.run(row).await.map(drop)
    }
}
