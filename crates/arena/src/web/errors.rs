//! Errors as pages: what a program gets as JSON, a person gets in words, in their language.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use maud::html;

use super::frame::Frame;
use super::i18n::{message, title};
use crate::app::SharedState;
use crate::error::{Error, ErrorInfo};

/// Turns errors into pages where a page was asked for.
pub async fn as_pages(State(app): State<SharedState>, request: Request, next: Next) -> Response {
    if !wants_page(&request) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let mut kept = parts.clone();
    let response = next.run(Request::from_parts(parts, body)).await;
    if is_said_already(&response) {
        return response;
    }
    let said = response.extensions().get::<ErrorInfo>().cloned();
    if said.as_ref().is_some_and(|said| said.word == "sign-in") {
        return to_login(&kept).into_response();
    }
    // Without a database there is still a page to say so.
    let frame = Frame::from_request_parts(&mut kept, &app).await;
    let frame = frame.unwrap_or_else(|_| Frame::of_nobody(&kept, &app));
    page(&frame, response, said.as_ref())
}

fn wants_page(request: &Request) -> bool {
    let accept = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let page = accept.find("text/html");
    let json = accept.find("application/json");
    !request.uri().path().starts_with("/api") && page.is_some_and(|page| json.is_none_or(|json| page < json))
}

fn is_said_already(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_page = kind.is_some_and(|kind| kind.starts_with("text/html"));
    is_page || !(response.status().is_client_error() || response.status().is_server_error())
}

/// Only a plain read can be done again after signing in.
fn to_login(request: &Parts) -> Redirect {
    if request.method != Method::GET {
        return Redirect::to("/login");
    }
    Redirect::to(&format!("/login?next={}", request.uri.path()))
}

fn page(frame: &Frame, response: Response, said: Option<&ErrorInfo>) -> Response {
    let words = frame.words();
    let status = response.status();
    let title = title(frame.language, status);
    let (text, own) = message(frame.language, said.map_or(words.no_details, |said| &said.message));
    let main = html! {
        section.narrow {
            p.kicker { (status.as_u16()) }
            h1 { (title) }
            p.lead lang=[(!own).then_some("en")] { (text) }
            p { a href="/" { (words.to_contests) } }
        }
    };
    let mut page = frame.page(title, &[], &main);
    *page.status_mut() = status;
    keep_headers(response.headers(), page.headers_mut());
    if let Some(said) = said {
        page.extensions_mut().insert(said.clone());
    }
    page
}

/// What the error said beside its body still holds.
fn keep_headers(from: &HeaderMap, to: &mut HeaderMap) {
    for (name, value) in from {
        if name != CONTENT_TYPE && name != CONTENT_LENGTH {
            to.append(name, HeaderValue::clone(value));
        }
    }
}

/// What no address leads to.
pub async fn missing() -> Error {
    Error::NotFound("page")
}

/// A form that is shown again because it was refused, with the status and the headers of the refusal.
pub(super) fn again(mut form: Response, error: &Error) -> Response {
    *form.status_mut() = error.status();
    error.mark(&mut form);
    form
}

/// Whether an error is for the person at the form; others are not explained there.
pub(super) fn is_theirs(error: &Error) -> bool {
    error.status().is_client_error() && !matches!(error, Error::SignIn | Error::NotFound(_))
}
