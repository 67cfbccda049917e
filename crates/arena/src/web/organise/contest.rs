//! `/organise/{contest}`: one contest, its schedule and its settings.

use axum::extract::{Path, State};
use laplace_contest::clarifications::is_answered;
use maud::{Markup, html};

use super::feedback::choice;
use crate::app::SharedState;
use crate::contest::Phase;
use crate::error::{Error, Result};
use crate::store::{Account, Contest, Milestone, Millis, now};
use crate::web::contest::head;
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::parts::{confirm, mebibytes, number, refusal, time_field, when};

/// `GET /organise/{contest}`
pub(super) async fn show(State(app): State<SharedState>, Path(id): Path<String>, frame: Frame) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&id).await?;
    page(&app, &frame, &contest, &html! {}).await
}

/// The page again if a form of it was refused.
pub(super) async fn refused(app: &SharedState, frame: &Frame, contest: &Contest, error: Error) -> Result {
    if !is_client_error(&error) {
        return Err(error);
    }
    let frame = Frame { path: format!("/organise/{}", contest.id), ..frame.clone() };
    let news = refusal(frame.language, Some(&error));
    Ok(refused_form(page(app, &frame, contest, &news).await?, &error))
}

async fn page(app: &SharedState, frame: &Frame, contest: &Contest, news: &Markup) -> Result {
    let id = &contest.id;
    let teams = app.store.accounts(id).await?;
    let submissions = app.store.count_submissions(id).await?;
    let messages = app.store.clarifications(id).await?;
    let waiting = messages.iter().filter(|one| one.is_question() && !is_answered(&messages, one)).count();
    let stored: i64 = app.store.stored_bytes(id).await?.into_values().sum();
    let words = frame.words();
    let main = html! {
        (head(frame, contest, "organise"))
        section.wide.flow {
            (news)
            (pages(frame, contest, teams.len(), submissions, waiting))
            h1 { (words.times) }
            (extra_time(frame, contest, &teams))
            div.moments {
                @for milestone in [Milestone::Start, Milestone::End, Milestone::Freeze, Milestone::Thaw, Milestone::Finalize] {
                    (form(frame, contest, milestone))
                }
            }
            (super::settings::downloads(frame, contest))
            h2 { (words.about_contest) }
            dl.facts {
                dt { (words.contest_id) } dd { code { (contest.id) } }
                dt { (words.seed) } dd { (contest.seed.cast_unsigned()) }
                dt { (words.registration) }
                dd { @if contest.open { (words.open) } @else { (words.by_invitation) } }
                dt { (words.stored) }
                dd {
                    (mebibytes(frame.language, stored)) " / "
                    (mebibytes(frame.language, app.settings.limits_of(contest).contest))
                }
            }
            @if contest.phase(now()) != Phase::Final {
                form.card.stack method="post" action={ "/organise/" (contest.id) "/feedback" } {
                    (choice(words, contest.feedback.name()))
                    p.soft { (words.feedback_hint) }
                    button { (words.change_feedback) }
                }
            }
        }
    };
    Ok(frame.page(&contest.title, &[], &main))
}

/// The teams that hand in after the end, each with its own end, until all have ended.
fn extra_time(frame: &Frame, contest: &Contest, teams: &[Account]) -> Markup {
    let words = frame.words();
    let Some(end) = contest.ends_at.filter(|_| contest.finalized_at.is_none()) else { return html! {} };
    let now = now();
    let own_ends = teams.iter().map(|team| (team, end.saturating_add(team.extra)));
    let later: Vec<(&Account, Millis)> = own_ends.filter(|(team, at)| team.extra > 0 && *at > now).collect();
    html! {
        @if !later.is_empty() {
            div.notice {
                p { (words.extra_time_until) }
                ul {
                    @for (team, at) in later {
                        li {
                            a href={ "/organise/" (contest.id) "/teams/" (team.id) } { bdi { (team.name) } }
                            " · " (when(at))
                        }
                    }
                }
            }
        }
    }
}

