//! Listing contests, and setting their milestones and feedback.

use clap::Args;
use laplace_manual::one_of;

use super::people::ACTOR;
use super::{find_contest, print_stderr, print_stdout};
use crate::api::{CopyOf, copy};
use crate::contest::{ContestLimits, Edit, Feedback, MEBIBYTE, Refusal, named};
use crate::error::{Error, Result};
use crate::i18n::Missing;
use crate::store::{Milestone, Store, now};
use crate::time::{self, iso};

/// Prints every contest.
pub(super) async fn list(database: &str) -> Result<()> {
    let store = Store::open(database).await?;
    let time = |at: Option<i64>| at.map_or_else(|| "-".to_owned(), |at| iso(at).chars().take(16).collect());
    let mut text = format!(
        "{:<20} {:<6} {:<8} {:<16} {:<16} {:<16} {}\n",
        "contest", "game", "phase", "start (UTC)", "end", "freeze", "title"
    );
    for contest in store.contests().await? {
        text += &format!(
            "{:<20} {:<6} {:<8} {:<16} {:<16} {:<16} {}\n",
            contest.id,
            contest.game.name(),
            contest.phase(now()).name(),
            time(Some(contest.starts_at)),
            time(contest.ends_at),
            time(contest.frozen_at),
            contest.title
        );
        if contest.hidden {
            text.insert_str(text.len() - 1, " (hidden)");
        }
    }
    print_stdout(&text)
}

/// A milestone to set.
#[derive(Debug, Args)]
pub(super) struct SetMilestone {
    /// The contest
    contest: String,
    /// When: RFC 3339, or +10m [default: now]
    #[arg(long, allow_hyphen_values = true)]
    at: Option<String>,
}

impl SetMilestone {
    pub(super) async fn run(self, database: &str, milestone: Milestone) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        let at = self.at.map(|text| time::read(&text, now())).transpose()?;
        store.set_milestone(&contest.id, milestone, at, ACTOR).await?;
        print_stderr(&format!("{}: {} at {}", contest.id, milestone.name(), iso(at.unwrap_or_else(now))));
        if milestone == Milestone::End
            && let Some(freeze) = contest.frozen_at
            && store.contest_now(&contest.id).await?.frozen_at.is_none()
        {
            let freeze = iso(freeze);
            print_stderr(&format!(
                "{}: the freeze at {freeze} lies after the end and is dropped",
                contest.id
            ));
        }
        Ok(())
    }
}

/// A milestone that is always set to now.
#[derive(Debug, Args)]
pub(super) struct Now {
    /// The contest
    contest: String,
}

impl Now {
    pub(super) async fn run(self, database: &str, milestone: Milestone) -> Result<()> {
        SetMilestone { contest: self.contest, at: None }.run(database, milestone).await
    }
}

/// A milestone to clear.
#[derive(Debug, Args)]
pub(super) struct TakeBack {
    /// The contest
    contest: String,
    /// end or freeze
    #[arg(value_parser = ["end", "freeze"])]
    moment: String,
}

impl TakeBack {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        let milestone = Milestone::by_name(&self.moment).ok_or(Error::NotFound(Missing::Milestone))?;
        store.clear_milestone(&contest.id, milestone, ACTOR).await?;
        print_stderr(&format!("{}: {} taken back", contest.id, milestone.name()));
        Ok(())
    }
}

/// How much teams learn about a wrong answer.
#[derive(Debug, Args)]
pub(super) struct SetFeedback {
    /// The contest
    contest: String,
    /// What is shown: the whole difference, its position, or only the verdict
    #[arg(value_parser = one_of::<Feedback>(Feedback::ALL.map(Feedback::name)))]
    feedback: Feedback,
}

impl SetFeedback {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        store.set_feedback(&contest.id, self.feedback, ACTOR).await?;
        print_stderr(&format!("{}: feedback {}", contest.id, self.feedback.name()));
        Ok(())
    }
}

/// A change of what a contest is called, who finds it and how much may be submitted.
#[derive(Debug, Args)]
pub(super) struct EditContest {
    /// The contest
    contest: String,
    /// Its name for people
    #[arg(long)]
    title: Option<String>,
    /// Whether registration is open to everybody
    #[arg(long, value_name = "true|false")]
    open: Option<bool>,
    /// Whether only organisers and its own teams see it
    #[arg(long, value_name = "true|false")]
    hidden: Option<bool>,
    /// Maximum size of one submission, in MiB; 0: the server's
    #[arg(long, value_name = "MIB")]
    upload_limit: Option<u32>,
    /// Maximum size of all submissions of a team, compressed, in MiB; 0: the server's
    #[arg(long, value_name = "MIB")]
    team_storage: Option<u32>,
    /// Maximum size of all submissions of the contest, compressed, in MiB; 0: the server's
    #[arg(long, value_name = "MIB")]
    contest_storage: Option<u32>,
}

