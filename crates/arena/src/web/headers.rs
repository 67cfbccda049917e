//! Response headers: security headers of every response, the language cookie, caching, downloads.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::frame::{requested_language, requested_theme};
use crate::auth::Credential;

/// Everything is loaded from this server, nothing is inline, no site may frame a page.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";
/// Lifetime of the cookies of language and theme: a year.
const CHOICE_SECONDS: u32 = 31_536_000;

const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "same-origin"),
    (X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Marks a page as not to be cached, because it shows a secret once.
pub(super) fn no_store(mut page: Response) -> Response {
    page.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
}

/// Middleware: adds the security headers, unless the handler set them itself, and the cookies of language and theme.
///
/// A response to a client that is signed in may be private: it is not cached, so that the browser's way back shows
/// nothing of it after signing out.
pub async fn guard(request: Request, next: Next) -> Response {
    let language = requested_language(request.uri().query()).map(|language| ("lang", language.code()));
    let theme = requested_theme(request.uri().query()).map(|theme| ("theme", theme.code()));
    let is_private = Credential::of(request.headers()) != Credential::Nothing;
    let mut response = next.run(request).await;
    let headers: &mut HeaderMap = response.headers_mut();
    if is_private || headers.contains_key(SET_COOKIE) {
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    for (name, value) in language.into_iter().chain(theme) {
        let cookie = format!("{name}={value}; Path=/; Max-Age={CHOICE_SECONDS}; SameSite=Lax").parse();
        if let Ok(cookie) = cookie {
            headers.append(SET_COOKIE, cookie);
        }
    }
    response
}

/// Media type of a text.
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";
/// Media type of a zip archive.
pub(crate) const ZIP: &str = "application/zip";

/// A file to be downloaded, never shown: a browser must not take what a team wrote for a page. The name is one of
/// ours and has no quote in it.
pub(crate) fn download(name: &str, kind: &'static str, content: impl Into<Body>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, disposition.as_str())], content.into()).into_response()
}
