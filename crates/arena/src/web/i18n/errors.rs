//! What an error page says, in the reader's language.

use axum::http::StatusCode;

use super::Language;
use super::messages::{JUDGED, MESSAGES, in_french};

/// The title of an error page.
pub(in crate::web) const fn title(language: Language, status: StatusCode) -> &'static str {
    let french = matches!(language, Language::French);
    match status {
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY if french => {
            "Cela n'a pas pu être compris"
        }
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => "That could not be understood",
        StatusCode::UNAUTHORIZED if french => "Qui êtes-vous ?",
        StatusCode::UNAUTHORIZED => "Who are you?",
        StatusCode::FORBIDDEN if french => "Ce n'est pas permis",
        StatusCode::FORBIDDEN => "That is not allowed",
        StatusCode::NOT_FOUND if french => "Il n'y a rien ici",
        StatusCode::NOT_FOUND => "There is nothing here",
        StatusCode::CONFLICT if french => "Pas maintenant",
        StatusCode::CONFLICT => "Not now",
        StatusCode::PAYLOAD_TOO_LARGE if french => "C'est trop gros",
        StatusCode::PAYLOAD_TOO_LARGE => "That is too large",
        StatusCode::TOO_MANY_REQUESTS if french => "Pas si vite",
        StatusCode::TOO_MANY_REQUESTS => "Not so fast",
        _ if status.as_u16() < 500 && french => "Cela n'a pas marché",
        _ if status.as_u16() < 500 => "That did not work",
        _ if french => "Une erreur du serveur",
        _ => "The server made a mistake",
    }
}

/// A message in a language, and whether it is in that language.
pub(in crate::web) fn message(language: Language, said: &str) -> (String, bool) {
    match (language, in_french(MESSAGES, said)) {
        (Language::French, Some(french)) => (french, true),
        (Language::French, None) => (sentence(said), false),
        (Language::English, _) => (sentence(said), true),
    }
}

/// What the judge said in a language, and whether it is in that language.
pub(in crate::web) fn judged(language: Language, said: &str) -> (String, bool) {
    match (language, in_french(JUDGED, said)) {
        (Language::French, Some(french)) => (french, true),
        (language, _) => (said.to_owned(), language == Language::English || said.is_empty()),
    }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
