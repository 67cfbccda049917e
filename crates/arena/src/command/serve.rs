//! Serving: with no settings, a practice contest on loopback.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::BoolishValueParser;
use tokio::net::TcpListener;
use tokio::time::sleep;

use super::people::make_organiser;
use super::tell;
use crate::app::{AppState, app};
use crate::contest::{Draft, Feedback, Game, make};
use crate::error::{Error, Result};
use crate::limits::Rate;
use crate::listen::{Rules, listen};
use crate::log;
use crate::settings::Settings;
use crate::store::{Store, now};

const HOUR: Duration = Duration::from_secs(3_600);

/// How to serve.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The address to listen on
    #[arg(long, env = "LAPLACE_LISTEN", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The address that people type, for links [default: the one a page was asked under]
    #[arg(long, env = "LAPLACE_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// A proxy in front says in X-Forwarded-For who is asking
    #[arg(long, env = "LAPLACE_BEHIND_PROXY", value_parser = BoolishValueParser::new())]
    behind_proxy: bool,
    /// Cookies over TLS only; set by itself if the public address begins with https
    #[arg(long, env = "LAPLACE_SECURE_COOKIES", value_parser = BoolishValueParser::new())]
    secure_cookies: bool,
    /// Where the first organiser's token is written, for its owner only, instead of being shown
    #[arg(long, env = "LAPLACE_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// How the log is written, on standard error
    #[arg(long, env = "LAPLACE_LOG_FORMAT", value_enum, default_value_t, value_name = "FORMAT")]
    log: log::Format,
    /// How many submissions a team may send at once, before it has to wait 2 s for each
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    upload_burst: u32,
    /// How many times an address may try to sign in at once, before it has to wait 2 s for each
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    login_burst: u32,
    /// How many teams a contest may have for another to register by itself
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    most_teams: u32,
    /// The largest request, in MiB
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1024), value_name = "MIB")]
    largest: u32,
}

impl Serve {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        log::start(self.log);
        // First of all: whoever cannot serve should not make anything.
        let listener = TcpListener::bind(self.listen).await.map_err(|error| {
            Error::Internal(format!("{}: {error}; another address is given with --listen", self.listen))
        })?;
        let address = listener.local_addr().map_err(|error| Error::Internal(error.to_string()))?;
        let store = Store::open(database).await?;
        let organiser = self.first_organiser(&store).await?;
        practice(&store).await?;
        let settings = self.settings();
        match settings.public_url.as_str() {
            "" => tell(&format!("serving http://{address}/")),
            public_url => tell(&format!("serving {public_url}/")),
        }
        if let Some(news) = organiser {
            tell(&news);
        }
        serve(listener, store, settings).await
    }

    fn settings(&self) -> Settings {
        let defaults = Settings::default();
        let public_url = self.public_url.clone().unwrap_or_default();
        Settings {
            secure_cookies: self.secure_cookies || public_url.starts_with("https://"),
            behind_proxy: self.behind_proxy,
            public_url: public_url.trim_end_matches('/').to_owned(),
            login_rate: Rate { burst: self.login_burst, ..defaults.login_rate },
            upload_rate: Rate { burst: self.upload_burst, ..defaults.upload_rate },
            max_teams: self.most_teams,
            max_bytes: (self.largest as usize) << 20,
            ..defaults
        }
    }

    /// Makes the first organiser; what is to be said of the token, this once.
    async fn first_organiser(&self, store: &Store) -> Result<Option<String>> {
        if !store.accounts("").await?.is_empty() {
            return Ok(None);
        }
        let Some(path) = &self.token_file else {
            let token = unless_another_did(make_organiser(store, "organiser").await)?;
            return Ok(token.map(|token| format!("organiser's token, shown this once: {token}")));
        };
        // First of all: a token that cannot be written is lost.
        let failed = |error: io::Error| Error::Internal(format!("{}: {error}", path.display()));
        let mut file = private_file(path).map_err(failed)?;
        let Some(token) = unless_another_did(make_organiser(store, "organiser").await)? else {
            return Ok(None);
        };
        writeln!(file, "{token}").map_err(failed)?;
        Ok(Some(format!("organiser's token: in {}", path.display())))
    }
}

/// A new file that nobody else can read.
fn private_file(path: &Path) -> io::Result<File> {
    if path.exists() {
        fs::remove_file(path)?;
    }
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Of two servers that start on the same empty database one comes second, and finds what it was to make.
fn unless_another_did<T>(made: Result<T>) -> Result<Option<T>> {
    match made {
        Err(Error::Conflict(_)) => Ok(None),
        made => made.map(Some),
    }
}

async fn serve(listener: TcpListener, store: Store, settings: Settings) -> Result<()> {
    let rules = if settings.behind_proxy { Rules::behind_proxy() } else { Rules::default() };
    let inside = AppState::new(store.clone(), settings);
    let stopping = inside.clone();
    let stop = async move {
        asked_to_stop().await;
        stopping.stopping.send_replace(true);
    };
    tokio::select! {
        () = listen(rules, listener, app(inside), stop) => {}
        () = forget_sessions(&store) => {}
    }
    store.close().await;
    Ok(())
}

/// Forgets sessions that have run out, for as long as it is let: most people never sign out.
async fn forget_sessions(store: &Store) {
    loop {
        if let Err(error) = store.forget_sessions(now()).await {
            tracing::warn!(%error, "sessions that have run out");
        }
        sleep(HOUR).await;
    }
}

/// Makes a practice contest if there is no contest at all.
async fn practice(store: &Store) -> Result<()> {
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
        feedback: Feedback::Full,
    };
    let made = store.make_contest(&draft, &make(draft.game, draft.seed, draft.inputs), "server").await;
    unless_another_did(made).map(|_| ())
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
