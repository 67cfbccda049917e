//! Answers from memory: made once for each board, packed once, and nothing at all for who has it already.

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

/// Answers with what was made of a board under this name, or is made now. The name says all that it depends on
/// beside the board.
pub(crate) fn cached_response(
    board: &CachedBoard,
    name: &str,
    kind: &'static str,
    headers: &HeaderMap,
    make: impl FnOnce() -> String,
) -> Response {
    let plain = match board.cached(name) {
        Some(plain) => plain,
        None => {
            let text = make();
            board.render_once(name, |_| text.into_bytes())
        }
    };
    let tag = board.render_once(&format!("tag/{name}"), |_| tag_of(&plain));
    let has = |name, text: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.contains(text))
    };
    let mut response = if has(IF_NONE_MATCH, &String::from_utf8_lossy(&tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if has(ACCEPT_ENCODING, "gzip") {
        let packed = board.render_once(&format!("gzip/{name}"), |_| pack(&plain));
        ([(CONTENT_ENCODING, "gzip")], packed).into_response()
    } else {
        plain.into_response()
    };
    mark(response.headers_mut(), kind, &tag);
    response
}

fn mark(headers: &mut HeaderMap, kind: &'static str, tag: &Bytes) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding, accept-language, cookie, authorization"));
    if let Ok(tag) = HeaderValue::from_bytes(tag) {
        headers.insert(ETAG, tag);
    }
}

/// The same for the same text, packed or not: hence weak.
fn tag_of(text: &Bytes) -> Vec<u8> {
    let hash = hash_of(&String::from_utf8_lossy(text));
    format!("W/\"{}\"", hash.get(..16).unwrap_or_default()).into_bytes()
}

fn pack(text: &Bytes) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    packer.write_all(text).and_then(|()| packer.finish()).unwrap_or_default()
}
