//! What a request shows to say who sent it: a token, or a session.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE as COOKIES};
use axum::http::request::Parts;

use super::Secret;
use super::who::{COOKIE, cookie};
use crate::error::Answer;
use crate::store::{Account, Store, now};

/// What was shown. It can be asked again later: accounts are disabled, tokens replaced, sessions run out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    /// Nothing.
    Nothing,
    /// `Authorization: Bearer`.
    Token(Secret),
    /// A cookie.
    Session(Secret),
}

impl Credential {
    /// What these headers show; a token goes before a cookie.
    pub fn of(headers: &HeaderMap) -> Self {
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if let Some(given) = header(AUTHORIZATION) {
            let token = given.strip_prefix("Bearer ").unwrap_or_default();
            return Self::Token(Secret::shown(token.trim()));
        }
        let session = header(COOKIES).and_then(|cookies| cookie(cookies, COOKIE));
        session.map_or(Self::Nothing, |session| Self::Session(Secret::shown(session)))
    }

    /// The account that it stands for now.
    pub async fn account(&self, store: &Store) -> Answer<Option<Account>> {
        match self {
            Self::Nothing => Ok(None),
            Self::Token(token) => store.account_by_token(token.as_str()).await,
            Self::Session(session) => store.account_by_session(session.as_str(), now()).await,
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Credential {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}
