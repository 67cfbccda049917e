//! How a server is set up.

use std::time::Duration;

use axum::http::HeaderMap;
use axum::http::header::HOST;

use crate::limits::Rate;
use crate::limits::SlotLimits;

/// Everything that can be set; the defaults suit a classroom.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Cookies are sent over TLS only: set when a proxy in front speaks TLS.
    pub secure_cookies: bool,
    /// The address of a visitor is in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The address that people type, without a slash at the end, for links in invitations. Empty: the one
    /// under which a page is asked for.
    pub public_url: String,
    /// How often one address may try to sign in or register.
    pub login_rate: Rate,
    /// How often one address may register a team where anybody may.
    pub register_rate: Rate,
    /// How many teams a contest may have for another to register by itself.
    pub max_teams: u32,
    /// How often one team may hand something in.
    pub upload_rate: Rate,
    /// How large a request may be, in bytes.
    pub max_bytes: usize,
    /// How long a request may take to arrive.
    pub body_time: Duration,
    /// How long a session lasts, in seconds.
    pub session_seconds: i64,
    /// Boards that move by themselves.
    pub listeners: SlotLimits,
    /// Feeds of events, and as many long lists; organisers' have as much room of their own.
    pub feeds: SlotLimits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            secure_cookies: false,
            behind_proxy: false,
            public_url: String::new(),
            // A whole room signs in within a minute, often from one address.
            login_rate: Rate { burst: 60, every: Duration::from_secs(2) },
            // A room registers at once; nobody registers a hundred teams in an hour, again and again.
            register_rate: Rate { burst: 100, every: Duration::from_secs(36) },
            max_teams: 1_000,
            upload_rate: Rate { burst: 30, every: Duration::from_secs(2) },
            max_bytes: 16 << 20,
            body_time: Duration::from_secs(60),
            session_seconds: 14 * 24 * 3600,
            // A whole room watches the board, often from one address.
            listeners: SlotLimits { all: 600, each: 300 },
            feeds: SlotLimits { all: 100, each: 20 },
        }
    }
}

impl Settings {
    /// What people type to come here: as set, else what this request says.
    pub fn address(&self, headers: &HeaderMap) -> String {
        if !self.public_url.is_empty() {
            return self.public_url.clone();
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        let scheme = if self.secure_cookies { "https" } else { "http" };
        format!("{scheme}://{host}")
    }
}
