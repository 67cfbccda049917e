//! Who is asking, and whether they may.
//!
//! A browser shows a session's cookie (`HttpOnly`, `SameSite=Lax`, `Secure` behind TLS); a program shows an
//! account's token as `Authorization: Bearer`. Both are random, and only their hashes are kept. Requests that
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
