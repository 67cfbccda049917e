//! The frame of every page: its language, its visitor, and the parts that all pages share.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use laplace_pages::logo;
use maud::{DOCTYPE, Markup, html};

use super::assets;
use super::parts::{filled, number, when};
use crate::app::SharedState;
use crate::auth::{Identity, cookie};
use crate::error::{Error, Result};
use crate::i18n::sentence;
pub use crate::i18n::{Language, Words};
use crate::store::SeenFault;

/// The data of a request that every page needs.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The language: `?lang=`, else the cookie `lang`, else what the browser prefers.
    pub language: Language,
    /// Light, dark, or as the system has it: `?theme=`, else the cookie `theme`.
    pub theme: Theme,
    /// The visitor; anonymous also with a wrong token or session.
    pub identity: Identity,
    /// The path, for links back to this page.
    pub path: String,
    /// The query as far as links to the same page in another language or theme keep it.
    pub query: String,
    /// The public address of this server.
    pub server: String,
    /// A fault of the database, now or during the last minute.
    pub fault: Option<SeenFault>,
    /// Free bytes on the disk of the database, if they are few.
    pub few_bytes: Option<u64>,
}

/// Whether pages are light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the visitor's system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Its code in addresses, in the cookie and in style sheets.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn by_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.code() == code)
    }

    const fn name(self, words: &Words) -> &'static str {
        match self {
            Self::System => words.theme_system,
            Self::Light => words.theme_light,
            Self::Dark => words.theme_dark,
        }
    }

    /// The value of the meta element `color-scheme`, by which a browser chooses the colours of what it draws itself.
    const fn color_scheme(self) -> &'static str {
        match self {
            Self::System => "light dark",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Organisers are warned when the disk of the database has fewer free bytes.
const FEW_BYTES: u64 = 256 << 20;

impl FromRequestParts<SharedState> for Frame {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &SharedState) -> Result<Self> {
        let identity = match Identity::from_request_parts(parts, app).await {
            Err(Error::WrongPassword | Error::WrongToken) => Identity::Anonymous,
            identity => identity?,
        };
        Ok(Self { identity, ..Self::anonymous(parts, app) })
    }
}

/// The frame of a page that is served from memory while the database is away: then without the visitor's account.
#[derive(Clone, Debug)]
pub(super) struct PublicFrame(pub(super) Frame);

impl FromRequestParts<SharedState> for PublicFrame {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &SharedState) -> Result<Self> {
        match Frame::from_request_parts(parts, app).await {
            Err(error) if error.fault().is_some() => Ok(Self(Frame::anonymous(parts, app))),
            frame => frame.map(Self),
        }
    }
}

/// The value of a name in a query.
fn in_query<'a>(query: Option<&'a str>, name: &str) -> Option<&'a str> {
    query?.split('&').filter_map(|pair| pair.split_once('=')).find(|pair| pair.0 == name).map(|pair| pair.1)
}

/// The language in the query `lang`.
pub(super) fn requested_language(query: Option<&str>) -> Option<Language> {
    in_query(query, "lang").and_then(Language::by_code)
}

/// The theme in the query `theme`.
pub(super) fn requested_theme(query: Option<&str>) -> Option<Theme> {
    in_query(query, "theme").and_then(Theme::by_code)
}

