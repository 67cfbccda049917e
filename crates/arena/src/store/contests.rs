//! Contests and their inputs.

use std::sync::Arc;

use serde_json::json;

use super::row::{columns, row};
use super::{Kind, Store};
use crate::contest::{Contest, Draft, Edit, EventKind, Feedback, Input, MEBIBYTE, Refusal, is_name};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};

columns! {
    ContestRow(Contest) {
        id, game, title, seed, open, hidden, max_extra, feedback, limits, created_at, starts_at, ends_at, frozen_at, thawed_at,
        finalized_at,
    }
}

pub(super) const COLUMNS: &str = "id, game, title, seed, open, hidden, feedback, created_at, starts_at, ends_at, frozen_at, \
                       thawed_at, finalized_at, max_upload, max_team_bytes, max_contest_bytes, \
                       (SELECT CAST(COALESCE(MAX(extra), 0) AS BIGINT) FROM accounts WHERE accounts.contest = contests.id) \
                       AS max_extra";

/// Deletes everything of a contest, what refers to something before that.
const DELETIONS: [&str; 12] = [
    "DELETE FROM judgings WHERE file IN (SELECT f.id FROM files f JOIN submissions s ON s.id = f.submission \
     WHERE s.contest = $1)",
    "DELETE FROM files WHERE submission IN (SELECT id FROM submissions WHERE contest = $1)",
    "DELETE FROM archives WHERE submission IN (SELECT id FROM submissions WHERE contest = $1)",
    "DELETE FROM rejudgings WHERE contest = $1",
    "DELETE FROM submissions WHERE contest = $1",
    "DELETE FROM clarifications WHERE contest = $1",
    "DELETE FROM sessions WHERE account IN (SELECT id FROM accounts WHERE contest = $1)",
    "DELETE FROM invites WHERE contest = $1",
    "DELETE FROM accounts WHERE contest = $1",
    "DELETE FROM inputs WHERE contest = $1",
    "DELETE FROM events WHERE contest = $1",
    "DELETE FROM contests WHERE id = $1",
];

row! {
    struct InputRow {
        number: i64,
        question: i64,
        name: String,
        answer: String,
        bound: i64,
        tight_bound: Option<i64>,
        content: Vec<u8>,
    }
}

impl From<InputRow> for Input {
    fn from(row: InputRow) -> Self {
        let InputRow { number, question, name, answer, bound, tight_bound, content } = row;
        let plain_bound = if tight_bound.is_some() { bound } else { 0 };
        Self { number, question, name, answer, bound: tight_bound.unwrap_or(bound), plain_bound, content }
    }
}

