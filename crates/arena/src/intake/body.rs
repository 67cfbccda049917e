//! Middleware that receives the body of a request before its handler runs.
//!
//! A body has a deadline and a maximum size: anonymous clients send forms, signed-in accounts send files. All bodies
//! share a memory budget ([`BodyBudget`](crate::limits::BodyBudget)), reserved before the first byte is read and
//! held until the response is ready. A body that holds memory which others wait for has a shorter deadline. Once
//! the body has arrived the handler runs to its end even if the client disconnects, so nothing is left half done.

use std::time::{Duration, Instant};

use axum::body::{Body, BodyDataStream, HttpBody};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::CONNECTION;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::{sleep, timeout};
use tokio_stream::StreamExt;

use crate::app::SharedState;
use crate::auth::{Identity, Peer};
use crate::error::{Error, Result};
use crate::i18n::Message;
use crate::limits::{BodyPermit, MAX_FORM};

/// Upload deadline once others wait for the budget: `MIN_UPLOAD_TIME + length / BYTES_PER_SECOND`.
const MIN_UPLOAD_TIME: Duration = Duration::from_secs(3);
const BYTES_PER_SECOND: usize = 512 << 10;

/// When the last byte of a request had arrived: the time of a submission, however long the server then takes.
#[derive(Clone, Copy, Debug)]
pub struct ArrivalTime(Instant);

impl ArrivalTime {
    /// The arrival time of a request; now, if it had no body.
    pub fn of(request: &Request) -> Instant {
        request.extensions().get::<Self>().map_or_else(Instant::now, |arrived| arrived.0)
    }
}

/// Middleware: receives the body of a request that may have one.
pub async fn receive(State(app): State<SharedState>, request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    let (request, permit) = match received(&app, request).await {
        Ok(received) => received,
        Err(error) => return refused(error),
    };
    let handled = tokio::spawn(async move {
        let response = next.run(request).await;
        drop(permit);
        response
    });
    handled.await.unwrap_or_else(|error| Error::Internal(error.to_string()).into_response())
}

/// An error response that closes the connection, because the rest of the body is not read.
fn refused(error: Error) -> Response {
    let mut response = error.into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

async fn received(app: &SharedState, request: Request) -> Result<(Request, BodyPermit)> {
    let (mut parts, body) = request.into_parts();
    // Unknown for a chunked body.
    let length = body.size_hint().exact().map(|length| usize::try_from(length).unwrap_or(usize::MAX));
    let mut body = body.into_data_stream();
    let (bytes, permit) = admitted(app, &mut parts, length, &mut body).await?;
    parts.extensions.insert(ArrivalTime(Instant::now()));
    Ok((Request::from_parts(parts, Body::from(bytes)), permit))
}

async fn admitted(
    app: &SharedState,
    parts: &mut Parts,
    length: Option<usize>,
    body: &mut BodyDataStream,
) -> Result<(Vec<u8>, BodyPermit)> {
    let max_bytes = app.settings.max_bytes;
    if length.is_some_and(|length| length > max_bytes) {
        return Err(too_large(max_bytes));
    }
    let mut account = None;
    if length.is_none_or(|length| length > MAX_FORM) {
        account = Identity::from_request_parts(parts, app).await?.account().map(|account| account.id.clone());
    }
    let allowed = if account.is_some() { max_bytes } else { MAX_FORM };
    if length.is_some_and(|length| length > allowed) {
        return Err(Error::TooLarge(Message::SignInToSendMore { kibibytes: MAX_FORM >> 10 }));
    }
    let Ok(peer) = Peer::from_request_parts(parts, app).await;
    let time = app.settings.body_time;
    let reserved = length.unwrap_or(allowed);
    let permit = timeout(time, app.bodies.take(peer.network(), account.as_deref(), reserved)).await;
    let permit = permit.map_err(|_| Error::Busy(1))??;
    let bytes = tokio::select! {
        bytes = collect(body, length.unwrap_or(0), allowed) => bytes?,
        () = deadline(&permit, reserved, time) => return Err(Error::Timeout),
    };
    Ok((bytes, permit))
}

/// Resolves when a body has exceeded its deadline.
async fn deadline(permit: &BodyPermit, length: usize, time: Duration) {
    let wanted = async {
        sleep(MIN_UPLOAD_TIME + Duration::from_secs_f64(length as f64 / BYTES_PER_SECOND as f64)).await;
        permit.contended().await;
    };
    _ = timeout(time, wanted).await;
}

async fn collect(body: &mut BodyDataStream, expected: usize, allowed: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(expected);
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|_| Error::BadRequest(Message::BodyEndedEarly))?;
        if bytes.len() + chunk.len() > allowed {
            return Err(too_large(allowed));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn too_large(max_bytes: usize) -> Error {
    Error::TooLarge(Message::LargerThan { max: laplace_archive::Bytes(max_bytes as u64) })
}

/// Middleware: refuses an address with a NUL character, which can only be there percent-encoded.
///
/// PostgreSQL cannot store NUL. In forms and JSON it is refused when the text is written, by
/// [`crate::store::Change`] or by the database.
pub async fn reject_nul(request: Request, next: Next) -> Response {
    let address = request.uri().path_and_query().map_or("", |address| address.as_str());
    if address.contains("%00") {
        return Error::nul_byte().into_response();
    }
    next.run(request).await
}
