//! Serving: with no settings, a practice contest on loopback.

use std::net::SocketAddr;

use clap::Args;
use tokio::net::TcpListener;

use super::tell;
use crate::app::{Inside, app};
use crate::auth::{Secret, hash_of};
use crate::contest::{Draft, Game, make};
use crate::error::{Answer, Error};
use crate::settings::Settings;
use crate::store::{NewAccount, Store};

/// How to serve.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

impl Serve {
    pub(super) async fn run(self, database: &str) -> Answer<()> {
        let store = Store::open(database).await?;
        let organiser = first_organiser(&store).await?;
        practice(&store).await?;
        let listener = TcpListener::bind(self.listen)
            .await
            .map_err(|error| Error::Inside(format!("{}: {error}", self.listen)))?;
        let address = listener.local_addr().map_err(|error| Error::Inside(error.to_string()))?;
        tell(&format!("serving http://{address}/"));
        if let Some(token) = organiser {
            tell(&format!("organiser's token: {token}"));
        }
        let settings = Settings { public_url: format!("http://{address}"), ..Settings::default() };
        let service =
            app(Inside::new(store.clone(), settings)).into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(listener, service)
            .with_graceful_shutdown(asked_to_stop())
            .await
            .map_err(|error| Error::Inside(error.to_string()))?;
        store.close().await;
        Ok(())
    }
}

/// Makes the first organiser; the token is shown this once.
async fn first_organiser(store: &Store) -> Answer<Option<Secret>> {
    if !store.accounts("").await?.is_empty() {
        return Ok(None);
    }
    let token = Secret::new();
    let organiser = NewAccount {
        login: "organiser".into(),
        name: "Organiser".into(),
        token: Some(hash_of(token.as_str())),
        ..NewAccount::default()
    };
    store.make_account(&organiser, None, "server").await?;
    Ok(Some(token))
}

/// Makes a practice contest if there is no contest at all.
async fn practice(store: &Store) -> Answer<()> {
    if !store.contests().await?.is_empty() {
        return Ok(());
    }
    let draft = Draft {
        id: "practice".into(),
        title: "Practice".into(),
        game: Game::Demon,
        seed: 1,
        inputs: 2,
        open: true,
        starts_at: None,
        ends_at: None,
        frozen_at: None,
    };
    store.make_contest(&draft, &make(draft.game, draft.seed, draft.inputs), "server").await
}

async fn asked_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let terminated = async {
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => _ = signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminated => {}
    }
}
