//! No other site may make a signed-in browser change something here.
//!
//! Browsers say where a request comes from (`Sec-Fetch-Site`, or `Origin`), and no page can make them lie.
//! So a request that is not a plain read and says where it comes from passes only if that is here, also
//! without a cookie: nobody is to be signed in as somebody else. One that does not say comes from a program, or
//! from a browser too old to trust with a cookie. One check before all routes: no form can forget it. Programs use
//! tokens, which browsers never send by themselves.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Error;

/// Refuses what another site sends in somebody's name.
pub async fn same_origin(request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads || is_program(request.headers()) || is_from_here(request.headers()) {
        return next.run(request).await;
    }
    Error::Forbidden("this request did not come from a page of this server").into_response()
}

/// Every browser of today sends one of these with a form.
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
