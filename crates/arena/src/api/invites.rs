//! Invitations in the API.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use super::organise::body;
use super::read::Under;
use crate::app::SharedState;
use crate::auth::Secret;
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::store::{DEFAULT_INVITE_DAYS, Invite, MAX_INVITE_DAYS, MAX_INVITE_USES, now};
use crate::time::iso;
use crate::visibility::Viewer;

const HOUR: i64 = 3_600_000;
const MAX_HOURS: i64 = 24 * MAX_INVITE_DAYS;

/// A new invitation.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(crate) struct NewInvite {
    pub(crate) name: String,
    pub(crate) uses: i64,
    pub(crate) hours: i64,
}

impl Default for NewInvite {
    fn default() -> Self {
        Self { name: String::new(), uses: 1, hours: 24 * DEFAULT_INVITE_DAYS }
    }
}

impl NewInvite {
    /// Stores a new invitation; returns it with its secret.
    pub(crate) async fn make(
        &self,
        app: &SharedState,
        contest: &str,
        actor: &str,
    ) -> Result<(Invite, Secret)> {
        if !(1..=MAX_INVITE_USES).contains(&self.uses) || !(1..=MAX_HOURS).contains(&self.hours) {
            let max_uses = MAX_INVITE_USES;
            return Err(Error::BadRequest(Message::InviteRange { max_uses, max_days: MAX_INVITE_DAYS }));
        }
        let secret = Secret::new();
        let invite = Invite::new(&secret, contest, &self.name, self.uses, now() + self.hours * HOUR)?;
        app.store.invite(&secret, &invite, actor).await?;
        Ok((invite, secret))
    }
}

fn object(invite: &Invite) -> Value {
    json!({
        "id": invite.id,
        "name": (!invite.name.is_empty()).then_some(&invite.name),
        "uses_left": invite.uses_left,
        "expires": iso(invite.expires_at),
    })
}

/// `GET /api/contests/{contest}/invites`: the usable invitations.
pub(super) async fn all(State(app): State<SharedState>, viewer: Viewer) -> Result<Json<Vec<Value>>> {
    viewer.identity.organiser()?;
    let invites = app.store.invites(&viewer.contest.id, viewer.now).await?;
    Ok(Json(invites.iter().map(object).collect()))
}

/// `POST /api/contests/{contest}/invites`: the response has the link, which is not shown again.
pub(super) async fn make(
    State(app): State<SharedState>,
    viewer: Viewer,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<(StatusCode, Json<Value>)> {
    let by = &viewer.identity.organiser()?.id;
    let (invite, secret) = body::<NewInvite>(&bytes)?.make(&app, &viewer.contest.id, by).await?;
    let mut made = object(&invite);
    if let Some(fields) = made.as_object_mut() {
        fields.insert("link".into(), format!("{}/join/{secret}", app.settings.address(&headers)).into());
    }
    Ok((StatusCode::CREATED, Json(made)))
}

/// `DELETE /api/contests/{contest}/invites/{invite}`
pub(super) async fn revoke(
    State(app): State<SharedState>,
    viewer: Viewer,
    Path((_, invite)): Under<String>,
) -> Result<StatusCode> {
    let by = &viewer.identity.organiser()?.id;
    app.store.revoke(&viewer.contest.id, &invite, by).await?;
    Ok(StatusCode::NO_CONTENT)
}
