//! Metrics in the text format of Prometheus.
//!
//! A handful of counters and two histograms do not need a library. Requests are labelled with the template of their
//! route, never with their path: there are few templates, and a path may contain the secret of an invitation.
//! `/metrics` answers the loopback and organisers only.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use crate::app::SharedState;
use crate::auth::{FORWARDED_FOR, Identity, Peer};
use crate::error::{Error, Result};
use crate::i18n::Missing;

/// Upper bounds of the histograms' buckets, in seconds.
const BUCKETS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// A histogram of durations.
#[derive(Clone, Copy, Debug, Default)]
struct Histogram {
    /// The number of durations up to each bound.
    buckets: [u64; BUCKETS.len()],
    count: u64,
    seconds: f64,
}

impl Histogram {
    fn record(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        for (count, end) in self.buckets.iter_mut().zip(BUCKETS) {
            *count += u64::from(seconds <= end);
        }
        self.count += 1;
        self.seconds += seconds;
    }

    fn write(&self, text: &mut String, name: &str, labels: &str) {
        let comma = if labels.is_empty() { "" } else { "," };
        for (count, end) in self.buckets.iter().zip(BUCKETS) {
            _ = writeln!(text, "{name}_bucket{{{labels}{comma}le=\"{end}\"}} {count}");
        }
        let Self { count, seconds, .. } = self;
        _ = writeln!(text, "{name}_bucket{{{labels}{comma}le=\"+Inf\"}} {count}");
        _ = writeln!(text, "{name}_sum{{{labels}}} {seconds}\n{name}_count{{{labels}}} {count}");
    }
}

#[derive(Debug, Default)]
struct Requests {
    /// By method, route and status.
    counts: BTreeMap<(String, String, u16), u64>,
    /// By route.
    times: BTreeMap<String, Histogram>,
    /// By the code of the error.
    errors: BTreeMap<&'static str, u64>,
}

/// All counters and histograms, except those that other parts of the state keep.
#[derive(Debug, Default)]
pub struct Metrics {
    requests: Mutex<Requests>,
    judging: Mutex<Histogram>,
    submissions: AtomicU64,
    files: AtomicU64,
}

impl Metrics {
    /// Counts a response. `error` is the code of the error if the request was refused.
    pub fn answered(
        &self,
        method: &str,
        route: &str,
        status: u16,
        time: Duration,
        error: Option<&'static str>,
    ) {
        let mut requests = lock(&self.requests);
        *requests.counts.entry((method.to_owned(), route.to_owned(), status)).or_default() += 1;
        requests.times.entry(route.to_owned()).or_default().record(time);
        if let Some(code) = error {
            *requests.errors.entry(code).or_default() += 1;
        }
    }

    /// Counts a submission that was unpacked and judged.
    pub fn judged(&self, files: usize, time: Duration) {
        self.submissions.fetch_add(1, Ordering::Relaxed);
        self.files.fetch_add(files as u64, Ordering::Relaxed);
        lock(&self.judging).record(time);
    }

    fn write_requests(&self, text: &mut String) {
        let requests = lock(&self.requests);
        head(text, "laplace_requests_total", "counter", "Requests answered.");
        for ((method, route, status), count) in &requests.counts {
            let labels = format!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
            _ = writeln!(text, "laplace_requests_total{{{labels}}} {count}");
        }
        head(
            text,
            "laplace_request_seconds",
            "histogram",
            "Time from a request to the head of its response.",
        );
        for (route, times) in &requests.times {
            times.write(text, "laplace_request_seconds", &format!("route=\"{route}\""));
        }
        let about = "Requests refused, by reason: wrong-password, too-many and others.";
        head(text, "laplace_refused_total", "counter", about);
        for (code, count) in &requests.errors {
            _ = writeln!(text, "laplace_refused_total{{reason=\"{code}\"}} {count}");
        }
    }

    fn write_judging(&self, text: &mut String) {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
        let counters = [
            ("laplace_submissions_total", "Submissions judged.", count(&self.submissions)),
            ("laplace_files_total", "Files judged.", count(&self.files)),
        ];
        for (name, about, value) in counters {
            single(text, name, "counter", about, value);
        }
        head(text, "laplace_judging_seconds", "histogram", "Unpacking and judging a submission.");
        lock(&self.judging).write(text, "laplace_judging_seconds", "");
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn head(text: &mut String, name: &str, kind: &str, about: &str) {
    _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} {kind}");
}

fn single(text: &mut String, name: &str, kind: &str, about: &str, value: f64) {
    head(text, name, kind, about);
    _ = writeln!(text, "{name} {value}");
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
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text(&app)))
}

fn text(app: &SharedState) -> String {
    let mut text = String::new();
    app.metrics.write_requests(&mut text);
    app.metrics.write_judging(&mut text);
    let (connections, idle) = app.store.connections();
    let listeners = app.listeners.in_use();
    let feeds = app.feeds.in_use();
    let gauges = [
        ("laplace_listeners", "Open live boards.", listeners as f64),
        ("laplace_feeds", "Open event feeds.", feeds as f64),
        ("laplace_blobwar_games", "Blobwar games between two browsers.", app.play.linked.len() as f64),
        ("laplace_blobwar_watchers", "Open streams of such games.", app.play.watchers.in_use() as f64),
        ("laplace_database_connections", "Connections to the database.", f64::from(connections)),
        ("laplace_database_connections_idle", "Idle connections to the database.", idle as f64),
    ];
    for (name, about, value) in gauges {
        single(&mut text, name, "gauge", about, value);
    }
    if let Some(bytes) = app.store.free_bytes() {
        let about = "Free bytes on the disk of the database.";
        single(&mut text, "laplace_database_free_bytes", "gauge", about, bytes as f64);
    }
    let is_failing = app.store.fault().is_some_and(|fault| !fault.is_over);
    let about = "1 while the database does not store anything, else 0.";
    single(&mut text, "laplace_database_failing", "gauge", about, f64::from(u8::from(is_failing)));
    let boards = app.boards.computed() as f64;
    single(&mut text, "laplace_boards_computed_total", "counter", "Boards computed.", boards);
    head(&mut text, "laplace_build_info", "gauge", "The running version.");
    _ = writeln!(text, "laplace_build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_the_durations_up_to_each_bound() {
        let mut histogram = Histogram::default();
        histogram.record(Duration::from_millis(3));
        histogram.record(Duration::from_secs(9));
        let mut text = String::new();
        histogram.write(&mut text, "t", "");
        assert!(text.contains("t_bucket{le=\"0.0025\"} 0\nt_bucket{le=\"0.005\"} 1\n"), "{text}");
        assert!(text.ends_with("t_bucket{le=\"+Inf\"} 2\nt_sum{} 9.003\nt_count{} 2\n"), "{text}");
    }
}
