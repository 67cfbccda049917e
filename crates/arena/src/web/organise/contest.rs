//! `/organise/{contest}`: one contest and what can be done with it.

use axum::extract::{Path, State};
use maud::{Markup, html};

use super::feedback::choice;
use crate::app::SharedState;
use crate::contest::Phase;
use crate::error::Result;
use crate::store::{Contest, Milestone, Millis, now};
use crate::web::contest::head;
use crate::web::frame::Frame;
use crate::web::parts::{confirm, number, time_field, when};

/// `GET /organise/{contest}`
pub(super) async fn show(State(app): State<SharedState>, Path(id): Path<String>, frame: Frame) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&id).await?;
    let teams = app.store.accounts(&id).await?.len();
    let submissions = app.store.count_submissions(&id).await?;
    let words = frame.words();
    let main = html! {
        (head(&frame, &contest, "organise"))
        section.wide.flow {
            (pages(&frame, &contest, teams, submissions))
            h1 { (words.times) }
            div.moments {
                @for moment in [Milestone::Start, Milestone::End, Milestone::Freeze, Milestone::Thaw, Milestone::Finalize] {
                    (form(&frame, &contest, moment))
                }
            }
            h2 { (words.about_contest) }
            dl.facts {
                dt { (words.contest_id) } dd { code { (contest.id) } }
                dt { (words.seed) } dd { (contest.seed.cast_unsigned()) }
                dt { (words.registration) }
                dd { @if contest.open == 1 { (words.open) } @else { (words.by_invitation) } }
            }
            form.card.stack method="post" action={ "/organise/" (contest.id) "/feedback" } {
                (choice(words, contest.feedback().name()))
                p.soft { (words.feedback_hint) }
                button { (words.change_feedback) }
            }
        }
    };
    Ok(frame.page(&contest.title, &[], &main))
}

fn pages(frame: &Frame, contest: &Contest, teams: usize, submissions: i64) -> Markup {
    let words = frame.words();
    let teams = i64::try_from(teams).unwrap_or(i64::MAX);
    let base = format!("/organise/{}", contest.id);
    html! {
        nav.tiles aria-label=(words.organise) {
            a href={ (base) "/teams" } { strong { (number(teams)) } (words.teams) }
            a href={ "/c/" (contest.id) "/submissions" } { strong { (number(submissions)) } (words.submissions) }
            a href={ (base) "/invites" } { strong { "+" } (words.invites) }
            a href={ (base) "/rejudge" } { strong { "↻" } (words.rejudge) }
            a href={ (base) "/log" } { strong { "≡" } (words.log) }
        }
    }
}

/// What a moment is called, what it does, and when it is set to.
fn about(
    frame: &Frame,
    contest: &Contest,
    moment: Milestone,
) -> (&'static str, &'static str, Option<Millis>) {
    let words = frame.words();
    match moment {
        Milestone::Start => (words.start, words.start_does, Some(contest.starts_at)),
        Milestone::End => (words.end, words.end_does, contest.ends_at),
        Milestone::Freeze => (words.freeze, words.freeze_does, contest.frozen_at),
        Milestone::Thaw => (words.thaw, words.thaw_does, contest.thawed_at),
        Milestone::Finalize => (words.finalize, words.finalize_does, contest.finalized_at),
    }
}

/// Whether it makes sense now; the server asks again when the form comes.
fn is_offered(contest: &Contest, moment: Milestone) -> bool {
    let phase = contest.phase(now());
    match moment {
        _ if phase == Phase::Final => false,
        Milestone::Start => phase == Phase::Before,
        Milestone::End | Milestone::Freeze => true,
        Milestone::Thaw => contest.hidden_from(now()).is_some(),
        Milestone::Finalize => phase == Phase::Ended,
    }
}

/// Whether it can be taken back now, if it is set.
fn can_be_taken_back(contest: &Contest, moment: Milestone) -> bool {
    moment.can_be_taken_back() && contest.phase(now()) != Phase::Final
}

fn form(frame: &Frame, contest: &Contest, moment: Milestone) -> Markup {
    let words = frame.words();
    let (name, does, at) = about(frame, contest, moment);
    let at_a_time = matches!(moment, Milestone::Start | Milestone::End | Milestone::Freeze);
    html! {
        section.card aria-labelledby=(moment.name()) {
            h2 id=(moment.name()) { (name) }
            p.soft { (does) }
            p { @if let Some(at) = at { (when(at)) } @else { (words.not_set) } }
            @if is_offered(contest, moment) {
                form.stack method="post" action={ "/organise/" (contest.id) "/moment" } {
                    input type="hidden" name="moment" value=(moment.name());
                    @if at_a_time {
                        (time_field("at", words.at_or_now, ""))
                        p.soft data-own-time=(words.own_time) { (words.utc_time) }
                    }
                    @if moment != Milestone::Freeze && moment != Milestone::Thaw { (confirm(words)) }
                    button { (name) }
                }
            }
            @if let Some(_) = at.filter(|_| can_be_taken_back(contest, moment)) {
                details.apart {
                    summary { (words.take_back) }
                    form.stack method="post" action={ "/organise/" (contest.id) "/take-back" } {
                        input type="hidden" name="moment" value=(moment.name());
                        (confirm(words))
                        button { (words.take_back) }
                    }
                }
            }
        }
    }
}
