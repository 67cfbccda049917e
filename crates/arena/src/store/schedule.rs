//! The schedule of a contest: organisers set its milestones and can clear an end or a freeze.

use laplace_contest::{EventKind, Milestone, Refusal};
use serde_json::json;

use super::{Change, Millis, Store};
use crate::contest::Contest;
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::time::minute;

const fn assignment(milestone: Milestone) -> &'static str {
    match milestone {
        Milestone::Start => "starts_at = $2",
        Milestone::End => "ends_at = $2",
        Milestone::Freeze => "frozen_at = $2, thawed_at = NULL",
        Milestone::Thaw => "thawed_at = $2",
        Milestone::Finalize => "finalized_at = $2, thawed_at = COALESCE(thawed_at, $2)",
    }
}

impl Store {
    /// Sets a milestone of a contest to a time, or to now. Whether that is allowed is checked inside the transaction. An end
    /// before the freeze clears the freeze, which leaves an event of its own.
    pub async fn set_milestone(
        &self,
        contest: &str,
        milestone: Milestone,
        at: Option<Millis>,
        actor: &str,
    ) -> Result<()> {
        let mut change = self.change(contest).await?;
        let at = at.unwrap_or(change.at);
        let before = change.contest_now().await?;
        if let Err(refusal) = before.check_milestone(milestone, at, change.at) {
            let teams = match refusal {
                Refusal::NotOver => change.teams_with_extra_time(&before).await?,
                _ => String::new(),
            };
            return Err(match teams.is_empty() {
                true => Error::conflict(refusal),
                false => Error::Conflict(Message::ExtraTimeRuns { teams }),
            });
        }
        let statement = format!("UPDATE contests SET {} WHERE id = $1", assignment(milestone));
        change.run(sqlx::query(&statement).bind(contest.to_owned()).bind(at)).await?;
        // The event feed then sends the judgements since the old freeze, which may be visible now. A freeze that was only
        // planned has hidden nothing.
        let detail = match (milestone, before.hidden_from(change.at)) {
            (Milestone::Freeze | Milestone::Thaw | Milestone::Finalize, Some(frozen)) => {
                json!({ "at": at, "frozen_at": frozen })
            }
            _ => json!({ "at": at }),
        };
        let kind = EventKind::of_milestone(milestone);
        let Some(freeze) = before.freeze_dropped_by(milestone, at) else {
            return change.commit(kind, actor, contest, detail).await;
        };
        change = change.and_then(kind, actor, contest, detail).await?;
        let update = "UPDATE contests SET frozen_at = NULL, thawed_at = NULL WHERE id = $1";
        change.run(sqlx::query(update).bind(contest.to_owned())).await?;
        change.commit(EventKind::FreezeCleared, actor, contest, json!({ "at": freeze })).await
    }

    /// Clears an end or a freeze, whether its time has come or not, as if it had never been set.
    pub async fn clear_milestone(&self, contest: &str, milestone: Milestone, actor: &str) -> Result<()> {
        let (column, kind, is_missing) = match milestone {
            Milestone::End => ("ends_at", EventKind::EndCleared, Refusal::NoEnd),
            Milestone::Freeze => ("frozen_at", EventKind::FreezeCleared, Refusal::NoFreeze),
            Milestone::Start | Milestone::Thaw | Milestone::Finalize => {
                return Err(Refusal::CannotBeCleared { milestone }.into());
            }
        };
        let mut change = self.change(contest).await?;
        change.check_not_final(contest).await?;
        let query = format!("SELECT {column} FROM contests WHERE id = $1");
        let query = sqlx::query_scalar(&query).bind(contest.to_owned());
        let at: Option<Millis> = query.fetch_one(&mut change.transaction).await?;
        let at = at.ok_or_else(|| Error::conflict(is_missing))?;
        let thaw = if milestone == Milestone::Freeze { ", thawed_at = NULL" } else { "" };
        let update = format!("UPDATE contests SET {column} = NULL{thaw} WHERE id = $1");
        change.run(sqlx::query(&update).bind(contest.to_owned())).await?;
        change.commit(kind, actor, contest, json!({ "at": at })).await
    }
}

/// Teams that a refusal names; the others are counted.
const MAX_NAMED: usize = 10;

impl Change {
    /// The teams whose extra time is not over though the contest has ended, each with its own end; empty if the contest
    /// has not ended, or has ended for all.
    async fn teams_with_extra_time(&mut self, contest: &Contest) -> Result<String> {
        let Some(end) = contest.ends_at.filter(|_| contest.phase(self.at).is_over()) else {
            return Ok(String::new());
        };
        let query =
            "SELECT name, extra FROM accounts WHERE contest = $1 AND extra > $2 ORDER BY extra DESC, name";
        let query = sqlx::query_as(query).bind(contest.id.to_string()).bind(self.at - end);
        let teams: Vec<(String, i64)> = query.fetch_all(&mut self.transaction).await?;
        let mut named: Vec<String> = teams
            .iter()
            .take(MAX_NAMED)
            .map(|(name, extra)| format!("{name} ({})", minute(end.saturating_add(*extra))))
            .collect();
        if teams.len() > MAX_NAMED {
            named.push(format!("+{}", teams.len() - MAX_NAMED));
        }
        Ok(named.join(", "))
    }
}
