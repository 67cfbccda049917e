//! Protection against cross-site request forgery.
//!
//! Browsers send the origin of a request (`Sec-Fetch-Site`, or `Origin`), and a page cannot forge it. So a request
//! that is not a plain read and carries an origin passes only if that origin is this server. This holds without a
//! cookie too: another site must not sign a visitor in to a foreign account. A request without an origin and
//! without a cookie comes from a program; with a cookie it comes from a browser too old to be trusted. One
//! middleware before all routes, so no form can forget it. Programs use tokens, which browsers never send by
//! themselves.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Error;
use crate::i18n::Message;

/// Middleware: refuses requests that another site made a browser send.
pub async fn same_origin(request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads || is_program(request.headers()) || is_from_here(request.headers()) {
        return next.run(request).await;
    }
    Error::Forbidden(Message::ForeignOrigin).into_response()
}

/// Whether no header is there of which every current browser sends at least one with a form.
fn is_program(headers: &HeaderMap) -> bool {
    ["sec-fetch-site", "origin", header::COOKIE.as_str()].iter().all(|name| !headers.contains_key(*name))
}

fn is_from_here(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    let origin_host = text("origin").and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    origin_host.is_some() && origin_host == text("host")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        let parsed = list.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        parsed.collect()
    }

    #[test]
    fn only_what_the_browser_calls_same_origin_is_from_here() {
        assert!(is_from_here(&headers(&[("sec-fetch-site", "same-origin")])));
        assert!(!is_from_here(&headers(&[("sec-fetch-site", "same-site")])));
        assert!(!is_from_here(&headers(&[
            ("sec-fetch-site", "cross-site"),
            ("origin", "http://a"),
            ("host", "a")
        ])));
        assert!(is_from_here(&headers(&[("origin", "http://a:80"), ("host", "a:80")])));
        assert!(!is_from_here(&headers(&[("origin", "null"), ("host", "a")])));
        assert!(!is_from_here(&headers(&[("host", "a")])));
    }
}