/// The theme of a request: that of the query, else of the cookie, else the system's.
fn theme_of(query: Option<&str>, headers: &HeaderMap) -> Theme {
    let cookies = headers.get(COOKIE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let stored = || cookie(cookies, "theme").and_then(Theme::by_code);
    requested_theme(query).or_else(stored).unwrap_or_default()
}

/// The language of a request: that of the query, else of the cookie, else of the browser.
pub(super) fn language_of(query: Option<&str>, headers: &HeaderMap) -> Language {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let stored = || cookie(header(COOKIE), "lang").and_then(Language::by_code);
    let preferred = || Language::preferred(header(ACCEPT_LANGUAGE));
    requested_language(query).or_else(stored).unwrap_or_else(preferred)
}

/// What a link to another language or theme keeps of a query. Nothing else of it belongs in a page: anybody may have
/// made the link that led here.
const KEPT_IN_LINKS: [&str; 5] = ["before", "details", "group", "statement", "team"];

/// A query as far as links to the same page keep it.
fn kept_query(query: Option<&str>) -> String {
    let is_kept = |pair: &&str| pair.split_once('=').is_some_and(|(name, _)| KEPT_IN_LINKS.contains(&name));
    query.unwrap_or_default().split('&').filter(is_kept).collect::<Vec<_>>().join("&")
}

impl Frame {
    /// The frame of a request without looking up its account.
    pub(super) fn anonymous(parts: &Parts, app: &SharedState) -> Self {
        Self {
            language: language_of(parts.uri.query(), &parts.headers),
            theme: theme_of(parts.uri.query(), &parts.headers),
            query: kept_query(parts.uri.query()),
            identity: Identity::Anonymous,
            path: parts.uri.path().to_owned(),
            server: app.settings.address(&parts.headers),
            fault: app.store.fault(),
            few_bytes: app.store.free_bytes().filter(|bytes| *bytes < FEW_BYTES),
        }
    }

    /// The texts of its language.
    pub const fn words(&self) -> &'static Words {
        self.language.words()
    }

    /// A page: a title and what is in `main`, with style sheets and scripts by their names, or by their addresses if they are
    /// not part of the program.
    pub fn page(&self, title: &str, parts: &[&str], main: &Markup) -> Response {
        self.markup(title, parts, main).into_response()
    }

    /// The same as markup, for pages that are cached.
    pub(super) fn markup(&self, title: &str, parts: &[&str], main: &Markup) -> Markup {
        let words = self.words();
        html! {
            (DOCTYPE)
            html lang=(self.language.code())
                data-theme=[(self.theme != Theme::System).then(|| self.theme.code())] {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content=(self.theme.color_scheme());
                    title { (title) " · Laplace" }
                    link rel="icon" href=(assets::address("icon.svg")) type="image/svg+xml";
                    link rel="stylesheet" href=(assets::address("arena.css"));
                    script defer src=(assets::address("page.js")) {}
                    @for part in parts {
                        // In the head, so that a script never measures an unstyled page.
                        @let address = if part.starts_with('/') { (*part).to_owned() } else { assets::address(part) };
                        @if part.ends_with(".css") {
                            link rel="stylesheet" href=(address);
                        } @else {
                            script defer src=(address) {}
                        }
                    }
                }
                body {
                    a.skip href="#main" { (words.skip) }
                    (self.header())
                    main #main {
                        @if self.identity.is_organiser() { (self.warnings()) }
                        (main)
                    }
                    (self.footer())
                }
            }
        }
    }

    fn header(&self) -> Markup {
        let words = self.words();
        html! {
            header.top {
                div.wide {
                    a.brand href="/" { (logo()) "Laplace" }
                    nav aria-label=(words.navigation) {
                        (self.link("/", words.contests))
                        @if let Some(contest) = self.contest() {
                            (self.link(&format!("/c/{contest}/board"), words.board))
                        }
                        (self.link("/blobwar", "Blobwar"))
                        @if self.identity.is_organiser() { (self.link("/organise", words.organise)) }
                    }
                    (self.visitor())
                }
            }
        }
    }

    /// What keeps the server from storing, or soon will.
    fn warnings(&self) -> Markup {
        let words = self.words();
        html! {
            @if let Some(fault) = self.fault {
                p.notice.bad.wide role="alert" {
                    strong { (if fault.is_over { words.not_stored_from } else { words.not_stored_since }) }
                    " " (when(fault.since)) ". "
                    (sentence(self.language, &fault.fault))
                }
            }
            @if let Some(bytes) = self.few_bytes {
                p.notice.bad.wide role="alert" {
                    (filled(words.few_bytes, &[&number((bytes >> 20).cast_signed())]))
                }
            }
        }
    }

    fn link(&self, address: &str, name: &str) -> Markup {
        html! { a href=(address) aria-current=[(self.path == address).then_some("page")] { (name) } }
    }

    /// The id of the contest of this page: from the address, else the visitor's own.
    fn contest(&self) -> Option<&str> {
        let organised = || self.path.strip_prefix("/organise/").and_then(contest_in);
        let here = self.contest_of_path().or_else(organised);
        let own = || self.identity.account().map(|account| account.contest.as_str());
        here.or_else(own).filter(|name| !name.is_empty() && !matches!(*name, "new" | "organisers"))
    }

    /// The id of the contest in the address of a page of a contest.
    pub(super) fn contest_of_path(&self) -> Option<&str> {
        self.path.strip_prefix("/c/").and_then(contest_in)
    }

    fn visitor(&self) -> Markup {
        let words = self.words();
        html! {
            div.visitor {
                @match self.identity.account() {
                    Some(account) => {
                        a.who href="/account" { bdi { (account.name) } }
                        form method="post" action="/logout" { button.plain { (words.sign_out) } }
                    }
                    None => {
                        @let back = if self.path == "/" || self.path == "/login" { String::new() }
                            else { format!("?next={}", self.path) };
                        a href={ "/login" (back) } rel="nofollow" { (words.sign_in) }
                    }
                }
            }
        }
    }

    /// The address of this page with another value in its query.
    fn here_with(&self, name: &str, value: &str) -> String {
        let join = if self.query.is_empty() { "" } else { "&" };
        format!("{}?{}{join}{name}={value}", self.path, self.query)
    }

    fn footer(&self) -> Markup {
        let words = self.words();
        html! {
            footer.wide {
                p {
                    (words.about) " " a href="/api/" { "API" }
                    " " span data-zone=(words.time_zone) {}
                }
                div {
                    nav.themes aria-label=(words.theme) {
                        @for theme in Theme::ALL {
                            a href=(self.here_with("theme", theme.code())) data-choose-theme=(theme.code()) rel="nofollow"
                                aria-current=[(theme == self.theme).then_some("true")] { (theme.name(words)) }
                        }
                    }
                    nav aria-label=(words.language) {
                        @for language in Language::ALL {
                            @if language == self.language {
                                span aria-current="true" lang=(language.code()) { (language.name()) }
                            } @else {
                                a href=(self.here_with("lang", language.code())) hreflang=(language.code())
                                    lang=(language.code()) rel="nofollow" { (language.name()) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The id of a contest at the beginning of the rest of an address.
fn contest_in(rest: &str) -> Option<&str> {
    rest.split('/').next().filter(|name| crate::contest::is_name(name))
}
