//! How much teams learn about a wrong answer: the choice on forms, and changing it.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::SharedState;
use crate::contest::Feedback;
use crate::error::Result;
use crate::i18n::Words;
use crate::web::frame::Frame;

/// The form for the feedback.
#[derive(Debug, Deserialize)]
pub(super) struct FeedbackForm {
    #[serde(default)]
    feedback: String,
}

/// `POST /organise/{contest}/feedback`
pub(super) async fn set(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<FeedbackForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let set = match form.feedback.parse() {
        Ok(feedback) => app.store.set_feedback(&contest.id, feedback, &organiser.id).await,
        Err(refusal) => Err(refusal.into()),
    };
    match set {
        Ok(()) => Ok(Redirect::to(&format!("/organise/{}", contest.id)).into_response()),
        Err(error) => super::contest::refused(&app, &frame, &contest, error).await,
    }
}

/// The three to choose from.
pub(super) fn choice(words: &Words, chosen: &str) -> Markup {
    let name = |feedback: Feedback| match feedback {
        Feedback::Full => words.feedback_full,
        Feedback::Position => words.feedback_position,
        Feedback::Verdict => words.feedback_verdict,
    };
    html! {
        fieldset.choice.column {
            legend { (words.feedback) }
            @for feedback in Feedback::ALL {
                label.tick {
                    input type="radio" name="feedback" value=(feedback.name()) checked[feedback.name() == chosen];
                    " " (name(feedback))
                }
            }
        }
    }
}
