//! What can go wrong with a request: one variant, one status each.
//!
//! A message is written for the person who sent the request. What went wrong inside is logged and never sent.

use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Why a request was not served.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request makes no sense; the text says why.
    #[error("{0}")]
    BadRequest(String),
    /// Nobody is signed in, and somebody should be.
    #[error("sign in first")]
    SignIn,
    /// The name, the password or the token is wrong.
    #[error("this name and this password do not belong together")]
    WrongPassword,
    /// Somebody is signed in who may not do this.
    #[error("{0}")]
    Forbidden(&'static str),
    /// There is no such thing, or it is not for these eyes.
    #[error("there is no {0} here")]
    NotFound(&'static str),
    /// It cannot be done now, or not twice.
    #[error("{0}")]
    Conflict(String),
    /// The body, a file or an archive is larger than allowed.
    #[error("{0}")]
    TooLarge(String),
    /// Something of a kind that is not taken here.
    #[error("{0}")]
    UnsupportedType(String),
    /// Asked too often.
    #[error("too many requests: try again in {0} s")]
    RateLimited(u64),
    /// The request did not arrive in time.
    #[error("the request took too long to arrive")]
    Timeout,
    /// There is too much to do just now.
    #[error("busy: try again in {0} s")]
    Busy(u64),
    /// The database does not answer.
    #[error("the database does not answer just now: try again in a moment")]
    Unavailable(sqlx::Error),
    /// The database failed.
    #[error("something went wrong on the server")]
    Database(sqlx::Error),
    /// Something else failed inside.
    #[error("something went wrong on the server")]
    Internal(String),
}

/// After how many seconds a database that does not answer may be back.
const BACK: u64 = 5;

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error::{Io, PoolClosed, PoolTimedOut, Tls, WorkerCrashed};
        let code = error.as_database_error().and_then(|error| error.code()).unwrap_or_default();
        match (&error, code.as_ref()) {
            (Io(_) | Tls(_) | PoolTimedOut | PoolClosed | WorkerCrashed, _) => Self::Unavailable(error),
            // PostgreSQL is being stopped, started, or has too many connections.
            (_, "57P01" | "57P02" | "57P03" | "53300") => Self::Unavailable(error),
            (_, "22021") => Self::nul_byte(),
            _ => Self::Database(error),
        }
    }
}

impl Error {
    /// Somebody sent a text with a zero in it.
    pub fn nul_byte() -> Self {
        Self::BadRequest("a text has a zero in it".into())
    }

    /// The status that goes with it.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::SignIn | Self::WrongPassword => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::RateLimited(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::Busy(_) | Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Database(_) | Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// A word for programs.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::BadRequest(_) => "bad-request",
            Self::SignIn => "sign-in",
            Self::WrongPassword => "wrong-password",
            Self::Forbidden(_) => "forbidden",
            Self::NotFound(_) => "missing",
            Self::Conflict(_) => "conflict",
            Self::TooLarge(_) => "too-large",
            Self::UnsupportedType(_) => "wrong-kind",
            Self::RateLimited(_) => "too-many",
            Self::Timeout => "too-slow",
            Self::Busy(_) => "busy",
            Self::Unavailable(_) => "away",
            Self::Database(_) | Self::Internal(_) => "inside",
        }
    }

    /// As programs get it; CLICS wants the code and the message.
    pub fn body(&self) -> Value {
        json!({ "code": self.status().as_u16(), "error": self.word(), "message": self.to_string() })
    }

    /// Puts what it says beside its body into an answer, whatever form the answer has.
    pub fn mark(&self, response: &mut Response) {
        let seconds = match self {
            Self::RateLimited(seconds) | Self::Busy(seconds) => Some(*seconds),
            Self::Unavailable(_) => Some(BACK),
            _ => None,
        };
        if let Some(seconds) = seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        if self.status() == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response.extensions_mut().insert(ErrorInfo { word: self.word(), message: self.to_string() });
    }

    fn log(&self) {
        match self {
            Self::Unavailable(error) | Self::Database(error) => tracing::error!(%error, "database"),
            Self::Internal(what) => tracing::error!(what, "inside"),
            _ => {}
        }
    }
}

/// As JSON, as programs want it; pages put the same words into a page.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        self.log();
        let mut response = (self.status(), axum::Json(self.body())).into_response();
        self.mark(&mut response);
        response
    }
}

/// What an error said, for whoever wants to say it in another form.
#[derive(Clone, Debug)]
pub struct ErrorInfo {
    /// A word for programs.
    pub word: &'static str,
    /// For people.
    pub message: String,
}

/// The result of a handler, and of most functions of this crate.
pub type Result<T = Response, E = Error> = std::result::Result<T, E>;
