//! The board: rendered once for each change, language and view.
//!
//! Anonymous visitors get the whole page from the cache, already compressed: no query, no rendering. Signed-in
//! visitors get the same table inside their own frame, with their row marked.

mod live;
mod table;

pub use live::Live;
pub(super) use live::live;

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use self::table::Table;
use super::contest::head;
use super::frame::{Frame, PublicFrame};
use super::parts::when;
use crate::app::SharedState;
use crate::auth::Identity;
use crate::board::{CachedBoard, Row, View, cached_response};
use crate::error::Result;
use crate::store::{Contest, now};
use crate::visibility::Viewer;

/// The query of a board.
#[derive(Debug, Deserialize)]
pub(super) struct BoardQuery {
    /// Whether each input has its own column.
    details: Option<String>,
}

/// A board, its visitor, and the columns to show.
struct BoardPage {
    contest: Contest,
    shown: Arc<CachedBoard>,
    frame: Frame,
    details: bool,
}

/// `GET /c/{contest}/board`
pub(super) async fn page(
    State(app): State<SharedState>,
    Path(id): Path<String>,
    Query(query): Query<BoardQuery>,
    PublicFrame(frame): PublicFrame,
    headers: HeaderMap,
) -> Result {
    let page = BoardPage::new(&app, &id, query, frame).await?;
    if page.frame.identity.account().is_none() {
        return Ok(page.cached("page", &headers, || page.whole(&page.table()).into_string()));
    }
    Ok(page.whole(&page.table()).into_response())
}

/// `GET /c/{contest}/board/table`: the table alone, for the script.
pub(super) async fn fragment(
    State(app): State<SharedState>,
    Path(id): Path<String>,
    Query(query): Query<BoardQuery>,
    PublicFrame(frame): PublicFrame,
    headers: HeaderMap,
) -> Result {
    let page = BoardPage::new(&app, &id, query, frame).await?;
    if page.frame.identity.account().is_none() {
        return Ok(page.cached("fragment", &headers, || page.table()));
    }
    Ok(PreEscaped(page.table()).into_response())
}

impl BoardPage {
    async fn new(app: &SharedState, id: &str, query: BoardQuery, frame: Frame) -> Result<Self> {
        let contest = app.store.last_known_contest(id).await?;
        let view = match frame.identity {
            Identity::Organiser(_) => View::Organiser,
            Identity::Team(_) | Identity::Anonymous => View::Public,
        };
        let shown = app.boards.get(&app.store, &contest, view).await?;
        // The names and bounds of the inputs are secret before the start.
        let sees_problems = Viewer::of(&contest, &frame.identity).sees_problems();
        Ok(Self { contest, shown, frame, details: sees_problems && query.details.as_deref() == Some("1") })
    }

    /// The cache key: everything that the response depends on beside the board.
    fn name(&self, what: &str) -> String {
        let phase = self.contest.phase(now()).name();
        format!("{what}/{}/{phase}/{}", self.frame.language.code(), self.details)
    }

    /// The table, with the row of the visitor marked.
    fn table(&self) -> String {
        let own = match &self.frame.identity {
            Identity::Team(team) => Some(team.id.as_str()),
            Identity::Organiser(_) | Identity::Anonymous => None,
        };
        let board = &self.shown.board;
        let table = Table::new(board, &self.contest, self.contest.game, self.frame.language, self.details);
        let name = format!("cells/{}/{}", self.frame.language.code(), self.details);
        let cells = |place: usize, row: &Row| {
            let bytes = self
                .shown
                .render_once(&format!("{name}/{place}"), |_| table.cells(row).into_string().into_bytes());
            PreEscaped(String::from_utf8_lossy(&bytes).into_owned())
        };
        table.render(own, cells).into_string()
    }

    fn whole(&self, table: &str) -> Markup {
        let words = self.frame.words();
        let contest = &self.contest;
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
                        @if self.frame.identity.is_organiser() { (words.frozen_organiser) } @else { (words.frozen_hides) }
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

    /// The cached response of this name.
    fn cached(&self, what: &str, headers: &HeaderMap, render: impl FnOnce() -> String) -> Response {
        cached_response(&self.shown, &self.name(what), "text/html; charset=utf-8", headers, render)
    }
}
