//! `/c/{contest}/clarifications`: announcements, questions and answers, and the forms to send them.

use std::collections::HashMap;

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use laplace_contest::clarifications::{MAX_TEXT_LENGTH, is_answered};
use maud::{Markup, html};
use serde::Deserialize;

use super::contest::head;
use super::errors::{is_client_error, refused_form};
use super::frame::Frame;
use super::parts::{filled, refusal, when};
use crate::api::clarifications::send_as;
use crate::app::SharedState;
use crate::contest::{AccountId, Clarification, ClarificationId, Contest, Input, NewClarification, Phase};
use crate::error::{Error, Result};
use crate::i18n::phrases;
use crate::store::now;
use crate::visibility::Viewer;

phrases! {
    /// The texts of the page.
    Phrases {
        none: "There are no messages yet.", "Il n’y a pas encore de message.";
        ask: "Ask the organisers", "Poser une question à l’organisation";
        ask_hint: "Only the organisers read your question. They answer your team, or everybody without naming you.",
            "Seule l’organisation lit votre question. Elle répond à votre équipe, ou à tout le monde sans vous nommer.";
        question: "Your question", "Votre question";
        about: "About", "À propos de";
        in_general: "The contest in general", "Du concours en général";
        send: "Send", "Envoyer";
        announce: "Write to the teams", "Écrire aux équipes";
        message: "Message", "Message";
        to: "To", "À";
        to_all: "All teams, and everybody who reads this page", "Toutes les équipes, et toute personne qui lit cette page";
        announcement: "Announcement", "Annonce";
        to_you: "To your team", "À votre équipe";
        to_team: "To {}", "À {}";
        asked_by_you: "Your team asks", "Votre équipe demande";
        asked_by: "{} asks", "{} demande";
        a_team_asks: "A team asks", "Une équipe demande";
        answer: "Answer", "Réponse";
        answer_to_all: "Answer to all", "Réponse à tous";
        waits: "Not answered yet", "Sans réponse";
        your_answer: "Your answer", "Votre réponse";
        send_to_team: "Answer this team", "Répondre à cette équipe";
        send_to_all: "Answer everybody", "Répondre à tout le monde";
        all_hint: "With an answer to everybody the question is shown too, without the name of the team.",
            "Avec une réponse à tout le monde, la question est montrée aussi, sans le nom de l’équipe.";
        length: "At most {} characters.", "Au plus {} caractères.";
    }
}

/// The texts, for the test of the catalogue.
#[cfg(test)]
pub(super) const PAIRS: &[(&str, &str)] = Phrases::PAIRS;

/// What a page of clarifications shows.
struct Page {
    viewer: Viewer,
    all: Vec<Clarification>,
    inputs: Vec<(i64, String)>,
    /// The names of the teams, for organisers.
    teams: HashMap<AccountId, String>,
}

impl Page {
    async fn new(app: &SharedState, contest: &str, frame: &Frame) -> Result<Self> {
        let contest = app.store.contest(contest).await?;
        let viewer = Viewer::of(&contest, &frame.identity);
        let all = app.store.clarifications(&contest.id).await?;
        let inputs = viewer.problems(app).await?;
        let inputs = inputs.iter().map(|input: &Input| (input.number, input.name.clone())).collect();
        let teams = match viewer.is_organiser() {
            true => app.store.accounts(&contest.id).await?,
            false => Vec::new(),
        };
        let teams = teams.into_iter().map(|team| (team.id, team.name)).collect();
        Ok(Self { viewer, all, inputs, teams })
    }

    fn contest(&self) -> &Contest {
        &self.viewer.contest
    }

    fn may_write(&self) -> bool {
        self.contest().phase(now()) != Phase::Final
    }

    fn team_name(&self, team: &AccountId) -> String {
        self.teams.get(team).cloned().unwrap_or_else(|| team.to_string())
    }

