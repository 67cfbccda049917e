//! Rejudgings: sets of new judgings, first previewed, then applied or cancelled as a whole.

use serde_json::json;

use super::row::row;
use super::submissions::unpack;
use super::{Change, Millis, Store};
use crate::contest::{AccountId, EventKind, Game, Input, RejudgingId, RejudgingState, SubmissionId};
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::judging::{Judged, Outcome, judge};

row! {
    /// A set of new judgings.
    #[derive(Clone, Debug)]
    pub struct Rejudging {
        /// Its number.
        pub id: RejudgingId,
        /// When it was created.
        pub at: Millis,
        /// The account that created it.
        pub who: String,
        /// Why.
        pub reason: String,
        /// Whether its judgings count.
        pub state: RejudgingState,
    }
}

row! {
    /// A file whose new judging differs from the one that counts.
    #[derive(Clone, Debug)]
    pub struct RevisedFile {
        /// The submission.
        pub submission: SubmissionId,
        /// The account of the team.
        pub team: AccountId,
        /// The number of the input.
        pub input: i64,
        /// The outcome before.
        pub old_outcome: Outcome,
        /// And now.
        pub new_outcome: Outcome,
        /// The points before, in hundredths.
        pub old_points: i64,
        /// And now.
        pub new_points: i64,
        /// The score before.
        pub old_score: i64,
        /// And now.
        pub new_score: i64,
    }
}

row! {
    struct StoredFile {
        id: i64,
        packed: Vec<u8>,
    }
}

/// Files held in memory at once while they are judged again.
const BATCH_SIZE: i64 = 50;

/// Judges some files, off the serving threads.
async fn judge_all(game: Game, input: Input, files: Vec<StoredFile>) -> Result<Vec<(i64, Judged)>> {
    let work = move || {
        let one = |file: &StoredFile| Ok((file.id, judge(game, &input, &unpack(&file.packed)?)));
        files.iter().map(one).collect()
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))?
}

impl Store {
    /// The rejudgings of a contest, the newest first.
    pub async fn rejudgings(&self, contest: &str) -> Result<Vec<Rejudging>> {
        let query = "SELECT id, at, who, reason, state FROM rejudgings WHERE contest = $1 ORDER BY id DESC";
        Ok(sqlx::query_as(query).bind(contest).fetch_all(&*self.connections).await?)
    }

    /// Judges every file of the given inputs again and returns the id of the rejudging, which does not count yet.
    pub async fn rejudge(
        &self,
        contest: &str,
        game: Game,
        inputs: &[Input],
        reason: &str,
        actor: &str,
    ) -> Result<RejudgingId> {
        let mut fresh: Vec<(i64, Judged)> = Vec::new();
        for input in inputs {
            let mut after = 0;
            loop {
                let files = self.stored_files(contest, input, after).await?;
                let Some(last) = files.last() else { break };
                after = last.id;
                fresh.extend(judge_all(game, input.clone(), files).await?);
            }
        }
        let mut change = self.change(contest).await?;
        let row = "INSERT INTO rejudgings (contest, at, who, reason, state) \
                   VALUES ($1, $2, $3, $4, 'open') RETURNING id";
        let row = sqlx::query_scalar(row)
            .bind(contest.to_owned())
            .bind(change.at)
            .bind(actor.to_owned())
            .bind(reason.to_owned());
        let id: i64 = row.fetch_one(&mut change.transaction).await?;
        let judged: Vec<(i64, &Judged)> = fresh.iter().map(|(file, judged)| (*file, judged)).collect();
        change.add_judgings(id, &judged).await?;
        let detail = json!({ "files": fresh.len(), "reason": reason });
        change.commit(EventKind::Rejudging, actor, &id.to_string(), detail).await?;
        Ok(RejudgingId(id))
    }

    /// The next batch of files of an input after the file `after`.
    async fn stored_files(&self, contest: &str, input: &Input, after: i64) -> Result<Vec<StoredFile>> {
        let query = "SELECT f.id, c.packed FROM submissions s JOIN files f ON f.submission = s.id \
                     JOIN contents c ON c.hash = f.content \
                     WHERE s.contest = $1 AND f.input = $2 AND f.id > $3 ORDER BY f.id LIMIT $4";
        let query = sqlx::query_as(query).bind(contest).bind(input.number).bind(after).bind(BATCH_SIZE);
        Ok(query.fetch_all(&*self.connections).await?)
    }

    /// The files that a rejudging changes.
    pub async fn revised(&self, contest: &str, rejudging: RejudgingId) -> Result<Vec<RevisedFile>> {
        let query = "SELECT s.id AS submission, s.team, f.input, o.outcome AS old_outcome, \
                     n.outcome AS new_outcome, o.points AS old_points, n.points AS new_points, \
                     o.score AS old_score, n.score AS new_score \
                     FROM judgings n JOIN files f ON f.id = n.file JOIN submissions s ON s.id = f.submission \
                     JOIN judgings o ON o.file = f.id \
                     WHERE s.contest = $1 AND n.round = $2 AND o.round = ( \
                         SELECT MAX(p.round) FROM judgings p LEFT JOIN rejudgings r ON r.id = p.round \
                         WHERE p.file = f.id AND p.round < $2 AND (p.round = 0 OR r.state = 'applied')) \
                     AND (o.outcome <> n.outcome OR o.points <> n.points OR o.score <> n.score) \
                     ORDER BY s.id, f.input";
        Ok(sqlx::query_as(query).bind(contest).bind(rejudging.0).fetch_all(&*self.connections).await?)
    }

    /// Applies or cancels an open rejudging. When the results are final it can only be cancelled.
    pub async fn settle(
        &self,
        contest: &str,
        rejudging: RejudgingId,
        apply: bool,
        actor: &str,
    ) -> Result<()> {
        let (state, kind) = match apply {
            true => (RejudgingState::Applied, EventKind::RejudgingApplied),
            false => (RejudgingState::Cancelled, EventKind::RejudgingCancelled),
        };
        let mut change = self.change(contest).await?;
        if apply {
            change.check_not_final(contest).await?;
            change.check_not_superseded(rejudging).await?;
        }
        let update = "UPDATE rejudgings SET state = $3 WHERE contest = $1 AND id = $2 AND state = 'open'";
        let update = sqlx::query(update).bind(contest.to_owned()).bind(rejudging.0).bind(state.name());
        if change.run(update).await? == 0 {
            return Err(Error::Conflict(Message::RejudgingNotOpen));
        }
        change.commit(kind, actor, &rejudging.to_string(), json!({})).await
    }
}

impl Change {
    /// Refuses to apply a rejudging if a later one is applied to some of its files: of several judgings the one of
    /// the highest round counts, so this one would change nothing there.
    async fn check_not_superseded(&mut self, rejudging: RejudgingId) -> Result<()> {
        let query = "SELECT MAX(later.round) FROM judgings own JOIN judgings later ON later.file = own.file \
                     JOIN rejudgings r ON r.id = later.round \
                     WHERE own.round = $1 AND later.round > $1 AND r.state = 'applied'";
        let query = sqlx::query_scalar(query).bind(rejudging.0);
        let later: Option<i64> = query.fetch_one(&mut self.transaction).await?;
        match later {
            None => Ok(()),
            Some(later) => Err(Error::Conflict(Message::RejudgingSuperseded { later })),
        }
    }
}
