//! `/organise/new`: a new contest.

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::feedback::choice;
use crate::api::{contest_inputs, random_seed};
use crate::app::SharedState;
use crate::contest::{Draft, Feedback, Game, MAX_INPUTS, default_count};
use crate::error::{Error, Result};
use crate::i18n::{Field, Message, Words};
use crate::intake::File;
use crate::store::now;
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::home::game_name;
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
            inputs: empty(),
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
        let number = |field: Field, text: &str| -> Result<u64, Message> {
            text.trim().parse().map_err(|_| Message::NotANumber { field, found: text.to_owned() })
        };
        let game = self.game.parse()?;
        let inputs = match self.inputs.trim() {
            "" => default_count(game),
            text => u32::try_from(number(Field::Inputs, text)?).unwrap_or(u32::MAX),
        };
        let draft = Draft {
            id: self.id.trim().to_owned(),
            title: self.title.trim().to_owned(),
            game,
            seed: number(Field::Seed, &self.seed)?,
            inputs,
            open: self.open.is_some(),
            starts_at: read_time(&self.start, &self.start_utc)?,
            ends_at: read_time(&self.end, &self.end_utc)?,
            frozen_at: read_time(&self.freeze, &self.freeze_utc)?,
            feedback: self.feedback.parse()?,
        };
        draft.check(now())?;
        Ok(draft)
    }
}

/// `GET /organise/new`
pub(super) async fn form(frame: Frame) -> Result {
    frame.identity.organiser()?;
    Ok(page(&frame, &ContestForm::default(), None))
}

/// `POST /organise/new`
pub(super) async fn make(State(app): State<SharedState>, frame: Frame, request: Request) -> Result {
    let organiser = frame.identity.organiser()?;
    let (form, files) = read_form(request).await?;
    match store(&app, &organiser.id, &form, files).await {
        Ok(id) => Ok(Redirect::to(&format!("/organise/{id}")).into_response()),
        Err(error) if is_client_error(&error) => Ok(refused_form(page(&frame, &form, Some(&error)), &error)),
        Err(error) => Err(error),
    }
}

/// The fields and the files of the form; programs may send the fields alone, without files.
async fn read_form(request: Request) -> Result<(ContestForm, Vec<File>)> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("multipart/form-data") {
        let form = Form::from_request(request, &()).await;
        let Form(form) = form.map_err(|error: FormRejection| {
            Error::BadRequest(Message::BadAddress { reason: error.to_string() })
        })?;
        return Ok((form, Vec::new()));
    }
    let bad =
        |error: &dyn std::fmt::Display| Error::BadRequest(Message::BadAddress { reason: error.to_string() });
    let mut parts = Multipart::from_request(request, &()).await.map_err(|error| bad(&error))?;
    let mut fields = Map::new();
    let mut files = Vec::new();
    while let Some(part) = parts.next_field().await.map_err(|error| bad(&error))? {
        let name = part.name().unwrap_or_default().to_owned();
        let file_name = part.file_name().map(str::to_owned);
        let content = part.bytes().await.map_err(|error| bad(&error))?;
        match file_name {
            // A browser sends a file without a name if none was chosen.
            Some(file_name) if !file_name.is_empty() => {
                files.push(File { name: file_name, content: content.into() });
            }
            Some(_) => {}
            None => _ = fields.insert(name, String::from_utf8_lossy(&content).into_owned().into()),
        }
    }
    Ok((serde_json::from_value(Value::Object(fields)).map_err(|error| bad(&error))?, files))
}

async fn store(app: &SharedState, actor: &str, form: &ContestForm, files: Vec<File>) -> Result<String> {
    let draft = form.draft()?;
    let inputs = contest_inputs(&draft, files).await?;
    app.store.make_contest(&draft, &inputs, actor).await?;
    Ok(draft.id)
}

fn page(frame: &Frame, form: &ContestForm, error: Option<&Error>) -> Response {
    let words = frame.words();
    let main = html! {
        section.narrow.flow {
            h1 { (words.new_contest) }
            (refusal(frame.language, error))
            form.card.stack method="post" enctype="multipart/form-data" {
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
                    (field("inputs", "number", words.inputs_each, &form.inputs, false))
                    (field("seed", "text", words.seed, &form.seed, true))
                }
                p.soft { (crate::i18n::fill(words.inputs_hint, &[&MAX_INPUTS.to_string()])) }
                label.field {
                    span { (words.own_inputs) }
                    input type="file" name="files" multiple;
                }
                p.soft { (words.own_inputs_hint) }
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
