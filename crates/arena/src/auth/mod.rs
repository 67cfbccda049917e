//! Authentication: credentials, identities, passwords, and the same-origin check.
//!
//! A browser sends a session cookie (`HttpOnly`, `SameSite=Lax`, `Secure` behind TLS); a program sends an
//! account's token as `Authorization: Bearer`. Both are random, and only their hashes are stored. Requests that
//! change something and come with a cookie must come from our own pages: see [`same_origin`].

mod credential;
mod identity;
mod origin;
mod password;
mod secret;

pub use credential::Credential;
pub(crate) use identity::cookie;
pub use identity::{COOKIE, FORWARDED_FOR, Identity, Peer, session_cookie};
pub use origin::same_origin;
pub use password::{Generated, Passwords};
pub use secret::{Secret, hash_of};
