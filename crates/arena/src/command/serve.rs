//! Serving. Without settings: a practice contest on loopback.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap::builder::BoolishValueParser;
use tokio::net::TcpListener;
use tokio::time::sleep;

use super::people::make_organiser;
use super::{print_stderr, private_file};
use crate::app::{AppState, app};
use crate::contest::{Draft, Feedback, Game, make};
use crate::error::{Error, Result};
use crate::limits::Rate;
use crate::listen::{Rules, listen};
use crate::log;
use crate::settings::Settings;
use crate::store::{Kind, StorageLimits, Store, now};
use crate::web::Site;

const HOUR: Duration = Duration::from_secs(3_600);
const MINUTE: Duration = Duration::from_secs(60);

/// The options of the server.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The address to listen on
    #[arg(long, env = "LAPLACE_LISTEN", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The public address, for links [default: the host of the request]
    #[arg(long, env = "LAPLACE_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Take client addresses from X-Forwarded-For, written by a proxy in front
    #[arg(long, env = "LAPLACE_BEHIND_PROXY", value_parser = BoolishValueParser::new())]
    behind_proxy: bool,
    /// Send cookies over TLS only; the default if the public address begins with https
    #[arg(long, env = "LAPLACE_SECURE_COOKIES", value_parser = BoolishValueParser::new())]
    secure_cookies: bool,
    /// Write the first organiser's token to this file, readable by its owner only, instead of showing it
    #[arg(long, env = "LAPLACE_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// The site that site/build.sh writes: served under /site/, and the engine of Blobwar thinks in the visitor's browser [default: the installed one, if there is one]
    #[arg(long, env = "LAPLACE_SITE", value_name = "DIR")]
    site: Option<PathBuf>,
    /// Format of the log on standard error
    #[arg(long, env = "LAPLACE_LOG_FORMAT", value_enum, default_value_t, value_name = "FORMAT")]
    log: log::Format,
    /// Submissions that a team may send at once, before it has to wait 2 s for each
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    upload_burst: u32,
    /// Wrong passwords for an account from one address at once, before it has to wait 10 s for each
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..), value_name = "N")]
    login_burst: u32,
    /// Open registration stops at this many teams in a contest
    #[arg(long = "most-teams", default_value_t = 1_000, value_name = "N")]
    max_teams: u32,
    /// Maximum size of all submissions of a team, compressed, in MiB
    #[arg(long = "team-storage", env = "LAPLACE_TEAM_STORAGE", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..), value_name = "MIB")]
    team_mebibytes: u32,
    /// Maximum size of all submissions of a contest, compressed, in MiB
    #[arg(long = "contest-storage", env = "LAPLACE_CONTEST_STORAGE", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..), value_name = "MIB")]
    contest_mebibytes: u32,
    /// Maximum size of a request, in MiB
    #[arg(long = "largest", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1024), value_name = "MIB")]
    max_mebibytes: u32,
}

impl Serve {
    pub(super) async fn run(self, database: &str) -> Result<()> {
        log::start(self.log);
        // Bind first, so that a failed start leaves the database untouched.
        let listener = TcpListener::bind(self.listen).await.map_err(|error| {
            Error::Internal(format!("{}: {error}; choose another address with --listen", self.listen))
        })?;
        let site = self.load_site()?;
        let address = listener.local_addr().map_err(|error| Error::Internal(error.to_string()))?;
        let store = Store::open(database).await?;
        let organiser = self.first_organiser(&store).await?;
        practice(&store).await?;
        let settings = Settings { site, ..self.settings() };
        match settings.public_url.as_str() {
            "" => print_stderr(&format!("serving http://{address}/")),
            public_url => print_stderr(&format!("serving {public_url}/")),
        }
        if let Some(message) = organiser {
            print_stderr(&message);
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
            max_teams: self.max_teams,
            storage: StorageLimits {
                team: i64::from(self.team_mebibytes) << 20,
                contest: i64::from(self.contest_mebibytes) << 20,
            },
            max_bytes: (self.max_mebibytes as usize) << 20,
            ..defaults
        }
    }

    /// The site of `--site`, else the installed one, if it can be read.
    fn load_site(&self) -> Result<Option<Arc<Site>>> {
        if let Some(folder) = &self.site {
            let site = Site::load(folder).map_err(|reason| Error::Internal(format!("--site: {reason}")))?;
            return Ok(Some(Arc::new(site)));
        }
        // packaging/install.sh puts the site there: PREFIX/bin/laplace-arena and PREFIX/share/laplace/site.
        let program = std::env::current_exe().unwrap_or_default();
        let prefix = program.parent().and_then(Path::parent).unwrap_or(Path::new(""));
        let folder = prefix.join("share/laplace/site");
        if !folder.is_dir() {
            return Ok(None);
        }
        match Site::load(&folder) {
            Ok(site) => Ok(Some(Arc::new(site))),
            Err(reason) => {
                tracing::warn!(%reason, "the installed site is not served");
                Ok(None)
            }
        }
    }

    /// Creates the first organiser if there is none; returns the message with its token.
    async fn first_organiser(&self, store: &Store) -> Result<Option<String>> {
        if !store.accounts("").await?.is_empty() {
            return Ok(None);
        }
        let Some(path) = &self.token_file else {
            let token = unless_created_by_another(make_organiser(store, "organiser").await)?;
            return Ok(token.map(|token| format!("organiser's token, shown only now: {token}")));
        };
        // Open the file first: a token that cannot be written is lost.
        let failed = |error: io::Error| Error::Internal(format!("{}: {error}", path.display()));
        let mut file = private_file(path).map_err(failed)?;
        let Some(token) = unless_created_by_another(make_organiser(store, "organiser").await)? else {
            return Ok(None);
        };
        writeln!(file, "{token}").map_err(failed)?;
        Ok(Some(format!("organiser's token: in {}", path.display())))
    }
}

/// `None` on a conflict: another server that started on the same empty database was first.
fn unless_created_by_another<T>(made: Result<T>) -> Result<Option<T>> {
    match made {
        Err(Error::Conflict(_)) => Ok(None),
        made => made.map(Some),
    }
}

async fn serve(listener: TcpListener, store: Store, settings: Settings) -> Result<()> {
    let rules = if settings.behind_proxy { Rules::behind_proxy() } else { Rules::default() };
    let state = AppState::new(store.clone(), settings);
    let stopping = state.clone();
    let stop = async move {
        stop_signal().await;
        stopping.stopping.send_replace(true);
    };
    tokio::select! {
        () = listen(rules, listener, app(state), stop) => {}
        () = delete_expired_sessions(&store) => {}
        () = delete_full_buckets(&store) => {}
    }
    store.close().await;
    Ok(())
}

/// Deletes expired sessions every hour, since most people never sign out. Never returns.
async fn delete_expired_sessions(store: &Store) {
    loop {
        if let Err(error) = store.forget_sessions(now()).await {
            tracing::warn!(%error, "deleting expired sessions failed");
        }
        sleep(HOUR).await;
    }
}

/// Deletes the full buckets of rate limits every minute: a client that guesses passwords makes one for each login that
/// it tries. Never returns.
async fn delete_full_buckets(store: &Store) {
    while store.kind() == Kind::Postgres {
        if let Err(error) = store.forget_full_buckets().await {
            tracing::warn!(%error, "deleting full buckets of rate limits failed");
        }
        sleep(MINUTE).await;
    }
    std::future::pending::<()>().await;
}

/// Creates a practice contest if there is no contest.
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
    unless_created_by_another(made).map(|_| ())
}

async fn stop_signal() {
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
