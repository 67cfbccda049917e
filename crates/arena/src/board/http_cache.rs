//! Cached responses: rendered and gzipped once per board; 304 if the client's ETag matches.

use std::io::Write;

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::CachedBoard;
use crate::auth::hash_of;

/// The response cached with a board under `name`, rendered now if it is the first. The name must determine
/// everything that the response depends on beside the board.
pub(crate) fn cached_response(
    board: &CachedBoard,
    name: &str,
    kind: &'static str,
    headers: &HeaderMap,
    render: impl FnOnce() -> String,
) -> Response {
    let plain = match board.cached(name) {
        Some(plain) => plain,
        None => {
            let text = render();
            board.render_once(name, |_| text.into_bytes())
        }
    };
    let tag = board.render_once(&format!("tag/{name}"), |_| etag(&plain));
    let gzipped = || board.render_once(&format!("gzip/{name}"), |_| gzip(&plain));
    conditional_response(headers, kind, VARY_BY_VISITOR, &tag, &plain, gzipped)
}

/// What a cached response that is not the same for all visitors depends on.
const VARY_BY_VISITOR: &str = "accept-encoding, accept-language, cookie, authorization";

/// 304 if the client has the response with this ETag, else the response, gzipped if the client takes that.
pub(crate) fn conditional_response(
    headers: &HeaderMap,
    kind: &'static str,
    vary: &'static str,
    tag: &[u8],
    plain: &Bytes,
    gzipped: impl FnOnce() -> Bytes,
) -> Response {
    let has = |name, text: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.contains(text))
    };
    let mut response = if has(IF_NONE_MATCH, &String::from_utf8_lossy(tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if has(ACCEPT_ENCODING, "gzip") {
        ([(CONTENT_ENCODING, "gzip")], gzipped()).into_response()
    } else {
        plain.clone().into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(VARY, HeaderValue::from_static(vary));
    if let Ok(tag) = HeaderValue::from_bytes(tag) {
        headers.insert(ETAG, tag);
    }
    response
}

/// The ETag of a text. Weak, because it is the same with and without gzip.
pub(crate) fn etag(text: &Bytes) -> Vec<u8> {
    let hash = hash_of(&String::from_utf8_lossy(text));
    format!("W/\"{}\"", hash.get(..16).unwrap_or_default()).into_bytes()
}

pub(crate) fn gzip(text: &Bytes) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    encoder.write_all(text).and_then(|()| encoder.finish()).unwrap_or_default()
}
