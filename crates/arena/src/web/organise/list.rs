//! `/organise`: every contest.

use axum::extract::State;
use maud::html;

use crate::app::SharedState;
use crate::error::Result;
use crate::store::now;
use crate::web::frame::Frame;
use crate::web::home::game_name;
use crate::web::parts::{phase_mark, when};

/// `GET /organise`
pub(super) async fn show(State(app): State<SharedState>, frame: Frame) -> Result {
    frame.identity.organiser()?;
    let contests = app.store.contests().await?;
    let words = frame.words();
    let main = html! {
        section.wide.flow {
            div.head {
                h1 { (words.organise) }
                span.buttons {
                    a.button href="/organise/organisers" { (words.organisers) }
                    a.button.primary href="/organise/new" { (words.new_contest) }
                }
            }
            div.scroll tabindex="0" role="region" aria-label=(words.contests) { table {
                caption.hidden { (words.contests) }
                thead { tr {
                    th scope="col" { (words.contest) }
                    th scope="col" { (words.game) }
                    th scope="col" { (words.state) }
                    th scope="col" { (words.start) }
                    th scope="col" { (words.end) }
                } }
                tbody { @for contest in &contests { tr {
                    th scope="row" { a href={ "/organise/" (contest.id) } { bdi { (contest.title) } } }
                    td { (game_name(words, contest.game)) }
                    td {
                        (phase_mark(words, contest.phase(now())))
                        @if contest.hidden { " " span.mark { (words.is_hidden) } }
                    }
                    td { (when(contest.starts_at)) }
                    td { @if let Some(end) = contest.ends_at { (when(end)) } @else { "–" } }
                } } }
            } }
        }
    };
    Ok(frame.page(words.organise, &[], &main))
}
