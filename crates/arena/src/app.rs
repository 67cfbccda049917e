//! The state shared by all requests, and the router.

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
use crate::limits::{BodyBudget, ConnectionSlots, PerRole, SharedRateLimiter, SignInLimits};
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::store::Store;
use crate::visibility::hide_contests;
use crate::{api, log, metrics, web};

/// Pages of long lists that are read from the database at the same time.
const MAX_LIST_READS: usize = 2;

/// The state as handlers get it. Cheap to clone.
pub type SharedState = Arc<AppState>;

/// State shared by all request handlers.
#[derive(Debug)]
pub struct AppState {
    /// The database.
    pub store: Store,
    /// The configuration.
    pub settings: Settings,
    /// The computed boards.
    pub boards: Boards,
    /// Hashes and verifies passwords.
    pub passwords: Passwords,
    /// Limits of wrong passwords.
    pub logins: SignInLimits,
    /// Rate limit of new sessions and secrets, by account: each is a write.
    pub sessions: SharedRateLimiter,
    /// Rate limit of registrations, by network.
    pub registrations: SharedRateLimiter,
    /// Rate limit of submissions, by team.
    pub uploads: SharedRateLimiter,
    /// Rate limit of questions, by team.
    pub questions: SharedRateLimiter,
    /// Memory budget of request bodies.
    pub bodies: BodyBudget,
    /// The live boards and their subscribers.
    pub live: web::Live,
    /// Limits how many archives are judged at the same time.
    pub judging: Semaphore,
    /// Replays, and Blobwar in the browser.
    pub play: Play,
    /// The metrics.
    pub metrics: Metrics,
    /// Slots of live boards.
    pub listeners: ConnectionSlots,
    /// Slots of event feeds.
    pub feeds: PerRole,
    /// Slots of long lists.
    pub lists: PerRole,
    /// Limits how many pages of long lists are read at the same time: the database serves other requests too.
    pub reading: Semaphore,
    /// One export is written at a time: it reads everything and takes room on the disk.
    pub exporting: Arc<Semaphore>,
    /// Becomes true when the server stops; open streams end then.
    pub stopping: watch::Sender<bool>,
}

impl AppState {
    /// The state of a server on `store`.
    pub fn new(store: Store, settings: Settings) -> SharedState {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Arc::new(Self {
            boards: Boards::default(),
            bodies: BodyBudget::new(settings.max_bytes),
            passwords: Passwords::default(),
            logins: SignInLimits::new(settings.login_rate, &store),
            sessions: SharedRateLimiter::new("session", settings.session_rate, &store),
            registrations: SharedRateLimiter::new("registration", settings.register_rate, &store),
            uploads: SharedRateLimiter::new("submission", settings.upload_rate, &store),
            questions: SharedRateLimiter::new("question", settings.question_rate, &store),
            live: web::Live::default(),
            judging: Semaphore::new(cores),
            play: Play::default(),
            metrics: Metrics::default(),
            listeners: ConnectionSlots::new(settings.listeners),
            feeds: PerRole::new(settings.feeds),
            lists: PerRole::new(settings.feeds),
            reading: Semaphore::new(MAX_LIST_READS),
            exporting: Arc::new(Semaphore::new(1)),
            stopping: watch::Sender::new(false),
            store,
            settings,
        })
    }

    /// Whether the server was asked to stop; to be awaited with `wait_for`.
    pub fn stops(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }
}

/// The router with all addresses of the server.
pub fn app(state: SharedState) -> Router {
    Router::new()
        .route("/healthz", get(web::health))
        .route("/metrics", get(metrics::serve))
        .merge(web::routes())
        .nest("/api", api::routes())
        .route("/api/", get(api::about))
        .route("/c/{contest}/board.csv", get(api::scoreboard::csv))
        .fallback(web::missing)
        // The outermost first. One tuple, not a call of `layer` for each: that boxes every layer, and each request clones
        // all boxes below each of them.
        .layer((
            from_fn_with_state(state.clone(), log::observe),
            from_fn(web::guard),
            from_fn_with_state(state.clone(), web::render_errors),
            from_fn(reject_nul),
            from_fn(same_origin),
            from_fn_with_state(state.clone(), receive),
            DefaultBodyLimit::max(state.settings.max_bytes),
            from_fn_with_state(state.clone(), hide_contests),
        ))
        .with_state(state)
}
