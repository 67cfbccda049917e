//! Clarifications: questions of teams, answers and announcements of organisers.

use laplace_contest::clarifications::{Clarification, MAX_QUESTIONS, NewClarification, checked_text};
use laplace_contest::{AccountId, ClarificationId, EventKind, Refusal};
use serde_json::json;

use super::row::columns;
use super::{Change, Store};
use crate::error::{Error, Result};
use crate::i18n::Missing;

columns! { ClarificationRow(Clarification) { id, at, from_team, to_team, reply_to, input, text } }

const COLUMNS: &str = "id, at, from_team, to_team, reply_to, input, text";

impl Store {
    /// The clarifications of a contest in their order.
    pub async fn clarifications(&self, contest: &str) -> Result<Vec<Clarification>> {
        let query = format!("SELECT {COLUMNS} FROM clarifications WHERE contest = $1 ORDER BY id");
        let rows: Vec<ClarificationRow> =
            sqlx::query_as(&query).bind(contest).fetch_all(&*self.connections).await?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    /// Stores a message. What it refers to is checked inside the transaction.
    pub async fn clarify(
        &self,
        contest: &str,
        new: &NewClarification,
        actor: &str,
    ) -> Result<ClarificationId> {
        let text = checked_text(&new.text)?;
        let mut change = self.change(contest).await?;
        let at = change.at;
        change.contest_now().await?.check_clarifications(at).map_err(Error::conflict)?;
        change.check_references(contest, new).await?;
        let insert = sqlx::query_scalar(
            "INSERT INTO clarifications (contest, at, from_team, to_team, reply_to, input, text) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
        )
        .bind(contest.to_owned())
        .bind(at)
        .bind(new.from_team.as_ref().map(AccountId::to_string))
        .bind(new.to_team.as_ref().map(AccountId::to_string))
        .bind(new.reply_to.map(|id| id.0))
        .bind(new.input)
        .bind(text);
        let id: i64 = insert.fetch_one(&mut change.transaction).await?;
        change.commit(EventKind::Clarification, actor, &id.to_string(), json!({})).await?;
        Ok(ClarificationId(id))
    }
}

impl Change {
    /// Whether the input, the team and the question of a message exist, and whether the team may ask another question.
    async fn check_references(&mut self, contest: &str, new: &NewClarification) -> Result<()> {
        if let Some(input) = new.input {
            let query = sqlx::query_scalar("SELECT COUNT(*) FROM inputs WHERE contest = $1 AND number = $2");
            let query = query.bind(contest.to_owned()).bind(input);
            let found: i64 = query.fetch_one(&mut self.transaction).await?;
            if found == 0 {
                return Err(Error::NotFound(Missing::Input));
            }
        }
        if let Some(team) = &new.to_team {
            let query = sqlx::query_scalar("SELECT COUNT(*) FROM accounts WHERE contest = $1 AND id = $2");
            let query = query.bind(contest.to_owned()).bind(team.to_string());
            let found: i64 = query.fetch_one(&mut self.transaction).await?;
            if found == 0 {
                return Err(Error::NotFound(Missing::Team));
            }
        }
        if let Some(question) = new.reply_to {
            let query = format!("SELECT {COLUMNS} FROM clarifications WHERE contest = $1 AND id = $2");
            let query = sqlx::query_as(&query).bind(contest.to_owned()).bind(question.0);
            let found: Option<ClarificationRow> = query.fetch_optional(&mut self.transaction).await?;
            let question = found.map(|row| row.0).filter(Clarification::is_question);
            let question = question.ok_or(Refusal::NoSuchQuestion)?;
            if new.to_team.is_some() && new.to_team != question.from_team {
                return Err(Refusal::OtherTeamAsked.into());
            }
        }
        if let Some(team) = &new.from_team {
            let query = "SELECT COUNT(*) FROM clarifications WHERE contest = $1 AND from_team = $2";
            let query = sqlx::query_scalar(query).bind(contest.to_owned()).bind(team.to_string());
            let asked: i64 = query.fetch_one(&mut self.transaction).await?;
            if asked >= MAX_QUESTIONS {
                return Err(Error::conflict(Refusal::TooManyQuestions { max: MAX_QUESTIONS }));
            }
        }
        Ok(())
    }
}
