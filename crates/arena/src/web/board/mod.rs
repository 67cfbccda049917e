//! The board: rendered once for each change, language and view.
//!
//! Anonymous visitors get the whole page from the cache, already compressed: no query, no rendering. Signed-in
//! visitors get the same table inside their own frame, with their row marked.

mod live;
mod table;

pub use live::Live;
pub(super) use live::live;

use std::collections::BTreeSet;
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
use super::submissions::percent_encoded;
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
    /// Only the teams of this group.
    group: Option<String>,
}

/// A board, its visitor, and the columns to show.
struct BoardPage {
    contest: Contest,
    shown: Arc<CachedBoard>,
    frame: Frame,
    details: bool,
    group: Option<String>,
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
        // The name of a group that no team has is ignored: it must not fill the cache.
        let group = query
            .group
            .filter(|group| shown.board.rows.iter().any(|row| row.group == *group && !group.is_empty()));
        let details = sees_problems && query.details.as_deref() == Some("1");
        // The page is cached for all visitors: nothing else of this visitor's query belongs in it.
        let kept = [
            details.then(|| "details=1".to_owned()),
            group.as_deref().map(|group| format!("group={}", percent_encoded(group))),
        ];
        let query = kept.into_iter().flatten().collect::<Vec<_>>().join("&");
        Ok(Self { contest, shown, frame: Frame { query, ..frame }, details, group })
    }

    /// The cache key: everything that the response depends on beside the board.
    fn name(&self, what: &str) -> String {
        let phase = self.contest.phase(now()).name();
        let theme = self.frame.theme.code();
        let group = self.group.as_deref().unwrap_or_default();
        format!("{what}/{}/{theme}/{phase}/{}/{group}", self.frame.language.code(), self.details)
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
        table.render(own, self.group.as_deref(), cells).into_string()
    }

    fn whole(&self, table: &str) -> Markup {
        let words = self.frame.words();
        let contest = &self.contest;
        let address = |details: bool, group: Option<&str>| {
            let details = details.then(|| "details=1".to_owned());
            let group = group.map(|group| format!("group={}", percent_encoded(group)));
            let query: Vec<String> = details.into_iter().chain(group).collect();
            if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) }
        };
        let group = self.group.as_deref();
        let other = if self.details { words.fewer_columns } else { words.more_columns };
        let groups: BTreeSet<&str> = self
            .shown
            .board
            .rows
            .iter()
            .map(|row| row.group.as_str())
            .filter(|group| !group.is_empty())
            .collect();
        let main = html! {
            (head(&self.frame, contest, "board"))
            section.full aria-labelledby="board-title" {
                div.head.wide {
                    h1 #board-title { (words.board) }
                    div.row {
                        // The script shows it: without one it could not do anything.
                        label.find hidden {
                            span.hidden { (words.find_team) }
                            input #find-team type="search" placeholder=(words.find_team) autocomplete="off"
                                spellcheck="false" data-found=(words.teams_found);
                        }
                        a.button href={ "/c/" (contest.id) "/board" (address(!self.details, group)) } { (other) }
                    }
                }
                @if !groups.is_empty() {
                    nav.wide.tongues aria-label=(words.groups) {
                        @let all = address(self.details, None);
                        a href={ "/c/" (contest.id) "/board" (all) } aria-current=[group.is_none().then_some("true")] {
                            (words.all_groups)
                        }
                        @for one in groups {
                            a href={ "/c/" (contest.id) "/board" (address(self.details, Some(one))) }
                                aria-current=[(group == Some(one)).then_some("true")] { bdi { (one) } }
                        }
                    }
                }
                @if let Some(from) = contest.hidden_from(now()) {
                    p.notice.frozen.wide {
                        strong { (words.frozen) } " " (words.frozen_since) " " (when(from)) ". "
                        @if self.frame.identity.is_organiser() { (words.frozen_organiser) } @else { (words.frozen_hides) }
                    }
                }
                p.wide.soft role="status" #teams-found {}
                p.hidden role="status" aria-live="polite" data-said=(words.board_changed) #board-said {}
                div #board data-live={ "/c/" (contest.id) "/board/live" }
                    data-table={ "/c/" (contest.id) "/board/table" (address(self.details, group)) } {
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
