//! Receives the bodies of requests before anything else happens with them.
//!
//! A body has a time to arrive in and a size that depends on who sends it: strangers fill in forms, only who
//! is signed in sends files. All bodies together share a budget of memory ([`BodyBudget`]), reserved before the first
//! byte is read and held until the request has its answer. Whoever holds room that others wait for has less time.
//! Once the body is here the request runs to its end even if its sender goes away: nothing is cut off half done.

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
use crate::limits::{BodyPermit, MAX_FORM};

/// How long a body may take while others wait for its room: so long, and more for its length at this rate.
const HURRY: Duration = Duration::from_secs(3);
const BYTES_PER_SECOND: usize = 512 << 10;

/// When the last byte of a request had arrived. What comes later is the server's time, not the sender's.
#[derive(Clone, Copy, Debug)]
pub struct ArrivalTime(Instant);

impl ArrivalTime {
    /// Of a request; now, if nobody noted it.
    pub fn of(request: &Request) -> Instant {
        request.extensions().get::<Self>().map_or_else(Instant::now, |arrived| arrived.0)
    }
}

/// Before all routes: receives the body of a request that has one.
pub async fn receive(State(app): State<SharedState>, request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    let (request, held) = match received(&app, request).await {
        Ok(received) => received,
        Err(error) => return refused(error),
    };
    let to_the_end = tokio::spawn(async move {
        let response = next.run(request).await;
        drop(held);
        response
    });
    to_the_end.await.unwrap_or_else(|error| Error::Internal(error.to_string()).into_response())
}

/// Most of the body is still to come, and nobody will read it: the connection ends with this answer.
fn refused(error: Error) -> Response {
    let mut response = error.into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

async fn received(app: &SharedState, request: Request) -> Result<(Request, BodyPermit)> {
    let (mut parts, body) = request.into_parts();
    // Not known if it comes in chunks.
    let length = body.size_hint().exact().map(|length| usize::try_from(length).unwrap_or(usize::MAX));
    let mut body = body.into_data_stream();
    let (bytes, held) = admitted(app, &mut parts, length, &mut body).await?;
    parts.extensions.insert(ArrivalTime(Instant::now()));
    Ok((Request::from_parts(parts, Body::from(bytes)), held))
}

async fn admitted(
    app: &SharedState,
    parts: &mut Parts,
    length: Option<usize>,
    body: &mut BodyDataStream,
) -> Result<(Vec<u8>, BodyPermit)> {
    let most = app.settings.max_bytes;
    if length.is_some_and(|length| length > most) {
        return Err(too_large(most));
    }
    let mut account = None;
    if length.is_none_or(|length| length > MAX_FORM) {
        account = Identity::from_request_parts(parts, app).await?.account().map(|account| account.id.clone());
    }
    let allowed = if account.is_some() { most } else { MAX_FORM };
    if length.is_some_and(|length| length > allowed) {
        return Err(Error::TooLarge(format!("only who is signed in sends more than {MAX_FORM} bytes")));
    }
    let Ok(peer) = Peer::from_request_parts(parts, app).await;
    let (time, room) = (app.settings.body_time, length.unwrap_or(allowed));
    let held = timeout(time, app.bodies.take(peer.network(), account.as_deref(), room)).await;
    let held = held.map_err(|_| Error::Busy(1))??;
    let bytes = tokio::select! {
        bytes = collect(body, length.unwrap_or(0), allowed) => bytes?,
        () = too_slow(&held, room, time) => return Err(Error::Timeout),
    };
    Ok((bytes, held))
}

/// Waits until a body has had its time.
async fn too_slow(held: &BodyPermit, length: usize, time: Duration) {
    let wanted = async {
        sleep(HURRY + Duration::from_secs_f64(length as f64 / BYTES_PER_SECOND as f64)).await;
        held.contended().await;
    };
    _ = timeout(time, wanted).await;
}

async fn collect(body: &mut BodyDataStream, expected: usize, allowed: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(expected);
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|_| Error::BadRequest("the request is cut off".into()))?;
        if bytes.len() + chunk.len() > allowed {
            return Err(too_large(allowed));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn too_large(most: usize) -> Error {
    Error::TooLarge(format!("the request is larger than {most} bytes"))
}

/// Refuses an address with a zero in its path or its query. Of no other form can it be there.
pub async fn reject_nul(request: Request, next: Next) -> Response {
    let address = request.uri().path_and_query().map_or("", |address| address.as_str());
    if address.contains("%00") {
        return Error::nul_byte().into_response();
    }
    next.run(request).await
}
