//! Metrics for Prometheus.
//!
//! Requests are labelled with the template of their route, never with their path: there are few templates, and a path
//! may contain the secret of an invitation. `/metrics` answers the loopback and organisers only.

use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use prometheus::{
    Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TEXT_FORMAT,
    TextEncoder,
};

use crate::app::SharedState;
use crate::auth::{FORWARDED_FOR, Identity, Peer};
use crate::error::{Error, Result};
use crate::i18n::Missing;

/// Upper bounds of the histograms' buckets, in seconds.
const BUCKETS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// Counters and histograms of what happens. What other parts of the state know is read when it is asked for.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    request_seconds: HistogramVec,
    refused: IntCounterVec,
    submissions: IntCounter,
    files: IntCounter,
    judging_seconds: Histogram,
}

impl Metrics {
    /// Nothing counted yet. Fails only if two metrics have one name.
    fn new() -> prometheus::Result<Self> {
        let counter = |name: &str, about: &str| IntCounter::with_opts(Opts::new(name, about));
        let histogram = |name: &str, about: &str| HistogramOpts::new(name, about).buckets(BUCKETS.to_vec());
        let metrics = Self {
            registry: Registry::new(),
            requests: IntCounterVec::new(
                Opts::new("laplace_requests_total", "Requests answered."),
                &["method", "route", "status"],
            )?,
            request_seconds: HistogramVec::new(
                histogram("laplace_request_seconds", "Time from a request to the head of its response."),
                &["route"],
            )?,
            refused: IntCounterVec::new(
                Opts::new(
                    "laplace_refused_total",
                    "Requests refused, by reason: wrong-password, too-many and others.",
                ),
                &["reason"],
            )?,
            submissions: counter("laplace_submissions_total", "Submissions judged.")?,
            files: counter("laplace_files_total", "Files judged.")?,
            judging_seconds: Histogram::with_opts(histogram(
                "laplace_judging_seconds",
                "Unpacking and judging a submission.",
            ))?,
        };
        let registry = &metrics.registry;
        registry.register(Box::new(metrics.requests.clone()))?;
        registry.register(Box::new(metrics.request_seconds.clone()))?;
        registry.register(Box::new(metrics.refused.clone()))?;
        registry.register(Box::new(metrics.submissions.clone()))?;
        registry.register(Box::new(metrics.files.clone()))?;
        registry.register(Box::new(metrics.judging_seconds.clone()))?;
        Ok(metrics)
    }

    /// Counts a response. `error` is the code of the error if the request was refused.
    pub fn answered(
        &self,
        method: &str,
        route: &str,
        status: u16,
        time: Duration,
        error: Option<&'static str>,
    ) {
        self.requests.with_label_values(&[method, route, &status.to_string()]).inc();
        self.request_seconds.with_label_values(&[route]).observe(time.as_secs_f64());
        if let Some(code) = error {
            self.refused.with_label_values(&[code]).inc();
        }
    }

    /// Counts a submission that was unpacked and judged.
    pub fn judged(&self, files: usize, time: Duration) {
        self.submissions.inc();
        self.files.inc_by(files as u64);
        self.judging_seconds.observe(time.as_secs_f64());
    }
}

#[allow(clippy::expect_used, reason = "the names are constants, and a test creates the metrics")]
impl Default for Metrics {
    fn default() -> Self {
        Self::new().expect("each metric has a name of its own")
    }
}

/// `GET /metrics`
pub async fn serve(
    State(app): State<SharedState>,
    peer: Peer,
    identity: Identity,
    headers: HeaderMap,
) -> Result<impl IntoResponse> {
    // A proxy on this machine connects from the loopback too; its clients are not local.
    let is_local = peer.0.is_loopback() && !headers.contains_key(FORWARDED_FOR);
    if !is_local && !identity.is_organiser() {
        return Err(Error::NotFound(Missing::Page));
    }
    let text = text(&app).map_err(|error| Error::Internal(format!("metrics: {error}")))?;
    Ok(([(CONTENT_TYPE, TEXT_FORMAT)], text))
}

/// All metrics in the text format.
fn text(app: &SharedState) -> prometheus::Result<String> {
    let mut families = app.metrics.registry.gather();
    families.extend(present(app)?.gather());
    TextEncoder::new().encode_to_string(&families)
}

/// What other parts of the state know now.
fn present(app: &SharedState) -> prometheus::Result<Registry> {
    let registry = Registry::new();
    let gauge = |name: &str, about: &str, value: i64| {
        let gauge = IntGauge::new(name, about)?;
        gauge.set(value);
        registry.register(Box::new(gauge))
    };
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let (connections, idle) = app.store.connections();
    gauge("laplace_listeners", "Open live boards.", count(app.listeners.in_use()))?;
    gauge("laplace_feeds", "Open event feeds.", count(app.feeds.in_use()))?;
    gauge("laplace_blobwar_games", "Blobwar games between two browsers.", count(app.play.linked.len()))?;
    gauge("laplace_blobwar_watchers", "Open streams of such games.", count(app.play.watchers.in_use()))?;
    gauge("laplace_database_connections", "Connections to the database.", i64::from(connections))?;
    gauge("laplace_database_connections_idle", "Idle connections to the database.", count(idle))?;
    if let Some(bytes) = app.store.free_bytes() {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        gauge("laplace_database_free_bytes", "Free bytes on the disk of the database.", bytes)?;
    }
    let is_failing = app.store.fault().is_some_and(|fault| !fault.is_over);
    let about = "1 while the database does not store anything, else 0.";
    gauge("laplace_database_failing", about, i64::from(is_failing))?;
    let boards = IntCounter::new("laplace_boards_computed_total", "Boards computed.")?;
    boards.inc_by(app.boards.computed());
    registry.register(Box::new(boards))?;
    let version = Opts::new("laplace_build_info", "The running version.")
        .const_label("version", env!("CARGO_PKG_VERSION"));
    let version = IntGauge::with_opts(version)?;
    version.set(1);
    registry.register(Box::new(version))?;
    Ok(registry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_a_name_of_its_own_and_histograms_count_up_to_each_bound() {
        let metrics = Metrics::default();
        metrics.judged(2, Duration::from_millis(3));
        metrics.judged(1, Duration::from_secs(9));
        let text = TextEncoder::new().encode_to_string(&metrics.registry.gather()).unwrap();
        let bucket = "laplace_judging_seconds_bucket";
        for line in [
            &*format!("{bucket}{{le=\"0.0025\"}} 0"),
            &*format!("{bucket}{{le=\"0.005\"}} 1"),
            &*format!("{bucket}{{le=\"+Inf\"}} 2"),
            "laplace_judging_seconds_sum 9.003",
            "laplace_judging_seconds_count 2",
            "laplace_files_total 3",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
