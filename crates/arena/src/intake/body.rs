//! Receives the bodies of requests before anything else happens with them.
//!
//! A body has a time to arrive in and a size that depends on who sends it: strangers fill in forms, only who
//! is signed in sends files. All bodies together share a budget of memory, reserved before the first byte is
//! read and held until the request has its answer; whoever finds it used up waits, in order. Once the body is
//! here the request runs to its end even if its sender goes away: nothing is cut off half done.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, BodyDataStream, HttpBody};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::CONNECTION;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tokio_stream::StreamExt;

use crate::app::App;
use crate::auth::Who;
use crate::error::{Answer, Error};

/// The memory for all bodies at once, in pieces.
const PIECES: usize = 32 << 10;
/// Bytes of a piece.
const PIECE: usize = 1 << 10;
/// What somebody may send who is not signed in.
const FORM: usize = 64 << 10;
/// From this size on an account sends only so many at once.
const LARGE: usize = 1 << 20;
const LARGE_AT_ONCE: usize = 2;

/// The bodies that are being received.
#[derive(Debug)]
pub struct Bodies {
    room: Arc<Semaphore>,
    large: Arc<Mutex<HashMap<String, usize>>>,
}

impl Default for Bodies {
    fn default() -> Self {
        Self { room: Arc::new(Semaphore::new(PIECES)), large: Arc::default() }
    }
}

/// When the last byte of a request had arrived. What comes later is the server's time, not the sender's.
#[derive(Clone, Copy, Debug)]
pub struct Arrived(Instant);

impl Arrived {
    /// Of a request; now, if nobody noted it.
    pub fn of(request: &Request) -> Instant {
        request.extensions().get::<Self>().map_or_else(Instant::now, |arrived| arrived.0)
    }
}

/// What a request holds until it is answered.
struct Held {
    _room: OwnedSemaphorePermit,
    _large: Option<Large>,
}

/// A large body of an account.
struct Large {
    account: String,
    all: Arc<Mutex<HashMap<String, usize>>>,
}

impl Drop for Large {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.account) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.account);
            }
        }
    }
}

impl Bodies {
    fn large(&self, account: &str) -> Answer<Large> {
        let mut all = self.large.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(account.to_owned()).or_default();
        if *count >= LARGE_AT_ONCE {
            return Err(Error::TooMany(1));
        }
        *count += 1;
        Ok(Large { account: account.to_owned(), all: self.large.clone() })
    }

    async fn room(&self, bytes: usize, patience: Duration) -> Answer<OwnedSemaphorePermit> {
        let pieces = u32::try_from(bytes.div_ceil(PIECE).clamp(1, PIECES)).unwrap_or(1);
        let room = timeout(patience, self.room.clone().acquire_many_owned(pieces)).await;
        room.map_err(|_| Error::Busy(1))?.map_err(|error| Error::Inside(error.to_string()))
    }
}

/// Before all routes: receives the body of a request that has one.
pub async fn receive(State(app): State<App>, request: Request, next: Next) -> Response {
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
    to_the_end.await.unwrap_or_else(|error| Error::Inside(error.to_string()).into_response())
}

/// Most of the body is still to come, and nobody will read it: the connection ends with this answer.
fn refused(error: Error) -> Response {
    let mut response = error.into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

async fn received(app: &App, request: Request) -> Answer<(Request, Held)> {
    let (mut parts, body) = request.into_parts();
    // Not known if it comes in chunks.
    let length = body.size_hint().exact().map(|length| usize::try_from(length).unwrap_or(usize::MAX));
    let mut body = body.into_data_stream();
    let (bytes, held) = admitted(app, &mut parts, length, &mut body).await?;
    parts.extensions.insert(Arrived(Instant::now()));
    Ok((Request::from_parts(parts, Body::from(bytes)), held))
}

async fn admitted(
    app: &App,
    parts: &mut Parts,
    length: Option<usize>,
    body: &mut BodyDataStream,
) -> Answer<(Vec<u8>, Held)> {
    let most = app.settings.most_bytes;
    if length.is_some_and(|length| length > most) {
        return Err(too_large(most));
    }
    let mut allowed = FORM;
    let mut large = None;
    if length.is_none_or(|length| length > FORM)
        && let Some(account) = Who::from_request_parts(parts, app).await?.account()
    {
        allowed = most;
        if length.is_none_or(|length| length >= LARGE) {
            large = Some(app.bodies.large(&account.id)?);
        }
    }
    if length.is_some_and(|length| length > allowed) {
        return Err(Error::TooLarge(format!("only who is signed in sends more than {FORM} bytes")));
    }
    let time = app.settings.body_time;
    let room = app.bodies.room(length.unwrap_or(allowed), time).await?;
    let bytes = timeout(time, collect(body, length.unwrap_or(0), allowed)).await;
    Ok((bytes.map_err(|_| Error::TooSlow)??, Held { _room: room, _large: large }))
}

async fn collect(body: &mut BodyDataStream, expected: usize, allowed: usize) -> Answer<Vec<u8>> {
    let mut bytes = Vec::with_capacity(expected);
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|_| Error::Bad("the request is cut off".into()))?;
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
