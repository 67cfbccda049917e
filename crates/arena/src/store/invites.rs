//! Invitations: links with which teams create their own accounts.

use serde_json::json;

use super::row::row;
use super::{Millis, Store};
use crate::auth::{Secret, hash_of};
use crate::contest::EventKind;
use crate::error::{Error, Result};
use crate::i18n::Missing;
use crate::teams::visible;

/// Maximum number of teams that may use an invitation.
pub const MAX_INVITE_USES: i64 = 1_000;
/// Maximum validity of an invitation in days.
pub const MAX_INVITE_DAYS: i64 = 366;
/// Validity of an invitation in days unless its organiser says otherwise: teams are invited some days before a contest.
pub const DEFAULT_INVITE_DAYS: i64 = 14;

/// Characters of the hash that are the id of an invitation. An id does not allow using it.
const ID: usize = 12;

row! {
    /// An invitation to a contest.
    #[derive(Clone, Debug)]
    pub struct Invite {
        /// Its id for organisers; the link itself is shown only once.
        pub id: String,
        /// The contest.
        pub contest: String,
        /// The team's name; empty: the team chooses.
        pub name: String,
        /// How many more teams may use it.
        pub uses_left: i64,
        /// When it expires.
        pub expires_at: Millis,
    }
}

const COLUMNS: &str = "substr(hash, 1, 12) AS id, contest, name, uses_left, expires_at";

impl Invite {
    /// An invitation with this secret; without a name the team chooses one.
    pub fn new(secret: &Secret, contest: &str, name: &str, uses: i64, expires_at: Millis) -> Result<Self> {
        let name = if name.trim().is_empty() { String::new() } else { visible(name)? };
        let id = hash_of(secret.as_str()).chars().take(ID).collect();
        Ok(Self { id, contest: contest.to_owned(), name, uses_left: uses, expires_at })
    }
}

impl Store {
    /// Stores an invitation, unless the results are final.
    pub async fn invite(&self, secret: &Secret, invite: &Invite, actor: &str) -> Result<()> {
        let mut change = self.change(&invite.contest).await?;
        change.check_not_final(&invite.contest).await?;
        let row =
            "INSERT INTO invites (hash, contest, name, uses_left, expires_at) VALUES ($1, $2, $3, $4, $5)";
        let row = sqlx::query(row)
            .bind(hash_of(secret.as_str()))
            .bind(invite.contest.clone())
            .bind(invite.name.clone())
            .bind(invite.uses_left)
            .bind(invite.expires_at);
        change.run(row).await?;
        let detail = json!({ "id": invite.id, "name": invite.name, "uses": invite.uses_left });
        change.commit(EventKind::Invitation, actor, &invite.contest, detail).await
    }

    /// Revokes an invitation of a contest.
    pub async fn revoke(&self, contest: &str, id: &str, actor: &str) -> Result<()> {
        // Nothing else can be an id, and PostgreSQL refuses a text with NUL.
        if id.len() != ID || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Error::NotFound(Missing::Invitation));
        }
        let mut change = self.change(contest).await?;
        let delete = sqlx::query("DELETE FROM invites WHERE contest = $1 AND substr(hash, 1, 12) = $2");
        if change.run(delete.bind(contest.to_owned()).bind(id.to_owned())).await? == 0 {
            return Err(Error::NotFound(Missing::Invitation));
        }
        change.commit(EventKind::InvitationRevoked, actor, contest, json!({ "id": id })).await
    }

    /// The usable invitations of a contest, by expiry.
    pub async fn invites(&self, contest: &str, now: Millis) -> Result<Vec<Invite>> {
        let query = format!(
            "SELECT {COLUMNS} FROM invites \
             WHERE contest = $1 AND uses_left > 0 AND expires_at > $2 ORDER BY expires_at, hash"
        );
        Ok(sqlx::query_as(&query).bind(contest).bind(now).fetch_all(&*self.connections).await?)
    }

    /// The invitation with this secret, if it can still be used.
    pub async fn invitation(&self, secret: &str, now: Millis) -> Result<Invite> {
        let query =
            format!("SELECT {COLUMNS} FROM invites WHERE hash = $1 AND uses_left > 0 AND expires_at > $2");
        let found =
            sqlx::query_as(&query).bind(hash_of(secret)).bind(now).fetch_optional(&*self.connections).await?;
        found.ok_or(Error::NotFound(Missing::Invitation))
    }
}
