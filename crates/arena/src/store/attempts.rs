//! The files of a contest one by one, each with the judging that counts: what programs are told.

use sqlx::FromRow;

use super::accounts::OUT;
use super::{Millis, Store};
use crate::error::Result;

/// A file that a team handed in.
#[derive(Clone, Debug, FromRow)]
pub struct Attempt {
    /// The file's number.
    pub file: i64,
    /// The submission's.
    pub submission: i64,
    /// The account of the team.
    pub team: String,
    /// When it came.
    pub at: Millis,
    /// Whether an organiser took the submission out.
    pub ignored: i64,
    disabled: i64,
    /// The number of the input.
    pub input: i64,
    /// When it was judged.
    pub judged_at: Millis,
    /// What came out.
    pub outcome: String,
    /// Points in hundredths, 0 where they depend on others.
    pub points: i64,
    /// The demon's score, or the figures placed.
    pub score: i64,
    /// The first difference, or why the game ended.
    pub detail: String,
}

impl Attempt {
    /// Whether its team was taken out of the contest.
    pub const fn is_out(&self) -> bool {
        self.disabled == OUT
    }
}

/// Which attempts.
#[derive(Clone, Copy, Debug)]
pub enum Of<'a> {
    /// All of a contest.
    All,
    /// Those of a team.
    Team(&'a str),
    /// Those of a submission.
    Submission(i64),
    /// Those that a rejudging judged again.
    Rejudging(i64),
    /// Those that came at a time or later.
    Since(Millis),
}

impl Of<'_> {
    /// What holds for their submissions.
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

    /// And for their files.
    const fn files(self) -> &'static str {
        match self {
            Self::Rejudging(_) => "AND f.id IN (SELECT file FROM judgings WHERE round = $4)",
            _ => "",
        }
    }
}

/// Some attempts of a list.
#[derive(Clone, Debug)]
pub struct Page {
    /// In the order in which they came.
    pub attempts: Vec<Attempt>,
    /// After which submission the next page begins, if this is not the last.
    pub next: Option<i64>,
}

/// The submissions of a page. Each has a file for each input at most.
const AT_ONCE: i64 = 25;

impl Store {
    /// Attempts of a contest; of several judgings the last applied one.
    pub async fn attempts(&self, contest: &str, of: Of<'_>) -> Result<Vec<Attempt>> {
        let (mut all, mut after) = (Vec::new(), Some(0));
        while let Some(from) = after {
            let page = self.attempts_after(contest, of, from).await?;
            all.extend(page.attempts);
            after = page.next;
        }
        Ok(all)
    }

    /// The next attempts after a submission (0: the first), page by page: lists are as long as a contest is.
    pub async fn attempts_after(&self, contest: &str, of: Of<'_>, after: i64) -> Result<Page> {
        let query = format!(
            "SELECT f.id AS file, s.id AS submission, s.team, s.at, s.ignored, a.disabled, f.input, \
             j.at AS judged_at, j.outcome, j.points, j.score, j.detail FROM submissions s \
             JOIN accounts a ON a.id = s.team JOIN files f ON f.submission = s.id JOIN judgings j ON j.file = f.id \
             WHERE s.id IN (SELECT s.id FROM submissions s WHERE s.contest = $1 AND s.id > $2 {} \
                 ORDER BY s.id LIMIT $3) {} AND j.round = ( \
                 SELECT MAX(p.round) FROM judgings p LEFT JOIN rejudgings r ON r.id = p.round \
                 WHERE p.file = f.id AND (p.round = 0 OR r.state = 'applied')) ORDER BY s.id, f.id",
            of.submissions(),
            of.files()
        );
        let query = sqlx::query_as(&query).bind(contest).bind(after).bind(AT_ONCE + 1);
        let query = match of {
            Of::All => query,
            Of::Team(team) => query.bind(team),
            Of::Submission(number) | Of::Rejudging(number) | Of::Since(number) => query.bind(number),
        };
        let mut attempts: Vec<Attempt> = query.fetch_all(&self.pool).await?;
        // One submission more than a page has: then it is known which page is the last.
        let mut submissions: Vec<i64> = attempts.iter().map(|attempt| attempt.submission).collect();
        submissions.dedup();
        let next = submissions.get(AT_ONCE as usize).map(|beyond| beyond - 1);
        attempts.retain(|attempt| next.is_none_or(|next| attempt.submission <= next));
        Ok(Page { attempts, next })
    }
}
