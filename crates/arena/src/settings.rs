//! The configuration of a server.

use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use axum::http::header::HOST;

use crate::contest::{Contest, SubmissionLimits};
use crate::limits::Rate;
use crate::limits::SlotLimits;
use crate::store::StorageLimits;
use crate::web::Site;

/// All settings; the defaults suit a classroom.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Mark cookies `Secure`: set when a proxy in front terminates TLS.
    pub secure_cookies: bool,
    /// Take client addresses from `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The public address without a slash at the end, for links in invitations. Empty: the `Host` of the request.
    pub public_url: String,
    /// Limit of wrong passwords for one account from one network.
    pub login_rate: Rate,
    /// Rate limit of new sessions and secrets of one account.
    pub session_rate: Rate,
    /// Rate limit of open registrations from one network.
    pub register_rate: Rate,
    /// Open registration stops when a contest has this many teams.
    pub max_teams: u32,
    /// Rate limit of submissions of one team.
    pub upload_rate: Rate,
    /// Rate limit of questions of one team.
    pub question_rate: Rate,
    /// Limits of what submissions take in the database.
    pub storage: StorageLimits,
    /// Maximum size of a request body in bytes.
    pub max_bytes: usize,
    /// Maximum time for a request body to arrive.
    pub body_time: Duration,
    /// Lifetime of a session in seconds.
    pub session_seconds: i64,
    /// Limits of live boards.
    pub listeners: SlotLimits,
    /// Limits of event feeds and, separately, of long lists; organisers have as many slots of their own.
    pub feeds: SlotLimits,
    /// The site without a server, served under `/site/`.
    pub site: Option<Arc<Site>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            secure_cookies: false,
            behind_proxy: false,
            public_url: String::new(),
            login_rate: Rate { burst: 10, every: Duration::from_secs(10) },
            // All members of a team, in all their browsers.
            session_rate: Rate { burst: 100, every: Duration::from_secs(2) },
            // A large room registers at once, but not three hundred teams every hour.
            register_rate: Rate { burst: 300, every: Duration::from_secs(36) },
            max_teams: 1_000,
            upload_rate: Rate { burst: 30, every: Duration::from_secs(2) },
            question_rate: Rate { burst: 5, every: Duration::from_secs(60) },
            // A team's whole project, some dozen times, and a disk that a contest cannot fill.
            storage: StorageLimits { team: 256 << 20, contest: 16 << 30 },
            max_bytes: 16 << 20,
            body_time: Duration::from_secs(60),
            session_seconds: 14 * 24 * 3600,
            // A whole classroom watches the board, often from one address, and each team has another page open.
            listeners: SlotLimits { all: 1_200, each: 600 },
            feeds: SlotLimits { all: 100, each: 20 },
            site: None,
        }
    }
}

impl Settings {
    /// How much may be submitted to any contest of this server.
    pub fn limits(&self) -> SubmissionLimits {
        let upload = i64::try_from(self.max_bytes).unwrap_or(i64::MAX);
        SubmissionLimits { upload, team: self.storage.team, contest: self.storage.contest }
    }

    /// How much may be submitted to a contest.
    pub fn limits_of(&self, contest: &Contest) -> SubmissionLimits {
        contest.limits.within(self.limits())
    }

    /// The address of the server for links: the configured one, else the one this request was sent to.
    pub fn address(&self, headers: &HeaderMap) -> String {
        if !self.public_url.is_empty() {
            return self.public_url.clone();
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        let scheme = if self.secure_cookies { "https" } else { "http" };
        format!("{scheme}://{host}")
    }
}
