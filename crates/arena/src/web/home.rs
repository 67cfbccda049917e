//! `/`: the contests.

use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};

use super::frame::{Frame, Language};
use super::parts::{phase_mark, phase_name, when};
use crate::app::SharedState;
use crate::contest::{Game, Phase};
use crate::error::Result;
use crate::i18n::Words;
use crate::store::{Contest, now};

/// `GET /`
pub(super) async fn show(State(app): State<SharedState>, frame: Frame) -> Result {
    let mut contests = app.store.contests().await?;
    contests.retain(|contest| frame.identity.sees_contest(contest));
    Ok(page(&frame, &contests, app.settings.site.is_some()))
}

fn page(frame: &Frame, contests: &[Contest], has_site: bool) -> Response {
    let words = frame.words();
    let main = html! {
        section.wide {
            div.head {
                h1 { (words.contests) }
                @if frame.identity.is_organiser() { a.button href="/organise/new" { (words.new_contest) } }
            }
            @if contests.is_empty() { p.lead { (words.no_contests) } }
            ul.cards {
                @for contest in contests { li { (card(words, contest)) } }
                li { (blobwar_card(words)) }
                @if has_site { li { (site_card(frame)) } }
            }
        }
    };
    frame.page(words.contests, &[], &main)
}

fn card(words: &Words, contest: &Contest) -> Markup {
    html! {
        article.card {
            p.kicker { (game_name(words, contest.game)) }
            h2 { a href={ "/c/" (contest.id) } { bdi { (contest.title) } } }
            p.status { (phase_mark(words, contest.phase(now()))) " " (timing(words, contest)) }
            p.links {
                a href={ "/c/" (contest.id) "/board" } { (words.board) }
                @if contest.open && !contest.phase(now()).is_over() {
                    a href={ "/c/" (contest.id) "/register" } { (words.register) }
                }
            }
        }
    }
}

fn blobwar_card(words: &Words) -> Markup {
    html! {
        article.card.aside {
            p.kicker { (words.for_two) }
            h2 { a href="/blobwar" { "Blobwar" } }
            p { (words.blobwar_invites) }
        }
    }
}

fn site_card(frame: &Frame) -> Markup {
    let words = frame.words();
    let address = match frame.language {
        Language::English => "/site/",
        Language::French => "/site/index.fr.html",
    };
    html! {
        article.card.aside {
            p.kicker { (words.site_kicker) }
            h2 { a href=(address) { (words.site_title) } }
            p { (words.site_invites) }
        }
    }
}

/// The name of a game.
pub(super) const fn game_name(words: &Words, game: Game) -> &'static str {
    match game {
        Game::Demon => words.the_demon,
        Game::Well => words.the_well,
    }
}

/// The time of the next milestone. The server writes the time, a script counts down to it: a page may be cached, so
/// the server does not write the remaining time.
pub(super) fn timing(words: &Words, contest: &Contest) -> Markup {
    let now = now();
    let counted = |what: &'static str, text: &'static str, at: i64, over: &'static str, next: Phase| {
        html! {
            span.countdown data-until=(at) data-text=(text) data-over=(over) data-next=(next.name())
                data-next-name=(phase_name(words, next)) { (what) }
            " " span.soft { "(" (when(at)) ")" }
        }
    };
    match (contest.phase(now), contest.ends_at) {
        (Phase::Before, _) => {
            counted(words.start, words.starts_in, contest.starts_at, words.start_is_past, Phase::Running)
        }
        (Phase::Running, Some(end)) => {
            counted(words.end, words.ends_in, end, words.end_is_past, Phase::Ended)
        }
        (Phase::Running, None) => html! { span.soft { (words.no_end) } },
        (Phase::Ended | Phase::Final, Some(end)) => html! { span.soft { (words.ended_at) " " (when(end)) } },
        (Phase::Ended | Phase::Final, None) => html! {},
    }
}
