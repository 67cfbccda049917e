//! Messages on the command line: the list, an announcement, an answer.

use clap::Args;
use laplace_contest::clarifications::{Audience, is_answered};
use laplace_contest::{ClarificationId, NewClarification, Refusal};

use super::people::ACTOR;
use super::{find_contest, print_stderr, print_stdout};
use crate::error::{Error, Result};
use crate::i18n::Missing;
use crate::store::Store;
use crate::time::iso;

/// The messages of a contest.
#[derive(Debug, Args)]
pub(super) struct Messages {
    /// The contest
    contest: String,
    /// Only questions without an answer
    #[arg(long)]
    unanswered: bool,
}

impl Messages {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        let all = store.clarifications(&contest.id).await?;
        let teams = store.accounts(&contest.id).await?;
        let inputs = store.inputs(&contest.id).await?;
        let login =
            |id: &str| teams.iter().find(|team| team.id == *id).map_or("?", |team| team.login.as_str());
        let mut text = String::new();
        for one in &all {
            if self.unanswered && (!one.is_question() || is_answered(&all, one)) {
                continue;
            }
            let direction = match one.audience() {
                Audience::Question(team) => format!("from {}", login(&team)),
                Audience::Team(team) => format!("to {}", login(&team)),
                Audience::All => "to all".to_owned(),
            };
            let reply = one.reply_to.map(|question| format!(", answers #{question}")).unwrap_or_default();
            let at: String = iso(one.at).chars().take(19).collect();
            let input = one.input.and_then(|number| inputs.iter().find(|input| input.number == number));
            let about = input.map(|input| format!(", about {}", input.name)).unwrap_or_default();
            text += &format!("#{} {at} {direction}{about}{reply}\n", one.id);
            for line in one.text.lines() {
                text += &format!("    {line}\n");
            }
        }
        print_stdout(&text)
    }
}

/// A message to all teams, or to one.
#[derive(Debug, Args)]
pub(super) struct Announce {
    /// The contest
    contest: String,
    /// The text
    text: String,
    /// Only to the team with this login
    #[arg(long, value_name = "LOGIN")]
    to: Option<String>,
}

impl Announce {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        let to_team = match &self.to {
            None => None,
            Some(login) => {
                let team = store.account_by_login(&contest.id, login).await?;
                Some(team.ok_or(Error::NotFound(Missing::Team))?.id)
            }
        };
        let new = NewClarification { from_team: None, to_team, reply_to: None, input: None, text: self.text };
        let id = store.clarify(&contest.id, &new, ACTOR).await?;
        print_stderr(&format!("{}: message #{id}", contest.id));
        Ok(())
    }
}

/// An answer to a question.
#[derive(Debug, Args)]
pub(super) struct Answer {
    /// The contest
    contest: String,
    /// The number of the question: see `messages`
    question: i64,
    /// The text
    text: String,
    /// To all, with the question, instead of only to the team that asked
    #[arg(long)]
    all: bool,
}

impl Answer {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        let messages = store.clarifications(&contest.id).await?;
        let question = messages.iter().find(|one| one.id.0 == self.question && one.is_question());
        let question = question.ok_or(Refusal::NoSuchQuestion)?;
        let new = NewClarification {
            from_team: None,
            to_team: question.from_team.clone().filter(|_| !self.all),
            reply_to: Some(ClarificationId(self.question)),
            input: question.input,
            text: self.text,
        };
        let id = store.clarify(&contest.id, &new, ACTOR).await?;
        print_stderr(&format!("{}: message #{id} answers #{}", contest.id, self.question));
        Ok(())
    }
}
