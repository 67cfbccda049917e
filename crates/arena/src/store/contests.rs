//! Contests and their inputs.

use std::sync::Arc;

use serde_json::json;

use super::Store;
use super::row::{columns, row};
use crate::contest::{Contest, Draft, EventKind, Feedback, Input, is_name};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};

columns! {
    ContestRow(Contest) {
        id, game, title, seed, open, feedback, created_at, starts_at, ends_at, frozen_at, thawed_at, finalized_at,
    }
}

pub(super) const COLUMNS: &str = "id, game, title, seed, open, feedback, created_at, starts_at, ends_at, frozen_at, thawed_at, \
                       finalized_at";

row! {
    struct InputRow {
        number: i64,
        question: i64,
        name: String,
        answer: String,
        bound: i64,
        content: Vec<u8>,
    }
}

impl From<InputRow> for Input {
    fn from(row: InputRow) -> Self {
        let InputRow { number, question, name, answer, bound, content } = row;
        Self { number, question, name, answer, bound, content }
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
        let query = "SELECT number, question, name, answer, bound, content FROM inputs \
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
            return Err(Error::Conflict(Message::ContestExists { id: draft.id.clone() }));
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
            let row = sqlx::query(
                "INSERT INTO inputs (contest, number, question, name, answer, bound, content) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(draft.id.clone())
            .bind(input.number)
            .bind(input.question)
            .bind(input.name.clone())
            .bind(input.answer.clone())
            .bind(input.bound)
            .bind(input.content.clone());
            change.run(row).await?;
        }
        let detail = json!({ "game": draft.game.name(), "title": draft.title, "inputs": inputs.len() });
        change.commit(EventKind::Contest, actor, &draft.id, detail).await
    }

    /// Sets how much teams learn about a wrong answer.
    pub async fn set_feedback(&self, contest: &str, feedback: Feedback, actor: &str) -> Result<()> {
        let mut change = self.change(contest).await?;
        let update = sqlx::query("UPDATE contests SET feedback = $2 WHERE id = $1");
        change.run(update.bind(contest.to_owned()).bind(feedback.name())).await?;
        change.commit(EventKind::Feedback, actor, contest, json!({ "feedback": feedback.name() })).await
    }
}
