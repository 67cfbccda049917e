//! Accounts of organisers and teams, and their sessions.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::row::{row, state_number};
use super::{Change, Millis, Store};
use crate::auth::{Secret, hash_of};
use crate::board::Team;
use crate::contest::{
    AccountId, AccountState, ContestId, EditedTeam, EventKind, Refusal, TeamEdit, TeamFacts,
};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};
use crate::teams::appearance;

row! {
    /// An account: an organiser or a team.
    #[derive(Clone, Debug)]
    pub struct Account {
        /// Its id.
        pub id: AccountId,
        /// The contest of a team; empty for an organiser.
        pub contest: ContestId,
        /// The name to sign in with.
        pub login: String,
        /// The name on the board.
        pub name: String,
        /// The hash of the password, if there is one.
        pub password: Option<String>,
        /// When it was created.
        pub created_at: Millis,
        /// Whether it may sign in, and whether its results count.
        pub state: AccountState,
        /// The members of a team, or empty.
        pub members: String,
        /// Its school, or empty.
        pub school: String,
        /// Its group, or empty.
        pub group_name: String,
        /// Its extra time.
        pub extra: Millis,
    }
}

impl Account {
    /// Whether this is an organiser.
    pub fn is_organiser(&self) -> bool {
        self.contest.is_empty()
    }

    /// Whether this team is disqualified: it is not on the board, and its scores do not count as the best.
    pub const fn is_disqualified(&self) -> bool {
        self.state.is_disqualified()
    }
}

impl From<Account> for Team {
    fn from(account: Account) -> Self {
        Self {
            id: account.id,
            name: account.name,
            school: account.school,
            group: account.group_name,
            state: account.state,
        }
    }
}

/// An account to be created.
#[derive(Clone, Debug, Default)]
pub struct NewAccount {
    /// The contest of a team; empty for an organiser.
    pub contest: ContestId,
    /// The name to sign in with.
    pub login: String,
    /// The name on the board.
    pub name: String,
    /// The hash of a password.
    pub password: Option<String>,
    /// The hash of a token.
    pub token: Option<String>,
    /// What is known of a team.
    pub facts: TeamFacts,
}

impl NewAccount {
    /// The kind of its event.
    fn kind(&self) -> EventKind {
        if self.contest.is_empty() { EventKind::Organiser } else { EventKind::Team }
    }

    fn detail(&self) -> Value {
        json!({ "login": self.login, "name": self.name })
    }
}

/// Sessions of one account at the same time. Without a limit one account could fill the disk by signing in.
const MAX_SESSIONS: i64 = 100;

const COLUMNS: &str = "id, contest, login, name, password, created_at, disabled AS state, members, school, \
                       team_group AS group_name, extra";

impl Store {
    /// Creates an account and returns its id. With an invitation, one use of it is consumed. Final results have no new team.
    pub async fn make_account(
        &self,
        new: &NewAccount,
        invite: Option<&str>,
        actor: &str,
    ) -> Result<AccountId> {
        let mut change = self.change(&new.contest).await?;
        change.check_not_final(&new.contest).await?;
        if let Some(hash) = invite {
            let update = "UPDATE invites SET uses_left = uses_left - 1 \
                          WHERE hash = $1 AND contest = $2 AND uses_left > 0 AND expires_at > $3";
            let update =
                sqlx::query(update).bind(hash.to_owned()).bind(new.contest.to_string()).bind(change.at);
            if change.run(update).await? == 0 {
                return Err(Error::NotFound(Missing::Invitation));
            }
        }
        let mut seen = change.appearances(&new.contest).await?;
        let id = change.add(new, &mut seen).await?;
        change.commit(new.kind(), actor, &id, new.detail()).await?;
        Ok(id)
    }

