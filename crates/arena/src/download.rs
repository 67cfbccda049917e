//! Files to be kept, not shown: nothing that a team wrote is ever taken for a page.

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// What a text is.
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";
/// What an archive is.
pub(crate) const ZIP: &str = "application/zip";

/// A file under a name. The name is one of ours: it has no quote in it.
pub(crate) fn download(name: &str, kind: &'static str, content: impl Into<Body>) -> Response {
    let place = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, place.as_str())], content.into()).into_response()
}
