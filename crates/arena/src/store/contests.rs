//! Contests and their inputs.

use std::sync::Arc;

use serde_json::json;
use sqlx::FromRow;

use super::{Millis, Store};
use crate::contest::{Draft, Feedback, Game, Input, Phase, is_name};
use crate::error::{Error, Result};

/// A contest.
#[derive(Clone, Debug, FromRow)]
pub struct Contest {
    /// Its name in addresses.
    pub id: String,
    game: String,
    /// Its name for people.
    pub title: String,
    /// What its inputs were made from.
    pub seed: i64,
    /// Whether anybody may register a team.
    pub open: i64,
    feedback: String,
    /// When it was made.
    pub created_at: Millis,
    /// When its inputs are shown and answers are taken.
    pub starts_at: Millis,
    /// When no more answers are taken; `None`: practice without an end.
    pub ends_at: Option<Millis>,
    /// From when on the board shows no more news.
    pub frozen_at: Option<Millis>,
    /// When the board showed everything again.
    pub thawed_at: Option<Millis>,
    /// When the results became final.
    pub finalized_at: Option<Millis>,
}

impl Contest {
    /// Its game.
    pub fn game(&self) -> Game {
        // Written by us from a `Game`; a store that was tampered with plays the demon.
        self.game.parse().unwrap_or(Game::Demon)
    }

    /// How much teams are told of a wrong answer.
    pub fn feedback(&self) -> Feedback {
        // Written by us from a `Feedback`; a store that was tampered with tells nothing.
        self.feedback.parse().unwrap_or(Feedback::Verdict)
    }

    /// What may be done at a time.
    pub const fn phase(&self, now: Millis) -> Phase {
        match (self.finalized_at, self.ends_at) {
            (Some(_), _) => Phase::Final,
            // Before the end is looked at: nothing makes inputs public that were never shown.
            _ if now < self.starts_at => Phase::Before,
            (None, Some(end)) if now >= end => Phase::Ended,
            _ => Phase::Running,
        }
    }

    /// From when on the public board hides what happened; `None`: it hides nothing.
    pub const fn hidden_from(&self, now: Millis) -> Option<Millis> {
        match (self.frozen_at, self.thawed_at) {
            (Some(_), Some(thawed)) if now >= thawed => None,
            (Some(frozen), _) if now >= frozen => Some(frozen),
            _ => None,
        }
    }
}

pub(super) const COLUMNS: &str = "id, game, title, seed, open, feedback, created_at, starts_at, ends_at, frozen_at, thawed_at, \
                       finalized_at";

#[derive(FromRow)]
struct InputRow {
    number: i64,
    question: i64,
    name: String,
    answer: String,
    bound: i64,
    content: Vec<u8>,
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
        Ok(sqlx::query_as(&query).fetch_all(&self.pool).await?)
    }

    /// One contest.
    pub async fn contest(&self, id: &str) -> Result<Contest> {
        // Nothing else can be one, and PostgreSQL takes no text with a zero in it.
        if !is_name(id) {
            return Err(Error::NotFound("contest"));
        }
        match self.contests.get(id, self.changes()) {
            Some(contest) => Ok(contest),
            None => self.contest_now(id).await,
        }
    }

    /// One contest as it is in the database now: other servers may have changed it a moment ago.
    pub async fn contest_now(&self, id: &str) -> Result<Contest> {
        let changes = self.changes();
        let query = format!("SELECT {COLUMNS} FROM contests WHERE id = $1");
        let found: Option<Contest> = sqlx::query_as(&query).bind(id).fetch_optional(&self.pool).await?;
        let contest = found.ok_or(Error::NotFound("contest"))?;
        self.contests.put(id, changes, contest.clone());
        Ok(contest)
    }

    /// Its inputs in order, with their contents. They never change: what was read once is kept.
    pub async fn inputs(&self, contest: &str) -> Result<Arc<[Input]>> {
        if let Some(kept) = self.inputs.get(contest) {
            return Ok(kept);
        }
        let query = "SELECT number, question, name, answer, bound, content FROM inputs \
                     WHERE contest = $1 ORDER BY number";
        let rows: Vec<InputRow> = sqlx::query_as(query).bind(contest).fetch_all(&self.pool).await?;
        let inputs: Arc<[Input]> = rows.into_iter().map(Input::from).collect();
        self.inputs.put(contest, inputs.clone());
        Ok(inputs)
    }

    /// Makes a contest with its inputs.
    pub async fn make_contest(&self, draft: &Draft, inputs: &[Input], actor: &str) -> Result<()> {
        let mut change = self.change(&draft.id).await?;
        if change.number != 1 {
            return Err(Error::Conflict(format!("there is a contest `{}` already", draft.id)));
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
        change.commit("contest", actor, &draft.id, detail).await
    }

    /// Sets how much teams are told of a wrong answer.
    pub async fn set_feedback(&self, contest: &str, feedback: Feedback, actor: &str) -> Result<()> {
        let mut change = self.change(contest).await?;
        let update = sqlx::query("UPDATE contests SET feedback = $2 WHERE id = $1");
        change.run(update.bind(contest.to_owned()).bind(feedback.name())).await?;
        change.commit("feedback", actor, contest, json!({ "feedback": feedback.name() })).await
    }
}