    /// Creates the account of a team that registers by itself, if its contest has fewer than `max_teams` teams.
    pub async fn register(&self, new: &NewAccount, max_teams: u32) -> Result<AccountId> {
        let mut change = self.change(&new.contest).await?;
        change.check_not_final(&new.contest).await?;
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM accounts WHERE contest = $1");
        let teams: i64 = count.bind(new.contest.to_string()).fetch_one(&mut change.transaction).await?;
        if teams >= i64::from(max_teams) {
            return Err(Error::Conflict(Message::TooManyTeams));
        }
        let mut seen = change.appearances(&new.contest).await?;
        let id = change.add(new, &mut seen).await?;
        change.commit(new.kind(), "server", &id, new.detail()).await?;
        Ok(id)
    }

    /// Creates accounts of a contest and returns their ids: all, or none if one of them cannot be created.
    pub async fn make_accounts(
        &self,
        contest: &str,
        all: &[NewAccount],
        actor: &str,
    ) -> Result<Vec<AccountId>> {
        let Some((last, others)) = all.split_last() else { return Ok(Vec::new()) };
        let mut change = self.change(contest).await?;
        change.check_not_final(contest).await?;
        let mut seen = change.appearances(contest).await?;
        let mut ids = Vec::new();
        for new in others {
            let id = change.add(new, &mut seen).await?;
            change = change.and_then(new.kind(), actor, &id, new.detail()).await?;
            ids.push(id);
        }
        let id = change.add(last, &mut seen).await?;
        change.commit(last.kind(), actor, &id, last.detail()).await?;
        ids.push(id);
        Ok(ids)
    }

    /// The account with this id.
    pub async fn account(&self, id: &str) -> Result<Account> {
        let query = format!("SELECT {COLUMNS} FROM accounts WHERE id = $1");
        let found = sqlx::query_as(&query).bind(id).fetch_optional(&*self.connections).await?;
        found.ok_or(Error::NotFound(Missing::Account))
    }

    /// The account with this login in a contest (`""`: an organiser).
    pub async fn account_by_login(&self, contest: &str, login: &str) -> Result<Option<Account>> {
        if contest.contains('\0') || login.contains('\0') {
            return Ok(None);
        }
        let query = format!("SELECT {COLUMNS} FROM accounts WHERE contest = $1 AND login = $2");
        Ok(sqlx::query_as(&query).bind(contest).bind(login).fetch_optional(&*self.connections).await?)
    }

    /// The account with this token, if it may sign in.
    pub async fn account_by_token(&self, token: &str) -> Result<Option<Account>> {
        let query = format!("SELECT {COLUMNS} FROM accounts WHERE token = $1 AND disabled = 0");
        Ok(sqlx::query_as(&query).bind(hash_of(token)).fetch_optional(&*self.connections).await?)
    }

    /// The account of a session, if the session has not expired and the account may sign in.
    pub async fn account_by_session(&self, session: &str, now: Millis) -> Result<Option<Account>> {
        let query = "SELECT a.id, a.contest, a.login, a.name, a.password, a.created_at, a.disabled AS state, \
                     a.members, a.school, a.team_group AS group_name, a.extra \
                     FROM sessions s JOIN accounts a ON a.id = s.account \
                     WHERE s.hash = $1 AND s.expires_at > $2 AND a.disabled = 0";
        Ok(sqlx::query_as(query).bind(hash_of(session)).bind(now).fetch_optional(&*self.connections).await?)
    }

    /// The teams of a contest by name, or all organisers (`""`).
    pub async fn accounts(&self, contest: &str) -> Result<Vec<Account>> {
        let query = format!("SELECT {COLUMNS} FROM accounts WHERE contest = $1 ORDER BY name, id");
        Ok(sqlx::query_as(&query).bind(contest).fetch_all(&*self.connections).await?)
    }

    /// Replaces the token of an account and ends all its sessions, which may have been opened with the old one.
    pub async fn set_token(&self, account: &Account, token: &Secret, actor: &str) -> Result<()> {
        let mut change = self.change(&account.contest).await?;
        let update = sqlx::query("UPDATE accounts SET token = $2 WHERE id = $1");
        change.run(update.bind(account.id.to_string()).bind(hash_of(token.as_str()))).await?;
        change.end_sessions(&account.id).await?;
        change.commit(EventKind::Token, actor, &account.id, json!({})).await
    }

