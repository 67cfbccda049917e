//! Who may see what.

use crate::auth::Who;
use crate::error::{Answer, Error};
use crate::store::{Contest, Submission, now};

/// Whether the inputs may be shown: from the start on, and to organisers.
pub(crate) fn may_see_inputs(contest: &Contest, who: &Who) -> bool {
    now() >= contest.starts_at || contest.phase(now()).is_over() || who.is_organiser()
}

/// Whether a submission may be shown, or why not.
///
/// Organisers see all, a team its own, and everybody all after the end; what the freeze hides stays hidden
/// until the board shows it. To others a submission does not exist.
pub(crate) fn may_see(contest: &Contest, submission: &Submission, who: &Who) -> Answer<()> {
    let now = now();
    let hidden = contest.hidden_from(now).is_some_and(|from| submission.at >= from);
    let public = contest.phase(now).is_over() && !hidden;
    if who.is_organiser() || who.is_team(&submission.team) || public {
        return Ok(());
    }
    Err(Error::Missing("submission"))
}
