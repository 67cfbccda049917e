//! The exercise sheet's questions, from texts to a text.

use laplace_contest::judging::Finding;
use laplace_games::blobwar::sheet::Question;
use laplace_i18n::Language;

use crate::{Answer, refused};

/// The answer to a question for these arguments, as Python writes it.
pub fn answer(number: &str, arguments: &[String], language: Language) -> Answer<String> {
    let question: Question = number.parse().map_err(|_| refused(language, &Finding::UnknownQuestion))?;
    question.answer(arguments.iter().map(String::as_str)).map_err(|error| refused(language, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_question_is_refused_in_the_language_of_the_page() {
        assert_eq!(answer("9.9", &[], Language::English).unwrap_err(), "Unknown question.");
        assert_eq!(answer("9.9", &[], Language::French).unwrap_err(), "Question inconnue.");
    }
}
