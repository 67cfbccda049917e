//! The credential of a request: a token or a session cookie.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE as COOKIES};
use axum::http::request::Parts;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::Secret;
use super::identity::{COOKIE, cookie};
use crate::error::Result;
use crate::store::{Account, Store, now};

/// A credential. It can be checked again later: accounts are disabled, tokens replaced, sessions expire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    /// No credential.
    Nothing,
    /// `Authorization: Bearer`.
    Token(Secret),
    /// `Authorization: Basic`, which CLICS requires: the login, and the token in place of a password.
    ///
    /// Checking a password is slow on purpose, and an API request should not be.
    Basic(String, Secret),
    /// A session cookie.
    Session(Secret),
}

impl Credential {
    /// The credential in `headers`; a token takes precedence over a cookie.
    pub fn of(headers: &HeaderMap) -> Self {
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if let Some(given) = header(AUTHORIZATION) {
            // RFC 9110: the scheme is case-insensitive.
            let (scheme, value) = given.split_once(' ').unwrap_or_default();
            if scheme.eq_ignore_ascii_case("basic")
                && let Some((login, token)) = basic(value)
            {
                return Self::Basic(login, token);
            }
            let token = if scheme.eq_ignore_ascii_case("bearer") { value.trim() } else { "" };
            return Self::Token(Secret::received(token));
        }
        let session = header(COOKIES).and_then(|cookies| cookie(cookies, COOKIE));
        session.map_or(Self::Nothing, |session| Self::Session(Secret::received(session)))
    }

    /// The account that the credential is valid for now.
    pub async fn account(&self, store: &Store) -> Result<Option<Account>> {
        match self {
            Self::Nothing => Ok(None),
            Self::Token(token) => store.account_by_token(token.as_str()).await,
            Self::Basic(login, token) => {
                let account = store.account_by_token(token.as_str()).await?;
                Ok(account.filter(|account| account.login == *login))
            }
            Self::Session(session) => store.account_by_session(session.as_str(), now()).await,
        }
    }
}

fn basic(given: &str) -> Option<(String, Secret)> {
    let text = String::from_utf8(BASE64.decode(given.trim()).ok()?).ok()?;
    let (login, token) = text.split_once(':')?;
    Some((login.to_owned(), Secret::received(token)))
}

impl<S: Sync> FromRequestParts<S> for Credential {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_from_bearer_and_basic_and_anything_else_is_a_wrong_token() {
        let of = |text: &str| Credential::of(&HeaderMap::from_iter([(AUTHORIZATION, text.parse().unwrap())]));
        for bearer in ["Bearer abc", "bearer abc", "BEARER  abc "] {
            assert_eq!(of(bearer), Credential::Token(Secret::received("abc")), "{bearer}");
        }
        for basic in ["Basic YWRhOmFiYw==", "basic YWRhOmFiYw=="] {
            assert_eq!(of(basic), Credential::Basic("ada".into(), Secret::received("abc")), "{basic}");
        }
        for nonsense in ["Basic ???", "Basic YWRh", "Digest abc", "abc"] {
            assert_eq!(of(nonsense), Credential::Token(Secret::received("")), "{nonsense}");
        }
    }
}
