//! The scoreboard for programs: JSON as in CLICS, and CSV for spreadsheets.
//!
//! Both are rendered once for each board and cached with it.

use std::collections::HashMap;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::objects::{self, points};
use crate::app::SharedState;
use crate::board::{Board, Cell, Row, cached_response};
use crate::contest::{AccountId, Input};
use crate::csv;
use crate::error::Result;
use crate::store::Millis;
use crate::time::{iso, span};
use crate::visibility::Viewer;
use crate::web::download;

/// `GET /api/contests/{contest}/scoreboard`
pub(super) async fn scoreboard(State(app): State<SharedState>, viewer: Viewer, headers: HeaderMap) -> Result {
    let shown = app.boards.get(&app.store, &viewer.contest, viewer.view()).await?;
    // Beside the board: the start, the state, which the clock changes, and whether problems are shown.
    let name =
        format!("clics/{}/{}/{}", viewer.sees_problems(), viewer.contest.starts_at, objects::state(&viewer));
    Ok(cached_response(&shown, &name, "application/json", &headers, || text(&shown.board, &viewer)))
}

/// The scoreboard as JSON.
pub(crate) async fn scoreboard_text(app: &SharedState, viewer: &Viewer) -> Result<String> {
    let shown = app.boards.get(&app.store, &viewer.contest, viewer.view()).await?;
    Ok(text(&shown.board, viewer))
}

fn text(board: &Board, viewer: &Viewer) -> String {
    let numbers: Vec<i64> = match viewer.sees_problems() {
        true => board.questions.iter().flat_map(|(_, numbers)| numbers.clone()).collect(),
        false => Vec::new(),
    };
    let starts_at = viewer.contest.starts_at;
    let scoreboard = json!({
        "event_id": board.revision.to_string(),
        // When this response was rendered.
        "time": iso(viewer.now),
        "contest_time": span(viewer.now - starts_at),
        "state": objects::state(viewer),
        "rows": rows(board, &numbers, starts_at),
    });
    scoreboard.to_string()
}

fn rows(board: &Board, numbers: &[i64], starts_at: Millis) -> Value {
    // CLICS: without points there is no time, and a missing property is left out.
    let timed = |mut object: Value, points: i64, at: Option<Millis>| {
        if let (Some(at), true) = (at, points > 0) {
            objects::add(&mut object, "time", (at - starts_at).max(0) / 60_000);
        }
        object
    };
    let problem = |(number, cell): (&i64, &Cell)| {
        let object = json!({
            "problem_id": number.to_string(),
            "num_judged": cell.judged,
            "num_pending": cell.hidden,
            "score": points(cell.points),
        });
        timed(object, cell.points, cell.at)
    };
    let row = |row: &Row| {
        json!({
            "rank": row.rank,
            "team_id": row.team,
            "score": timed(json!({ "score": points(row.points) }), row.points, row.improved_at),
            "problems": numbers.iter().zip(&row.cells).map(problem).collect::<Vec<_>>(),
        })
    };
    board.rows.iter().map(row).collect()
}

/// `GET /api/contests/{contest}/scoreboard.csv` and `GET /c/{contest}/board.csv`
pub(crate) async fn csv(State(app): State<SharedState>, viewer: Viewer) -> Result {
    let name = format!("{}.csv", viewer.contest.id);
    Ok(download(&name, "text/csv; charset=utf-8", csv_bytes(&app, &viewer).await?))
}

/// The scoreboard as CSV.
pub(crate) async fn csv_bytes(app: &SharedState, viewer: &Viewer) -> Result<Bytes> {
    let shown = app.boards.get(&app.store, &viewer.contest, viewer.view()).await?;
    let inputs = viewer.problems(app).await?;
    // Logins are for organisers, who have a board of their own.
    let logins: Option<Logins> = match viewer.identity.is_organiser() {
        false => None,
        true => {
            let teams = app.store.accounts(&viewer.contest.id).await?;
            Some(teams.into_iter().map(|team| (team.id, team.login)).collect())
        }
    };
    let name = format!("csv-{}-{}", inputs.len(), logins.is_some());
    Ok(shown.render_once(&name, |board| table(viewer, &inputs, board, logins.as_ref()).into_bytes()))
}

type Logins = HashMap<AccountId, String>;

/// A cell without an answer that was judged is empty: 0 points are something else.
fn table(viewer: &Viewer, inputs: &[Input], board: &Board, logins: Option<&Logins>) -> String {
    let game = viewer.contest.game;
    let mut head = ["rank", "team", "points", "last improvement"].map(str::to_owned).to_vec();
    let questions = if inputs.is_empty() { &[] } else { board.questions.as_slice() };
    head.extend(questions.iter().map(|(question, _)| format!("question {question}")));
    for input in inputs {
        let label = objects::label(game, inputs, input);
        head.extend([format!("{label} points"), format!("{label} score")]);
    }
    head.extend(logins.map(|_| "login".to_owned()));
    head.extend(["school", "group"].map(str::to_owned));
    let mut text = csv::line(head);
    for row in &board.rows {
        let improved = row.improved_at.map(iso).unwrap_or_default();
        let mut cells =
            vec![row.rank.to_string(), row.name.clone(), points(row.points).to_string(), improved];
        let is_tried = |number: &i64| {
            let place = inputs.iter().position(|input| input.number == *number);
            place.and_then(|place| row.cells.get(place)).is_some_and(|cell| cell.judged > 0)
        };
        for ((_, numbers), &hundredths) in questions.iter().zip(&row.questions) {
            let is_tried = numbers.iter().any(is_tried);
            cells.push(if is_tried { points(hundredths).to_string() } else { String::new() });
        }
        for cell in row.cells.iter().take(inputs.len()) {
            cells.extend(match cell.judged {
                0 => [String::new(), String::new()],
                _ => [points(cell.points).to_string(), cell.score.to_string()],
            });
        }
        cells.extend(logins.map(|logins| logins.get(&row.team).cloned().unwrap_or_default()));
        cells.extend([row.school.clone(), row.group.clone()]);
        text += &csv::line(cells);
    }
    text
}
