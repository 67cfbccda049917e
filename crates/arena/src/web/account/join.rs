//! New teams: by open registration, or by an invitation.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::Response;
use maud::html;
use serde::Deserialize;

use super::{begin_session, token_card, uncached_with_cookie};
use crate::app::SharedState;
use crate::auth::{Peer, Secret, hash_of};
use crate::contest::TeamFacts;
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::store::{Contest, Invite, NewAccount, now};
use crate::teams::{NewNames, fallback_login};
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::parts::{field, filled, refusal};

/// The registration form.
#[derive(Debug, Default, Deserialize)]
pub(super) struct JoinForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    login: String,
    #[serde(default)]
    new_password: String,
}

/// An open registration, or an invitation.
struct Registration {
    contest: Contest,
    /// The invitation with its secret, if there is one.
    invite: Option<(String, Invite)>,
}

impl Registration {
    async fn open(app: &SharedState, contest: &str) -> Result<Self> {
        let contest = app.store.contest(contest).await?;
        if !contest.open {
            return Err(Error::Forbidden(Message::NotOpen));
        }
        Ok(Self { contest, invite: None })
    }

    async fn invited(app: &SharedState, secret: String) -> Result<Self> {
        let invite = app.store.invitation(&secret, now()).await?;
        Ok(Self { contest: app.store.contest(&invite.contest).await?, invite: Some((secret, invite)) })
    }

    /// The name that the invitation fixes, or an empty text.
    fn fixed_name(&self) -> &str {
        self.invite.as_ref().map_or("", |(_, invite)| invite.name.as_str())
    }

    fn form(&self, frame: &Frame, form: &JoinForm, error: Option<&Error>) -> Response {
        let words = frame.words();
        let main = html! {
            section.narrow.flow {
                h1 { (filled(words.join_contest, &[&self.contest.title])) }
                (refusal(frame.language, error))
                @if let Some(account) = frame.identity.account() {
                    p.notice { (filled(words.signed_in_as, &[&account.name])) }
                }
                form.card.stack method="post" {
                    @if self.fixed_name().is_empty() {
                        (field("name", "text", words.team_name, &form.name, true))
                    } @else {
                        p { (words.team_name) ": " strong { bdi { (self.fixed_name()) } } }
                    }
                    (field("login", "text", words.login_optional, &form.login, false))
                    (field("new_password", "password", words.new_password, "", true))
                    button.primary { (words.join) }
                }
            }
        };
        frame.page(words.register, &[], &main)
    }

    async fn join(&self, app: &SharedState, peer: &str, frame: &Frame, form: &JoinForm) -> Result {
        if self.contest.phase(now()).is_over() {
            return Err(Error::Conflict(Message::NotAccepting));
        }
        let fixed = self.fixed_name();
        let names =
            NewNames::new(if fixed.is_empty() { &form.name } else { fixed }, &form.login, fallback_login)?;
        let token = Secret::new();
        let new = NewAccount {
            contest: self.contest.id.clone(),
            login: names.login.clone(),
            name: names.name,
            password: Some(app.passwords.hash(&form.new_password).await?),
            token: Some(hash_of(token.as_str())),
            facts: TeamFacts::default(),
        };
        let id = match &self.invite {
            Some((secret, _)) => app.store.make_account(&new, Some(&hash_of(secret)), "server").await?,
            None => {
                app.registrations.take(peer).await?;
                app.store.register(&new, app.settings.max_teams).await?
            }
        };
        let cookie = begin_session(app, &id).await?;
        let account = app.store.account(&id).await?;
        let frame = Frame { identity: Some(account).into(), ..frame.clone() };
        Ok(uncached_with_cookie(welcome(&frame, &self.contest, &names.login, &token), cookie))
    }

    async fn answer(&self, app: &SharedState, peer: &str, frame: &Frame, form: &JoinForm) -> Result {
        match self.join(app, peer, frame, form).await {
            Err(error) if is_client_error(&error) => {
                Ok(refused_form(self.form(frame, form, Some(&error)), &error))
            }
            answer => answer,
        }
    }
}

fn welcome(frame: &Frame, contest: &Contest, login: &str, token: &Secret) -> Response {
    let words = frame.words();
    let main = html! {
        section.narrow.flow {
            h1 { (words.welcome) }
            p.lead { (words.your_login) " " code { (login) } }
            (token_card(frame, &contest.id, token))
            p { a.button.primary href={ "/c/" (contest.id) } { (words.to_the_contest) } }
        }
    };
    frame.page(words.welcome, &[], &main)
}

/// `GET /c/{contest}/register`
pub(super) async fn register_form(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
) -> Result {
    Ok(Registration::open(&app, &contest).await?.form(&frame, &JoinForm::default(), None))
}

/// `POST /c/{contest}/register`
pub(super) async fn register(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    peer: Peer,
    frame: Frame,
    Form(form): Form<JoinForm>,
) -> Result {
    Registration::open(&app, &contest).await?.answer(&app, &peer.network().to_string(), &frame, &form).await
}

/// `GET /join/{invite}`
pub(super) async fn invited_form(
    State(app): State<SharedState>,
    Path(secret): Path<String>,
    frame: Frame,
) -> Result {
    Ok(Registration::invited(&app, secret).await?.form(&frame, &JoinForm::default(), None))
}

/// `POST /join/{invite}`
pub(super) async fn invited(
    State(app): State<SharedState>,
    Path(secret): Path<String>,
    peer: Peer,
    frame: Frame,
    Form(form): Form<JoinForm>,
) -> Result {
    Registration::invited(&app, secret).await?.answer(&app, &peer.network().to_string(), &frame, &form).await
}
