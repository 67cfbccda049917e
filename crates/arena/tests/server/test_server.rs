//! A server to test, without a socket: requests go straight to the router.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response};
use laplace_arena::app::{AppState, SharedState, app};
use laplace_arena::auth::{Secret, hash_of};
use laplace_arena::contest::{Draft, Feedback, Game, make};
use laplace_arena::settings::Settings;
use laplace_arena::store::{Millis, NewAccount, Store, now};
use tower::ServiceExt;

/// A server without a socket.
pub(crate) struct TestServer {
    /// Its state.
    pub(crate) state: SharedState,
    router: Router,
}

impl TestServer {
    /// A server on a database, with default settings.
    pub(crate) async fn new(address: &str) -> Self {
        Self::with(address, Settings::default()).await
    }

    /// A server on a database.
    pub(crate) async fn with(address: &str, settings: Settings) -> Self {
        let state = AppState::new(Store::open(address).await.unwrap(), settings);
        Self { router: app(state.clone()), state }
    }

    /// Creates a contest that has started.
    pub(crate) async fn contest(&self, id: &str, game: Game, each: u32) {
        self.contest_from(id, game, each, None).await;
    }

    /// Creates a contest that starts at a time.
    pub(crate) async fn contest_from(&self, id: &str, game: Game, each: u32, starts_at: Option<Millis>) {
        let draft = Draft {
            id: id.into(),
            title: id.into(),
            game,
            seed: 7,
            inputs: each,
            open: false,
            starts_at,
            ends_at: None,
            frozen_at: None,
            feedback: Feedback::Full,
        };
        draft.check(now()).unwrap();
        self.state.store.make_contest(&draft, &make(game, 7, each), "server").await.unwrap();
    }

    /// Creates a team of a contest, or an organiser (`""`); returns its id and its token.
    pub(crate) async fn account(&self, contest: &str, name: &str) -> (String, String) {
        let token = Secret::new();
        let new = NewAccount {
            contest: contest.into(),
            login: name.to_lowercase(),
            name: name.into(),
            token: Some(hash_of(token.as_str())),
            ..NewAccount::default()
        };
        let id = self.state.store.make_account(&new, None, "server").await.unwrap();
        (id.to_string(), token.to_string())
    }

    /// Sends a request.
    pub(crate) async fn send(&self, request: Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
    }
}

/// The body of a response as text.
pub(crate) async fn text(response: Response<Body>) -> String {
    String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
}
