//! The schedule of a contest: organisers set its milestones and can clear an end or a freeze.

use serde_json::json;

use super::{Contest, Millis, Store};
use crate::contest::Phase;
use crate::error::{Error, Result};
use crate::i18n::Message;

/// A milestone of a contest that an organiser can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Milestone {
    /// Inputs are shown and answers accepted.
    Start,
    /// No more answers are accepted.
    End,
    /// The public board hides new results.
    Freeze,
    /// The public board shows everything again.
    Thaw,
    /// The results are final.
    Finalize,
}

impl Milestone {
    /// Its name in events and addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::End => "end",
            Self::Freeze => "freeze",
            Self::Thaw => "thaw",
            Self::Finalize => "finalize",
        }
    }

    /// The milestone of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Start, Self::End, Self::Freeze, Self::Thaw, Self::Finalize]
            .into_iter()
            .find(|milestone| milestone.name() == name)
    }

    /// Its column, if it can be cleared: a contest always has a start, and final results stay final.
    const fn column(self) -> Option<&'static str> {
        match self {
            Self::End => Some("ends_at"),
            Self::Freeze => Some("frozen_at"),
            Self::Start | Self::Thaw | Self::Finalize => None,
        }
    }

    /// Whether it can be cleared once it is set.
    pub const fn can_be_cleared(self) -> bool {
        self.column().is_some()
    }

    const fn assignment(self) -> &'static str {
        match self {
            Self::Start => "starts_at = $2",
            Self::End => "ends_at = $2",
            Self::Freeze => "frozen_at = $2, thawed_at = NULL",
            Self::Thaw => "thawed_at = $2",
            Self::Finalize => "finalized_at = $2, thawed_at = COALESCE(thawed_at, $2)",
        }
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
        check(&before, milestone, at, change.at)?;
        let statement = format!("UPDATE contests SET {} WHERE id = $1", milestone.assignment());
        change.run(sqlx::query(&statement).bind(contest.to_owned()).bind(at)).await?;
        // The event feed then sends the judgements since the old freeze, which may be visible now.
        let detail = match (milestone, before.frozen_at) {
            (Milestone::Freeze | Milestone::Thaw | Milestone::Finalize, Some(frozen)) => {
                json!({ "at": at, "frozen_at": frozen })
            }
            _ => json!({ "at": at }),
        };
        change.commit(milestone.name(), actor, contest, detail).await
    }

    /// Clears an end or a freeze, whether its time has come or not, as if it had never been set.
    pub async fn clear_milestone(&self, contest: &str, milestone: Milestone, actor: &str) -> Result<()> {
        let column = milestone.column();
        let column = column.ok_or_else(|| Error::BadRequest(Message::CannotBeCleared { milestone }))?;
        let mut change = self.change(contest).await?;
        change.check_not_final(contest).await?;
        let query = format!("SELECT {column} FROM contests WHERE id = $1");
        let query = sqlx::query_scalar(&query).bind(contest.to_owned());
        let at: Option<Millis> = query.fetch_one(&mut change.transaction).await?;
        let at = at.ok_or(Error::Conflict(match milestone {
            Milestone::Freeze => Message::NoFreeze,
            _ => Message::NoEnd,
        }))?;
        let thaw = if milestone == Milestone::Freeze { ", thawed_at = NULL" } else { "" };
        let update = format!("UPDATE contests SET {column} = NULL{thaw} WHERE id = $1");
        change.run(sqlx::query(&update).bind(contest.to_owned())).await?;
        change.commit(&format!("{}-taken-back", milestone.name()), actor, contest, json!({ "at": at })).await
    }
}

/// Whether a milestone may be set to `at`.
fn check(contest: &Contest, milestone: Milestone, at: Millis, now: Millis) -> Result<()> {
    let phase = contest.phase(now);
    let starts_at = contest.starts_at;
    let refusal = match milestone {
        _ if phase == Phase::Final => Some(Message::Final),
        Milestone::Start if phase != Phase::Before => Some(Message::Started),
        Milestone::Start if contest.ends_at.is_some_and(|end| end <= at) => Some(Message::EndBeforeStart),
        Milestone::Start if contest.frozen_at.is_some_and(|freeze| freeze < at) => {
            Some(Message::FreezeOutside)
        }
        Milestone::End if at <= starts_at => Some(Message::EndBeforeStart),
        // Submissions since then would be late, but they count already.
        Milestone::End if at < now => Some(Message::EndInPast),
        Milestone::Freeze if at < starts_at || contest.ends_at.is_some_and(|end| at > end.max(now)) => {
            Some(Message::FreezeOutside)
        }
        Milestone::Thaw if at > now => Some(Message::ThawLater),
        Milestone::Thaw if contest.hidden_from(now).is_none() => Some(Message::NotFrozen),
        Milestone::Finalize if phase != Phase::Ended => Some(Message::NotOver),
        _ => None,
    };
    refusal.map_or(Ok(()), |why| Err(Error::Conflict(why)))
}
