//! The log: one line for each request, as text or as JSON.
//!
//! A line has the template of the route, the status, the time and a request id, which the response carries too
//! (`X-Request-Id`). It never contains a path, a query, a header or a body: those may be secrets.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use clap::ValueEnum;
use tracing_subscriber::EnvFilter;

use crate::app::SharedState;
use crate::auth::Secret;
use crate::error::ErrorInfo;

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object per line, for programs.
    Json,
}

/// Starts the log on standard error. `LAPLACE_LOG` sets the level: `warn`, `info`, `debug`, ...
pub fn start(format: Format) {
    let filter = EnvFilter::try_from_env("LAPLACE_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Fails if a log was started already, which is then kept.
    _ = match format {
        Format::Text => log.with_ansi(false).with_target(false).try_init(),
        Format::Json => log.json().flatten_event(true).with_target(false).try_init(),
    };
}

/// Middleware: logs and counts every request.
pub async fn observe(State(app): State<SharedState>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let method = match request.method().as_str() {
        known @ ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS") => known.to_owned(),
        _ => "other".to_owned(),
    };
    let id = Secret::short().to_string();
    let mut response = next.run(request).await;
    let status = response.status().as_u16();
    let time = began.elapsed();
    let refused = response.extensions().get::<ErrorInfo>().map(|error| error.code);
    app.metrics.answered(&method, &route, status, time, refused);
    let millis = time.as_secs_f64() * 1_000.0;
    let refused = refused.unwrap_or("");
    tracing::info!(id, method, route, status, millis, refused, "request");
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}
