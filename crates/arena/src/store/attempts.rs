//! Attempts: the files of a contest one by one, each with the judging that counts, for the API.

use super::row::columns;
use super::{Millis, Store};
use crate::contest::{AccountId, Attempt, RejudgingId, SubmissionId};
use crate::error::Result;

columns! {
    AttemptRow(Attempt) {
        file, submission, team, at, ignored, team_state, input, judged_at, outcome, points, score, finding,
    }
}

/// Selects attempts of a contest.
#[derive(Clone, Copy, Debug)]
pub enum AttemptFilter<'a> {
    /// All of a contest.
    All,
    /// Those of a team.
    Team(&'a AccountId),
    /// Those of a submission.
    Submission(SubmissionId),
    /// Those that a rejudging judged again.
    Rejudging(RejudgingId),
    /// Those submitted at a time or later.
    Since(Millis),
}

impl AttemptFilter<'_> {
    /// The SQL condition on submissions.
    const fn submissions(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Team(_) => "AND s.team = $4",
            Self::Submission(_) => "AND s.id = $4",
            Self::Rejudging(_) => {
                "AND s.id IN (SELECT f.submission FROM judgings j JOIN files f ON f.id = j.file WHERE j.round = $4)"
            }
            Self::Since(_) => "AND s.at >= $4",
        }
    }

    /// The SQL condition on files.
    const fn files(self) -> &'static str {
        match self {
            Self::Rejudging(_) => "AND f.id IN (SELECT file FROM judgings WHERE round = $4)",
            _ => "",
        }
    }
}

/// One page of a list of attempts.
#[derive(Clone, Debug)]
pub struct Page {
    /// In the order in which they were submitted.
    pub attempts: Vec<Attempt>,
    /// The submission after which the next page begins; `None` on the last page.
    pub next: Option<i64>,
}

/// Submissions per page. Each has at most one file for each input.
const PAGE_SIZE: i64 = 25;

impl Store {
    /// All selected attempts of a contest, each with its last applied judging.
    pub async fn attempts(&self, contest: &str, of: AttemptFilter<'_>) -> Result<Vec<Attempt>> {
        let mut all = Vec::new();
        let mut after = Some(0);
        while let Some(from) = after {
            let page = self.attempts_after(contest, of, from).await?;
            all.extend(page.attempts);
            after = page.next;
        }
        Ok(all)
    }

    /// The page of selected attempts after a submission (0: the first page).
    pub async fn attempts_after(&self, contest: &str, of: AttemptFilter<'_>, after: i64) -> Result<Page> {
        let query = format!(
            "SELECT f.id AS file, s.id AS submission, s.team, s.at, s.ignored, a.disabled AS team_state, f.input, \
             j.at AS judged_at, j.outcome, j.points, j.score, j.finding FROM submissions s \
             JOIN accounts a ON a.id = s.team JOIN files f ON f.submission = s.id JOIN judgings j ON j.file = f.id \
             WHERE s.id IN (SELECT s.id FROM submissions s WHERE s.contest = $1 AND s.id > $2 {} \
                 ORDER BY s.id LIMIT $3) {} AND j.round = ( \
                 SELECT MAX(p.round) FROM judgings p LEFT JOIN rejudgings r ON r.id = p.round \
                 WHERE p.file = f.id AND (p.round = 0 OR r.state = 'applied')) ORDER BY s.id, f.id",
            of.submissions(),
            of.files()
        );
        let query = sqlx::query_as(&query).bind(contest).bind(after).bind(PAGE_SIZE + 1);
        let query = match of {
            AttemptFilter::All => query,
            AttemptFilter::Team(team) => query.bind(team.as_str()),
            AttemptFilter::Submission(SubmissionId(number))
            | AttemptFilter::Rejudging(RejudgingId(number))
            | AttemptFilter::Since(number) => query.bind(number),
        };
        let rows: Vec<AttemptRow> = query.fetch_all(&*self.connections).await?;
        let mut attempts: Vec<Attempt> = rows.into_iter().map(|row| row.0).collect();
        // One submission more than a page was read, which tells whether this page is the last.
        let mut submissions: Vec<i64> = attempts.iter().map(|attempt| attempt.submission.0).collect();
        submissions.dedup();
        let next = submissions.get(PAGE_SIZE as usize).map(|beyond| beyond - 1);
        attempts.retain(|attempt| next.is_none_or(|next| attempt.submission.0 <= next));
        Ok(Page { attempts, next })
    }
}
