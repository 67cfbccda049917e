//! The server: what it holds, and where every address leads.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use tokio::sync::{Semaphore, watch};

use crate::auth::{Passwords, same_origin};
use crate::blobwar::Play;
use crate::board::Boards;
use crate::intake::{receive, reject_nul};
use crate::limits::{BodyBudget, ConnectionSlots, PerRole, RateLimiter};
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::store::Store;
use crate::{api, log, metrics, web};

/// Pages of long lists that are read at the same time.
const READING: usize = 2;

/// What every request may use. Cheap to clone.
pub type SharedState = Arc<AppState>;

/// The inside of the server.
#[derive(Debug)]
pub struct AppState {
    /// What is kept.
    pub store: Store,
    /// How it is set up.
    pub settings: Settings,
    /// The boards.
    pub boards: Boards,
    /// Hashing of passwords.
    pub passwords: Passwords,
    /// Signing in, by address.
    pub logins: RateLimiter,
    /// Registering, by address.
    pub registrations: RateLimiter,
    /// Handing in, by team.
    pub uploads: RateLimiter,
    /// The bodies of requests that are being received.
    pub bodies: BodyBudget,
    /// Who listens to boards.
    pub live: web::Live,
    /// How many archives are judged at the same time.
    pub judging: Semaphore,
    /// Watching and playing games.
    pub play: Play,
    /// What is counted.
    pub metrics: Metrics,
    /// Every board that moves by itself holds one of these.
    pub listeners: ConnectionSlots,
    /// Feeds of events that are open.
    pub feeds: PerRole,
    /// Long lists that are being sent.
    pub lists: PerRole,
    /// How many pages of long lists are read at the same time: the database has others to answer.
    pub reading: Semaphore,
    /// Becomes true when the server stops: streams that stay open end then.
    pub stopping: watch::Sender<bool>,
}

impl AppState {
    /// A server on a store.
    pub fn new(store: Store, settings: Settings) -> SharedState {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Arc::new(Self {
            boards: Boards::default(),
            bodies: BodyBudget::new(settings.max_bytes),
            passwords: Passwords::default(),
            logins: RateLimiter::new(settings.login_rate),
            registrations: RateLimiter::new(settings.register_rate),
            uploads: RateLimiter::new(settings.upload_rate),
            live: web::Live::default(),
            judging: Semaphore::new(cores),
            play: Play::default(),
            metrics: Metrics::default(),
            listeners: ConnectionSlots::new(settings.listeners),
            feeds: PerRole::new(settings.feeds),
            lists: PerRole::new(settings.feeds),
            reading: Semaphore::new(READING),
            stopping: watch::Sender::new(false),
            store,
            settings,
        })
    }

    /// Whether the server was asked to stop; can be waited for with `wait_for`.
    pub fn stops(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }
}

/// Every address of the server.
pub fn app(inside: SharedState) -> Router {
    Router::new()
        .route("/healthz", get(web::health))
        .route("/metrics", get(metrics::serve))
        .merge(web::routes())
        .nest("/api", api::routes())
        .route("/api/", get(api::about))
        .route("/c/{contest}/board.csv", get(api::scoreboard::csv))
        .fallback(web::missing)
        .layer(DefaultBodyLimit::max(inside.settings.max_bytes))
        .layer(from_fn_with_state(inside.clone(), receive))
        .layer(from_fn(same_origin))
        .layer(from_fn(reject_nul))
        .layer(from_fn_with_state(inside.clone(), web::as_pages))
        .layer(from_fn(web::guard))
        .layer(from_fn_with_state(inside.clone(), log::observe))
        .with_state(inside)
}
