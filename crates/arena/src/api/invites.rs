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
use crate::store::{Invite, now};
use crate::time::iso;
use crate::visibility::Viewer;

const HOUR: i64 = 3_600_000;
/// Maximum number of uses and maximum validity.
const MAX_USES: i64 = 1_000;
const MAX_HOURS: i64 = 24 * 366;

/// A new invitation, as the API and the form describe it.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(crate) struct NewInvite {
    name: String,
    uses: i64,
    hours: i64,
}

impl Default for NewInvite {
    fn default() -> Self {
        Self { name: String::new(), uses: 1, hours: 72 }
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
        if !(1..=MAX_USES).contains(&self.uses) || !(1..=MAX_HOURS).contains(&self.hours) {
            return Err(Error::BadRequest(Message::InviteRange { max_uses: MAX_USES, max_hours: MAX_HOURS }));
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
