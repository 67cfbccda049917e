//! The best scores that somebody may know of: what shares are shares of, on every page and in every answer.

use super::{Boards, View};
use crate::auth::Who;
use crate::error::Answer;
use crate::store::{Contest, Store};

impl Boards {
    /// The best score for each input, in the order of the inputs, as far as these eyes may know it.
    ///
    /// That is what their board shows, and for a team its own results too: its points must not tell how others
    /// did after the freeze.
    pub async fn best_known(&self, store: &Store, contest: &Contest, who: &Who) -> Answer<Vec<i64>> {
        let shown = self.get(store, contest, View::of(who)).await?;
        let mut best = shown.board.best.clone();
        if let Ok(team) = who.team_of(contest) {
            let all = self.get(store, contest, View::Organiser).await?;
            let own = all.board.rows.iter().find(|row| row.team == team.id);
            for (best, cell) in best.iter_mut().zip(own.into_iter().flat_map(|row| &row.cells)) {
                *best = cell.score.max(*best);
            }
        }
        Ok(best)
    }
}
