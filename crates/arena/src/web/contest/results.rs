//! A team's own results for each input, also those that the freeze hides from others.

use crate::app::SharedState;
use crate::auth::Identity;
use crate::board::View;
use crate::contest::SubmissionId;
use crate::error::Result;
use crate::store::Contest;

/// A team's best result for one input.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnResult {
    /// Points in hundredths.
    pub(super) points: i64,
    /// The score.
    pub(super) score: i64,
    /// The submission that it comes from; none of a result without points.
    pub(super) submission: Option<SubmissionId>,
    /// The number of answers.
    pub(super) tries: u32,
}

/// The best results of the signed-in team, in the order of the inputs.
///
/// Its own results come from the organisers' board; the best scores they are compared with are those it may see.
pub(super) async fn results(
    app: &SharedState,
    contest: &Contest,
    identity: &Identity,
) -> Result<Vec<OwnResult>> {
    let team = identity.team_of(contest)?;
    let all = app.boards.get(&app.store, contest, View::Organiser).await?;
    let best = app.boards.visible_best(&app.store, contest, identity).await?;
    let Some(row) = all.board.rows.iter().find(|row| row.team == team.id) else { return Ok(Vec::new()) };
    let cells = row.cells.iter().zip(&all.board.inputs).zip(best);
    let results = cells.map(|((cell, input), best)| OwnResult {
        points: contest.game.worth(input.question, cell.points, cell.score, best),
        score: cell.score,
        submission: cell.submission,
        tries: cell.judged,
    });
    Ok(results.collect())
}