    /// Replaces the password (its hash) of an account, ends all its sessions and revokes its token, which may have
    /// been created with the old password.
    pub async fn set_password(&self, account: &Account, password: &str, actor: &str) -> Result<()> {
        let mut change = self.change(&account.contest).await?;
        let update = sqlx::query("UPDATE accounts SET password = $2, token = NULL WHERE id = $1");
        change.run(update.bind(account.id.to_string()).bind(password.to_owned())).await?;
        change.end_sessions(&account.id).await?;
        change.commit(EventKind::Password, actor, &account.id, json!({})).await
    }

    /// Changes the name, the facts or the extra time of a team. What is allowed is checked inside the transaction.
    pub async fn edit_team(&self, team: &Account, edit: &TeamEdit, actor: &str) -> Result<()> {
        let mut change = self.change(&team.contest).await?;
        change.check_not_final(&team.contest).await?;
        let contest = change.contest_now().await?;
        let query = format!("SELECT {COLUMNS} FROM accounts WHERE id = $1");
        let query = sqlx::query_as(&query).bind(team.id.to_string());
        let before: Account = query.fetch_one(&mut change.transaction).await?;
        let before = EditedTeam {
            name: before.name,
            facts: TeamFacts { members: before.members, school: before.school, group: before.group_name },
            extra: before.extra,
        };
        let old_name = before.name.clone();
        let after = edit.applied(before, &contest, change.at).map_err(|refusal| match refusal {
            Refusal::AnswersArePublic => Error::conflict(refusal),
            refusal => refusal.into(),
        })?;
        let looks_new = appearance(&after.name) != appearance(&old_name);
        if looks_new && change.appearances(&team.contest).await?.contains(&appearance(&after.name)) {
            return Err(Error::Conflict(Message::NameLooksTaken { name: after.name }));
        }
        let update = "UPDATE accounts SET name = $2, members = $3, school = $4, team_group = $5, extra = $6 WHERE id = $1";
        let update = sqlx::query(update)
            .bind(team.id.to_string())
            .bind(after.name.clone())
            .bind(after.facts.members)
            .bind(after.facts.school.clone())
            .bind(after.facts.group.clone())
            .bind(after.extra);
        change.run(update).await?;
        let detail = json!({
            "name": after.name,
            "school": after.facts.school,
            "group": after.facts.group,
            "extra_minutes": after.extra / 60_000,
        });
        change.commit(EventKind::TeamEdited, actor, &team.id, detail).await
    }

    /// Disables or enables an account. A disabled team is disqualified, unless the results are final: those stay as
    /// they are. At least one organiser must be able to sign in.
    pub async fn set_disabled(&self, account: &Account, disabled: bool, actor: &str) -> Result<()> {
        let mut change = self.change(&account.contest).await?;
        let state = change.state_after(account, disabled).await?;
        let update = sqlx::query("UPDATE accounts SET disabled = $2 WHERE id = $1");
        change.run(update.bind(account.id.to_string()).bind(state_number(state))).await?;
        if disabled {
            change.end_sessions(&account.id).await?;
        }
        if account.is_organiser() && change.organisers().await? == 0 {
            return Err(Error::Conflict(Message::LastOrganiser));
        }
        let kind = if disabled { EventKind::AccountDisabled } else { EventKind::AccountEnabled };
        change.commit(kind, actor, &account.id, json!({})).await
    }

