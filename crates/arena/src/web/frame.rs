//! The frame of every page: language, who is asking, and the parts that all pages share.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

use super::assets;
pub use super::words::{Language, Words};
use crate::app::App;
use crate::auth::{Who, cookie};

/// What every page needs to know of its request.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The language: `?lang=`, else the cookie `lang`, else what the browser prefers.
    pub language: Language,
    /// Who is asking; a wrong token or session is nobody.
    pub who: Who,
    /// The path, for the links that come back here.
    pub path: String,
}

impl FromRequestParts<App> for Frame {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let who = Who::from_request_parts(parts, app).await.unwrap_or(Who::Anonymous);
        let header = |name| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let asked = parts.uri.query().and_then(|query| {
            query.split('&').find_map(|pair| pair.strip_prefix("lang=")).and_then(Language::by_code)
        });
        let kept = || cookie(header(COOKIE), "lang").and_then(Language::by_code);
        let language = asked.or_else(kept).unwrap_or_else(|| Language::preferred(header(ACCEPT_LANGUAGE)));
        Ok(Self { language, who, path: parts.uri.path().to_owned() })
    }
}

impl Frame {
    /// The words of its language.
    pub const fn words(&self) -> &'static Words {
        self.language.words()
    }

    /// A page: a title and what is in `main`. `scripts` are names of assets.
    pub fn page(&self, title: &str, scripts: &[&str], main: &Markup) -> Response {
        let words = self.words();
        let page = html! {
            (DOCTYPE)
            html lang=(self.language.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) " · Laplace" }
                    link rel="stylesheet" href=(assets::address("arena.css"));
                    @for script in scripts {
                        script defer src=(assets::address(script)) {}
                    }
                }
                body {
                    a.skip href="#main" { (words.skip) }
                    main #main { (main) }
                }
            }
        };
        page.into_response()
    }
}
