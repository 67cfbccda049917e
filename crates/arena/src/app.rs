//! The server: what it holds, and where every address leads.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn;
use axum::routing::get;
use tokio::sync::Semaphore;
use tower_http::trace::TraceLayer;

use crate::auth::{Passwords, Rates, same_origin};
use crate::board::Boards;
use crate::settings::Settings;
use crate::store::Store;
use crate::{api, web};

/// What every request may use. Cheap to clone.
pub type App = Arc<Inside>;

/// The inside of the server.
#[derive(Debug)]
pub struct Inside {
    /// What is kept.
    pub store: Store,
    /// How it is set up.
    pub settings: Settings,
    /// The boards.
    pub boards: Boards,
    /// Hashing of passwords.
    pub passwords: Passwords,
    /// Signing in, by address.
    pub logins: Rates,
    /// Handing in, by team.
    pub uploads: Rates,
    /// How many archives are judged at the same time.
    pub judging: Semaphore,
}

impl Inside {
    /// A server on a store.
    pub fn new(store: Store, settings: Settings) -> App {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Arc::new(Self {
            boards: Boards::default(),
            passwords: Passwords::default(),
            logins: Rates::new(settings.login_rate),
            uploads: Rates::new(settings.upload_rate),
            judging: Semaphore::new(cores),
            store,
            settings,
        })
    }
}

/// Every address of the server.
pub fn app(inside: App) -> Router {
    Router::new()
        .route("/healthz", get(web::health))
        .merge(web::routes())
        .nest("/api", api::routes())
        .layer(DefaultBodyLimit::max(inside.settings.most_bytes))
        .layer(from_fn(same_origin))
        .layer(TraceLayer::new_for_http())
        .with_state(inside)
}
