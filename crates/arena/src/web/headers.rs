//! Headers that every answer carries: what browsers may do with our pages, and the language that was chosen.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::frame::asked_language;

/// Everything comes from here, nothing is inline, nobody frames us.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";
/// A year.
const LANGUAGE_SECONDS: u32 = 31_536_000;

const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "same-origin"),
    (X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// A page with what nobody may keep, shown this once.
pub(super) fn unkept(mut page: Response) -> Response {
    page.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
}

/// Adds them; a handler that set one itself keeps its own.
pub async fn guard(request: Request, next: Next) -> Response {
    let language = asked_language(request.uri().query());
    let mut response = next.run(request).await;
    let headers: &mut HeaderMap = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if let Some(language) = language {
        let cookie =
            format!("lang={}; Path=/; Max-Age={LANGUAGE_SECONDS}; SameSite=Lax", language.code()).parse();
        if let Ok(cookie) = cookie {
            headers.append(SET_COOKIE, cookie);
        }
    }
    response
}

/// What a text is.
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";
/// What an archive is.
pub(crate) const ZIP: &str = "application/zip";

/// A file under a name. The name is one of ours: it has no quote in it.
pub(crate) fn download(name: &str, kind: &'static str, content: impl Into<Body>) -> Response {
    let place = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, place.as_str())], content.into()).into_response()
}
