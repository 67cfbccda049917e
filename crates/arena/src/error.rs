//! The errors of a request: one variant for each status and cause.
//!
//! What the client reads is a [`Message`], which has a text in every language: pages show it in theirs, JSON is English.
//! Internal errors are logged and their text is never sent.

use std::fmt;

use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use laplace_archive::ErrorKind;
use serde_json::{Value, json};

use crate::contest::Refusal;
use crate::i18n::{Language, Localized, Message, Missing};
use crate::store::Fault;

/// Why a request was not served.
#[derive(Debug)]
pub enum Error {
    /// The request is malformed or its values are not allowed.
    BadRequest(Message),
    /// The request needs an account and has none.
    SignIn,
    /// The name, the password or the token is wrong.
    WrongPassword,
    /// The token of a program belongs to no account.
    WrongToken,
    /// The account may not do this.
    Forbidden(Message),
    /// It does not exist, or the account may not see it.
    NotFound(Missing),
    /// The request conflicts with the present state.
    Conflict(Message),
    /// The body, a file or an archive is larger than allowed.
    TooLarge(Message),
    /// A media type or compression that is not supported.
    UnsupportedType(Message),
    /// Too many requests; the number of seconds to wait.
    RateLimited(u64),
    /// The request did not arrive in time.
    Timeout,
    /// The server is at a limit; the number of seconds to wait.
    Busy(u64),
    /// The database cannot be reached, or cannot store anything.
    Unavailable(Fault, sqlx::Error),
    /// The database failed.
    Database(sqlx::Error),
    /// Another internal error; the text is logged, not sent.
    Internal(String),
    /// Why a command failed that only the command line has; the text is printed there.
    Command(String),
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
        Self::BadRequest(Message::Nul)
    }

    /// A change that the rules refuse now.
    pub fn conflict(refusal: Refusal) -> Self {
        Self::Conflict(refusal.into())
    }

    /// What the client reads.
    pub fn message(&self) -> Message {
        match self {
            Self::BadRequest(message)
            | Self::Forbidden(message)
            | Self::Conflict(message)
            | Self::TooLarge(message)
            | Self::UnsupportedType(message) => message.clone(),
            Self::SignIn => Message::SignIn,
            Self::WrongPassword => Message::WrongPassword,
            Self::WrongToken => Message::WrongToken,
            Self::NotFound(what) => Message::NotFound { what: *what },
            Self::RateLimited(seconds) => Message::RateLimited { seconds: *seconds },
            Self::Timeout => Message::Timeout,
            Self::Busy(seconds) => Message::Busy { seconds: *seconds },
            Self::Unavailable(fault, _) => Message::Database { fault: *fault },
            Self::Database(_) | Self::Internal(_) | Self::Command(_) => Message::Internal,
        }
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
            Self::Database(_) | Self::Internal(_) | Self::Command(_) => StatusCode::INTERNAL_SERVER_ERROR,
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
            Self::Database(_) | Self::Internal(_) | Self::Command(_) => "inside",
        }
    }

    /// The JSON body, in English.
    pub fn body(&self) -> Value {
        self.info().body(Language::English)
    }

    fn info(&self) -> ErrorInfo {
        ErrorInfo { status: self.status(), code: self.code(), message: self.message() }
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
        response.extensions_mut().insert(self.info());
    }

    fn log(&self) {
        match self {
            Self::Unavailable(_, error) | Self::Database(error) => tracing::error!(%error, "database error"),
            Self::Internal(what) | Self::Command(what) => tracing::error!(error = what, "internal error"),
            _ => {}
        }
    }
}

/// The message in English; for the administrator at a terminal, the cause.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(text) => f.write_str(text),
            error => error.message().write(Language::English, f),
        }
    }
}

impl std::error::Error for Error {}

/// A JSON response; for browsers `web::as_pages` makes a page of it.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        self.log();
        let mut response = (self.status(), axum::Json(self.body())).into_response();
        self.mark(&mut response);
        response
    }
}

/// The status, code and message of an error response, for the middleware that renders it as a page and for the log.
#[derive(Clone, Debug)]
pub struct ErrorInfo {
    /// The HTTP status.
    pub status: StatusCode,
    /// The error code, for programs.
    pub code: &'static str,
    /// The message, for people.
    pub message: Message,
}

impl ErrorInfo {
    /// The JSON body with the message in a language; CLICS requires `code` and `message`.
    pub fn body(&self, language: Language) -> Value {
        json!({
            "code": self.status.as_u16(),
            "error": self.code,
            "message": self.message.text(language).to_string(),
        })
    }
}

/// The result of a handler, and of most functions of this crate.
pub type Result<T = Response, E = Error> = std::result::Result<T, E>;

impl From<laplace_archive::Error> for Error {
    fn from(error: laplace_archive::Error) -> Self {
        let kind = error.kind();
        let message = Message::Archive { error };
        match kind {
            ErrorKind::Malformed => Self::BadRequest(message),
            ErrorKind::TooLarge => Self::TooLarge(message),
            ErrorKind::UnsupportedType => Self::UnsupportedType(message),
        }
    }
}

/// A value of a request that the rules refuse.
impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::BadRequest(refusal.into())
    }
}

/// A value of a request that is not allowed.
impl From<Message> for Error {
    fn from(message: Message) -> Self {
        Self::BadRequest(message)
    }
}
