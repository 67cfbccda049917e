//! Who is asking, and whether they may.
//!
//! A browser shows a session's cookie (`HttpOnly`, `SameSite=Lax`, `Secure` behind TLS); a program shows an
//! account's token as `Authorization: Bearer`. Both are random, and only their hashes are kept. Requests that
//! change something and come with a cookie must come from our own pages: see [`same_origin`].

mod credential;
mod origin;
mod password;
mod rate;
mod secret;
mod who;

pub use credential::Credential;
pub use origin::same_origin;
pub use password::{Generated, Passwords};
pub use rate::{Rate, Rates};
pub use secret::{Secret, hash_of};
pub(crate) use who::cookie;
pub use who::{COOKIE, FORWARDED_FOR, Peer, Who, session_cookie};
