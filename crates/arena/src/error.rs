//! The errors of a request: one variant for each status and cause.
//!
//! A message is written for the person who sent the request. Internal errors are logged and their text is never
//! sent.

use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use laplace_archive::ErrorKind;
use serde_json::{Value, json};

use crate::store::Fault;

/// Why a request was not served.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request is malformed or its values are not allowed; the text says why.
    #[error("{0}")]
    BadRequest(String),
    /// The request needs an account and has none.
    #[error("sign in first")]
    SignIn,
    /// The name, the password or the token is wrong.
    #[error("wrong name, password or token")]
    WrongPassword,
    /// The token of a program belongs to no account.
    #[error("wrong token: no account of this server has it")]
    WrongToken,
    /// The account may not do this.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The named thing does not exist, or the account may not see it.
    #[error("{0} not found")]
    NotFound(&'static str),
    /// The request conflicts with the present state.
    #[error("{0}")]
    Conflict(String),
    /// The body, a file or an archive is larger than allowed.
    #[error("{0}")]
    TooLarge(String),
    /// A media type or compression that is not supported.
    #[error("{0}")]
    UnsupportedType(String),
    /// Too many requests; the number of seconds to wait.
    #[error("too many requests: try again in {0} s")]
    RateLimited(u64),
    /// The request did not arrive in time.
    #[error("the request took too long to arrive")]
    Timeout,
    /// The server is at a limit; the number of seconds to wait.
    #[error("busy: try again in {0} s")]
    Busy(u64),
    /// The database cannot be reached, or cannot store anything.
    #[error("{}", .0.message())]
    Unavailable(Fault, sqlx::Error),
    /// The database failed.
    #[error("internal server error")]
    Database(sqlx::Error),
    /// Another internal error; the text is logged, not sent.
    #[error("internal server error")]
    Internal(String),
}

/// `Retry-After` while the database is not available, in seconds.
pub(crate) const DATABASE_RETRY_AFTER: u64 = 5;

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        if let Some(fault) = Fault::of(&error) {
            return Self::Unavailable(fault, error);
        }
        match error.as_database_error().and_then(|error| error.code()).as_deref() {
            Some("22021") => Self::nul_byte(),
            _ => Self::Database(error),
        }
    }
}

impl Error {
    /// The request contains a text with a NUL character, which PostgreSQL cannot store.
    pub fn nul_byte() -> Self {
        Self::BadRequest("the text contains a NUL character".into())
    }

    /// The fault of the database, if that is the cause.
    pub const fn fault(&self) -> Option<Fault> {
        match self {
            Self::Unavailable(fault, _) => Some(*fault),
            _ => None,
        }
    }

    /// The HTTP status.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::SignIn | Self::WrongPassword | Self::WrongToken => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::RateLimited(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::Unavailable(Fault::DiskFull, _) => StatusCode::INSUFFICIENT_STORAGE,
            Self::Busy(_) | Self::Unavailable(..) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Database(_) | Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The error code in JSON bodies, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::BadRequest(_) => "bad-request",
            Self::SignIn => "sign-in",
            Self::WrongPassword | Self::WrongToken => "wrong-password",
            Self::Forbidden(_) => "forbidden",
            Self::NotFound(_) => "missing",
            Self::Conflict(_) => "conflict",
            Self::TooLarge(_) => "too-large",
            Self::UnsupportedType(_) => "wrong-kind",
            Self::RateLimited(_) => "too-many",
            Self::Timeout => "too-slow",
            Self::Busy(_) => "busy",
            Self::Unavailable(Fault::DiskFull, _) => "disk-full",
            Self::Unavailable(Fault::ReadOnly, _) => "read-only",
            Self::Unavailable(..) => "away",
            Self::Database(_) | Self::Internal(_) => "inside",
        }
    }

    /// The JSON body; CLICS requires `code` and `message`.
    pub fn body(&self) -> Value {
        json!({ "code": self.status().as_u16(), "error": self.code(), "message": self.to_string() })
    }

    /// Adds the headers of this error, and an [`ErrorInfo`] as an extension, to a response of any form.
    pub fn mark(&self, response: &mut Response) {
        let seconds = match self {
            Self::RateLimited(seconds) | Self::Busy(seconds) => Some(*seconds),
            Self::Unavailable(..) => Some(DATABASE_RETRY_AFTER),
            _ => None,
        };
        if let Some(seconds) = seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        if self.status() == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response.extensions_mut().insert(ErrorInfo { code: self.code(), message: self.to_string() });
    }

    fn log(&self) {
        match self {
            Self::Unavailable(_, error) | Self::Database(error) => tracing::error!(%error, "database error"),
            Self::Internal(what) => tracing::error!(error = what, "internal error"),
            _ => {}
        }
    }
}

/// A JSON response; for browsers `web::as_pages` makes a page of it.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        self.log();
        let mut response = (self.status(), axum::Json(self.body())).into_response();
        self.mark(&mut response);
        response
    }
}

/// The code and message of an error response, for the middleware that renders it as a page and for the log.
#[derive(Clone, Debug)]
pub struct ErrorInfo {
    /// The error code, for programs.
    pub code: &'static str,
    /// The message, for people.
    pub message: String,
}

/// The result of a handler, and of most functions of this crate.
pub type Result<T = Response, E = Error> = std::result::Result<T, E>;

impl From<laplace_archive::Error> for Error {
    fn from(error: laplace_archive::Error) -> Self {
        match error.kind() {
            ErrorKind::Malformed => Self::BadRequest(error.to_string()),
            ErrorKind::TooLarge => Self::TooLarge(error.to_string()),
            ErrorKind::UnsupportedType => Self::UnsupportedType(error.to_string()),
        }
    }
}
