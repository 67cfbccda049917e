//! The exercise sheet's questions, from texts to a text.

use laplace_games::blobwar::sheet::Question;
use laplace_i18n::Language;

use crate::{Answer, refused};

/// The answer to a question for these arguments, as Python writes it.
pub fn answer(number: &str, arguments: &[String], language: Language) -> Answer<String> {
    let question: Question = number.parse().map_err(|error: laplace_games::ValueError| error.to_string())?;
    question.answer(arguments.iter().map(String::as_str)).map_err(|error| refused(language, &error))
}