    /// The messages, the newest first; an answer stands below its question.
    fn list(&self, frame: &Frame) -> Markup {
        let phrases = Phrases::of(frame.language);
        let seen = |one: &&Clarification| self.viewer.sees_clarification(one);
        let last = self.all.iter().filter(seen).map(|one| one.id.0).max().unwrap_or(0);
        // An answer to all is shown with its question, also to those who do not see the question itself.
        let begins = |one: &&Clarification| match one.reply_to {
            None => self.viewer.sees_clarification(one),
            Some(_) => false,
        };
        let shown_question = |one: &Clarification| {
            self.all.iter().any(|other| other.reply_to == Some(one.id) && other.is_public())
        };
        let threads: Vec<&Clarification> = self
            .all
            .iter()
            .rev()
            .filter(|one| begins(one) || (one.is_question() && shown_question(one)))
            .collect();
        html! {
            div #clarifications data-last=(last)
                data-list={ "/c/" (self.contest().id) "/clarifications/list" } {
                @if threads.is_empty() { p.lead { (phrases.none) } }
                @for one in threads { (self.thread(phrases, one)) }
            }
        }
    }

    fn thread(&self, phrases: &Phrases, one: &Clarification) -> Markup {
        let answers = self
            .all
            .iter()
            .filter(|other| other.reply_to == Some(one.id) && self.viewer.sees_clarification(other));
        let waits = one.is_question() && !is_answered(&self.all, one);
        html! {
            article.card.message id={ "m" (one.id) } {
                p.status {
                    strong { (self.title(phrases, one)) }
                    (self.facts(one))
                    @if waits { span.mark.phase-before { (phrases.waits) } }
                }
                p.said { (one.text) }
                @for answer in answers {
                    div.answer {
                        p.status {
                            strong {
                                @if answer.is_public() { (phrases.answer_to_all) } @else { (phrases.answer) }
                            }
                            (self.facts(answer))
                        }
                        p.said { (answer.text) }
                    }
                }
                @if one.is_question() && self.viewer.is_organiser() && self.may_write() {
                    details.apart open[waits] {
                        summary { (phrases.your_answer) }
                        form.stack method="post" action={ "/c/" (self.contest().id) "/clarifications" } {
                            input type="hidden" name="reply_to" value=(one.id);
                            label.field {
                                span.hidden { (phrases.your_answer) }
                                textarea name="text" rows="3" required maxlength=(MAX_TEXT_LENGTH) {}
                            }
                            p.soft { (phrases.all_hint) }
                            div.buttons {
                                button.primary name="to" value="team" { (phrases.send_to_team) }
                                button name="to" value="all" { (phrases.send_to_all) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn title(&self, phrases: &Phrases, one: &Clarification) -> Markup {
        match (&one.from_team, &one.to_team) {
            (Some(team), _) if self.viewer.is_team(team) => html! { (phrases.asked_by_you) },
            (Some(team), _) if self.viewer.is_organiser() => {
                filled(phrases.asked_by, &[&self.team_name(team)])
            }
            (Some(_), _) => html! { (phrases.a_team_asks) },
            (None, Some(team)) if self.viewer.is_organiser() => {
                filled(phrases.to_team, &[&self.team_name(team)])
            }
            (None, Some(_)) => html! { (phrases.to_you) },
            (None, None) => html! { (phrases.announcement) },
        }
    }

    fn facts(&self, one: &Clarification) -> Markup {
        let input = one.input.and_then(|number| self.inputs.iter().find(|(other, _)| *other == number));
        html! {
            @if let Some((_, name)) = input { code { (name) } }
            span.soft { (when(one.at)) }
        }
    }

    /// The form of a team to ask, or of an organiser to announce.
    fn form(&self, frame: &Frame, typed: &MessageForm) -> Markup {
        let phrases = Phrases::of(frame.language);
        let is_team = self.viewer.identity.team_of(self.contest()).is_ok();
        if !self.may_write() || !(is_team || self.viewer.is_organiser()) {
            return html! {};
        }
        let (title, label) = match is_team {
            true => (phrases.ask, phrases.question),
            false => (phrases.announce, phrases.message),
        };
        let mut teams: Vec<(&AccountId, &String)> = self.teams.iter().collect();
        teams.sort_by_key(|(_, name)| name.to_lowercase());
        html! {
            form.card.stack method="post" action={ "/c/" (self.contest().id) "/clarifications" } {
                h2 { (title) }
                @if is_team { p.soft { (phrases.ask_hint) } }
                @if !is_team {
                    label.field {
                        span { (phrases.to) }
                        select name="to" {
                            option value="all" { (phrases.to_all) }
                            @for (id, name) in teams { option value=(id) selected[typed.to == id.as_str()] { (name) } }
                        }
                    }
                }
                @if !self.inputs.is_empty() {
                    label.field {
                        span { (phrases.about) }
                        select name="input" {
                            option value="" { (phrases.in_general) }
                            @for (number, name) in &self.inputs {
                                option value=(number) selected[typed.input == number.to_string()] { (name) }
                            }
                        }
                    }
                }
                label.field {
                    span { (label) }
                    textarea name="text" rows="4" required maxlength=(MAX_TEXT_LENGTH) { (typed.text) }
                }
                p.soft { (filled(phrases.length, &[&MAX_TEXT_LENGTH.to_string()])) }
                button.primary { (phrases.send) }
            }
        }
    }

    fn render(&self, frame: &Frame, typed: &MessageForm, error: Option<&Error>) -> axum::response::Response {
        let words = frame.words();
        let main = html! {
            (head(frame, self.contest(), "clarifications"))
            section.wide.flow {
                h1 { (words.clarifications) }
                (refusal(frame.language, error))
                (self.form(frame, typed))
                (self.list(frame))
            }
        };
        frame.page(words.clarifications, &[], &main)
    }
}

/// `GET /c/{contest}/clarifications`
pub(super) async fn show(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
) -> Result {
    let page = Page::new(&app, &contest, &frame).await?;
    Ok(page.render(&frame, &MessageForm::default(), None))
}

/// `GET /c/{contest}/clarifications/list`: the messages alone, for the script.
pub(super) async fn list(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
) -> Result {
    Ok(Page::new(&app, &contest, &frame).await?.list(&frame).into_response())
}

/// A message: of a team, or of an organiser.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MessageForm {
    text: String,
    input: String,
    /// `all`, `team` for the team that asked, or the id of a team.
    to: String,
    reply_to: String,
}

/// `POST /c/{contest}/clarifications`
pub(super) async fn send(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<MessageForm>,
) -> Result {
    if !frame.identity.is_organiser() {
        frame.identity.team_of(&app.store.contest(&contest).await?)?;
    }
    let page = Page::new(&app, &contest, &frame).await?;
    let sent = match page.message(&form) {
        Ok(new) => send_as(&app, page.contest(), &frame.identity, new).await,
        Err(error) => Err(error),
    };
    match sent {
        Ok(_) => Ok(Redirect::to(&format!("/c/{}/clarifications", page.contest().id)).into_response()),
        Err(error) if is_client_error(&error) => {
            Ok(refused_form(page.render(&frame, &form, Some(&error)), &error))
        }
        Err(error) => Err(error),
    }
}

impl Page {
    /// The message of a form. What it refers to is checked by the store.
    fn message(&self, form: &MessageForm) -> Result<NewClarification> {
        let number = |text: &str| match text {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| Error::from(laplace_contest::Refusal::NoSuchQuestion)),
        };
        let reply_to = number(&form.reply_to)?.map(ClarificationId);
        let question = reply_to.and_then(|id| self.all.iter().find(|one| one.id == id));
        let to_team = match form.to.as_str() {
            "" | "all" => None,
            "team" => question.and_then(|question| question.from_team.clone()),
            team => Some(team.into()),
        };
        let input = match question {
            Some(question) => question.input,
            None => number(&form.input)?,
        };
        Ok(NewClarification { from_team: None, to_team, reply_to, input, text: form.text.clone() })
    }
}
