//! Teams, invitations, organisers and tokens. Secrets are printed once and stored as hashes only.

use std::io::Read;
use std::path::PathBuf;

use clap::Args;

use super::{find_contest, print_stderr, print_stdout};
use crate::auth::{Passwords, Secret, hash_of};
use crate::contest::{Refusal, TeamEdit, is_name};
use crate::error::{Error, Result};
use crate::i18n::Missing;
use crate::store::{
    Account, DEFAULT_INVITE_DAYS, Invite, MAX_INVITE_DAYS, MAX_INVITE_USES, NewAccount, Store, now,
};
use crate::teams;
use crate::time::iso;

/// The actor of the command line in the audit log.
pub(super) const ACTOR: &str = "command line";

const DAY: i64 = 24 * 3_600_000;

/// A list of teams.
#[derive(Debug, Args)]
pub(super) struct Teams {
    /// The contest
    contest: String,
    /// One team per line: name,login,password,school,group,members, of which all but the name may be missing; - reads standard input
    file: PathBuf,
}

impl Teams {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let bytes = if self.file.as_os_str() == "-" {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            std::fs::read(&self.file)
        };
        let bytes = bytes.map_err(|error| Error::Command(format!("{}: {error}", self.file.display())))?;
        let text = teams::decoded(&bytes)?;
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        let wanted = teams::read(&text)?;
        let made = teams::make(&store, &Passwords::default(), &contest, wanted, ACTOR).await?;
        print_stdout(&teams::as_csv(&made))
    }
}

/// Extra time for a team.
#[derive(Debug, Args)]
pub(super) struct Extend {
    /// The contest
    contest: String,
    /// The login of the team
    login: String,
    /// How many minutes after the end it may hand in; 0 takes extra time back
    minutes: u32,
}

impl Extend {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?;
        let team = store.account_by_login(&contest.id, &self.login).await?;
        let team = team.ok_or(Error::NotFound(Missing::Team))?;
        let edit = TeamEdit { extra: Some(i64::from(self.minutes) * 60_000), ..TeamEdit::default() };
        store.edit_team(&team, &edit, ACTOR).await?;
        print_stderr(&format!("{}: {} has {} min of extra time", contest.id, team.login, self.minutes));
        Ok(())
    }
}

/// An invitation.
#[derive(Debug, Args)]
pub(super) struct Invitation {
    /// The contest
    contest: String,
    /// The team's name [default: the team chooses]
    #[arg(long, default_value = "")]
    name: String,
    /// How many teams may use it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(i64).range(1..=MAX_INVITE_USES))]
    uses: i64,
    /// For how many days
    #[arg(long, default_value_t = DEFAULT_INVITE_DAYS, value_parser = clap::value_parser!(i64).range(1..=MAX_INVITE_DAYS))]
    days: i64,
    /// The public address of the server, for the link
    #[arg(long, env = "LAPLACE_PUBLIC_URL", default_value = "http://127.0.0.1:8080")]
    public_url: String,
}

impl Invitation {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?.id;
        let token = Secret::new();
        let expires_at = now() + self.days * DAY;
        let invite = Invite::new(&token, &contest, &self.name, self.uses, expires_at)?;
        store.invite(&token, &invite, ACTOR).await?;
        print_stdout(&format!("{}/join/{token}\n", self.public_url.trim_end_matches('/')))
    }
}

/// The invitations of a contest.
#[derive(Debug, Args)]
pub(super) struct Invitations {
    /// The contest
    contest: String,
}

impl Invitations {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?.id;
        let mut text = format!("{:<12} {:>5} {:<16} {}\n", "invitation", "uses", "until (UTC)", "team");
        for Invite { id, uses_left, expires_at, name, .. } in store.invites(&contest, now()).await? {
            let until: String = iso(expires_at).chars().take(16).collect();
            let name = if name.is_empty() { "(the team chooses)" } else { &name };
            text += &format!("{id:<12} {uses_left:>5} {until:<16} {name}\n");
        }
        print_stdout(&text)
    }
}

/// An invitation to revoke.
#[derive(Debug, Args)]
pub(super) struct Revocation {
    /// The contest
    contest: String,
    /// The invitation, as `invites` names it
    invitation: String,
}

impl Revocation {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let contest = find_contest(&store, &self.contest).await?.id;
        store.revoke(&contest, &self.invitation, ACTOR).await?;
        print_stderr(&format!("{contest}: invitation {} revoked", self.invitation));
        Ok(())
    }
}

/// An organiser.
#[derive(Debug, Args)]
pub(super) struct Organiser {
    /// The name to sign in with
    login: String,
}

impl Organiser {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        if !is_name(&self.login) {
            return Err(Refusal::BadLogin.into());
        }
        let store = Store::open(database).await?;
        let token = make_organiser(&store, &self.login).await?;
        print_stderr("the token, shown only now:");
        print_stdout(&format!("{token}\n"))
    }
}

/// Creates an organiser and returns the token.
pub(super) async fn make_organiser(store: &Store, login: &str) -> Result<Secret> {
    let token = Secret::new();
    let new = NewAccount {
        login: login.to_owned(),
        name: login.to_owned(),
        token: Some(hash_of(token.as_str())),
        ..NewAccount::default()
    };
    store.make_account(&new, None, ACTOR).await?;
    Ok(token)
}

/// An existing account.
#[derive(Debug, Args)]
pub(super) struct Named {
    /// The login of an organiser, or with --contest of a team
    login: String,
    /// The contest of the team
    #[arg(long, default_value = "")]
    contest: String,
}

impl Named {
    async fn find(&self, store: &Store) -> Result<Account> {
        let account = store.account_by_login(&self.contest, &self.login).await?;
        account.ok_or(Error::NotFound(Missing::Account))
    }

    pub(super) async fn set_token(self, database: &str) -> Result<()> {
        let store = Store::open(database).await?;
        let account = self.find(&store).await?;
        let token = Secret::new();
        store.set_token(&account, &token, ACTOR).await?;
        print_stderr("the new token, shown only now; the old one and all sessions have ended:");
        print_stdout(&format!("{token}\n"))
    }

    pub(super) async fn set_disabled(self, database: &str, disabled: bool) -> Result<()> {
        let store = Store::open(database).await?;
        let account = self.find(&store).await?;
        store.set_disabled(&account, disabled, ACTOR).await?;
        print_stderr(&format!("{}: {}", self.login, if disabled { "disabled" } else { "enabled" }));
        Ok(())
    }
}
