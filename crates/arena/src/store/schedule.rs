//! The schedule of a contest: organisers set its milestones and can clear an end or a freeze.

use laplace_contest::{EventKind, Milestone, Refusal};
use serde_json::json;

use super::{Millis, Store};
use crate::error::{Error, Result};

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
    /// Sets a milestone of a contest to a time, or to now. Whether that is allowed is checked inside the transaction.
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
        before.check_milestone(milestone, at, change.at).map_err(Error::conflict)?;
        let statement = format!("UPDATE contests SET {} WHERE id = $1", assignment(milestone));
        change.run(sqlx::query(&statement).bind(contest.to_owned()).bind(at)).await?;
        // The event feed then sends the judgements since the old freeze, which may be visible now.
        let detail = match (milestone, before.frozen_at) {
            (Milestone::Freeze | Milestone::Thaw | Milestone::Finalize, Some(frozen)) => {
                json!({ "at": at, "frozen_at": frozen })
            }
            _ => json!({ "at": at }),
        };
        change.commit(EventKind::of_milestone(milestone), actor, contest, detail).await
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
