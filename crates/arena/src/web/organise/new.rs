//! `/organise/new`: a new contest.

use axum::Form;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;

use super::feedback::choice;
use crate::api::random_seed;
use crate::app::SharedState;
use crate::contest::{Draft, Feedback, Game, MAX_INPUTS, make as make_inputs};
use crate::error::{Error, Result};
use crate::store::now;
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::home::game_name;
use crate::web::i18n::Words;
use crate::web::parts::{field, read_time, refusal, time_field};

/// The form for a new contest.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(super) struct ContestForm {
    game: String,
    title: String,
    id: String,
    seed: String,
    inputs: String,
    start: String,
    end: String,
    freeze: String,
    start_utc: String,
    end_utc: String,
    freeze_utc: String,
    open: Option<String>,
    feedback: String,
}

impl Default for ContestForm {
    fn default() -> Self {
        let empty = String::new;
        Self {
            game: Game::Demon.name().into(),
            title: empty(),
            id: empty(),
            seed: random_seed().to_string(),
            inputs: "2".into(),
            start: empty(),
            end: empty(),
            freeze: empty(),
            start_utc: empty(),
            end_utc: empty(),
            freeze_utc: empty(),
            open: None,
            feedback: Feedback::Position.name().into(),
        }
    }
}

impl ContestForm {
    fn draft(&self) -> Result<Draft> {
        let number = |name: &str, text: &str| -> Result<u64> {
            text.trim()
                .parse()
                .map_err(|_| Error::BadRequest(format!("{name}: found `{text}`, expected a number")))
        };
        let draft = Draft {
            id: self.id.trim().to_owned(),
            title: self.title.trim().to_owned(),
            game: self.game.parse().map_err(Error::BadRequest)?,
            seed: number("seed", &self.seed)?,
            inputs: u32::try_from(number("inputs", &self.inputs)?).unwrap_or(u32::MAX),
            open: self.open.is_some(),
            starts_at: read_time(&self.start, &self.start_utc)?,
            ends_at: read_time(&self.end, &self.end_utc)?,
            frozen_at: read_time(&self.freeze, &self.freeze_utc)?,
            feedback: self.feedback.parse().map_err(Error::BadRequest)?,
        };
        draft.check(now()).map_err(Error::BadRequest)?;
        Ok(draft)
    }
}

/// `GET /organise/new`
pub(super) async fn form(frame: Frame) -> Result {
    frame.identity.organiser()?;
    Ok(page(&frame, &ContestForm::default(), None))
}

/// `POST /organise/new`
pub(super) async fn make(
    State(app): State<SharedState>,
    frame: Frame,
    Form(form): Form<ContestForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    match store(&app, &organiser.id, &form).await {
        Ok(id) => Ok(Redirect::to(&format!("/organise/{id}")).into_response()),
        Err(error) if is_client_error(&error) => Ok(refused_form(page(&frame, &form, Some(&error)), &error)),
        Err(error) => Err(error),
    }
}

async fn store(app: &SharedState, actor: &str, form: &ContestForm) -> Result<String> {
    let draft = form.draft()?;
    let Draft { game, seed, inputs: each, .. } = draft;
    // The upper bounds of the demon's question 5 take a core for some time each.
    let inputs = tokio::task::spawn_blocking(move || make_inputs(game, seed, each)).await;
    let inputs = inputs.map_err(|error| Error::Internal(error.to_string()))?;
    app.store.make_contest(&draft, &inputs, actor).await?;
    Ok(draft.id)
}

fn page(frame: &Frame, form: &ContestForm, error: Option<&Error>) -> Response {
    let words = frame.words();
    let main = html! {
        section.narrow.flow {
            h1 { (words.new_contest) }
            (refusal(frame.language, error))
            form.card.stack method="post" {
                fieldset.choice {
                    legend { (words.game) }
                    @for game in Game::ALL {
                        label.tick {
                            input type="radio" name="game" value=(game.name()) checked[game.name() == form.game];
                            " " (game_name(words, game))
                        }
                    }
                }
                (field("title", "text", words.title, &form.title, true))
                (field("id", "text", words.contest_id, &form.id, true))
                div.columns {
                    (field("inputs", "number", words.inputs_each, &form.inputs, true))
                    (field("seed", "text", words.seed, &form.seed, true))
                }
                p.soft { (crate::web::i18n::fill(words.inputs_hint, &[&MAX_INPUTS.to_string()])) }
                (times(words, form))
                (choice(words, &form.feedback))
                label.tick {
                    input type="checkbox" name="open" value="yes" checked[form.open.is_some()];
                    " " (words.open_registration)
                }
                button.primary { (words.make_contest) }
            }
        }
    };
    frame.page(words.new_contest, &[], &main)
}

fn times(words: &Words, form: &ContestForm) -> Markup {
    html! {
        fieldset {
            legend { (words.times) " " span.soft data-own-time=(words.own_time) { (words.utc_time) } }
            (time_field("start", words.start_empty, &form.start))
            (time_field("end", words.end_empty, &form.end))
            (time_field("freeze", words.freeze_empty, &form.freeze))
        }
    }
}
