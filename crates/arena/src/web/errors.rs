//! Error pages: programs get errors as JSON, browsers get a page in the language of the visitor.

use axum::body::to_bytes;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use maud::html;

use super::frame::{self, Frame};
use crate::app::SharedState;
use crate::error::{Error, ErrorInfo};
use crate::i18n::{Language, Message, Missing, error_title, sentence};

/// Middleware: renders an error as a page if the client prefers HTML.
pub async fn render_errors(State(app): State<SharedState>, request: Request, next: Next) -> Response {
    if !wants_page(&request) {
        let language = is_script_of_a_page(&request).then(|| language_of(&request));
        let response = described(next.run(request).await).await;
        return match language {
            Some(language) => localized(response, language),
            None => response,
        };
    }
    let (parts, body) = request.into_parts();
    let mut request = parts.clone();
    let response = described(next.run(Request::from_parts(parts, body)).await).await;
    if is_page_or_success(&response) {
        return response;
    }
    let error = response.extensions().get::<ErrorInfo>().cloned();
    if error.as_ref().is_some_and(|error| error.code == "sign-in") {
        return to_login(&request).into_response();
    }
    // Without a database there is still an error page, for an anonymous visitor.
    let frame = Frame::from_request_parts(&mut request, &app).await;
    let frame = frame.unwrap_or_else(|_| Frame::anonymous(&request, &app));
    page(&frame, response, error.as_ref())
}

/// Maximum length of a reason that axum gives.
const MAX_REASON: usize = 1_000;

/// The response, or an error of ours in place of one that axum wrote itself: an address, a query or a form that it could not
/// read, a method that an address does not have.
async fn described(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_plain = kind.is_none_or(|kind| kind.starts_with("text/plain"));
    if !status.is_client_error() || response.extensions().get::<ErrorInfo>().is_some() || !is_plain {
        return response;
    }
    let (parts, body) = response.into_parts();
    let reason = to_bytes(body, MAX_REASON).await.unwrap_or_default();
    let reason = String::from_utf8_lossy(&reason).into_owned();
    let message = match status {
        StatusCode::METHOD_NOT_ALLOWED => Message::WrongMethod,
        StatusCode::PAYLOAD_TOO_LARGE => Message::TooLarge,
        _ if reason.is_empty() => Message::NoDetails,
        _ => Message::BadAddress { reason },
    };
    let code = match status {
        StatusCode::PAYLOAD_TOO_LARGE => "too-large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "wrong-kind",
        _ => "bad-request",
    };
    let error = ErrorInfo { status, code, message };
    let mut described = (status, axum::Json(error.body(Language::English))).into_response();
    copy_headers(&parts.headers, described.headers_mut());
    described.extensions_mut().insert(error);
    described
}

fn wants_page(request: &Request) -> bool {
    !request.uri().path().starts_with("/api") && prefers_html(request.headers())
}

/// Whether a client prefers a page to JSON.
pub(super) fn prefers_html(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let page = accept.find("text/html");
    let json = accept.find("application/json");
    page.is_some_and(|page| json.is_none_or(|json| page < json))
}

/// Whether the request comes from the script of a page, which shows the message of an error to the visitor.
fn is_script_of_a_page(request: &Request) -> bool {
    let path = request.uri().path();
    path.starts_with("/blobwar/") || path.starts_with("/c/") && path.ends_with("/submit")
}

fn language_of(request: &Request) -> Language {
    frame::language_of(request.uri().query(), request.headers())
}

/// The same error response with its message in a language.
fn localized(response: Response, language: Language) -> Response {
    let Some(error) = response.extensions().get::<ErrorInfo>().cloned() else { return response };
    let mut localized = (response.status(), axum::Json(error.body(language))).into_response();
    copy_headers(response.headers(), localized.headers_mut());
    localized.extensions_mut().insert(error);
    localized
}

fn is_page_or_success(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_page = kind.is_some_and(|kind| kind.starts_with("text/html"));
    is_page || !(response.status().is_client_error() || response.status().is_server_error())
}

/// A redirect to the sign-in page; only a plain read can be repeated after it.
fn to_login(request: &Parts) -> Redirect {
    if request.method != Method::GET {
        return Redirect::to("/login");
    }
    Redirect::to(&format!("/login?next={}", request.uri.path()))
}

fn page(frame: &Frame, response: Response, error: Option<&ErrorInfo>) -> Response {
    let words = frame.words();
    let status = response.status();
    let title = error_title(frame.language, status);
    let text = sentence(frame.language, error.map_or(&Message::NoDetails, |error| &error.message));
    let main = html! {
        section.narrow {
            p.kicker { (status.as_u16()) }
            h1 { (title) }
            p.lead { (text) }
            p.links {
                @if let Some(contest) = frame.contest_of_path().filter(|_| status != StatusCode::NOT_FOUND) {
                    a href={ "/c/" (contest) } { (words.back_to_contest) }
                }
                a href="/" { (words.to_contests) }
            }
        }
    };
    let mut page = frame.page(title, &[], &main);
    *page.status_mut() = status;
    copy_headers(response.headers(), page.headers_mut());
    if let Some(error) = error {
        page.extensions_mut().insert(error.clone());
    }
    page
}

/// Copies the headers of the error response, except those of its body.
fn copy_headers(from: &HeaderMap, to: &mut HeaderMap) {
    for (name, value) in from {
        if name != CONTENT_TYPE && name != CONTENT_LENGTH {
            to.append(name, HeaderValue::clone(value));
        }
    }
}

/// The fallback for unknown addresses.
pub async fn missing() -> Error {
    Error::NotFound(Missing::Page)
}

/// A form that is shown again because it was refused, with the status and the headers of the error.
pub(super) fn refused_form(mut form: Response, error: &Error) -> Response {
    *form.status_mut() = error.status();
    error.mark(&mut form);
    form
}

/// Whether an error is shown beside the form that caused it.
pub(super) fn is_client_error(error: &Error) -> bool {
    error.status().is_client_error() && !matches!(error, Error::SignIn | Error::NotFound(_))
}