fn pages(frame: &Frame, contest: &Contest, teams: usize, submissions: i64, waiting: usize) -> Markup {
    let words = frame.words();
    let teams = i64::try_from(teams).unwrap_or(i64::MAX);
    let base = format!("/organise/{}", contest.id);
    html! {
        nav.tiles aria-label=(words.organise) {
            a href={ (base) "/teams" } { strong { (number(teams)) } (words.teams) }
            a href={ "/c/" (contest.id) "/submissions" } { strong { (number(submissions)) } (words.submissions) }
            a href={ "/c/" (contest.id) "/clarifications" } {
                strong { (waiting) } (words.unanswered)
            }
            a href={ (base) "/invites" } { strong { "+" } (words.invites) }
            a href={ (base) "/rejudge" } { strong { "↻" } (words.rejudge) }
            a href={ (base) "/settings" } { strong { "⚙" } (super::settings::title(frame)) }
            a href={ (base) "/log" } { strong { "≡" } (words.log) }
        }
    }
}

/// The name of a milestone, what it does, and its time if it is set.
fn about(
    frame: &Frame,
    contest: &Contest,
    milestone: Milestone,
) -> (&'static str, &'static str, Option<Millis>) {
    let words = frame.words();
    match milestone {
        Milestone::Start => (words.start, words.start_does, Some(contest.starts_at)),
        Milestone::End => (words.end, words.end_does, contest.ends_at),
        Milestone::Freeze => (words.freeze, words.freeze_does, contest.frozen_at),
        Milestone::Thaw => (words.thaw, words.thaw_does, contest.thawed_at),
        Milestone::Finalize => (words.finalize, words.finalize_does, contest.finalized_at),
    }
}

/// What the button of a milestone does.
fn action(frame: &Frame, milestone: Milestone) -> &'static str {
    let words = frame.words();
    match milestone {
        Milestone::Start => words.do_start,
        Milestone::End => words.do_end,
        Milestone::Freeze => words.do_freeze,
        Milestone::Thaw => words.do_thaw,
        Milestone::Finalize => words.do_finalize,
    }
}

/// Whether a milestone can be set now; the store checks again when the form is sent.
fn is_offered(contest: &Contest, milestone: Milestone) -> bool {
    let phase = contest.phase(now());
    match milestone {
        _ if phase == Phase::Final => false,
        Milestone::Start => phase == Phase::Before,
        Milestone::End | Milestone::Freeze => true,
        Milestone::Thaw => contest.hidden_from(now()).is_some(),
        // Not while a team has extra time.
        Milestone::Finalize => contest.answers_are_public(now()),
    }
}

/// Whether a milestone can be cleared now, if it is set.
fn can_be_cleared(contest: &Contest, milestone: Milestone) -> bool {
    milestone.can_be_cleared() && contest.phase(now()) != Phase::Final
}

fn form(frame: &Frame, contest: &Contest, milestone: Milestone) -> Markup {
    let words = frame.words();
    let (name, does, at) = about(frame, contest, milestone);
    let at_a_time = matches!(milestone, Milestone::Start | Milestone::End | Milestone::Freeze);
    html! {
        section.card aria-labelledby=(milestone.name()) {
            h2 id=(milestone.name()) { (name) }
            p.soft { (does) }
            // "Fin" and "clôture" are feminine.
            @let not_set = match milestone {
                Milestone::End | Milestone::Finalize => words.end_not_set,
                Milestone::Start | Milestone::Freeze | Milestone::Thaw => words.not_set,
            };
            p { @if let Some(at) = at { (when(at)) } @else { (not_set) } }
            @if is_offered(contest, milestone) {
                form.stack method="post" action={ "/organise/" (contest.id) "/moment" } {
                    input type="hidden" name="moment" value=(milestone.name());
                    @if at_a_time {
                        (time_field("at", words.at_or_now, ""))
                        p.soft data-own-time=(words.own_time) { (words.utc_time) }
                    }
                    @if milestone != Milestone::Freeze && milestone != Milestone::Thaw { (confirm(words)) }
                    button { (action(frame, milestone)) }
                }
            }
            @if let Some(_) = at.filter(|_| can_be_cleared(contest, milestone)) {
                details.apart {
                    summary { (words.take_back) }
                    form.stack method="post" action={ "/organise/" (contest.id) "/take-back" } {
                        input type="hidden" name="moment" value=(milestone.name());
                        (confirm(words))
                        button { (words.take_back) }
                    }
                }
            }
        }
    }
}
