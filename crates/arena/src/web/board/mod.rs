//! The board: rendered once for each change, language and view, and sent as it is to everybody.
//!
//! Visitors who are not signed in get the whole page from memory, packed already: no query, no rendering.
//! Signed-in visitors get the same table inside their own frame, with their row marked.

mod live;
mod table;

pub use live::Live;
pub(super) use live::live;

use std::io::Write;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::contest::head;
use super::frame::Frame;
use super::parts::when;
use crate::app::App;
use crate::auth::{Who, hash_of};
use crate::board::{Shown, View};
use crate::error::Answer;
use crate::store::{Contest, now};

/// What the address may ask for.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// Whether each input has its own column.
    details: Option<String>,
}

/// A board, and how somebody wants to see it.
struct Wanted {
    contest: Contest,
    shown: Arc<Shown>,
    frame: Frame,
    details: bool,
}

/// `GET /c/{contest}/board`
pub(super) async fn page(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    frame: Frame,
    headers: HeaderMap,
) -> Answer {
    let wanted = Wanted::new(&app, &id, asked, frame).await?;
    if wanted.frame.who.account().is_none() {
        return Ok(wanted.kept("page", &headers, || wanted.whole(&wanted.table()).into_string()));
    }
    Ok(wanted.whole(&wanted.table()).into_response())
}

/// `GET /c/{contest}/board/table`: the table alone, for the script.
pub(super) async fn fragment(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    frame: Frame,
    headers: HeaderMap,
) -> Answer {
    let wanted = Wanted::new(&app, &id, asked, frame).await?;
    if wanted.frame.who.account().is_none() {
        return Ok(wanted.kept("fragment", &headers, || wanted.table()));
    }
    Ok(PreEscaped(wanted.table()).into_response())
}

impl Wanted {
    async fn new(app: &App, id: &str, asked: Asked, frame: Frame) -> Answer<Self> {
        let contest = app.store.contest(id).await?;
        let view = match frame.who {
            Who::Organiser(_) => View::Organiser,
            Who::Team(_) | Who::Anonymous => View::Public,
        };
        let shown = app.boards.get(&app.store, &contest, view).await?;
        Ok(Self { contest, shown, frame, details: asked.details.as_deref() == Some("1") })
    }

    /// The name of what is kept: all that it depends on beside the board.
    fn name(&self, what: &str) -> String {
        let phase = self.contest.phase(now()).name();
        format!("{what}/{}/{phase}/{}", self.frame.language.code(), self.details)
    }

    /// The table, with the row of the visitor marked.
    fn table(&self) -> String {
        let bytes = self.shown.made(&self.name("table"), |board| {
            table::table(board, &self.contest, self.frame.language, self.details).into_string().into_bytes()
        });
        let table = String::from_utf8_lossy(&bytes).into_owned();
        match &self.frame.who {
            Who::Team(team) => {
                let row = format!(" data-team=\"{}\"", team.id);
                table.replacen(&row, &format!(" class=\"mine\" aria-current=\"true\"{row}"), 1)
            }
            Who::Organiser(_) | Who::Anonymous => table,
        }
    }

    fn whole(&self, table: &str) -> Markup {
        let (words, contest) = (self.frame.words(), &self.contest);
        let other = if self.details { ("", words.fewer_columns) } else { ("?details=1", words.more_columns) };
        let main = html! {
            (head(&self.frame, contest, "board"))
            section.full aria-labelledby="board-title" {
                div.head.wide {
                    h1 #board-title { (words.board) }
                    a.button href={ "/c/" (contest.id) "/board" (other.0) } { (other.1) }
                }
                @if let Some(from) = contest.hidden_from(now()) {
                    p.notice.frozen.wide {
                        strong { (words.frozen) } " " (words.frozen_since) " " (when(from)) ". "
                        @if self.frame.who.is_organiser() { (words.frozen_organiser) } @else { (words.frozen_hides) }
                    }
                }
                p.hidden role="status" aria-live="polite" data-said=(words.board_changed) #board-said {}
                div #board data-live={ "/c/" (contest.id) "/board/live" }
                    data-table={ "/c/" (contest.id) "/board/table" (if self.details { "?details=1" } else { "" }) } {
                    (PreEscaped(table))
                }
            }
        };
        self.frame.markup(&format!("{} – {}", words.board, contest.title), &["board.js"], &main)
    }

    /// An answer from memory: packed if the browser takes that, nothing if it has it already.
    fn kept(&self, what: &str, headers: &HeaderMap, make: impl FnOnce() -> String) -> Response {
        let plain_name = self.name(what);
        let plain = match self.shown.found(&plain_name) {
            Some(plain) => plain,
            None => {
                let text = make();
                self.shown.made(&plain_name, |_| text.into_bytes())
            }
        };
        let tag = self.shown.made(&self.name(&format!("{what}-tag")), |_| tag_of(&plain));
        let has = |name, text: &str| {
            let value = headers.get(name).and_then(|value| value.to_str().ok());
            value.is_some_and(|value| value.contains(text))
        };
        let tag_text = String::from_utf8_lossy(&tag);
        let mut response = if has(IF_NONE_MATCH, &tag_text) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if has(ACCEPT_ENCODING, "gzip") {
            let packed = self.shown.made(&self.name(&format!("{what}-gzip")), |_| pack(&plain));
            ([(CONTENT_ENCODING, "gzip")], packed).into_response()
        } else {
            plain.into_response()
        };
        mark(response.headers_mut(), &tag);
        response
    }
}

fn mark(headers: &mut HeaderMap, tag: &Bytes) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding, accept-language, cookie, authorization"));
    if let Ok(tag) = HeaderValue::from_bytes(tag) {
        headers.insert(ETAG, tag);
    }
}

/// The same for the same page, packed or not: hence weak.
fn tag_of(page: &Bytes) -> Vec<u8> {
    let hash = hash_of(&String::from_utf8_lossy(page));
    format!("W/\"{}\"", hash.get(..16).unwrap_or_default()).into_bytes()
}

fn pack(page: &Bytes) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    packer.write_all(page).and_then(|()| packer.finish()).unwrap_or_default()
}
