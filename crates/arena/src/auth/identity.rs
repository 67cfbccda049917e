//! The account that sent a request, and the address it came from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;

use super::{Credential, Secret};
use crate::app::SharedState;
use crate::contest::{AccountId, Role};
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::store::{Account, Contest};

/// The name of the session cookie.
pub const COOKIE: &str = "laplace_session";

/// The account behind a request.
#[derive(Clone, Debug)]
pub enum Identity {
    /// No account.
    Anonymous,
    /// A team, of one contest.
    Team(Account),
    /// An organiser, of all contests.
    Organiser(Account),
}

impl Identity {
    /// The account, if there is one.
    pub const fn account(&self) -> Option<&Account> {
        match self {
            Self::Anonymous => None,
            Self::Team(account) | Self::Organiser(account) => Some(account),
        }
    }

    /// The organiser's account, or the error for everybody else.
    pub const fn organiser(&self) -> Result<&Account> {
        match self {
            Self::Organiser(account) => Ok(account),
            Self::Team(_) => Err(Error::Forbidden(Message::OrganisersOnly)),
            Self::Anonymous => Err(Error::SignIn),
        }
    }

    /// The account of a team of `contest`, or the error for everybody else.
    pub fn team_of(&self, contest: &Contest) -> Result<&Account> {
        match self {
            Self::Team(account) if account.contest == contest.id => Ok(account),
            Self::Team(_) => Err(Error::Forbidden(Message::OtherContest)),
            Self::Organiser(_) => Err(Error::Forbidden(Message::OrganiserSubmits)),
            Self::Anonymous => Err(Error::SignIn),
        }
    }

    /// As what this identity looks at contests.
    pub fn role(&self) -> Role {
        match self {
            Self::Anonymous => Role::Public,
            Self::Team(account) => Role::Team(account.id.clone()),
            Self::Organiser(_) => Role::Organiser,
        }
    }

    /// Whether the contest is shown to this identity: a hidden one only to organisers and its own teams.
    pub fn sees_contest(&self, contest: &Contest) -> bool {
        !contest.hidden
            || self.is_organiser()
            || self.account().is_some_and(|account| account.contest == contest.id)
    }

    /// Whether this is an organiser.
    pub const fn is_organiser(&self) -> bool {
        matches!(self, Self::Organiser(_))
    }

    /// Whether this is the team with the account `id`.
    pub fn is_team(&self, id: &AccountId) -> bool {
        matches!(self, Self::Team(account) if account.id == *id)
    }
}

impl From<Option<Account>> for Identity {
    fn from(account: Option<Account>) -> Self {
        match account {
            None => Self::Anonymous,
            Some(account) if account.is_organiser() => Self::Organiser(account),
            Some(account) => Self::Team(account),
        }
    }
}

impl FromRequestParts<SharedState> for Identity {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &SharedState) -> Result<Self, Error> {
        // A request is authenticated once: by the middleware that receives its body, or by the first extractor.
        if let Some(identity) = parts.extensions.get::<Self>() {
            return Ok(identity.clone());
        }
        let credential = Credential::of(&parts.headers);
        let identity: Self = match (&credential, credential.account(&app.store).await?) {
            // An invalid token is an error, not an anonymous request.
            (Credential::Token(_), None) => return Err(Error::WrongToken),
            (Credential::Basic(..), None) => return Err(Error::WrongPassword),
            (_, account) => account.into(),
        };
        parts.extensions.insert(identity.clone());
        Ok(identity)
    }
}

/// The value of a cookie in a header.
pub(crate) fn cookie<'a>(cookies: &'a str, name: &str) -> Option<&'a str> {
    cookies
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|pair| pair.0 == name)
        .map(|pair| pair.1)
}

/// The header that sets the session cookie, or with `None` deletes it.
pub fn session_cookie(session: Option<&Secret>, seconds: i64, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    let (value, age) = session.map_or(("", 0), |session| (session.as_str(), seconds));
    format!("{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}")
}

/// The header in which a proxy names the address of its client.
pub const FORWARDED_FOR: &str = "x-forwarded-for";

/// The address that a request came from: that of the connection, or behind a proxy the one in its header.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// The part of an IPv6 address that a provider gives to one customer.
const NETWORK: u128 = !0 << 64;

impl Peer {
    /// The address by which clients are counted: an IPv4 address, or the /64 network of an IPv6 address.
    pub fn network(self) -> IpAddr {
        match self.0.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & NETWORK)),
            address => address,
        }
    }
}

impl FromRequestParts<SharedState> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &SharedState) -> Result<Self, Infallible> {
        let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let forwarded = parts.headers.get_all(FORWARDED_FOR).iter().next_back();
        let forwarded = forwarded.and_then(|value| value.to_str().ok());
        // The last entry is the one that our own proxy wrote.
        let forwarded = forwarded.and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
        let peer = if app.settings.behind_proxy { forwarded.or(connection) } else { connection };
        Ok(Self(peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))))
    }
}
