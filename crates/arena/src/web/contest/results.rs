//! A team's own results for each input, also those that the freeze hides from others.

use crate::app::App;
use crate::board::View;
use crate::error::Answer;
use crate::store::Contest;

/// A team's best for one input.
#[derive(Clone, Debug, Default)]
pub(super) struct Result {
    /// Points in hundredths.
    pub(super) points: i64,
    /// The score.
    pub(super) score: i64,
    /// Where it comes from.
    pub(super) submission: Option<i64>,
}

/// In the order of the inputs.
///
/// Its own results come from the board of organisers, what they are compared with from the public one: a
/// team must not learn from its points how others did after the freeze.
pub(super) async fn results(app: &App, contest: &Contest, team: &str) -> Answer<Vec<Result>> {
    let all = app.boards.get(&app.store, contest, View::Organiser).await?;
    let public = app.boards.get(&app.store, contest, View::Public).await?;
    let Some(row) = all.board.rows.iter().find(|row| row.team == team) else { return Ok(Vec::new()) };
    let questions =
        all.board.questions.iter().flat_map(|(question, inputs)| inputs.iter().map(|_| *question));
    let game = contest.game();
    let cells = row.cells.iter().zip(questions).zip(&public.board.best);
    let results = cells.map(|((cell, question), &best)| Result {
        points: match game.is_relative(question) && best > 0 {
            true => game.most_points() * cell.score.min(best) / best,
            false => cell.points,
        },
        score: cell.score,
        submission: cell.submission,
    });
    Ok(results.collect())
}