impl Store {
    /// Every contest, the newest first.
    pub async fn contests(&self) -> Result<Vec<Contest>> {
        let query = format!("SELECT {COLUMNS} FROM contests ORDER BY created_at DESC, id");
        let rows: Vec<ContestRow> = sqlx::query_as(&query).fetch_all(&*self.connections).await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    /// One contest.
    pub async fn contest(&self, id: &str) -> Result<Contest> {
        // Nothing else can be an id, and PostgreSQL refuses a text with NUL.
        if !is_name(id) {
            return Err(Error::NotFound(Missing::Contest));
        }
        match self.contests.get(id, self.changes()) {
            Some(contest) => Ok(contest),
            None => self.contest_now(id).await,
        }
    }

    /// One contest; while the database is away, as it was read last.
    pub async fn last_known_contest(&self, id: &str) -> Result<Contest> {
        match self.contest(id).await {
            Err(error) if error.fault().is_some() => self.contests.last(id).ok_or(error),
            contest => contest,
        }
    }

    /// One contest, read from the database and not from the cache: another server may just have changed it.
    pub async fn contest_now(&self, id: &str) -> Result<Contest> {
        let changes = self.changes();
        let query = format!("SELECT {COLUMNS} FROM contests WHERE id = $1");
        let found: Option<ContestRow> =
            sqlx::query_as(&query).bind(id).fetch_optional(&*self.connections).await?;
        let contest = found.ok_or(Error::NotFound(Missing::Contest))?.0;
        self.contests.put(id, changes, contest.clone());
        Ok(contest)
    }

    /// The inputs of a contest in order, with their contents. They never change, so they are cached.
    pub async fn inputs(&self, contest: &str) -> Result<Arc<[Input]>> {
        if let Some(kept) = self.inputs.get(contest) {
            return Ok(kept);
        }
        let query = "SELECT number, question, name, answer, bound, tight_bound, content FROM inputs \
                     WHERE contest = $1 ORDER BY number";
        let rows: Vec<InputRow> = sqlx::query_as(query).bind(contest).fetch_all(&*self.connections).await?;
        let inputs: Arc<[Input]> = rows.into_iter().map(Input::from).collect();
        self.inputs.put(contest, inputs.clone());
        Ok(inputs)
    }

    /// Creates a contest with its inputs.
    pub async fn make_contest(&self, draft: &Draft, inputs: &[Input], actor: &str) -> Result<()> {
        let mut change = self.change(&draft.id).await?;
        if change.number != 1 {
            // The number of a deleted contest stays: caches of other servers know its inputs by its id.
            return Err(match change.contest_now().await {
                Err(Error::NotFound(_)) => Error::conflict(Refusal::UsedId { id: draft.id.clone() }),
                _ => Error::Conflict(Message::ContestExists { id: draft.id.clone() }),
            });
        }
        let row = sqlx::query(
            "INSERT INTO contests \
             (id, game, title, seed, open, created_at, starts_at, ends_at, frozen_at, feedback) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(draft.id.clone())
        .bind(draft.game.name())
        .bind(draft.title.clone())
        .bind(draft.seed.cast_signed())
        .bind(i64::from(draft.open))
        .bind(change.at)
        .bind(draft.starts_at.unwrap_or(change.at))
        .bind(draft.ends_at)
        .bind(draft.frozen_at)
        .bind(draft.feedback.name());
        change.run(row).await?;
        for input in inputs {
            let has_both = input.plain_bound > 0;
            let row = sqlx::query(
                "INSERT INTO inputs (contest, number, question, name, answer, bound, content, tight_bound) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(draft.id.clone())
            .bind(input.number)
            .bind(input.question)
            .bind(input.name.clone())
            .bind(input.answer.clone())
            .bind(if has_both { input.plain_bound } else { input.bound })
            .bind(input.content.clone())
            .bind(has_both.then_some(input.bound));
            change.run(row).await?;
        }
        let detail = json!({ "game": draft.game.name(), "title": draft.title, "inputs": inputs.len() });
        change.commit(EventKind::Contest, actor, &draft.id, detail).await
    }

    /// Changes the title, the registration, whether a contest is hidden, or its limits.
    pub async fn edit_contest(&self, contest: &str, edit: &Edit, actor: &str) -> Result<()> {
        let mut change = self.change(contest).await?;
        let before = change.contest_now().await?;
        let after = edit.applied(&before, change.at).map_err(|refusal| match refusal {
            Refusal::Final => Error::conflict(refusal),
            refusal => refusal.into(),
        })?;
        let update = "UPDATE contests SET title = $2, open = $3, hidden = $4, max_upload = $5, max_team_bytes = $6, \
                      max_contest_bytes = $7 WHERE id = $1";
        let limits = after.limits;
        let update = sqlx::query(update)
            .bind(contest.to_owned())
            .bind(after.title.clone())
            .bind(i64::from(after.open))
            .bind(i64::from(after.hidden))
            .bind(limits.upload)
            .bind(limits.team)
            .bind(limits.contest);
        change.run(update).await?;
        let mebibytes = |limit: Option<i64>| limit.map(|bytes| bytes / MEBIBYTE);
        let detail = match limits == before.limits {
            true => json!({ "title": after.title, "open": after.open, "hidden": after.hidden }),
            false => json!({
                "title": after.title,
                "open": after.open,
                "hidden": after.hidden,
                "upload_mebibytes": mebibytes(limits.upload),
                "team_mebibytes": mebibytes(limits.team),
                "contest_mebibytes": mebibytes(limits.contest),
            }),
        };
        change.commit(EventKind::Settings, actor, contest, detail).await
    }

    /// Deletes a contest with its teams, messages and, if `with_submissions`, its submissions. The server's log has an
    /// event, and the id is not given again.
    pub async fn delete_contest(&self, contest: &str, with_submissions: bool, actor: &str) -> Result<()> {
        let mut begun = self.begin().await?;
        if self.kind == Kind::Postgres {
            // Before anything else, as submissions do: one that stores a file of the deleted contest for another one has
            // ended before unused files are deleted, or begins afterwards.
            let lock = sqlx::query("LOCK TABLE contents IN SHARE ROW EXCLUSIVE MODE");
            lock.execute(&mut begun.transaction).await?;
        }
        let mut change = begun.change(contest).await?;
        let title = change.contest_now().await?.title;
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM submissions WHERE contest = $1");
        let submissions: i64 = count.bind(contest.to_owned()).fetch_one(&mut change.transaction).await?;
        if submissions > 0 && !with_submissions {
            return Err(Error::conflict(Refusal::HasSubmissions { submissions }));
        }
        for statement in DELETIONS {
            change.run(sqlx::query(statement).bind(contest.to_owned())).await?;
        }
        // Contents are stored once for all contests: what no other submission has goes too.
        let unused = "DELETE FROM contents WHERE NOT EXISTS (SELECT 1 FROM files WHERE files.content = contents.hash) \
                      AND NOT EXISTS (SELECT 1 FROM archives WHERE archives.content = contents.hash)";
        change.run(sqlx::query(unused)).await?;
        let detail = json!({ "title": title, "submissions": submissions });
        change.for_server().await?.commit(EventKind::ContestDeleted, actor, contest, detail).await
    }

    /// Sets how much teams learn about a wrong answer, unless the results are final.
    pub async fn set_feedback(&self, contest: &str, feedback: Feedback, actor: &str) -> Result<()> {
        let mut change = self.change(contest).await?;
        change.check_not_final(contest).await?;
        let update = sqlx::query("UPDATE contests SET feedback = $2 WHERE id = $1");
        change.run(update.bind(contest.to_owned()).bind(feedback.name())).await?;
        change.commit(EventKind::Feedback, actor, contest, json!({ "feedback": feedback.name() })).await
    }
}
