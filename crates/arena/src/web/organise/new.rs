//! `/organise/new`: a new contest.

use axum::Form;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::errors::{again, is_theirs};
use super::super::frame::Frame;
use super::super::home::game_name;
use super::super::parts::{field, read_time, refusal, time_field};
use super::super::words::Words;
use super::feedback::choice;
use crate::api::random_seed;
use crate::app::App;
use crate::contest::{Draft, Feedback, Game, MOST_INPUTS, make as make_inputs};
use crate::error::{Answer, Error};
use crate::store::now;

/// What the form sends.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(super) struct Given {
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

impl Default for Given {
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

impl Given {
    fn draft(&self) -> Answer<Draft> {
        let number = |name: &str, text: &str| -> Answer<u64> {
            text.trim().parse().map_err(|_| Error::Bad(format!("{name}: found `{text}`, expected a number")))
        };
        let draft = Draft {
            id: self.id.trim().to_owned(),
            title: self.title.trim().to_owned(),
            game: self.game.parse().map_err(Error::Bad)?,
            seed: number("seed", &self.seed)?,
            inputs: u32::try_from(number("inputs", &self.inputs)?).unwrap_or(u32::MAX),
            open: self.open.is_some(),
            starts_at: read_time(&self.start, &self.start_utc)?,
            ends_at: read_time(&self.end, &self.end_utc)?,
            frozen_at: read_time(&self.freeze, &self.freeze_utc)?,
            feedback: self.feedback.parse().map_err(Error::Bad)?,
        };
        draft.check(now()).map_err(Error::Bad)?;
        Ok(draft)
    }
}

/// `GET /organise/new`
pub(super) async fn form(frame: Frame) -> Answer {
    frame.who.organiser()?;
    Ok(page(&frame, &Given::default(), None))
}

/// `POST /organise/new`
pub(super) async fn make(State(app): State<App>, frame: Frame, Form(given): Form<Given>) -> Answer {
    let organiser = frame.who.organiser()?;
    match store(&app, &organiser.id, &given).await {
        Ok(id) => Ok(Redirect::to(&format!("/organise/{id}")).into_response()),
        Err(error) if is_theirs(&error) => Ok(again(page(&frame, &given, Some(&error)), &error)),
        Err(error) => Err(error),
    }
}

async fn store(app: &App, who: &str, given: &Given) -> Answer<String> {
    let draft = given.draft()?;
    let (game, seed, each) = (draft.game, draft.seed, draft.inputs);
    // The bounds of the demon's question 5 take a core for some time each.
    let inputs = tokio::task::spawn_blocking(move || make_inputs(game, seed, each)).await;
    let inputs = inputs.map_err(|error| Error::Inside(error.to_string()))?;
    app.store.make_contest(&draft, &inputs, who).await?;
    Ok(draft.id)
}

fn page(frame: &Frame, given: &Given, error: Option<&Error>) -> Response {
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
                            input type="radio" name="game" value=(game.name()) checked[game.name() == given.game];
                            " " (game_name(words, game))
                        }
                    }
                }
                (field("title", "text", words.title, &given.title, true))
                (field("id", "text", words.contest_id, &given.id, true))
                div.columns {
                    (field("inputs", "number", words.inputs_each, &given.inputs, true))
                    (field("seed", "text", words.seed, &given.seed, true))
                }
                p.soft { (super::super::words::fill(words.inputs_hint, &[&MOST_INPUTS.to_string()])) }
                (times(words, given))
                (choice(words, &given.feedback))
                label.tick {
                    input type="checkbox" name="open" value="yes" checked[given.open.is_some()];
                    " " (words.open_registration)
                }
                button.primary { (words.make_contest) }
            }
        }
    };
    frame.page(words.new_contest, &[], &main)
}

fn times(words: &Words, given: &Given) -> Markup {
    html! {
        fieldset {
            legend { (words.times) " " span.soft data-own-time=(words.own_time) { (words.utc_time) } }
            (time_field("start", words.start_empty, &given.start))
            (time_field("end", words.end_empty, &given.end))
            (time_field("freeze", words.freeze_empty, &given.freeze))
        }
    }
}
