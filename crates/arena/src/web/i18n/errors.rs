//! Titles and messages of error pages, in the language of the page.

use axum::http::StatusCode;

use super::Language;
use super::messages::{JUDGED, MESSAGES, in_french};

/// The title of an error page.
pub(in crate::web) const fn title(language: Language, status: StatusCode) -> &'static str {
    let french = matches!(language, Language::French);
    match status {
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY if french => "Demande incorrecte",
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => "Bad request",
        StatusCode::UNAUTHORIZED if french => "Connexion nécessaire",
        StatusCode::UNAUTHORIZED => "Sign-in required",
        StatusCode::FORBIDDEN if french => "Accès refusé",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::NOT_FOUND if french => "Introuvable",
        StatusCode::NOT_FOUND => "Not found",
        StatusCode::CONFLICT if french => "Conflit",
        StatusCode::CONFLICT => "Conflict",
        StatusCode::PAYLOAD_TOO_LARGE if french => "Envoi trop volumineux",
        StatusCode::PAYLOAD_TOO_LARGE => "Too large",
        StatusCode::TOO_MANY_REQUESTS if french => "Trop de demandes",
        StatusCode::TOO_MANY_REQUESTS => "Too many requests",
        _ if status.as_u16() < 500 && french => "La demande a échoué",
        _ if status.as_u16() < 500 => "The request failed",
        _ if french => "Erreur du serveur",
        _ => "Server error",
    }
}

/// An error message as a sentence, translated if possible, and whether it is in `language`.
pub(in crate::web) fn message(language: Language, english: &str) -> (String, bool) {
    match (language, in_french(MESSAGES, english)) {
        (Language::French, Some(french)) => (french, true),
        (Language::French, None) => (sentence(english), false),
        (Language::English, _) => (sentence(english), true),
    }
}

/// The detail of a judging, translated if possible, and whether it is in `language`.
pub(in crate::web) fn judged(language: Language, english: &str) -> (String, bool) {
    match (language, in_french(JUDGED, english)) {
        (Language::French, Some(french)) => (french, true),
        (language, _) => (english.to_owned(), language == Language::English || english.is_empty()),
    }
}

/// A text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