impl EditContest {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let limits = [self.upload_limit, self.team_storage, self.contest_storage];
        let mut edit = Edit { title: self.title, open: self.open, hidden: self.hidden, limits: None };
        if edit == Edit::default() && limits == [None; 3] {
            let expected = "--title, --open, --hidden, --upload-limit, --team-storage or --contest-storage";
            return Err(Error::Command(format!("nothing to change: expected {expected}")));
        }
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        if limits != [None; 3] {
            let bytes = |mebibytes: Option<u32>, present: Option<i64>| match mebibytes {
                None => present,
                Some(0) => None,
                Some(count) => Some(i64::from(count) * MEBIBYTE),
            };
            edit.limits = Some(ContestLimits {
                upload: bytes(self.upload_limit, contest.limits.upload),
                team: bytes(self.team_storage, contest.limits.team),
                contest: bytes(self.contest_storage, contest.limits.contest),
            });
        }
        store.edit_contest(&contest.id, &edit, ACTOR).await?;
        let contest = store.contest(&contest.id).await?;
        let open = if contest.open { "open" } else { "by invitation" };
        let hidden = if contest.hidden { ", hidden" } else { "" };
        let limit = |of: &str, bytes: Option<i64>| {
            bytes.map_or_else(String::new, |bytes| format!(", at most {} MiB for {of}", bytes / MEBIBYTE))
        };
        let limits = [
            limit("a submission", contest.limits.upload),
            limit("a team", contest.limits.team),
            limit("the contest", contest.limits.contest),
        ];
        print_stderr(&format!("{}: {}, {open}{hidden}{}", contest.id, contest.title, limits.concat()));
        Ok(())
    }
}

/// A copy of a contest.
#[derive(Debug, Args)]
pub(super) struct CopyContest {
    /// The contest
    contest: String,
    /// The id of the copy
    #[arg(long)]
    id: String,
    /// Its name for people [default: that of the first]
    #[arg(long)]
    title: Option<String>,
    /// When it starts: RFC 3339, or +10m [default: now]
    #[arg(long, allow_hyphen_values = true)]
    start: Option<String>,
    /// When it ends [default: never]
    #[arg(long, allow_hyphen_values = true)]
    end: Option<String>,
    /// When the board freezes [default: never]
    #[arg(long, allow_hyphen_values = true)]
    freeze: Option<String>,
    /// Copy the teams too: they keep their passwords and get no tokens
    #[arg(long)]
    teams: bool,
}

impl CopyContest {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        let at = |text: Option<String>| text.map(|text| time::read(&text, now())).transpose();
        let new = CopyOf {
            id: self.id,
            title: self.title.unwrap_or_else(|| contest.title.clone()),
            starts_at: at(self.start)?,
            ends_at: at(self.end)?,
            frozen_at: at(self.freeze)?,
            with_teams: self.teams,
        };
        let id = copy(&store, &contest, new, ACTOR).await?;
        print_stderr(&format!("contest {id} created, a copy of {}", contest.id));
        Ok(())
    }
}

/// A contest to delete.
#[derive(Debug, Args)]
pub(super) struct DeleteContest {
    /// The contest
    contest: String,
    /// The id of the contest once more
    #[arg(long, value_name = "ID", default_value = "", hide_default_value = true)]
    confirm: String,
    /// Delete its submissions too; without this a contest with submissions is not deleted
    #[arg(long)]
    with_submissions: bool,
}

impl DeleteContest {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        if contest.id != self.confirm {
            let id = &contest.id;
            return Err(Error::Command(format!("repeat the id of the contest to delete it: --confirm {id}")));
        }
        let submissions = store.count_submissions(&contest.id).await?;
        if submissions > 0 && !self.with_submissions {
            let why = format!("{} has {submissions} submissions", contest.id);
            return Err(Error::Command(format!("{why}: --with-submissions deletes them too")));
        }
        store.delete_contest(&contest.id, self.with_submissions, ACTOR).await?;
        print_stderr(&format!("{}: deleted", contest.id));
        Ok(())
    }
}

/// A rejudging.
#[derive(Debug, Args)]
pub(super) struct Rejudge {
    /// The contest
    contest: String,
    /// Apply the new judgings; otherwise they are only shown
    #[arg(long)]
    apply: bool,
    /// The reason, for the audit log
    #[arg(long, default_value = "")]
    reason: String,
    /// Only these inputs, by name
    #[arg(long, value_name = "NAME")]
    input: Vec<String>,
}

impl Rejudge {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        if self.apply && contest.finalized_at.is_some() {
            return Err(Error::conflict(Refusal::Final));
        }
        let all = store.inputs(&contest.id).await?;
        let inputs = named(&all, &self.input)?;
        let id = store.rejudge(&contest.id, contest.game, &inputs, &self.reason, ACTOR).await?;
        let changes = store.revised(&contest.id, id).await?;
        for one in &changes {
            let name = all.iter().find(|input| input.number == one.input).map_or("", |input| &input.answer);
            print_stdout(&format!(
                "submission {} {name}: {} {} -> {} {}\n",
                one.submission,
                one.old_outcome.name(),
                one.old_score,
                one.new_outcome.name(),
                one.new_score
            ))?;
        }
        store.settle(&contest.id, id, self.apply, ACTOR).await?;
        let done = if self.apply { "applied" } else { "not applied: use --apply" };
        print_stderr(&format!("rejudging {id}: {} changes, {done}", changes.len()));
        Ok(())
    }
}