    /// Begins a session, and ends the oldest of an account that has `MAX_SESSIONS`. Sessions are not part of the audit
    /// log, so this is not a [`Change`] and has no event.
    pub async fn begin_session(&self, session: &Secret, account: &str, expires_at: Millis) -> Result<()> {
        let row = sqlx::query("INSERT INTO sessions (hash, account, expires_at) VALUES ($1, $2, $3)");
        let row = row.bind(hash_of(session.as_str())).bind(account.to_owned()).bind(expires_at);
        let oldest = "DELETE FROM sessions WHERE account = $1 AND hash NOT IN \
                      (SELECT hash FROM sessions WHERE account = $1 ORDER BY expires_at DESC LIMIT $2)";
        let oldest = sqlx::query(oldest).bind(account.to_owned()).bind(MAX_SESSIONS - 1);
        let mut transaction = self.begin_writing().await?;
        oldest.execute(&mut transaction).await?;
        row.execute(&mut transaction).await?;
        transaction.commit().await
    }

    /// Ends a session.
    pub async fn end_session(&self, session: &str) -> Result<()> {
        self.write(sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash_of(session))).await?;
        Ok(())
    }

    /// Deletes the expired sessions and returns their number.
    pub async fn forget_sessions(&self, now: Millis) -> Result<u64> {
        self.write(sqlx::query("DELETE FROM sessions WHERE expires_at <= $1").bind(now)).await
    }
}

impl Change {
    /// The state of an account after it is disabled or enabled.
    async fn state_after(&mut self, account: &Account, disabled: bool) -> Result<AccountState> {
        let query = sqlx::query_scalar("SELECT disabled FROM accounts WHERE id = $1");
        let before: i64 = query.bind(account.id.to_string()).fetch_one(&mut self.transaction).await?;
        let is_final = self.is_final(&account.contest).await?;
        let was_disqualified = before == state_number(AccountState::Disqualified);
        match disabled {
            false if was_disqualified && is_final => Err(Error::conflict(Refusal::Final)),
            false => Ok(AccountState::Active),
            true if is_final && !was_disqualified => Ok(AccountState::SignInBlocked),
            true => Ok(AccountState::Disqualified),
        }
    }

    /// What readers see of the names of a contest's teams.
    async fn appearances(&mut self, contest: &str) -> Result<HashSet<String>> {
        let query = sqlx::query_scalar("SELECT name FROM accounts WHERE contest = $1");
        let names: Vec<String> = query.bind(contest.to_owned()).fetch_all(&mut self.transaction).await?;
        Ok(names.iter().map(|name| appearance(name)).collect())
    }

    /// Adds an account and returns its id. `seen` has the appearances of the names that are there, so that no two
    /// teams look the same on the board.
    async fn add(&mut self, new: &NewAccount, seen: &mut HashSet<String>) -> Result<AccountId> {
        if [&new.login, &new.name]
            .into_iter()
            .any(|text| text.trim().is_empty() || text.chars().any(char::is_control))
        {
            return Err(Error::BadRequest(Message::InvisibleName));
        }
        let id = Secret::short().to_string();
        let facts = new.facts.checked()?;
        let row = "INSERT INTO accounts (id, contest, login, name, password, token, created_at, members, school, \
                   team_group) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (contest, login) DO NOTHING";
        let row = sqlx::query(row)
            .bind(id.clone())
            .bind(new.contest.to_string())
            .bind(new.login.clone())
            .bind(new.name.clone())
            .bind(new.password.clone())
            .bind(new.token.clone())
            .bind(self.at)
            .bind(facts.members)
            .bind(facts.school)
            .bind(facts.group);
        if self.run(row).await? == 0 {
            return Err(Error::Conflict(Message::NameTaken { login: new.login.clone() }));
        }
        if !seen.insert(appearance(&new.name)) {
            return Err(Error::Conflict(Message::NameLooksTaken { name: new.name.clone() }));
        }
        Ok(id.into())
    }

    /// Ends all sessions of an account.
    async fn end_sessions(&mut self, account: &str) -> Result<u64> {
        self.run(sqlx::query("DELETE FROM sessions WHERE account = $1").bind(account.to_owned())).await
    }

    /// The number of organisers that can sign in.
    async fn organisers(&mut self) -> Result<i64> {
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM accounts WHERE contest = '' AND disabled = 0");
        Ok(count.fetch_one(&mut self.transaction).await?)
    }
}
